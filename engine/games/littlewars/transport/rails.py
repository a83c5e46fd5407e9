"""Rails broken by four men in two moves, mended by eight in three (L21.5)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.littlewars.footing import is_on_line
from engine.games.littlewars.nearness import room
from engine.games.littlewars.orders import BREAK_RAILS, MEND_RAILS, WarOrder, read_point
from engine.games.littlewars.state import State, WarGame, Work
from engine.games.littlewars.transport.carriers import AT_HAND
from engine.games.littlewars.work_events import (
    BlownUp,
    Mended,
    WorkBegun,
    WorkStopped,
    WorkWentOn,
)
from engine.tabletop.cores import BufferedShape, is_within
from engine.tabletop.point import Point

MEN = {BREAK_RAILS: 4, MEND_RAILS: 8}
MOVES = {BREAK_RAILS: 2, MEND_RAILS: 3}


def why_not(state: State, side: str, order: WarOrder) -> str:
    """Why rails may not be broken or mended, as a word; nothing if they may (L21.5)."""
    crew = [state.figures[id_] for id_ in dict.fromkeys(order.figures) if id_ in state.figures]
    if len(crew) < MEN[order.deed] or len(crew) < len(order.figures):
        return "too-few"
    is_free = all(each.side == side and each.is_fit and not each.moved for each in crew)
    if not is_free or not all(state.customs.may_move(state, each) for each in crew):
        return "may-not-go"
    at = read_point(order.path)
    if at is None or order.target:
        return "no-place"
    if not all(is_within(room(state, each), BufferedShape((at,)), AT_HAND) for each in crew):
        return "too-far"
    return "" if target_of(state, order.deed, at) else "no-rails"


def target_of(state: State, deed: str, at: Point) -> str:
    """The line that is broken at a place, or the break that is mended there; nothing for none."""
    if deed == MEND_RAILS:
        near = (
            cut.id
            for cut in cuts(state)
            if is_within(BufferedShape((cut.at,)), BufferedShape((at,)), AT_HAND)
        )
        return next(near, "")
    line = next((one for one in state.field.railways if is_on_line(one, at)), None)
    if line is None or any((cut.feature, cut.at) == (line.id, at) for cut in cuts(state)):
        return ""
    return line.id


def cuts(state: State) -> Iterator[Work]:
    """Where rails are broken."""
    return (each for each in state.works.values() if each.kind == BREAK_RAILS and each.is_finished)


def begin(game: WarGame, order: WarOrder) -> None:
    """Men begin to break rails, or to mend them."""
    state, at = game.state, read_point(order.path)
    assert at is not None, order
    name = f"{order.deed}-{state.move}-{order.figures[0]}"
    target, needs = target_of(state, order.deed, at), MOVES[order.deed]
    figures = order.figures
    game.emit(WorkBegun(name, order.deed, state.active, at, figures, needs, target))


def carry_on(game: WarGame) -> None:
    """At the end of a side's move its work on rails goes on, stops or is done."""
    state = game.state
    for work in list(state.works.values()):
        if work.kind in MEN and work.side == state.active and work.crew:
            _carry_on(game, work)


def _carry_on(game: WarGame, work: Work) -> None:
    state = game.state
    crew = tuple(id_ for id_ in work.crew if id_ in state.figures and state.figures[id_].is_fit)
    if len(crew) < MEN[work.kind]:
        game.emit(WorkStopped(work.id, work.kind, work.side))
    elif work.done + 1 < work.needs:
        game.emit(WorkWentOn(work.id, work.side, work.done + 1, crew))
    elif work.kind == BREAK_RAILS:
        game.emit(BlownUp(work.id, work.kind, work.side, work.at, work.feature))
    elif work.feature in state.works:
        game.emit(Mended(work.id, work.kind, work.side, work.at, work.feature))
    else:
        game.emit(WorkStopped(work.id, work.kind, work.side))


def proposals(state: State, side: str) -> Iterator[WarOrder]:
    """Bodies that stand at broken rails may mend them."""
    for cut in cuts(state):
        near = [
            man.id
            for man in state.fit(side)
            if is_within(room(state, man), BufferedShape((cut.at,)), AT_HAND)
        ]
        order = WarOrder(MEND_RAILS, tuple(near[: MEN[MEND_RAILS]]), f"{cut.at.x},{cut.at.y}")
        if not why_not(state, side, order):
            yield order
