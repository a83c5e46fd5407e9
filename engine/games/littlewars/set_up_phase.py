"""The beginning: back lines, the coin, setting up with a curtain or without (L1.2, L2, L19)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.games.littlewars import orders, set_up_placement
from engine.games.littlewars.events import (
    CurtainDrawn,
    DefenderDecided,
    EdgeChosen,
    FirstDecided,
    PhaseBegan,
    Placed,
    SetAside,
    SetUpDone,
)
from engine.games.littlewars.game_tabletop import OPPOSITE
from engine.games.littlewars.orders import MenOrder
from engine.games.littlewars.state import Phase, State, WarGame
from engine.play.decisions import (
    AcceptedAnswer,
    Answer,
    Decision,
    Procedure,
    ask,
    roll,
    roll_one,
)
from engine.tabletop.tabletop_map import TabletopEdge


@dataclass(frozen=True, slots=True)
class ChooseEdge(Decision[State, str]):
    """The choice of a side's own back line (L1.2, L19.2)."""

    def options(self, state: State) -> Sequence[str]:
        return list(state.aims.edges.values())


@dataclass(frozen=True, slots=True)
class SetUp(Decision[State, MenOrder]):
    """Figures of a side are set up along its back line (L2.2, L19.3)."""

    is_open: ClassVar[bool] = True

    def options(self, state: State) -> Sequence[MenOrder]:
        return set_up_placement.propose_placements(state, self.side)

    def accepts(self, state: State, answer: Answer) -> AcceptedAnswer[MenOrder] | None:
        order = orders.read_answer(MenOrder, answer)
        if order is None or not set_up_placement.may_give_placement(state, self.side, order):
            return None
        return AcceptedAnswer(order)


def set_up_activity(game: WarGame) -> Procedure[None]:
    """Run the next step before the first move."""
    state = game.state
    if state.phase is Phase.EDGE:
        yield from begin(game)
        return
    side = set_up_placement.next_side_setting_up(state)
    assert side is not None
    if not any(each.side == side for each in state.waiting) and not _may_rearrange(state, side):
        game.emit(SetUpDone(side))
    else:
        yield from set_up_side(game, side)
    if (
        set_up_placement.next_side_setting_up(game.state) is None
        and game.state.phase is Phase.CURTAIN
    ):
        game.emit(CurtainDrawn())


def _may_rearrange(state: State, side: str) -> bool:
    """Return whether a side has figures that its scenario does not place."""
    return any(
        body.side == side and not body.at and not body.aboard for body in state.aims.bodies.values()
    )


def begin(game: WarGame) -> Procedure[None]:
    """Roles, edges, the coin and chance, in this order (L1.2, L2.1, L19.2, L20.2)."""
    choices = game.state.book.choices
    if choices.game == "defence" and not game.state.defender:
        face = yield from roll_one("role", 2)
        game.emit(DefenderDecided(game.state.sides[face - 1]))
    if choices.choose_edge:
        yield from _choose_edge(game)
    yield from _toss(game)
    yield from _take_chances(game)
    game.emit(PhaseBegan(Phase.CURTAIN if choices.curtain else Phase.SET_UP))


def _choose_edge(game: WarGame) -> Procedure[None]:
    """Ask the defender, else the second player, to choose an edge."""
    state = game.state
    chooser = state.defender or state.sides[1]
    edge = yield from ask(ChooseEdge(chooser))
    game.emit(EdgeChosen(chooser, edge))
    game.emit(EdgeChosen(state.enemy_of(chooser), OPPOSITE[TabletopEdge(edge)].value))


def _toss(game: WarGame) -> Procedure[None]:
    """After country and sides are settled a coin decides the First Player (L2.1)."""
    state = game.state
    if state.aims.begins:
        game.emit(FirstDecided(state.aims.begins, by_coin=False))
        return
    face = yield from roll_one("first", 2)
    game.emit(FirstDecided(state.sides[face - 1], by_coin=True))


def _take_chances(game: WarGame) -> Procedure[None]:
    """Of twelve men set aside each side takes as many as two dice show (L20.2)."""
    for side, body in game.state.book.chance.items():
        waiting = [each.id for each in game.state.waiting if each.body == body]
        if side not in game.state.sides or not waiting:
            continue
        faces = yield from roll(2, "chance")
        game.emit(SetAside(side, tuple(waiting[sum(faces) :])))


def set_up_side(game: WarGame, side: str) -> Procedure[None]:
    """One body is set up, or all the rest, or the side is ready."""
    order = yield from ask(SetUp(side))
    if order.deed == orders.DONE:
        game.emit(SetUpDone(side))
        return
    is_hidden = game.state.phase is Phase.CURTAIN
    for placed in set_up_placement.ordered_placements(game.state, side, order):
        game.emit(Placed(side, placed, is_hidden))
