"""The position of a tank game: units, markers, cards, and whose turn it is to do what."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from engine.games.game_rules import UnitsState
from engine.games.reinforcement_calls import Reserve
from engine.games.tank.data.rulebook import Rulebook, UnitType
from engine.games.tank.game_board import GameBoard
from engine.hexes.hex import Hex
from engine.play.game import Game
from engine.play.position import Result
from engine.scenario.scenario import Card, Objective, ScenarioSide, VictoryCondition
from engine.texts import LocalText

HIDDEN = "?"  # a card face down


class Phase(StrEnum):
    """The phases of a turn, and what comes before and after them all (T)."""

    SET_UP = "set-up"
    PREPARATION = "preparation"
    DIRECT_FIRE = "direct-fire"
    MOVEMENT = "movement"
    CLOSE_COMBAT = "close-combat"
    EVENTS = "events"
    OVER = "over"


class Unit(NamedTuple):
    """A combat unit on the board with its state markers (C1, C3).

    `entered` counts entries into close combat, the latest highest; `came_from` is the hex it
    entered from (B4). `boost` are levels its shots gain and `grades` those its results are lowered
    by for the rest of the turn (cards 2 and 4).
    """

    id: str
    side: str
    type: str
    at: Hex
    name: LocalText = ""
    fired: bool = False
    fired_upon: bool = False
    moved: bool = False
    marched: bool = False
    suppressed: bool = False
    gun_out: bool = False
    immobile: bool = False
    engaged: bool = False
    came_from: Hex | None = None
    entered: int = 0
    boost: int = 0
    grades: int = 0

    def marked(self, *marks: str) -> Unit:
        """The unit with more of its state markers, by their names here."""
        changed: dict[str, Any] = dict.fromkeys(marks, True)
        return self._replace(**changed)


class Impact(NamedTuple):
    """A shell impact marker with its ammunition (C2, A7)."""

    battery: str
    at: Hex
    side: str


class FirePlan(NamedTuple):
    """Off-board support: where it will fall, in which turn, how many guns still have to fire."""

    side: str
    card: str
    target: Hex
    turn: int
    guns: int


class ActiveCard(NamedTuple):
    """A card in force: the turn its effect is good for, how often it may still be used."""

    card: str
    turn: int
    uses: int


class CardHand(NamedTuple):
    """A side's cards: undrawn, in force, used up, lapsed; and how many it may still draw.

    `picked` are those it picked unseen before play, in the order the umpire hands them out (E2).
    """

    pool: tuple[str, ...] = ()
    held: tuple[ActiveCard, ...] = ()
    spent: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()
    draws: int = 0
    picked: tuple[str, ...] = ()


@dataclass(slots=True)
class State(UnitsState[Unit]):
    """The position. Rulebook, field and what the scenario fixes are shared by all positions."""

    book: Rulebook = dataclasses.field(repr=False, compare=False)
    field: GameBoard = dataclasses.field(repr=False, compare=False)
    cards: dict[str, Card] = dataclasses.field(repr=False, compare=False)
    aims: ScenarioTerms = dataclasses.field(repr=False, compare=False)
    units: dict[str, Unit]
    hands: dict[str, CardHand]
    holders: dict[str, str]
    reserves: tuple[Reserve, ...] = ()
    lost: tuple[Unit, ...] = ()
    turn: int = 0
    phase: Phase = Phase.SET_UP
    active: str = ""
    passed: tuple[str, ...] = ()
    last_shots: tuple[str, ...] = ()
    entries: int = 0
    rounds: int = 0
    impacts: tuple[Impact, ...] = ()
    plans: tuple[FirePlan, ...] = ()
    to_draw: tuple[str, ...] = ()
    result: Result | None = None
    removed: tuple[Unit, ...] = ()  # taken off by the umpire: no losses
    tallies: tuple[tuple[int, int], ...] = ()  # turns in a row that conditions have held

    def copy(self) -> State:
        """An independent position; what it holds is immutable, so shared."""
        return State(
            self.book, self.field, self.cards, self.aims, self.units.copy(), self.hands.copy(),
            self.holders.copy(), self.reserves, self.lost, self.turn, self.phase, self.active,
            self.passed, self.last_shots, self.entries, self.rounds, self.impacts, self.plans,
            self.to_draw, self.result, self.removed, self.tallies,
        )  # fmt: skip

    def count_units_had(self, side: str) -> int:
        """Return the number of units a side has had, lost and coming ones included."""
        known: list[Unit | Reserve] = [*self.units.values(), *self.lost, *self.reserves]
        return [unit.side for unit in known].count(side)

    def type_of(self, unit: Unit | Reserve) -> UnitType:
        """A unit's type."""
        return self.book.units[unit.type]

    def units_at(self, hex_: Hex) -> list[Unit]:
        """The units in a hex, in the scenario's order."""
        return [unit for unit in self.units.values() if unit.at == hex_]

    def friends_at(self, hex_: Hex, side: str) -> int:
        """Return the number of units of a side in a hex."""
        return [unit.side for unit in self.units.values() if unit.at == hex_].count(side)

    def units_with_turn_markers(self) -> list[Unit]:
        """The units that carry what ends with a turn: markers of orders and fire, cards (C3)."""
        return [
            unit
            for unit in self.units.values()
            if unit.fired or unit.fired_upon or unit.moved or unit.marched
            or unit.boost or unit.grades
        ]  # fmt: skip

    def side_of_die(self, die: int) -> str:
        """The side that a die lets go first: odd Red, even Blue (T2, T3, B3)."""
        return self.aims.odd_side if die % 2 else self.enemy_of(self.aims.odd_side)

    def put_pool(self, side: str, pool: Iterable[str]) -> None:
        """The undrawn cards of a side, and of the other where both draw from one pool (E2, E4)."""
        left = tuple(sorted(pool))
        for each in self.sides_that_draw_with(side):
            self.hands[each] = self.hands[each]._replace(pool=left)

    def sides_that_draw_with(self, side: str) -> tuple[str, ...]:
        """A side, and the other where both draw from one pool (E2, E4)."""
        return self.sides if self.aims.shares_deck else (side,)

    def due_fire_plans(self) -> list[FirePlan]:
        """The fire plans that arrive this turn, in the order in which they are fired."""
        return [plan for plan in self.plans if plan.turn <= self.turn]

    def give_turn_away(self, side: str) -> None:
        """The other side's turn to declare, unless it has passed for good (T2, T3)."""
        enemy = self.enemy_of(side)
        if self.book.choices.passing == "in_turn":
            self.active, self.passed = enemy, ()
        else:
            self.active = side if enemy in self.passed else enemy

    def lock_in_close_combat(self, hex_: Hex) -> None:
        """Lock the units of a hex in close combat if both sides are there, else free them (B1)."""
        here = self.units_at(hex_)
        engaged = any(unit.side != here[0].side for unit in here)
        for unit in here:
            if unit.engaged != engaged:
                self.units[unit.id] = unit._replace(engaged=engaged)

    def name(self, unit: str) -> LocalText:
        """A unit's name, also of one that is lost or yet to come; its id if it has none."""
        if unit in self.units:
            return self.units[unit].name or unit
        others: list[Unit | Reserve] = [*self.lost, *self.removed, *self.reserves]
        return next((other.name for other in others if other.id == unit and other.name), unit)


@dataclass(frozen=True)
class ScenarioTerms:
    """The terms a scenario fixes for the whole game: sides, length, objectives."""

    sides: tuple[str, ...]
    side_names: dict[str, ScenarioSide]
    turns: int
    objectives: tuple[Objective, ...]
    objective_hexes: dict[str, frozenset[Hex]]  # for looking up only
    victory: tuple[VictoryCondition, ...]
    zones: dict[str, frozenset[Hex]]  # those that conditions name
    odd_side: str  # it declares first on an odd die
    shares_deck: bool = False


TankGame = Game[State]
