"""A toy game for the core: units walk a lane of six hexes, the enemy may fire at every step.

Each side has a secret number that spares its first unit hit when the die shows it. It has what the
core must serve: nested questions, dice, hidden knowledge, an umpire who is asked, an end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.play.decisions import (
    UMPIRE,
    Answer,
    Decision,
    Procedure,
    Roll,
    ask,
    roll,
    roll_one,
)
from engine.play.events import Event
from engine.play.forecast_blocks import (
    DiceOutcome,
    DiceOutcomes,
    OutcomeForecast,
    PrintedTableCell,
    ResultChance,
    ResultChances,
    UnitEndState,
    UnitEndStates,
)
from engine.play.game import Game, Intervention, InvalidInterventionError
from engine.play.move_forecast import Forecast, HexThreats, ReachableArea, RollOutcome
from engine.play.option_targets import (
    ActionParameter,
    EventLocation,
    OptionAction,
    OptionTarget,
    UmpireAction,
)
from engine.play.position import LostUnit, Piece, Position, Result
from engine.play.translatable_phrases import NamedTerm, TranslatablePhrase, unit_name_term
from engine.scenario.scenario import Scenario

LANE, TURNS = 6, 5
SIDES = ("red", "blue")
HIT = Fraction(10, 36)  # 9 or more with two dice
SHOTS = (
    (PrintedTableCell("shots", "2–8", "result"), "·", 1 - HIT),
    (PrintedTableCell("shots", "9–12", "result"), "hit", HIT),
)
GRID = Grid(LANE + 1, len(SIDES))


@dataclass(frozen=True)
class Walker:
    side: str
    at: int = 0
    moved: bool = False


@dataclass
class Lane:
    units: dict[str, Walker] = field(default_factory=dict)
    secret: dict[str, str] = field(default_factory=dict)
    active: str = "red"
    turn: int = 1
    over: bool = False
    lost: tuple[LostUnit, ...] = ()

    def copy(self) -> Lane:
        return replace(self, units=dict(self.units), secret=dict(self.secret))

    def enemy(self, side: str) -> str:
        return SIDES[1 - SIDES.index(side)]


@dataclass(frozen=True, slots=True)
class SecretDealt(Event[Lane]):
    side: str
    word: str

    def apply(self, state: Lane) -> None:
        state.secret[self.side] = self.word

    def seers(self) -> tuple[str, ...]:
        return (self.side,)


@dataclass(frozen=True, slots=True)
class Stepped(Event[Lane]):
    unit: str

    def apply(self, state: Lane) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(unit, at=unit.at + 1, moved=True)


@dataclass(frozen=True, slots=True)
class Destroyed(Event[Lane]):
    unit: str
    dice: tuple[int, ...]

    def apply(self, state: Lane) -> None:
        unit = state.units.pop(self.unit)
        state.lost += (LostUnit(self.unit, unit.side, "walker"),)


@dataclass(frozen=True, slots=True)
class TurnEnded(Event[Lane]):
    side: str

    def apply(self, state: Lane) -> None:
        state.turn += self.side == "blue"
        state.active = state.enemy(self.side)
        state.units = {name: replace(unit, moved=False) for name, unit in state.units.items()}
        state.over = state.turn > TURNS or len({u.side for u in state.units.values()}) < 2


@dataclass(frozen=True, slots=True)
class ChooseMover(Decision[Lane, str | None]):
    def options(self, state: Lane) -> Sequence[str | None]:
        mine = (name for name, u in state.units.items() if u.side == self.side)
        return [*(n for n in mine if not state.units[n].moved and state.units[n].at < LANE), None]


@dataclass(frozen=True, slots=True)
class GoOn(Decision[Lane, str]):
    unit: str

    def options(self, state: Lane) -> Sequence[str]:
        return ["on", "halt"] if state.units[self.unit].at < LANE else ["halt"]


@dataclass(frozen=True, slots=True)
class FireAt(Decision[Lane, str]):
    target: str

    def options(self, state: Lane) -> Sequence[str]:
        return ["fire", "hold"]


@dataclass(frozen=True, slots=True)
class JudgeHit(Decision[Lane, str]):
    target: str

    def options(self, state: Lane) -> Sequence[str]:
        return ["lost", "spared"]


def column(unit: Walker) -> int:
    """Red walks to the right, blue to the left."""
    return unit.at if unit.side == "red" else LANE - unit.at


def hex_of(unit: Walker) -> Hex:
    return GRID.hex(column(unit), SIDES.index(unit.side))


def _piece(name: str, unit: Walker) -> Piece:
    marks = ("moved",) if unit.moved else ()
    return Piece(name, unit.side, "walker", hex_of(unit), marks=marks)


def deal(game: Game[Lane], side: str) -> Procedure[None]:
    number = yield from roll_one("secret")
    game.emit(SecretDealt(side, f"password-{side}-{number}"))


def turn(game: Game[Lane]) -> Procedure[None]:
    side = game.state.active
    mover = yield from ask(ChooseMover(side))
    if mover is None:
        game.emit(TurnEnded(side))
        return
    while True:
        game.emit(Stepped(mover))
        yield from opportunity_fire(game, mover)
        if mover not in game.state.units or (yield from ask(GoOn(side, mover))) == "halt":
            return


def opportunity_fire(game: Game[Lane], mover: str) -> Procedure[None]:
    enemy = game.state.enemy(game.state.units[mover].side)
    if (yield from ask(FireAt(enemy, mover))) == "fire":
        dice = yield from roll(2, "shot")
        if sum(dice) >= 9 and (yield from ask(JudgeHit(UMPIRE, mover))) == "lost":
            game.emit(Destroyed(mover, dice))


def shot_at(target: str) -> OutcomeForecast:
    """What a shot leads to: a line of the table, the chances, what becomes of the walker."""
    throws = tuple(DiceOutcome(cell, word, chance) for cell, word, chance in SHOTS)
    chances = tuple(ResultChance(word, chance) for _, word, chance in reversed(SHOTS))
    ends = UnitEndState(("lost",), HIT), UnitEndState((), 1 - HIT)
    blocks = (
        DiceOutcomes(NamedTerm("table", "shots"), throws),
        ResultChances(chances),
        UnitEndStates(target, (), ends),
    )
    return OutcomeForecast(
        TranslatablePhrase.of("toy.shot-at", unit=unit_name_term(target)), blocks
    )


class Toy:
    id = "toy"
    version = 1

    def start(self, scenario: Scenario) -> Lane:
        return Lane({unit.id: Walker(unit.side) for unit in scenario.units})

    def activity(self, game: Game[Lane]) -> Procedure[None] | None:
        for side in SIDES:
            if side not in game.state.secret:
                return deal(game, side)
        return None if game.state.over else turn(game)

    def intervention(self, game: Game[Lane], order: Intervention) -> Procedure[None]:
        (unit,) = order.arguments
        if unit not in game.state.units:
            raise InvalidInterventionError(f"no unit {unit}")
        game.emit(Destroyed(unit, ()))
        yield from ()

    def sides(self, state: Lane) -> tuple[str, ...]:
        return SIDES

    def result(self, state: Lane) -> Result | None:
        return Result(None, "over", dict.fromkeys(SIDES, 0)) if state.over else None

    def turn(self, state: Lane) -> int:
        return state.turn

    def view(self, state: Lane, side: str) -> Lane:
        seen = state.copy()
        seen.secret = {side: state.secret.get(side, "")}
        return seen

    def position(self, state: Lane) -> Position:
        return Position(
            state.turn,
            TURNS,
            "",
            state.active,
            tuple(_piece(name, unit) for name, unit in state.units.items()),
            lost=tuple(sorted(state.lost)),
            points=dict.fromkeys(SIDES, 0),
            result=self.result(state),
            more={"secret": dict(state.secret)},
        )

    def secrets(self, state: Lane, side: str) -> list[str]:
        return [word for other, word in state.secret.items() if other != side]

    def weigh(self, view: Lane, decision: Decision[Lane, Any], option: Answer) -> float:
        return float(option in ("on", "fire")) if option else -1.0

    def describe_decision(
        self, state: Lane, decision: Decision[Lane, Any], language: str | None = None
    ) -> str:
        return f"{decision.side}: {type(decision).__name__}?"

    def describe_option(
        self,
        state: Lane,
        decision: Decision[Lane, Any],
        option: Answer,
        language: str | None = None,
    ) -> str:
        return str(option)

    def describe_roll(self, roll: Roll, language: str | None = None) -> str:
        return roll.purpose

    def describe_event(self, state: Lane, event: Event[Lane], language: str | None = None) -> str:
        return f"{type(event).__name__}."

    def heading(self, event: Event[Lane]) -> int:
        return int(isinstance(event, TurnEnded))

    def forecast(
        self, view: Lane, decision: Decision[Lane, Any], option: Answer
    ) -> Forecast | None:
        if isinstance(decision, FireAt) and option == "fire":
            return shot_at(decision.target)
        return None

    def reachable(
        self, view: Lane, unit: str, manner: str = "", left: int | None = None
    ) -> ReachableArea | None:
        return None

    def threats(self, view: Lane, unit: str, path: Sequence[Hex]) -> tuple[HexThreats, ...]:
        return ()

    def rolled(self, state: Lane, events: Sequence[Event[Lane]]) -> tuple[RollOutcome, ...]:
        return ()

    def describe_rolled(self, rolled: RollOutcome, language: str | None = None) -> str:
        return rolled.purpose

    def points_at(self, state: Lane, decision: Decision[Lane, Any], option: Answer) -> OptionTarget:
        is_pass = option in (None, "halt", "hold")
        return OptionTarget(OptionAction.PASS if is_pass else OptionAction.ORDER, option or "")

    def reach(
        self, view: Lane, decision: Decision[Lane, Any], option: Answer
    ) -> ReachableArea | None:
        return None

    def where(self, state: Lane, event: Event[Lane]) -> EventLocation:
        return EventLocation(units=tuple(filter(None, [getattr(event, "unit", "")])))

    def describe_unit(self, state: Lane, unit: str, language: str | None = None) -> str:
        return unit

    def acts(self, state: Lane) -> tuple[UmpireAction, ...]:
        return (UmpireAction("destroy", (ActionParameter("unit", "unit"),)),)

    def describe_argument(
        self, state: Lane, parameter: ActionParameter, argument: Any, language: str | None = None
    ) -> str:
        return str(argument)


TOY = Toy()
