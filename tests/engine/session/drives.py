"""A game of trucks for drawn paths: each side drives its trucks about on open ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES, Hex
from engine.map.map import Map
from engine.movement.facing_rules import AHEAD, ASTERN, HexFacing, SideEntry, SteeringRules
from engine.movement.facing_search import FacingSearch
from engine.movement.mobility import Mobility
from engine.movement.path_search import PathSearch
from engine.play.decisions import Answer, Decision, Procedure, ask
from engine.play.dice import SeededDice
from engine.play.events import Event
from engine.play.game import Game
from engine.play.move_forecast import ReachableArea, reach_by_fronts
from engine.play.option_targets import OptionAction, OptionTarget
from engine.play.position import Piece, Position
from engine.scenario.scenario import Scenario, ScenarioSide, ScenarioUnit
from engine.session.dice_tray import SessionDice
from engine.session.history import History
from engine.session.seats import FogOfWar, Seat
from engine.session.session import Session
from tests.conformance.toy import Toy

HANDLING = SteeringRules({AHEAD: SideEntry(turns=(0, 0, 1, 2)), ASTERN: SideEntry(times=2)})
MP = 6
EAST, NORTH_EAST, NORTH_WEST, WEST = range(4)


class Truck(NamedTuple):
    side: str
    at: Hex
    facing: int
    left: int = MP


class Go(NamedTuple):
    to: Hex
    facing: int
    cost: int


@dataclass
class Yard:
    grid: Grid
    trucks: dict[str, Truck]
    active: str = "red"

    def copy(self) -> Yard:
        return replace(self, trucks=dict(self.trucks))


@dataclass(frozen=True, slots=True)
class Driven(Event[Yard]):
    truck: str
    go: Go

    def apply(self, state: Yard) -> None:
        was = state.trucks[self.truck]
        state.trucks[self.truck] = Truck(
            was.side, self.go.to, self.go.facing, was.left - self.go.cost
        )


@dataclass(frozen=True, slots=True)
class ChooseTruck(Decision[Yard, str]):
    def options(self, state: Yard) -> Sequence[str]:
        return [name for name, truck in state.trucks.items() if truck.side == self.side]


@dataclass(frozen=True, slots=True)
class ChooseGo(Decision[Yard, Go | None]):
    truck: str

    def options(self, state: Yard) -> Sequence[Go | None]:
        return [*goes(state, self.truck), None]


def goes(state: Yard, name: str) -> Iterator[Go]:
    """Straight on comes last, so that nobody who takes the first step into a hex drives well."""
    truck = state.trucks[name]
    for side, entry in HANDLING.entries.items():
        to = state.grid.neighbour(truck.at, (truck.facing + side) % SIDES)
        for by, price in reversed([*enumerate(entry.turns)]):
            for turn in dict.fromkeys((by, -by)):
                cost = entry.times + int(price or 0)
                if to in state.grid and cost <= truck.left:
                    yield Go(to, (truck.facing + turn) % SIDES, cost)


def drive(game: Game[Yard]) -> Procedure[None]:
    name = yield from ask(ChooseTruck(game.state.active))
    while True:
        go = yield from ask(ChooseGo(game.state.active, name))
        if go is None:
            return
        game.emit(Driven(name, go))


class Drives(Toy):
    """The rules of trucks; of the toy they have what nobody here asks for."""

    def start(self, scenario: Scenario) -> Any:
        trucks = {unit.id: Truck(unit.side, unit.at, EAST) for unit in scenario.units if unit.at}
        return Yard(scenario.map.grid, trucks)

    def activity(self, game: Game[Any]) -> Procedure[None] | None:
        return drive(game)

    def result(self, state: Any) -> None:
        return None

    def turn(self, state: Any) -> int:
        return 1

    def view(self, state: Any, side: str) -> Any:
        return state

    def secrets(self, state: Any, side: str) -> list[str]:
        return []

    def position(self, state: Any) -> Position:
        pieces = (
            Piece(name, truck.side, "walker", truck.at, facing=truck.facing)
            for name, truck in state.trucks.items()
        )
        return Position(1, 1, "", state.active, tuple(pieces))

    def points_at(self, state: Any, decision: Decision[Any, Any], option: Answer) -> OptionTarget:
        if isinstance(decision, ChooseTruck):
            return OptionTarget(OptionAction.ORDER, str(option))
        if isinstance(decision, ChooseGo) and isinstance(option, Go):
            return OptionTarget(
                OptionAction.STEP, decision.truck, hex=option.to, facing=option.facing
            )
        return OptionTarget(OptionAction.PASS)

    def reach(
        self, view: Any, decision: Decision[Any, Any], option: Answer
    ) -> ReachableArea | None:
        name = decision.truck if isinstance(decision, ChooseGo) else str(option)
        truck = view.trucks[name]
        driving = FacingSearch(
            PathSearch(Mobility("any", other_ground=1), Map.blank(view.grid)), HANDLING
        )
        start = HexFacing(truck.at, truck.facing)
        return reach_by_fronts(name, "", truck.left, start, driving.reach(start, truck.left))


def yard(columns: int = 8, rows: int = 5) -> Session:
    """A truck of red in the middle of the left side, facing east, and one of blue far away."""
    grid = Grid(columns, rows)
    sides = tuple(ScenarioSide(id=side, name=side) for side in ("red", "blue"))
    units = (
        ScenarioUnit("r1", "red", "walker", at=grid.hex(1, rows // 2)),
        ScenarioUnit("b1", "blue", "walker", at=grid.hex(columns - 1, 0)),
    )
    scenario = Scenario(game="toy", ground=Map.blank(grid), turns=1, sides=sides, units=units)
    tray = SessionDice(SeededDice.of(1))
    seats = dict.fromkeys(("red", "blue"), Seat.PERSON)
    return Session(History(Game(Drives(), scenario, tray), tray), seats, FogOfWar.OPEN, 1)
