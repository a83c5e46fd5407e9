"""The position of a primer game: units, memo, what each side has seen, and whose turn it is."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.games.game_rules import UnitsState
from engine.games.primer.data.rulebook import Rulebook, UnitType
from engine.games.primer.game_board import GameBoard
from engine.games.reinforcement_calls import ReinforcementCall
from engine.hexes.hex import Hex
from engine.play.game import Game
from engine.play.position import Result
from engine.scenario.scenario import Objective, ScenarioSide, VictoryCondition
from engine.texts import LocalText


class Phase(StrEnum):
    """The phase: before the game (P8), a side's turn (P9), or the end."""

    ARMY = "army"
    DEPLOYMENT = "deployment"
    MEMO = "memo"
    EXECUTION = "execution"
    OVER = "over"


class Unit(NamedTuple):
    """A unit on the board.

    A beaten unit is `exposed` and `weakened` for so many of its side's turns (P16); `since` is the
    side's turn it was beaten in, which does not count. `bonus` is what the umpire adds to its
    strength in its next fight.
    """

    id: str
    side: str
    type: str
    at: Hex
    name: LocalText = ""
    exposed: int = 0
    weakened: int = 0
    since: int = 0
    bonus: int = 0


class Reserve(NamedTuple):
    """A unit not on the board: bought or due in `turn` (0: before the first), or off it for good.

    `hexes` is where it may be deployed; nowhere for a missile, which strikes from off the board.
    """

    id: str
    side: str
    type: str
    name: LocalText = ""
    turn: int = 0
    hexes: tuple[Hex, ...] = ()
    call: ReinforcementCall | None = None  # what it waits for beside its turn


class OrderKind(StrEnum):
    """The kinds of order; a unit may be given one in a turn (P9)."""

    ATTACK = "attack"
    MOVE = "move"
    MISSILE = "missile"


class MemoOrder(NamedTuple):
    """An order as it stands in a memo: to units of one hex, by number in the order written.

    `target` is the hex attacked; `path` the hexes of a move, without the one it starts from.
    `is_allowed`: the umpire has let it be carried out.
    """

    number: int
    kind: str
    units: tuple[str, ...]
    target: Hex | None = None
    path: tuple[Hex, ...] = ()
    is_allowed: bool = False


class Sighting(NamedTuple):
    """An enemy as a side saw it last: its type, its hex, and in which turn."""

    unit: str
    type: str
    at: Hex
    turn: int


class RetreatDue(NamedTuple):
    """A beaten stack that has to retreat so many hexes, away from the victors' hexes.

    The beaten may not know where those are: a view has none.
    """

    side: str
    units: tuple[str, ...]
    hexes: int
    foes: tuple[Hex, ...] = ()


class PendingAdvance(NamedTuple):
    """The victors of an encounter that may enter the hex once it is empty (P12)."""

    units: tuple[str, ...]
    to: Hex


class FightRecord(NamedTuple):
    """The record of a fight: attacker, hex, beaten side, and length of its retreat."""

    side: str
    at: Hex
    beaten: str
    retreat: int


class Loss(NamedTuple):
    """A unit lost for good, and the sides that know of it."""

    unit: Unit | Reserve
    known_to: tuple[str, ...]


@dataclass(slots=True)
class State(UnitsState[Unit]):
    """The position. Rulebook, field and what the scenario fixes are shared by all positions.

    `memo` is that of the side whose turn it is. `viewer` is the side whose view this is; empty for
    the whole truth.
    """

    book: Rulebook = dataclasses.field(repr=False, compare=False)
    field: GameBoard = dataclasses.field(repr=False, compare=False)
    aims: ScenarioTerms = dataclasses.field(repr=False, compare=False)
    units: dict[str, Unit]
    holders: dict[str, str]
    purses: dict[str, int]
    sightings: dict[str, dict[str, Sighting]]  # by side, then by unit
    reserves: tuple[Reserve, ...] = ()
    armed: tuple[str, ...] = ()  # the sides that have bought their armies
    lost: tuple[Loss, ...] = ()
    removed: tuple[Unit, ...] = ()  # taken off by the umpire: no losses
    turn: int = 0
    phase: Phase = Phase.ARMY
    active: str = ""
    memo: tuple[MemoOrder, ...] = ()
    retreats: tuple[RetreatDue, ...] = ()
    advance: PendingAdvance | None = None
    is_attended: bool = False
    withdrawn: str = ""
    result: Result | None = None
    viewer: str = ""
    fights: tuple[FightRecord, ...] = ()  # of this turn; both sides know of them
    lots: tuple[int, ...] = ()  # dice for the numbers of units bought; of no side
    tallies: tuple[tuple[int, int], ...] = ()  # turns in a row that conditions have held

    @property
    def attacker(self) -> str:
        """The side that attacks and begins every turn (P9)."""
        return self.aims.attacker

    @property
    def defender(self) -> str:
        """The side that holds the cities."""
        return self.enemy_of(self.aims.attacker)

    def copy(self) -> State:
        """An independent position; what it holds is immutable, so shared."""
        return State(
            self.book, self.field, self.aims, self.units.copy(), self.holders.copy(),
            self.purses.copy(), self.sightings.copy(), self.reserves, self.armed, self.lost,
            self.removed, self.turn, self.phase, self.active, self.memo, self.retreats,
            self.advance, self.is_attended, self.withdrawn, self.result, self.viewer,
            self.fights, self.lots, self.tallies,
        )  # fmt: skip

    @property
    def side_turn(self) -> int:
        """The number of the side's turn under way, counted through all turns of both sides."""
        return 2 * self.turn + (self.active != self.attacker)

    def move_units(self, units: Iterable[str], to: Hex) -> None:
        """Put units into a hex."""
        for name in units:
            self.units[name] = self.units[name]._replace(at=to)

    def type_of(self, unit: Unit | Reserve) -> UnitType:
        """A unit's type."""
        return self.book.units[unit.type]

    def units_at(self, hex_: Hex) -> list[Unit]:
        """The units in a hex, all of one side and type (P5, P6)."""
        return [unit for unit in self.units.values() if unit.at == hex_]

    def units_on_board(self, units: Iterable[str]) -> tuple[str, ...]:
        """Those of some units that are on the board."""
        return tuple(unit for unit in units if unit in self.units)

    def order_of(self, unit: str) -> MemoOrder | None:
        """Return the order of a unit in the memo."""
        return next((order for order in self.memo if unit in order.units), None)

    def order(self, number: int) -> MemoOrder:
        """An order of the memo by its number."""
        return next(order for order in self.memo if order.number == number)

    def known(self, unit: str) -> Unit | Reserve | None:
        """A unit wherever it is, lost and removed ones too."""
        if unit in self.units:
            return self.units[unit]
        lost = [loss.unit for loss in self.lost]
        elsewhere: list[Unit | Reserve] = [*lost, *self.removed, *self.reserves]
        return next((entry for entry in elsewhere if entry.id == unit), None)

    def name(self, unit: str) -> LocalText:
        """A unit's name, also of one that is lost or in reserve; its id if it has none."""
        known = self.known(unit)
        return known.name if known is not None and known.name else unit


@dataclass(frozen=True)
class ScenarioTerms:
    """The terms a scenario fixes for the whole game: sides, length, objectives.

    `zones` are the hexes each side deploys in (P8), `rings` those each city watches (P7).
    """

    sides: tuple[str, ...]
    side_names: dict[str, ScenarioSide]
    attacker: str
    turns: int
    objectives: tuple[Objective, ...]
    objective_hexes: dict[str, frozenset[Hex]]  # for looking up only
    first_holders: dict[str, str]
    rings: dict[str, frozenset[Hex]]  # for looking up only
    zones: dict[str, tuple[Hex, ...]]
    victory: tuple[VictoryCondition, ...]
    named_zones: dict[str, frozenset[Hex]]  # those that conditions name


PrimerGame = Game[State]


# --- stacks (P5, P6) ------------------------------------------------------------------------------


def may_stack(state: State, unit_type: str, there: Sequence[Unit], count: int = 1) -> bool:
    """Return True if so many units of a type may join own ones of the same type in a hex."""
    if any(unit.type != unit_type for unit in there):
        return False
    return len(there) + count <= state.book.choices.stacking


def may_join(state: State, unit_type: str, there: Sequence[Unit], count: int = 1) -> bool:
    """Return True if so many units may move or retreat to own ones in a hex (P6).

    By the house rule units may not: stacks are made at deployment, other hexes with units are
    closed.
    """
    if there and not state.book.choices.joining:
        return False
    return may_stack(state, unit_type, there, count)
