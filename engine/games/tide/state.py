"""The position of a game of tide: units, works, headquarters, whose action it is."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from engine.games.game_rules import StackedState
from engine.games.reinforcement_calls import ReinforcementCall
from engine.games.scenario_setup import SquadTerms
from engine.games.tide.data.piece_types import SMOKE, UnitType, WorkType
from engine.games.tide.data.rulebook import Rulebook
from engine.games.tide.game_board import GameBoard
from engine.games.tide.sight import SightCache
from engine.games.victory_judgement import LossTally
from engine.hexes.hex import Hex, distance
from engine.play.game import Game
from engine.play.position import Result
from engine.scenario.scenario import Card
from engine.texts import LocalText


class Phase(StrEnum):
    """The phases of a round (R1), and what comes before and after them all."""

    SET_UP = "set-up"
    ACTION = "action"
    COMMAND = "command"
    STATUS = "status"
    OVER = "over"


class Morale(StrEnum):
    """The state of a squad (RS11)."""

    NORMAL = "normal"
    PINNED = "pinned"
    DISRUPTED = "disrupted"


class ActivationMode(StrEnum):
    """Modes of a unit: able to act, waiting to fire, or done (R4, R5)."""

    FRESH = "fresh"
    OP_FIRE = "op-fire"
    FATIGUED = "fatigued"


LIGHT, HEAVY = 1, 2
"""Grades of damage (RS9); a vehicle with more is destroyed and gone."""
DESTROYED = 3


class Unit(NamedTuple):
    """A squad or a vehicle on the map.

    A squad is a base of `figures` with at most one `token`, a vehicle has `damage`. `at` is the hex
    it is in, also of passengers, who are `inside` their carrier. `position` is the work it is in.
    """

    id: str
    side: str
    type: str
    at: Hex
    name: LocalText = ""
    figures: tuple[str, ...] = ()
    token: str = ""
    morale: Morale = Morale.NORMAL
    mode: ActivationMode = ActivationMode.FRESH
    damage: int = 0
    inside: str = ""
    position: str = ""

    @property
    def is_squad(self) -> bool:
        """A base with figures."""
        return bool(self.figures)

    @property
    def is_fresh(self) -> bool:
        """Return whether it may be activated (R4)."""
        return self.mode is ActivationMode.FRESH

    @property
    def is_steady(self) -> bool:
        """Neither pinned nor disrupted."""
        return self.morale is Morale.NORMAL

    @property
    def is_pinned(self) -> bool:
        """Pinned, and not worse."""
        return self.morale is Morale.PINNED

    @property
    def is_disrupted(self) -> bool:
        """Disrupted."""
        return self.morale is Morale.DISRUPTED


class Work(NamedTuple):
    """A work in a hex: a position, an obstacle, smoke (X3–X9).

    `hidden` mines are known to their side alone (X9); `since` is the round in which it was laid.
    """

    id: str
    kind: str
    side: str
    at: Hex
    hidden: bool = False
    since: int = 0


class Reserve(NamedTuple):
    """A unit not yet on the map: the round it comes (0: set up before the game) and where.

    A unit `aboard` another comes with its carrier. A squad without figures is an empty base that
    its side fills from the pool (Q5).
    """

    id: str
    side: str
    type: str
    name: LocalText
    round: int
    hexes: tuple[Hex, ...]
    figures: tuple[str, ...] = ()
    token: str = ""
    mode: ActivationMode = ActivationMode.FRESH
    aboard: str = ""
    morale: Morale = Morale.NORMAL
    damage: int = 0
    call: ReinforcementCall | None = None  # what it waits for beside its turn


class WorkPlan(NamedTuple):
    """A work its side has yet to lay in one of some hexes."""

    id: str
    kind: str
    side: str
    hexes: tuple[Hex, ...]


class Headquarters(NamedTuple):
    """A side's means of command (CM, D): points, face-up cards, its decks.

    `initiative` are the points on its initiative card. `hand`, `play` (cards that stay) and `used`
    are ids of cards; `decks` has the cards left of each of its decks, in no order.
    """

    command: int = 0
    initiative: int = 0
    hand: tuple[str, ...] = ()
    decks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    play: tuple[str, ...] = ()
    used: tuple[str, ...] = ()


class ActiveEffect(NamedTuple):
    """An effect in force by a card or operation (D7): bonus, denial, limit or cost.

    `kind` is bonus, deny, limit, cost or reroll; `side` has it (empty: all); `unit` if it is for
    one unit. `what`, `who`, `against`, `lasts` are words of the card; `until` is the last round in
    which it works, 0 for no end.
    """

    kind: str
    side: str
    card: str
    what: str = ""
    amount: int = 0
    who: str = ""
    against: str = ""
    lasts: str = ""
    unit: str = ""
    until: int = 0


class CurrentAction(NamedTuple):
    """The action under way (E5): who does what, and who fired rapidly at whom in it (U7)."""

    unit: str
    deed: str
    rapid: tuple[tuple[str, str], ...] = ()


Stock = Mapping[str, int]
"""The pool a side builds its squads from (Q5): figures and tokens."""


@dataclass(slots=True)
class State(StackedState[Unit]):
    """The position. Rulebook, field and what the scenario fixes are shared by all positions.

    Only events change it, by `put`, `alter`, `take_off`, `lay`, `lift` and by replacing what it
    holds.
    """

    book: Rulebook = dataclasses.field(repr=False, compare=False)
    field: GameBoard = dataclasses.field(repr=False, compare=False)
    aims: ScenarioTerms = dataclasses.field(repr=False, compare=False)
    units: dict[str, Unit]
    works: dict[str, Work]
    hq: dict[str, Headquarters]
    holders: dict[str, str]
    points: dict[str, int]
    pools: dict[str, Stock]
    reserves: tuple[Reserve, ...] = ()
    plans: tuple[WorkPlan, ...] = ()
    lost: tuple[Unit, ...] = ()
    exited: tuple[Unit, ...] = ()
    removed: tuple[Unit, ...] = ()  # taken off by the umpire: no losses
    fallen: tuple[LossTally, ...] = ()  # what each side has lost, in whole units and in part
    unbuilt: tuple[str, ...] = ()  # bases their sides have yet to fill (Q5)
    effects: tuple[ActiveEffect, ...] = ()
    acting: CurrentAction | None = None
    round: int = 0
    phase: Phase = Phase.SET_UP
    stage: str = ""  # within a phase: what it is about
    initiative: str = ""
    active: str = ""  # whose turn it is
    left: int = 0  # actions left in this turn
    out: tuple[str, ...] = ()  # sides that are out of the action phase (R3)
    result: Result | None = None
    tallies: tuple[tuple[int, int], ...] = ()  # turns in a row that conditions have held
    _standing: dict[Hex, tuple[Unit, ...]] | None = dataclasses.field(
        default=None, repr=False, compare=False
    )
    _lying: dict[Hex, tuple[Work, ...]] | None = dataclasses.field(
        default=None, repr=False, compare=False
    )
    _seeing: SightCache | None = dataclasses.field(default=None, repr=False, compare=False)

    @property
    def turn(self) -> int:
        """The round under way: what other games call a turn."""
        return self.round

    @property
    def sides_by_initiative(self) -> tuple[str, str]:
        """The sides in order of initiative."""
        return self.initiative, self.enemy_of(self.initiative)

    def copy(self) -> State:
        """An independent position; what it holds is immutable, so shared."""
        return State(
            self.book, self.field, self.aims, self.units.copy(), self.works.copy(),
            self.hq.copy(), self.holders.copy(), self.points.copy(), self.pools.copy(),
            self.reserves, self.plans, self.lost, self.exited, self.removed, self.fallen,
            self.unbuilt, self.effects, self.acting, self.round, self.phase, self.stage,
            self.initiative, self.active, self.left, self.out, self.result, self.tallies,
            self._standing, self._lying, self._seeing,
        )  # fmt: skip

    # --- changing: for events alone ---------------------------------------------------------------

    def replace_unit(self, unit: Unit) -> None:
        """A unit as it is now; its passengers go where it goes."""
        before = self.units.get(unit.id)
        self.units[unit.id] = unit
        self._standing = None
        if before is not None and before.at != unit.at:
            for cargo in self.cargo_of(unit.id):
                self.replace_unit(cargo._replace(at=unit.at))

    def alter(self, unit: str, **changes: Any) -> None:
        """A unit with some of its values changed."""
        self.replace_unit(self.units[unit]._replace(**changes))

    def take_off(self, unit: str) -> Unit:
        """A unit off the map; it is given back as it was."""
        self._standing = None
        return self.units.pop(unit)

    def lay_work(self, work: Work) -> None:
        """A work in its hex."""
        self._lying = self._seeing = None
        self.works[work.id] = work

    def lift(self, work: str) -> Work:
        """A work taken away; who was in it is in the open."""
        self._lying = self._seeing = None
        for unit in [each for each in self.units.values() if each.position == work]:
            self.alter(unit.id, position="")
        return self.works.pop(work)

    def alter_headquarters(self, side: str, **changes: Any) -> None:
        """A headquarters with some of its values changed."""
        self.hq[side] = self.hq[side]._replace(**changes)

    def clear_lookups(self) -> None:
        """Look everything up anew: what the position holds was replaced."""
        self._standing = self._lying = self._seeing = None

    # --- looking ----------------------------------------------------------------------------------

    def type_of(self, unit: Unit | Reserve) -> UnitType:
        """A unit's type: of a vehicle, or that of all bases."""
        return self.book.units[unit.type]

    def figures_of(self, unit: Unit | Reserve) -> tuple[UnitType, ...]:
        """The types of a squad's figures, in their order; none of a vehicle."""
        return tuple(self.book.units[figure] for figure in unit.figures)

    def work_type(self, work: Work) -> WorkType:
        """Return the type of a work."""
        return self.book.works[work.kind]

    @property
    def works_by_hex(self) -> Mapping[Hex, tuple[Work, ...]]:
        """The works of every hex that holds any."""
        if self._lying is None:
            found: dict[Hex, tuple[Work, ...]] = {}
            for work in self.works.values():
                found[work.at] = (*found.get(work.at, ()), work)
            self._lying = found
        return self._lying

    def works_at(self, hex_: Hex, kind: str = "") -> tuple[Work, ...]:
        """The works in a hex, of one kind if it is named."""
        here = self.works_by_hex.get(hex_, ())
        return tuple(work for work in here if work.kind == kind) if kind else here

    def has_work(self, hex_: Hex, kind: str) -> bool:
        """Return whether a work of a kind lies in a hex."""
        return any(work.kind == kind for work in self.works_by_hex.get(hex_, ()))

    @property
    def seeing(self) -> SightCache:
        """Return the lines of sight with the present smoke (LS6)."""
        if self._seeing is None:
            works = self.works.values()
            self._seeing = self.field.seeing(frozenset(w.at for w in works if w.kind == SMOKE))
        return self._seeing

    def sees(self, one: Hex, other: Hex) -> bool:
        """Return whether two hexes see each other, within limits now in force (LS, D7 limit)."""
        limits = [effect.amount for effect in self.effects_in_force("limit", "sight")]
        if limits and distance(one, other) > min(limits):
            return False
        return self.seeing.sees(one, other)

    def effects_in_force(self, kind: str, what: str = "") -> list[ActiveEffect]:
        """The effects of a kind that work now, about one thing if it is named."""
        if not self.effects:
            return []
        return [
            effect
            for effect in self.effects
            if effect.kind == kind
            and (not what or effect.what == what)
            and not 0 < effect.until < self.round
        ]


@dataclass(frozen=True)
class ScenarioTerms(SquadTerms):
    """The terms of a scenario: sides, length, cards, objectives."""

    spots: Mapping[str, tuple[Hex, ...]]  # zones that events and cards name
    cards: Mapping[str, Card]  # all cards of all decks by the ids headquarters know them by
    decks: Mapping[str, tuple[str, ...]]  # the cards of each deck
    musters: Mapping[str, tuple[Hex, ...]] = dataclasses.field(default_factory=dict)
    """Hexes of each side's set-up, where squads called by cards arrive (D7 reinforce)."""
    openings: Mapping[str, Mapping[str, int]] = dataclasses.field(default_factory=dict)
    """Number of cards of each of its decks with which a side begins (G4)."""
    deck_names: Mapping[str, LocalText] = dataclasses.field(default_factory=dict)
    """Names of the decks."""


TideGame = Game[State]
