"""Moves of tide on boards drawn in text: roads and works laid out, steps told by their hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.games.tide import move_execution, move_steps
from engine.games.tide.game_board import THIRDS, GameBoard
from engine.games.tide.move_steps import Go, MoveInProgress
from engine.games.tide.state import Work
from engine.map.board import Board
from tests.assertions import require_type
from tests.games.boards import drawn, lay
from tests.games.tide.fights import Fight, fight


def walk(
    board: str,
    rules: Mapping[str, Any] | None = None,
    *,
    roads: Iterable[str] = (),
    works: Mapping[str, str] | None = None,
    hidden: Iterable[str] = (),
    ground: Mapping[str, str] | None = None,
    **units: str,
) -> Fight:
    """A position on a board with roads, and works of Blue by the hexes `column,row` they lie in."""
    made = fight(board, rules, **units)
    map_, _ = drawn(board)
    for chain in roads:
        lay(map_, chain, map_.set_link, "road")
    for place, kind in (ground or {}).items():
        _pave(map_, place, kind)
    made.state.field = GameBoard(Board(map_), made.state.book)
    for place, kind in (works or {}).items():
        column, row = map(int, place.split(","))
        id_ = f"{kind}-{place}"
        made.state.lay_work(Work(id_, kind, "blue", made.hex(column, row), place in tuple(hidden)))
    return made


def _pave(map_: Any, place: str, kind: str) -> None:
    column, row = map(int, place.split(","))
    if kind not in map_.grounds:
        map_.grounds, map_.symbols = (*map_.grounds, kind), (*map_.symbols, kind[0].upper())
    map_.ground[row, column] = map_.grounds.index(kind)


def ways(made: Fight, unit: str, manner: str = move_steps.ADVANCE, **more: Any) -> dict[Any, float]:
    """The steps a unit may make now, by `column,row` or how they are made, in whole points."""
    start = MoveInProgress(unit, manner, (made.unit(unit).at,), **more)
    found = move_steps.possible_steps(made.state, start)
    return {_named(made, go): go.cost / THIRDS for go in found}


def _named(made: Fight, go: Go) -> str:
    if go.how in (move_steps.STEP, move_steps.OVERRUN):
        column, row = made.state.field.board.grid.column_row(go.to)
        return f"{column},{row}"
    return go.how


def go(
    made: Fight, unit: str, *where: Any, dice: Iterable[str] = (), manner: str = move_steps.ADVANCE
) -> MoveInProgress:
    """A unit moves: hexes as `column,row`, words for other steps, None to stop, other answers."""
    answers = _Answers(made, unit, where)
    made_move = made.carry_out(move_execution.move, unit, manner, answers=answers, dice=dice)
    return require_type(made_move, MoveInProgress)


class _Answers:
    """Answers found among the options when they are asked for."""

    def __init__(self, made: Fight, unit: str, where: Iterable[Any]) -> None:
        self.made, self.unit, self.where = made, unit, list(where)

    def __iter__(self) -> Any:
        return iter([_Later(self.made, each) for each in self.where])


class _Later:
    """An answer that equals the option it names."""

    def __init__(self, made: Fight, said: Any) -> None:
        self.made, self.said = made, said

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Go):
            return bool(_named(self.made, other) == self.said)
        return bool(other == self.said)

    def __hash__(self) -> int:
        return hash(self.said)

    def __repr__(self) -> str:
        return repr(self.said)
