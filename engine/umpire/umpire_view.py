"""The umpire's own desk on a page: what waits, every side's orders, all mail."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.play.arm_commands import CommandScope
from engine.play.decisions import UMPIRE
from engine.session.timeline import Words
from engine.texts import text_languages
from engine.umpire import seat_view
from engine.umpire.courier_delivery import courier_goal, dispatch_text
from engine.umpire.couriers import Courier
from engine.umpire.mail import Message
from engine.umpire.order_trials import default
from engine.umpire.umpired_game_state import UmpiredGameState

MAX_RULINGS = 200
MAX_ORDERS = 200  # of a side, the latest

Plain = dict[str, Any]


def umpire_view(table: UmpiredGameState) -> Plain:
    """Return the parts of the umpire's page alone."""
    return {
        "step": step_id(table),
        "next": pending_step_view(table),
        "can_undo": bool(table.steps),
        "real_dice": table.rolls_real,
        "books": [_book(table, side) for side in table.sides],
        "messages": [_message(one) for one in table.post.messages],
        "notes": [one._asdict() for one in table.post.notes],
        "couriers": [_courier(table, one) for one in table.couriers.riding],
        "talk": table.post.may_talk,
        "people": [
            {"seat": one.id, "side": one.side, "name": one.name, "may_deliver": one.may_deliver,
             "is_muted": one.id in table.post.muted}
            for one in table.seats.values()
        ],
    }  # fmt: skip


@lru_cache(seat_view.MAX_KEPT)
def _message(one: Message) -> Plain:
    """A message as the umpire has it."""
    return one._asdict()


def _courier(table: UmpiredGameState, one: Courier) -> Plain:
    """A courier on the way, as the umpire knows it."""
    told = ("number", "side", "sender", "to", "sent", "due", "fate")
    unit = {"unit": courier_goal(table.game, one)} if one.orders else {}
    return {**{key: getattr(one, key) for key in told}, **unit, "words": dispatch_text(table, one)}


def step_id(table: UmpiredGameState) -> str:
    """A name of what waits: an act on it is for this, or it is refused.

    So two umpires at two screens never do two steps where each meant one.
    """
    return f"{table.moves}-{len(table.game.answers)}"


def pending_step_view(table: UmpiredGameState) -> Plain:
    """Return the next step of `proceed`, in words, and the alternatives.

    Dice have no faces where real ones are rolled.
    """
    game, decision = table.game, table.game.decision
    if game.awaited is not None:
        describe, roll = game.rules.describe_roll, game.awaited
        words: Words = {each: describe(roll, each) for each in text_languages()}
        faces = list(table.proposed or ())
        return {"kind": "dice", "words": words, "faces": faces, "sides": roll.sides}
    if decision is None:
        return {"kind": "over", "words": dict.fromkeys(text_languages(), "")}
    if decision.side == UMPIRE:
        return {"kind": "umpire", "words": _question(table), "options": _rulings(table)}
    if table.is_silent:
        words = _words(table, default(game))
        return {"kind": "silent", "side": decision.side, "words": words}
    order = table.next_order()
    if order is not None:
        return {"kind": "order", "side": order.side, "words": order.words, "order": order.id}
    return {"kind": "side", "side": decision.side, "words": _question(table)}


def _question(table: UmpiredGameState) -> Words:
    decision = table.game.decision
    assert decision is not None
    describe, state = table.game.rules.describe_decision, table.game.state
    return {each: describe(state, decision, each) for each in text_languages()}


def _rulings(table: UmpiredGameState) -> list[Plain]:
    listed = table.game.options[:MAX_RULINGS]
    return [{"id": seat_view.option_id(each), "words": _words(table, each)} for each in listed]


def _words(table: UmpiredGameState, option: Any) -> Words:
    decision = table.game.decision
    assert decision is not None
    describe, state = table.game.rules.describe_option, table.game.state
    return {each: describe(state, decision, option, each) for each in text_languages()}


def _book(table: UmpiredGameState, side: str) -> Plain:
    """A side's orders, and its units that have none."""
    orders = [
        seat_view.order_as_json(table, one)
        for one in seat_view.order_views(table, CommandScope(side))
    ]
    known = table.game.position(side).by_id
    describe, view = table.game.rules.describe_unit, table.game.view(side)
    idle = [unit for unit in seat_view.units_without_orders(table, side) if unit in known]
    named = [{each: describe(view, unit, each) for each in text_languages()} for unit in idle]
    return {"side": side, "orders": orders[-MAX_ORDERS:], "idle": named}
