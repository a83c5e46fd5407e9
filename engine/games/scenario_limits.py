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
"""Whether a unit of a type may have units of some types, in their order: as cargo, as weapons."""
Marking = Callable[[ScenarioUnit], Sentence]
"""Whether a unit may begin with the marks it has, all of them together."""
Laying = Callable[[Map, Hex, tuple[str, ...]], Sentence]
"""Whether features of some kinds may lie in a hex of a map together."""


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
    """Whether it has a front."""
    letters: LocalText = ""
    """What its badge on the map says."""


@dataclass(frozen=True)
class AllowedCardTerms:
    """The terms that a game allows on cards beside their effect; none, in most games."""

    most_effects: int = 1
    costs: bool = False
    """Whether playing one takes of a side's means."""
    may_stay: bool = False
    """Whether one may stay in play before its side."""
    phases: tuple[GameWord, ...] = ()
    sets: tuple[GameWord, ...] = ()


OLD_AIMS = frozenset(
    {VictoryKind.OBJECTIVES, VictoryKind.LOSSES, VictoryKind.POINTS, VictoryKind.TURN_LIMIT}
)
"""What may be won by in games that say nothing else."""
COUNTED_AIMS = frozenset(
    {VictoryKind.CLEAR, VictoryKind.KILL, VictoryKind.SURVIVE, VictoryKind.RATIO}
)
"""What may be won by in games that count units and zones, though nobody leaves the map."""


@dataclass(frozen=True)
class ScenarioLimits:
    """One game under one scenario's `rules:`."""

    sides: int
    """How many sides fight."""
    stacking: Stacking
    """Which units of a side may stand in a hex together."""
    mobility: Mapping[str, Mobility]
    """Every unit type, and where it can go."""
    points: Mapping[str, int]
    """What a unit of each type is worth."""
    marks: tuple[str, ...]
    """What a unit may suffer from at the start; the first is on the back of its counter."""
    effects: Mapping[str, frozenset[str]]
    """The effects of cards, each with the names of its parameters."""
    cards_do: Mapping[str, CardEffectType]
    """The same effects as forms and proposed texts need them."""
    cards: Mapping[str, Card]
    """The game's own cards."""
    check_card: Callable[[Card], None]
    """Raises RuleError for a card of a known effect whose parameters mean nothing."""
    costs: Mapping[str, int] = field(default_factory=dict)
    """What a unit of each type costs of a budget, where that is not what it is worth."""
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
    """What a unit may have aboard."""
    bearing: Holding = _holds_nothing
    """What weapons a unit may bear."""
    marking: Marking = _bears_any_marks
    """Which marks a unit may begin with together."""
    figures: tuple[GameWord, ...] = ()
    """The types of figures that units may consist of."""
    manned: frozenset[str] = frozenset()
    """The unit types that consist of figures."""
    figure_points: Mapping[str, int] = field(default_factory=dict)
    """What a figure of each type adds to what a unit is worth."""
    composing: Holding = _holds_nothing
    """Of which figures a unit may consist."""
    modes: tuple[GameWord, ...] = ()
    """How a unit may stand ready at the start."""
    readying: Marking = _bears_any_marks
    """Which units may begin in the mode they are given."""
    features: Mapping[str, HexFeatureKind] = field(default_factory=dict)
    """What sides may lay in hexes."""
    laying: Laying = _lies_anywhere
    """Where features may lie, and which together."""
    stocks: tuple[GameWord, ...] = ()
    """What a side may have in store: smoke, support missions."""
    decks: int = 1
    """How many decks a side may draw from."""
    named: tuple[RuleReference, ...] = ()
    """What `rules:` name of the scenario."""
    card_terms: AllowedCardTerms = AllowedCardTerms()
    """What its cards may say beside their one effect."""
    aims: frozenset[VictoryKind] = OLD_AIMS
    """What a side may win by."""
    counted: tuple[GameWord, ...] = ()
    """The kinds of unit that a condition may count."""
    grades: tuple[GameWord, ...] = ()
    """How good a victory may be."""
    tracks: tuple[GameWord, ...] = ()
    """What each side counts on a track: command points, initiative."""
    has_groups: bool = False
    """Whether conditions of a side may have to hold together."""
    remarks: Remarks = no_army_remarks
    """What is to be known of the armies of a game on a table: equal or not, more than allowed."""
    bodies: Mapping[str, FigureGroupKind] = field(default_factory=dict)
    """The kinds of body of a game on a table."""
    standing: Standing = no_placement_faults
    """Which bodies cannot begin as they are laid."""

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
