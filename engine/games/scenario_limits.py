"""The limits of a game for its scenarios, which checks ask for, and the terms of its cards.

Each game says it in its own `limits.py`, from its data and a scenario's `rules:`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.games.card_effects import CardEffectType
from engine.games.figure_group_kinds import (
    FigureGroupKind,
    Remarks,
    Standing,
    no_army_remarks,
    no_placement_faults,
)
from engine.games.rules_design import GameWord
from engine.games.scenario_rules import InvalidRules
from engine.games.stacking import Sentence, Stacking
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.movement.mobility import Mobility
from engine.problems import SandtableError
from engine.scenario.scenario import Card, ScenarioUnit, VictoryKind
from engine.texts import LocalText, localised, text


class RuleError(SandtableError):
    """A value under `rules:` or in a card that the game does not know.

    `path` leads to it, `near` is what was likely meant.
    """

    def __init__(self, path: Iterable[str | int], message: str, near: str = "") -> None:
        self.path, self.near = list(path), near
        super().__init__(message)


@contextmanager
def as_rule_errors() -> Iterator[None]:
    """Turn what a rulebook does not know into the RuleError that a problem shows."""
    try:
        yield
    except InvalidRules as error:
        raise RuleError(error.path, error.reason, error.near) from error


class RuleReference(NamedTuple):
    """A word under `rules:` that names something of the scenario: a card, an objective, a side."""

    kind: str
    word: str
    path: tuple[str, ...]


Holding = Callable[[str, tuple[str, ...]], Sentence]
"""Return the reason why a unit may not have units, in their order, as cargo or weapons."""
Marking = Callable[[ScenarioUnit], Sentence]
"""Return the reason why a unit may not begin with all of its marks."""
Laying = Callable[[Map, Hex, tuple[str, ...]], Sentence]
"""Return the reason why features may not lie in a hex of a map together."""


def _holds_nothing(holder: str, held: tuple[str, ...]) -> Sentence:
    return text("game.holds-nothing", None, type=holder) if held else None


def _bears_any_marks(unit: ScenarioUnit) -> Sentence:
    return None


def _lies_anywhere(map_: Map, hex_: Hex, kinds: tuple[str, ...]) -> Sentence:
    return None


@dataclass(frozen=True)
class HexFeatureKind:
    """A feature a side may place in a hex before the game: wire, mines, a bunker."""

    id: str
    name: LocalText
    faces: bool = False
    """True if it has a front."""
    letters: LocalText = ""
    """Letters of its badge on the map."""


@dataclass(frozen=True)
class AllowedCardTerms:
    """The terms that a game allows on cards beside their effect; none, in most games."""

    most_effects: int = 1
    costs: bool = False
    """True if playing a card takes some of a side's means."""
    may_stay: bool = False
    """True if a card may stay in play before its side."""
    phases: tuple[GameWord, ...] = ()
    sets: tuple[GameWord, ...] = ()


OLD_AIMS = frozenset(
    {VictoryKind.OBJECTIVES, VictoryKind.LOSSES, VictoryKind.POINTS, VictoryKind.TURN_LIMIT}
)
"""Victory conditions of games that define none."""
COUNTED_AIMS = frozenset(
    {VictoryKind.CLEAR, VictoryKind.KILL, VictoryKind.SURVIVE, VictoryKind.RATIO}
)
"""Victory conditions of games that count units and zones, without exits from the map."""


@dataclass(frozen=True)
class ScenarioLimits:
    """One game under one scenario's `rules:`."""

    sides: int
    """Number of sides."""
    stacking: Stacking
    """Check of units of a side in a hex."""
    mobility: Mapping[str, Mobility]
    """Every unit type, and where it can go."""
    points: Mapping[str, int]
    """Points of a unit, by type."""
    marks: tuple[str, ...]
    """Marks that a unit may have at the start; the first is on the back of its counter."""
    effects: Mapping[str, frozenset[str]]
    """The effects of cards, each with the names of its parameters."""
    cards_do: Mapping[str, CardEffectType]
    """The same effects as forms and proposed texts need them."""
    cards: Mapping[str, Card]
    """The game's own cards."""
    check_card: Callable[[Card], None]
    """Raises RuleError for a card of a known effect whose parameters mean nothing."""
    costs: Mapping[str, int] = field(default_factory=dict)
    """Cost of a unit in a budget, by type, where it differs from the points."""
    muster: Mapping[str, str] = field(default_factory=dict)
    """The zone in which each side sets up what it buys, in games where a budget is spent."""
    deployment: Mapping[str, str] = field(default_factory=dict)
    """The zones that `rules:` name for sides to deploy in."""
    rings: Mapping[str, str] = field(default_factory=dict)
    """The zones that `rules:` name for objectives to watch."""
    faces: frozenset[str] = frozenset()
    """The unit types that have a front."""
    weapons: frozenset[str] = frozenset()
    """The unit types that have no hex of their own: they begin with a bearer."""
    carrying: Holding = _holds_nothing
    """Check of a unit's cargo."""
    bearing: Holding = _holds_nothing
    """Check of a unit's weapons."""
    marking: Marking = _bears_any_marks
    """Check of a unit's marks at the start."""
    figures: tuple[GameWord, ...] = ()
    """The types of figures that units may consist of."""
    manned: frozenset[str] = frozenset()
    """The unit types that consist of figures."""
    figure_points: Mapping[str, int] = field(default_factory=dict)
    """Points that each figure adds to a unit, by type."""
    composing: Holding = _holds_nothing
    """Of which figures a unit may consist."""
    modes: tuple[GameWord, ...] = ()
    """Modes of a unit at the start."""
    readying: Marking = _bears_any_marks
    """Check of a unit's mode at the start."""
    features: Mapping[str, HexFeatureKind] = field(default_factory=dict)
    """Features that sides may lay in hexes."""
    laying: Laying = _lies_anywhere
    """Check of features in a hex."""
    stocks: tuple[GameWord, ...] = ()
    """Stocks of a side: smoke, support missions."""
    decks: int = 1
    """Largest number of decks for a side."""
    named: tuple[RuleReference, ...] = ()
    """Names of the scenario that `rules:` use."""
    card_terms: AllowedCardTerms = AllowedCardTerms()
    """Terms of its cards beside their one effect."""
    aims: frozenset[VictoryKind] = OLD_AIMS
    """Victory conditions for a side."""
    counted: tuple[GameWord, ...] = ()
    """The kinds of unit that a condition may count."""
    grades: tuple[GameWord, ...] = ()
    """Grades of a victory."""
    tracks: tuple[GameWord, ...] = ()
    """Counts of each side on a track: command points, initiative."""
    has_groups: bool = False
    """True if conditions of a side may have to hold together."""
    remarks: Remarks = no_army_remarks
    """Remarks on armies of a game on a table: unequal, larger than allowed."""
    bodies: Mapping[str, FigureGroupKind] = field(default_factory=dict)
    """The kinds of body of a game on a table."""
    standing: Standing = no_placement_faults
    """Check of bodies at their starting places."""

    def unit_worth(self, unit: ScenarioUnit) -> int:
        """Return the worth of a unit with its figures; 0 for an unknown type."""
        figures = sum(self.figure_points.get(figure, 0) for figure in unit.figures)
        return self.points.get(unit.type, 0) + figures

    def cost(self, unit: ScenarioUnit) -> int:
        """Return the cost of a unit from a budget."""
        return self.costs.get(unit.type, 0) if self.costs else self.unit_worth(unit)


def card_terms_text(card: Card, terms: AllowedCardTerms, language: str | None = None) -> str:
    """The terms of a card as far as the game's cards have such; nothing where it has none."""
    phases = {word.id: word.said for word in terms.phases}
    sets = {word.id: word.said for word in terms.sets}
    told = [
        text("decks.term-cost", language, cost=card.cost) if terms.costs and card.cost else "",
        localised(phases.get(card.phase, ""), language),
        localised(sets.get(card.set, ""), language),
        text("decks.term-stays", language) if terms.may_stay and card.stays else "",
    ]
    return " · ".join(filter(None, told))
