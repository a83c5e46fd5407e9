"""The toy game of a drill ground: units with a front turn, ride, join, lose figures and leave.

It has one option of every deed a map tells apart, and an order that is filled in: a way of any
hexes with the front at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from engine.games.rule_system import Overrides
from engine.games.rules_design import GameWord
from engine.games.scenario_limits import ScenarioLimits
from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import SIDES, Hex, distance
from engine.play.decisions import AcceptedAnswer, Answer, Decision, Procedure, ask
from engine.play.events import Event
from engine.play.game import Game, Intervention
from engine.play.option_targets import ActionParameter, OptionAction, OptionTarget, UmpireAction
from engine.play.position import HexFeature, Piece, Position, Result
from engine.scenario.scenario import Scenario, ScenarioUnit
from tests.conformance import toy_system
from tests.conformance.toy import Toy
from tests.games import boards

ACTIVITIES = 12


@dataclass(frozen=True)
class Soldier:
    side: str
    type: str
    at: Hex
    facing: int = 0
    inside: str = ""
    bearer: str = ""
    figures: int = 2
    has_joined: bool = False


@dataclass
class Ground:
    grid: Grid
    units: dict[str, Soldier] = field(default_factory=dict)
    smoke: tuple[Hex, ...] = ()
    active: str = "red"
    count: int = 0

    def copy(self) -> Ground:
        return replace(self, units=dict(self.units))

    def own(self, side: str) -> Iterator[tuple[str, Soldier]]:
        return ((name, unit) for name, unit in self.units.items() if unit.side == side)


# --- what may be answered -------------------------------------------------------------------------


class Drill(NamedTuple):
    deed: str
    unit: str = ""
    target: str = ""
    hex: Hex | None = None
    front: int | None = None


class March(NamedTuple):
    hexes: tuple[Hex, ...]
    front: int


DONE = Drill("pass")
RIDERS, RIDDEN = "walker", "truck"


@dataclass(frozen=True, slots=True)
class ChooseDrill(Decision[Ground, Drill]):
    def options(self, state: Ground) -> Sequence[Drill]:
        found: list[Drill] = []
        for name, unit in state.own(self.side):
            found += _drills(state, name, unit)
        gathering = [Drill("gather")] if len(list(state.own(self.side))) > 1 else []
        return [*found, *gathering, DONE]


def _drills(state: Ground, name: str, unit: Soldier) -> list[Drill]:
    if unit.inside:
        around = state.grid.neighbours(unit.at)
        return [Drill("unload", name, hex=at) for at in around[:2]]
    if unit.bearer:
        return []
    found = [Drill("turn", name, front=front) for front in range(SIDES) if front != unit.facing]
    ahead = state.grid.neighbour(unit.at, unit.facing)
    if ahead in state.grid:
        deed = "overrun" if unit.type == RIDDEN else "advance"
        found += [Drill(deed, name, hex=ahead), Drill("lay", name, hex=ahead)]
    else:
        found.append(Drill("exit", name, hex=unit.at))
    carriers = [
        other for other, each in state.own(unit.side)
        if each.type == RIDDEN and other != name and distance(each.at, unit.at) <= 1
    ]  # fmt: skip
    found += [Drill("load", name, carrier) for carrier in carriers if unit.type == RIDERS]
    found += [Drill("march", name)] if unit.type == RIDERS else [Drill("hit", name)]
    return found


@dataclass(frozen=True, slots=True)
class JoinUp(Decision[Ground, str | None]):
    joined: tuple[str, ...] = ()

    def options(self, state: Ground) -> Sequence[str | None]:
        free = (name for name, unit in state.own(self.side) if not unit.inside and not unit.bearer)
        return [*(name for name in free if name not in self.joined), None]


@dataclass(frozen=True, slots=True)
class TakeLoss(Decision[Ground, str]):
    def options(self, state: Ground) -> Sequence[str]:
        return [name for name, unit in state.own(self.side) if unit.figures]


@dataclass(frozen=True, slots=True)
class TellMarch(Decision[Ground, March]):
    is_open: ClassVar[bool] = True

    unit: str

    def options(self, state: Ground) -> Sequence[March]:
        unit = state.units[self.unit]
        return [March((at,), unit.facing) for at in state.grid.neighbours(unit.at)[:1]]

    def accepts(self, state: Ground, answer: Answer) -> AcceptedAnswer[March] | None:
        match answer:
            case tuple((tuple(hexes), int(front))) if front in range(SIDES):
                way = tuple(Hex(*each) for each in hexes if _is_hex(each))
                stands = (state.units[self.unit].at, *way)
                steps = zip(stands, way, strict=False)
                is_way = len(way) == len(hexes) > 0 and all(at in state.grid for at in way)
                if is_way and all(distance(*step) == 1 for step in steps):
                    return AcceptedAnswer(March(way, front))
        return None

    def blanks(self, state: Ground) -> tuple[ActionParameter, ...]:
        return ActionParameter("way", "path"), ActionParameter("front", "facing")


def _is_hex(value: object) -> bool:
    return isinstance(value, tuple) and [type(part) for part in value] == [int, int]


# --- what happens ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Changed(Event[Ground]):
    """A unit is another than before; nobody if it has left."""

    unit: str
    now: Soldier | None

    def apply(self, state: Ground) -> None:
        if self.now is None:
            state.units = {
                name: unit for name, unit in state.units.items()
                if self.unit not in (name, unit.inside, unit.bearer)
            }  # fmt: skip
            return
        state.units[self.unit] = self.now
        for name, unit in state.units.items():
            if self.unit in (unit.inside, unit.bearer):
                state.units[name] = replace(unit, at=self.now.at)


@dataclass(frozen=True, slots=True)
class SmokeLaid(Event[Ground]):
    at: Hex

    def apply(self, state: Ground) -> None:
        state.smoke = tuple(dict.fromkeys((*state.smoke, self.at)))


@dataclass(frozen=True, slots=True)
class Drilled(Event[Ground]):
    side: str

    def apply(self, state: Ground) -> None:
        state.count += 1
        state.active = "blue" if self.side == "red" else "red"


def drill(game: Game[Ground]) -> Procedure[None]:
    side = game.state.active
    told = yield from ask(ChooseDrill(side))
    unit = game.state.units.get(told.unit)
    match told.deed:
        case "turn" if unit is not None and told.front is not None:
            game.emit(Changed(told.unit, replace(unit, facing=told.front)))
        case "advance" | "overrun" if unit is not None and told.hex is not None:
            game.emit(Changed(told.unit, replace(unit, at=told.hex)))
        case "load" if unit is not None:
            carrier = game.state.units[told.target]
            game.emit(Changed(told.unit, replace(unit, inside=told.target, at=carrier.at)))
        case "unload" if unit is not None and told.hex is not None:
            game.emit(Changed(told.unit, replace(unit, inside="", at=told.hex)))
        case "exit":
            game.emit(Changed(told.unit, None))
        case "lay" if told.hex is not None:
            game.emit(SmokeLaid(told.hex))
        case "gather":
            yield from gather(game, side)
        case "hit":
            lost = yield from ask(TakeLoss(side))
            hurt = game.state.units[lost]
            game.emit(Changed(lost, replace(hurt, figures=hurt.figures - 1)))
        case "march" if unit is not None:
            way = yield from ask(TellMarch(side, told.unit))
            game.emit(Changed(told.unit, replace(unit, at=way.hexes[-1], facing=way.front)))
    game.emit(Drilled(side))


def gather(game: Game[Ground], side: str) -> Procedure[None]:
    joined: tuple[str, ...] = ()
    while (found := (yield from ask(JoinUp(side, joined)))) is not None:
        joined += (found,)
    for name in joined:
        game.emit(Changed(name, replace(game.state.units[name], has_joined=True)))


DEEDS = {
    "turn": OptionAction.TURN,
    "load": OptionAction.LOAD,
    "unload": OptionAction.UNLOAD,
    "advance": OptionAction.ADVANCE,
    "overrun": OptionAction.OVERRUN,
    "exit": OptionAction.EXIT,
    "lay": OptionAction.LAY,
    "march": OptionAction.ORDER,
}


class DrillToy(Toy):
    """It shares with the toy game what has nothing to do with its state."""

    id = "drill-toy"

    def start(self, scenario: Scenario) -> Any:
        units = {}
        for unit in scenario.units:
            holder = unit.aboard or unit.bearer
            at = unit.at or next(each.at for each in scenario.units if each.id == holder)
            assert at is not None
            front, figures = unit.facing or 0, len(unit.figures)
            units[unit.id] = Soldier(
                unit.side, unit.type, at, front, unit.aboard, unit.bearer, figures
            )
        return Ground(scenario.map.grid, units)

    def activity(self, game: Game[Any]) -> Procedure[None] | None:
        return None if self.result(game.state) else drill(game)

    def intervention(self, game: Game[Any], order: Intervention) -> Procedure[None]:
        unit, given = order.arguments
        was = game.state.units[unit]
        now = replace(was, facing=given) if order.kind == "face" else replace(was, at=Hex(*given))
        game.emit(Changed(unit, now))
        yield from ()

    def acts(self, state: Any) -> tuple[UmpireAction, ...]:
        unit = ActionParameter("unit", "unit")
        shift = UmpireAction("shift", (unit, ActionParameter("hex", "hex")))
        return UmpireAction("face", (unit, ActionParameter("front", "facing"))), shift

    def result(self, state: Any) -> Result | None:
        is_over = state.count >= ACTIVITIES or not any(True for _ in state.own(state.active))
        return Result(None, "over", {"red": 0, "blue": 0}) if is_over else None

    def turn(self, state: Any) -> int:
        return 1 + int(state.count) // 2

    def view(self, state: Any, side: str) -> Any:
        return state.copy()

    def secrets(self, state: Any, side: str) -> list[str]:
        return []

    def position(self, state: Any) -> Position:
        pieces = tuple(
            Piece(
                name, unit.side, unit.type,
                at=None if unit.inside or unit.bearer else unit.at,
                inside=unit.inside, bearer=unit.bearer,
                facing=None if unit.inside or unit.bearer else unit.facing,
                figures=(unit.type,) * unit.figures,
                marks=("joined",) if unit.has_joined else (),
            )
            for name, unit in state.units.items()
        )  # fmt: skip
        lying = tuple(HexFeature("smoke", at) for at in state.smoke)
        points = {"red": 0, "blue": 0}
        return Position(
            self.turn(state), ACTIVITIES // 2, "", state.active, pieces, lying, points=points
        )

    def weigh(self, view: Any, decision: Decision[Any, Any], option: Answer) -> float:
        return 0.0

    def describe_option(
        self, state: Any, decision: Decision[Any, Any], option: Answer, language: str | None = None
    ) -> str:
        match option:
            case Drill(deed, unit, target, at, front):
                place = "" if at is None else state.grid.name(at)
                said = (deed, unit, target, place, "" if front is None else str(front))
                return " ".join(filter(None, said))
            case March(hexes, front):
                return f"{' '.join(map(state.grid.name, hexes))} facing {front}"
        return str(option)

    def points_at(self, state: Any, decision: Decision[Any, Any], option: Answer) -> OptionTarget:
        match decision, option:
            case ChooseDrill(), Drill(deed, unit, target, at, front) if deed in DEEDS:
                return OptionTarget(DEEDS[deed], unit, target, at, facing=front)
            case ChooseDrill(), Drill(deed, unit):
                return OptionTarget(
                    OptionAction.PASS if option == DONE else OptionAction.UNIT, unit
                )
            case JoinUp(_, joined), str(unit):
                return OptionTarget(OptionAction.JOIN, unit, joined=joined)
            case JoinUp(_, joined), _:
                return OptionTarget(OptionAction.PASS, joined=joined)
            case TakeLoss(), str(unit):
                return OptionTarget(OptionAction.LOSE, unit)
            case TellMarch(_, unit), March(hexes, front):
                return OptionTarget(OptionAction.STEP, unit, hex=hexes[-1], facing=front)
        return OptionTarget(OptionAction.PASS)


def drill_ground(orientation: Orientation = Orientation.POINTY) -> Scenario:
    """A truck with a rider, two walkers, one of them with a gun, and one of the enemy."""
    made = boards.scenario(". . . . .\n . rt . r1 .\n. . r2 . b1", game="drill-toy")
    made.map.grid = replace(made.map.grid, orientation=orientation)
    units = [
        replace(
            unit, type=RIDDEN if unit.id == "rt" else RIDERS, facing=0, figures=("man", "man"),
            at=None if unit.at is None else made.map.grid.hex(*GROUND.column_row(unit.at)),
        )
        for unit in made.units
    ]  # fmt: skip
    rider = ScenarioUnit("r3", "red", RIDERS, aboard="rt", figures=("man",))
    weapon = ScenarioUnit("rg", "red", "gun", bearer="r1")
    made.units = (*units, rider, weapon)
    return made


GROUND = Grid(5, 3)
DRILL_TOY = DrillToy()
TYPES = {
    RIDERS: {"name": {"en": "Walker", "zh": "行人"}, "symbol": "infantry", "mp": 4},
    RIDDEN: {"name": {"en": "Truck", "zh": "卡车"}, "symbol": "supply", "mp": 6},
    "gun": {"name": {"en": "Gun", "zh": "火炮"}, "symbol": "gun", "mp": 1},
}


class DrillHandbook(toy_system.ToyHandbook):
    id = "drill-toy"

    def units(self) -> Any:
        return TYPES


def _limits(overrides: Overrides, sides: Iterable[str]) -> ScenarioLimits:
    return replace(
        toy_system.SYSTEM.limits(overrides, sides),
        mobility=dict.fromkeys(TYPES, toy_system.WALKING),
        points=dict.fromkeys(TYPES, 1),
        faces=frozenset({RIDERS, RIDDEN}),
        weapons=frozenset({"gun"}),
        carrying=lambda holder, held: None,
        bearing=lambda holder, held: None,
        figures=(GameWord("man", {"en": "man", "zh": "士兵"}),),
        composing=lambda holder, held: None,
    )


SYSTEM = replace(
    toy_system.SYSTEM,
    limits=_limits, id=DRILL_TOY.id, rules=lambda: DRILL_TOY,
    handbook=lambda overrides: DrillHandbook(), sheets=(), texts=None,
)  # fmt: skip
