"""The scenario: who fights where, with what, for what, and by which choices of the rules.

A plain model. Loading and checking `scenario/2` and `deck/2` files is the business of
engine/files/scenario_reader.py; a game reads the model in its `start`.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.hexes.hex import Hex
from engine.languages import LANGUAGES, MADE_IN
from engine.map.map import Map, resolve_custom_kinds
from engine.problems import SandtableError, Waiver
from engine.texts import LocalText, SideName, localised, preferred_language, text

if TYPE_CHECKING:
    from engine.scenario.card_layout import CardLayout
    from engine.scenario.counter_layout import CounterLayout
    from engine.scenario.figure_groups import FigureGroup
    from engine.tabletop.tabletop_map import TabletopMap


class WrongMapKindError(SandtableError):
    """The map of a scenario on a table was asked for, or the table of one on a map."""


LATER = {"later": True}


def _later(default: object) -> Any:
    """A field that `scenario/1` had not: at its default it leaves fingerprints as they were."""
    return field(default=default, metadata=LATER)


SHOWN = {"shown": True}  # of a field that bears on what is seen alone: no digest tells it


def _later_mapping() -> Any:
    """The same, for a mapping that is empty by default."""
    return field(default_factory=dict, metadata=LATER)


@dataclass(frozen=True)
class StartingHand:
    """One of several decks of a side, by its id, and how many of its cards the side begins with."""

    deck: str
    cards: int = 0


@dataclass(frozen=True)
class ScenarioSide:
    """One side. Where a rule speaks of Red it means the side `red`, wherever it stands."""

    id: str
    name: LocalText = ""
    colour: str = ""  # #rrggbb of its counters
    budget: int = 0  # what its units may cost together; 0 where nothing is bought
    begins: bool = False  # it moves first where the rules leave that to the scenario
    deck: str = ""  # the id of its deck; empty: the game's own
    decks: tuple[StartingHand, ...] = _later(())  # where a side draws from several
    stocks: Mapping[str, int] = _later_mapping()  # smoke, support missions: words of the game
    definite: LocalText = field(default="", metadata=SHOWN)  # the Allies; follows from the name
    adjective: LocalText = field(default="", metadata=SHOWN)  # Allied; follows from the name

    def name_in_language(self, language: str | None = None) -> SideName:
        """Return the side's name in a language, with the forms that sentences need."""
        language = language or preferred_language()
        name = localised(self.name, language) or self.id
        own = (_in(self.definite, language), _in(self.adjective, language))
        return SideName.of(name, *own, language)


def _in(form: LocalText, language: str) -> str:
    """Return a form of a name in its own language alone; one text is in English."""
    given = {"en": form} if isinstance(form, str) else form
    return given.get(language, "")


@dataclass(frozen=True)
class Arrival:
    """A reinforcement: it comes at the start of a turn, in a zone or at a hex (`@c,r` or label).

    Units of one formation with the same arrival come together, on one roll.
    """

    turn: int
    zone: str
    die: int = _later(0)  # from `turn` on it comes on a roll of so much or more; 0: without one
    once: VictoryCondition | None = field(
        default=None, metadata=LATER
    )  # from `turn` on, when this holds


SIZES = (
    "team", "squad", "section", "platoon", "company", "battalion", "regiment", "brigade",
    "division", "corps", "army",
)  # fmt: skip
"""Sizes of units and formations, by the words of files, from the smallest."""


@dataclass(frozen=True)
class Formation:
    """A brigade, company, platoon …: it holds units and other formations of its side."""

    id: str
    side: str
    name: LocalText = ""
    within: str = ""  # the formation it belongs to; empty: it stands by itself
    size: str = ""  # one of SIZES
    headquarters: str = ""  # the unit that leads it
    colour: str = ""  # #rrggbb of its stripe on counters


@dataclass(frozen=True)
class ScenarioUnit:
    """One unit. One of `at`, `zone`, `arrives`, `aboard` and `bearer` says where it begins."""

    id: str
    side: str
    type: str
    name: LocalText = ""
    formation: str = ""  # the id of one of the scenario's formations, or any words
    at: Hex | None = None
    zone: str = ""  # set up by its side in this zone before the first turn
    arrives: Arrival | None = None
    marks: tuple[str, ...] = ()  # what it suffers from at the start, by the game's words
    aboard: str = _later("")  # the unit that carries it
    bearer: str = _later("")  # the unit that bears it, a weapon
    facing: int | None = _later(None)  # a direction 0…5 of the map; None: its side chooses
    figures: tuple[str, ...] = _later(())  # the types of the figures it consists of
    mode: str = _later("")  # how it stands ready, by the game's words
    size: str = field(default="", metadata=SHOWN)  # one of SIZES; empty: its type's


@dataclass(frozen=True)
class ScenarioFeature:
    """A feature a side places in a hex before the game: wire, mines, a trench, a bunker.

    Exactly one of `at` and `zone` is given; `facing` is a direction 0…5, None without a front.
    """

    id: str
    kind: str  # a word of the game
    side: str = ""
    at: Hex | None = None
    zone: str = ""
    facing: int | None = None
    name: LocalText = ""


@dataclass(frozen=True)
class CardEffect:
    """One thing a card does; both are words of the game."""

    effect: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Card:
    """One kind of event card; `effect` and its `parameters` are words of the game.

    A card with several effects has the first in these two and the others in `then`, in order; one
    without any is for the table alone: weather, news.
    """

    id: str
    effect: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    copies: int = 1
    title: LocalText = ""
    text: LocalText = ""
    picture: str = ""  # a path relative to the deck's file
    then: tuple[CardEffect, ...] = _later(())
    cost: int = _later(0)  # what playing it takes of the side's means, by the game's rules
    phase: str = _later("")  # when it may be played, by the game's words; empty: as its effect may
    stays: bool = _later(False)  # it stays in play before its side
    set: str = _later("")  # what it belongs to, where one deck holds several kinds

    @property
    def all_effects(self) -> tuple[CardEffect, ...]:
        """Return all effects of the card, in order."""
        return (CardEffect(self.effect, self.parameters), *self.then) if self.effect else ()


@dataclass(frozen=True)
class Deck:
    """The cards of a deck; sides that name the same deck draw from a copy each."""

    id: str
    cards: tuple[Card, ...]
    title: LocalText = ""
    layout: str = field(default="", metadata=SHOWN)  # how its cards look, by name or file
    design: CardLayout | None = field(default=None, metadata=SHOWN)  # that layout, as it was read

    @property
    def drawable_cards(self) -> tuple[Card, ...]:
        """The cards that are drawn in play; those without an effect are only printed."""
        return tuple(card for card in self.cards if card.effect)


@dataclass(frozen=True)
class Objective:
    """An objective: a hex or a zone, its holder at the start, and its points."""

    id: str
    name: LocalText = ""
    at: Hex | None = None
    zone: str = ""
    holder: str = ""  # a side; empty for neutral
    points: int = 0  # to its holder when points are counted


class VictoryKind(StrEnum):
    """The kinds of victory condition."""

    OBJECTIVES = "objectives"  # `side` holds `count` of `objectives`
    LOSSES = "losses"  # `side`'s enemies have lost `percent` of their units
    POINTS = "points"  # `side` has `points`
    TURN_LIMIT = "turn-limit"  # the last turn is over: `side` wins, or, without one, most points
    EXIT = "exit"  # `side` has brought `count` units, or `points` of them, out by `zone`
    CLEAR = "clear"  # no enemy of `side` that counts is left in `zone`
    KILL = "kill"  # `side` has destroyed `points` of enemies
    SURVIVE = "survive"  # `count` of `units` of `side` are left
    RATIO = "ratio"  # the enemy has lost at least `percent` of what `side` has lost


@dataclass(frozen=True)
class VictoryCondition:
    """A condition; the first in the scenario's order that holds decides the game.

    Conditions are judged at the end of every turn, `at_once` after every activity, or `at_end`
    after the last turn alone.
    """

    kind: VictoryKind
    side: str = ""
    objectives: tuple[str, ...] = ()  # ids; empty: all of the scenario's
    count: int = 0  # how many of them; 0: all
    percent: int = 100
    points: int = 0
    at_once: bool = False
    zone: str = _later("")
    units: tuple[str, ...] = _later(())  # ids; empty: all of the side's
    kinds: tuple[str, ...] = _later(())  # kinds of unit that count, by the game's words; empty: all
    group: str = _later("")  # conditions of a side with one group must all hold together
    grade: str = _later("")  # how good a victory it is, by the game's words
    turns: int = _later(0)  # at the end of how many turns in a row it must have held
    at_end: bool = _later(False)


@dataclass
class Scenario:
    """A scenario with what it is played on loaded: a map of hexes, or a table without them.

    On a map `units` fight, on a table `bodies` do.
    """

    game: str
    ground: Map | TabletopMap
    sides: tuple[ScenarioSide, ...]
    units: tuple[ScenarioUnit, ...] = ()
    title: LocalText = ""
    ground_path: str = ""  # relative to the scenario's file
    turns: int = 12
    decks: dict[str, Deck] = field(default_factory=dict)
    objectives: tuple[Objective, ...] = ()
    victory: tuple[VictoryCondition, ...] = ()
    rules: dict[str, Any] = field(default_factory=dict)  # overrides of the game's choices and data
    zones: dict[str, tuple[Hex, ...]] = field(default_factory=dict)  # beside the map's own
    zone_names: dict[str, LocalText] = field(default_factory=dict)  # of those that have one
    features: tuple[ScenarioFeature, ...] = ()
    formations: tuple[Formation, ...] = ()
    counters: str = ""  # how counters look: a layout of the program, or a file beside the scenario
    layout: CounterLayout | None = None  # that layout, as it was read
    briefings: dict[str, LocalText] = field(default_factory=dict)  # by side; `umpire` sees all
    credits: str = ""
    notes: LocalText = ""
    waived: tuple[Waiver, ...] = ()
    deck_paths: dict[str, str] = field(default_factory=dict)  # decks in files of their own, by id
    map_hash: dict[str, Any] = field(
        default_factory=dict
    )  # engine/scenario/map_change.py: the map as it was
    bodies: tuple[FigureGroup, ...] = ()

    @property
    def map(self) -> Map:
        """The map of a scenario on hexes; WrongMapKindError where it is on a table."""
        if not isinstance(self.ground, Map):
            raise WrongMapKindError(text("scenario.played-on-a-table"))
        return self.ground

    @property
    def table(self) -> TabletopMap:
        """The table of a scenario without hexes; WrongMapKindError where it is on a map."""
        if isinstance(self.ground, Map):
            raise WrongMapKindError(text("scenario.played-on-a-map"))
        return self.ground

    @property
    def is_on_table(self) -> bool:
        """Return True if it is played on a table rather than on hexes."""
        return not isinstance(self.ground, Map)

    def side(self, side: str) -> ScenarioSide:
        """The side with this id; KeyError without one."""
        found = next((entry for entry in self.sides if entry.id == side), None)
        if found is None:
            raise KeyError(side)
        return found

    def outermost(self, unit: ScenarioUnit) -> ScenarioUnit:
        """The unit in whose place a unit begins: its carrier or bearer, else itself."""
        known = {each.id: each for each in self.units}
        seen = {unit.id}
        while (holder := known.get(unit.aboard or unit.bearer)) and holder.id not in seen:
            seen.add(holder.id)
            unit = holder
        return unit

    def zone(self, name: str) -> tuple[Hex, ...]:
        """The hexes of a zone of the scenario or its map, row by row; else of the one hex named.

        Raises KeyError, or UnknownHexError, for what is neither.
        """
        if name in self.zones:
            return self.zones[name]
        if name in self.map.zones:
            return tuple(self.map.grid.hexes_where(self.map.zones[name].hexes))
        return (self.map.labels.find(name),)

    def fingerprint(self) -> str:
        """A digest of what bears on play: a replay belongs to the scenario with the same one."""
        later = [_plain(value) for name in _PLAYED_LATER if (value := getattr(self, name))]
        return _digest([*(_plain(getattr(self, name)) for name in _PLAYED), *later])

    @property
    def played_map(self) -> Map:
        """The map as the scenario's game sees it."""
        return resolve_custom_kinds(self.map, self.game)

    def ground_fingerprint(self) -> str:
        """A digest of the map or table as far as it bears on play."""
        if not isinstance(self.ground, Map):
            return self.ground.fingerprint()
        map_ = self.played_map
        return _digest([_plain(getattr(map_, name)) for name in _PLAYED_MAP])


_PLAYED = ("game", "sides", "units", "turns", "decks", "objectives", "victory", "rules", "zones")
_PLAYED_LATER = ("features", "bodies")
_PLAYED_MAP = ("grid", "level", "ground", "grounds", "sides", "links", "zones", "hex_metres")


def _digest(plain: object) -> str:
    spelled = json.dumps(plain, sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(spelled.encode(), digest_size=8).hexdigest()


def _plain(value: object) -> object:
    """The value as JSON values; arrays as digests."""
    if isinstance(value, np.ndarray):
        content = np.ascontiguousarray(value)
        head = f"{content.dtype.str}{content.shape}".encode()
        return hashlib.blake2b(head + content.tobytes(), digest_size=8).hexdigest()
    if dataclasses.is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in _tell(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items() if _is_told(key, value)}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _is_told(key: object, of: Mapping[Any, object]) -> bool:
    """Return True if a digest includes a key: translations of a text are left out."""
    is_text = "en" in of and LANGUAGES.keys() >= of.keys()
    return not is_text or key in MADE_IN


def _tell(value: Any) -> Iterator[dataclasses.Field[Any]]:
    """The fields of a value that its digest includes: later ones only where they say something."""
    for each in dataclasses.fields(value):
        if each.metadata.get("shown"):
            continue
        if not each.metadata.get("later") or getattr(value, each.name) != _default(each):
            yield each


def _default(of: dataclasses.Field[Any]) -> object:
    if of.default_factory is dataclasses.MISSING:
        return of.default
    return of.default_factory()
