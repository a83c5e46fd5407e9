"""The toy game with an open decision: a walker is told a whole way at once, by the hexes of it.

There are far more ways than the two answers it proposes: from each column a way goes on into either
row of the next. To stay is an answer too, and it is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from engine.hexes.hex import Hex
from engine.play.decisions import AcceptedAnswer, Answer, Decision, Procedure, ask
from engine.play.events import Event
from engine.play.game import Game
from engine.play.option_targets import ActionParameter, OptionAction, OptionTarget
from tests.conformance import toy_system
from tests.conformance.toy import (
    GRID,
    LANE,
    SIDES,
    ChooseMover,
    Lane,
    Toy,
    TurnEnded,
    column,
    opportunity_fire,
)


class Way(NamedTuple):
    """The hexes a walker enters, the next first."""

    hexes: tuple[Hex, ...]


def way(*places: tuple[int, int]) -> Way:
    """A way by the columns and rows of its hexes."""
    return Way(tuple(GRID.hex(*place) for place in places))


@dataclass(frozen=True, slots=True)
class Trod(Event[Lane]):
    unit: str
    into: Hex

    def apply(self, state: Lane) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(unit, at=unit.at + 1, moved=True)


@dataclass(frozen=True, slots=True)
class Stayed(Event[Lane]):
    unit: str

    def apply(self, state: Lane) -> None:
        state.units[self.unit] = replace(state.units[self.unit], moved=True)


@dataclass(frozen=True, slots=True)
class Walk(Decision[Lane, Way | None]):
    is_open: ClassVar[bool] = True

    unit: str

    def options(self, state: Lane) -> Sequence[Way | None]:
        return [way((self._ahead(state)[0], SIDES.index(self.side))), None]

    def accepts(self, state: Lane, answer: Answer) -> AcceptedAnswer[Way | None] | None:
        if answer is None:
            return AcceptedAnswer(None)
        hexes = hexes_of(answer)
        columns = [GRID.column_row(hex_)[0] for hex_ in hexes]
        is_ahead = bool(columns) and columns == self._ahead(state)[: len(columns)]
        return (
            AcceptedAnswer(Way(hexes)) if is_ahead and all(hex_ in GRID for hex_ in hexes) else None
        )

    def blanks(self, state: Lane) -> tuple[ActionParameter, ...]:
        return (ActionParameter("way", "path"),)

    def _ahead(self, state: Lane) -> list[int]:
        """The columns still before the walker, the next first."""
        unit = state.units[self.unit]
        return [column(replace(unit, at=at)) for at in range(unit.at + 1, LANE + 1)]


def hexes_of(answer: Answer) -> tuple[Hex, ...]:
    """The hexes of a way as JSON says it; none for anything else."""
    match answer:
        case tuple((tuple(hexes),)) if all(map(is_hex, hexes)):
            return tuple(Hex(*hex_) for hex_ in hexes)
    return ()


def is_hex(value: object) -> bool:
    return isinstance(value, tuple) and [type(part) for part in value] == [int, int]


def turn(game: Game[Lane]) -> Procedure[None]:
    side = game.state.active
    mover = yield from ask(ChooseMover(side))
    if mover is None:
        game.emit(TurnEnded(side))
        return
    told = yield from ask(Walk(side, mover))
    if told is None:
        game.emit(Stayed(mover))
        return
    for hex_ in told.hexes:
        game.emit(Trod(mover, hex_))
        yield from opportunity_fire(game, mover)
        if mover not in game.state.units:
            return


class OpenToy(Toy):
    id = "open-toy"

    def activity(self, game: Game[Lane]) -> Procedure[None] | None:
        is_dealt = len(game.state.secret) == len(SIDES)
        return turn(game) if is_dealt and not game.state.over else super().activity(game)

    def describe_option(
        self,
        state: Lane,
        decision: Decision[Lane, Any],
        option: Answer,
        language: str | None = None,
    ) -> str:
        if isinstance(option, Way):
            return " ".join(map(GRID.name, option.hexes))
        return super().describe_option(state, decision, option, language)

    def points_at(self, state: Lane, decision: Decision[Lane, Any], option: Answer) -> OptionTarget:
        match decision, option:
            case Walk(unit=unit), Way(hexes):
                return OptionTarget(OptionAction.STEP, unit, hex=hexes[-1])
            case Walk(unit=unit), None:
                return OptionTarget(OptionAction.PASS, unit)
        return super().points_at(state, decision, option)


OPEN_TOY = OpenToy()
SYSTEM = replace(toy_system.SYSTEM, id=OPEN_TOY.id, rules=lambda: OPEN_TOY, sheets=(), texts=None)
