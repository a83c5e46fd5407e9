"""Orders of the Kriegspiel other than moves: formations, mounting, works (E2, K2, K5, K6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.games.littlewars.kriegspiel import movement
from engine.games.littlewars.kriegspiel.events import Dismounted, FormationTaken, Mounted
from engine.games.littlewars.kriegspiel.rulebook import KriegspielCharts, charts_of
from engine.games.littlewars.kriegspiel.unit_lookups import GENERAL, is_horse, movement_arm_of
from engine.games.littlewars.orders import ActionOrder, read_answer
from engine.games.littlewars.proximity import unit_shape
from engine.games.littlewars.state import Figure, State, WarGame
from engine.play.decisions import Answer
from engine.tabletop.buffered_shapes import least_distance
from engine.tabletop.shapes import INCH

CHARGE, DISMOUNT, MOUNT, FORM = "charge", "dismount", "mount", "form"
CHANGES = (DISMOUNT, MOUNT, FORM)


def read_order(charts: KriegspielCharts, answer: Answer) -> ActionOrder | None:
    """An answer as such an order; None for what is none, whatever it is."""
    order = read_answer(ActionOrder, answer)
    if order is None or order.deed not in (CHARGE, *CHANGES, *charts.works):
        return None
    sound = isinstance(order.figures, tuple) and isinstance(order.path, str)
    if not sound or not isinstance(order.target, str):
        return None
    return order if len(set(order.figures)) == len(order.figures) else None


FORMATIONS = ("line", "column", "fours", "extended", "close")
"""The formations of the Kriegspiel (K2.8)."""
APART, TOGETHER = INCH, INCH // 2
"""Between extended men at least, between men in close order at most (K2.8)."""


def change_refusal(state: State, side: str, order: ActionOrder) -> str:
    """Return why a change may not be made, as a word; empty if it may."""
    men = [state.figures[id_] for id_ in order.figures if id_ in state.figures]
    if not men or len(men) < len(order.figures) or order.path:
        return "no-men"
    if not all(
        each.side == side and each.is_fit and movement.may_figure_move(state, each) for each in men
    ):
        return "may-not-go"
    if any(each.id in state.war.halved for each in men):
        return "may-not-go"
    if order.deed == FORM:
        return _why_not_form(state, men, order.target)
    return "" if not order.target and all(_may_change(state, m, order.deed) for m in men) else "no"


def _may_change(state: State, man: Figure, deed: str) -> bool:
    """Return whether a rider may dismount, or mount a horse that is still there (K2.2, K4.5)."""
    if man.type == GENERAL or not state.type_of(man).mounted:
        return False
    if deed == DISMOUNT:
        return is_horse(state, man)
    return not is_horse(state, man) and man.id not in state.war.eaten


def _why_not_form(state: State, men: Sequence[Figure], formation: str) -> str:
    """Return why men cannot form up where they stand, as a word (K2.8)."""
    if formation not in FORMATIONS or all(each.formation == formation for each in men):
        return "no-formation"
    if any(
        charts_of(state).change_half_moves("formation", movement_arm_of(state, each)) is None
        for each in men
    ):
        return "no-formation"
    return "" if is_in_formation(state, men, formation) else "not-so"


def is_in_formation(state: State, men: Sequence[Figure], formation: str) -> bool:
    """Extended men are an inch apart at least, in close order each half an inch from one (K2.8)."""
    rooms = [unit_shape(state, each) for each in men]
    if formation == "extended":
        return all(least_distance(one, other) >= APART for one, other in combinations(rooms, 2))
    if formation == "close":
        return len(men) == 1 or all(
            any(least_distance(one, other) <= TOGETHER for other in rooms if other is not one)
            for one in rooms
        )
    return True


def carry_out_change(game: WarGame, order: ActionOrder) -> None:
    """Men change their order."""
    if order.deed == FORM:
        game.emit(FormationTaken(order.figures, order.target))
    elif order.deed == DISMOUNT:
        game.emit(Dismounted(order.figures))
    else:
        game.emit(Mounted(order.figures))
