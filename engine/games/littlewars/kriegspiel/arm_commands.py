"""Command in the Kriegspiel: the general, the arms, and their messages (K9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.games.littlewars.gun_phase import GunDeed, Lay
from engine.games.littlewars.kriegspiel.rifle_volleys import Volley, VolleyOrder
from engine.games.littlewars.kriegspiel.supply import Feed
from engine.games.littlewars.kriegspiel.unit_lookups import find_generals
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import DONE, GIVE_IN, REST
from engine.games.littlewars.proximity import are_near
from engine.games.littlewars.set_up_phase import SetUp
from engine.games.littlewars.state import Figure, State, Unit
from engine.play.arm_commands import CommandScope
from engine.play.decisions import Answer, Decision
from engine.tabletop.shapes import INCH

GENERAL, INFANTRY, CAVALRY, ARTILLERY = "general", "infantry", "cavalry", "artillery"
ENGINEERS, TRANSPORT = "engineers", "transport"
ARMS = (GENERAL, INFANTRY, CAVALRY, ARTILLERY, ENGINEERS, TRANSPORT)
VOICE = 72 * INCH
"""Distance that the general's voice carries (K9.2)."""


def commanding_arm(state: State, id_: str) -> str:
    """The arm that commands a figure, a gun or a wagon (K9.6)."""
    unit = state.known_piece(id_)
    if unit is None:
        return ""
    body = state.aims.bodies.get(unit.body if isinstance(unit, Figure) else id_.rpartition(".")[0])
    body = body or state.aims.bodies.get(id_)
    own = body.arm if body is not None else ""
    return own or state.type_of(unit).arm


def may_answer(view: State, decision: Decision[Any, Any], answer: Answer, arm: str) -> bool:
    """Return whether a seat may answer: orders by their arm, a side's decisions by the general.

    Without a general in the room anyone of the side answers the latter (K9.3, K9.6).
    """
    wanted = arms_given_orders(view, decision, answer)
    if not wanted:
        return arm == GENERAL or not has_general_present(view, decision.side)
    return wanted <= {arm}


def arms_given_orders(view: State, decision: Decision[Any, Any], answer: Answer) -> set[str]:
    """The arms an answer orders; none where it is about all of a side."""
    match decision:
        case GunDeed():
            return set() if answer.deed == DONE else {ARTILLERY}
        case Lay():
            return {ARTILLERY}
        case Volley():
            return _of(view, answer.figures) if isinstance(answer, VolleyOrder) else {INFANTRY}
        case Feed():
            return {TRANSPORT}
        case MoveMen() | SetUp():
            is_all = answer.deed in (DONE, GIVE_IN, REST)
            return set() if is_all else _of(view, answer.figures)
    return set()


def _of(view: State, ids: Iterable[str]) -> set[str]:
    return {commanding_arm(view, id_) for id_ in ids}


def has_general_present(view: State, side: str) -> bool:
    """Return whether a side has a general who is in the room (K9.3)."""
    war, move = view.war, view.move
    return any(not war.general_out_until(each.id, move) for each in find_generals(view, side))


def may_send_message(view: State, sender: CommandScope, receiver: CommandScope) -> bool:
    """Return whether a seat may write to another: a general to arms within 72 in (K9.2).

    The general's voice reaches an arm with a figure in that distance, which may answer. Seats of a
    whole side may write to all, and so may all where there is no general. A general who is out may
    write to no one (K9.3).
    """
    if not sender.arm or not receiver.arm:
        return True
    others = {sender.arm, receiver.arm} - {GENERAL}
    if len(others) == 2:
        return True
    own = list(find_generals(view, sender.side))
    if not own:
        return True
    if not has_general_present(view, sender.side):
        return False
    arm = next(iter(others), GENERAL)
    return arm == GENERAL or any(_hears(view, own[0], arm, sender.side))


def _hears(view: State, general: Figure, arm: str, side: str) -> Iterable[bool]:
    """For each of an arm, whether it is within the general's voice."""
    units: list[Unit] = [
        *view.fit_figures(side),
        *view.guns_of(side),
        *(each for each in view.vehicles.values() if each.side == side),
    ]
    return (
        are_near(view, general, each, VOICE)
        for each in units
        if commanding_arm(view, each.id) == arm
    )
