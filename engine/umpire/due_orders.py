"""The due orders: those for the present decision, unless their time is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.play.decisions import UMPIRE, Answer, is_dice
from engine.play.game import Game
from engine.play.option_targets import OptionAction
from engine.session.timeline import Words
from engine.umpire.order_trials import is_side_asked, question_key
from engine.umpire.orders import Order, OrderBook, OrderState
from engine.umpire.umpire_refusals import refusal_text

Books = Mapping[str, OrderBook]


def is_in_time(game: Game[Any], book: OrderBook, order: Order) -> bool:
    """Return True if the turn and activity an order was written for are not over."""
    turn = game.rules.turn(game.state)
    if order.turn != turn:
        return order.turn > turn
    if order.opens:
        return True
    if not order.opener:
        return game.marks[-1].answers == order.began
    opener = book.find(order.opener)
    return opener is not None and (
        opener.state is OrderState.DELIVERED or opener.number == game.marks[-1].answers
    )


def end_move(game: Game[Any], book: OrderBook) -> None:
    """Refuse what waits of a move in which something has come in between.

    Dice fell after an order of it where its side knew of none that were to fall: mines went off.
    """
    waiting = book.waiting
    before = book.before(waiting[0]) if waiting else None
    if before is None or before.number is None:
        return
    if any(map(is_dice, game.answers[before.number + 1 :])):
        book.refuse(book.orders_of_activity(waiting[0]), refusal_text("unforeseen"))


def take_due(game: Game[Any], book: OrderBook) -> Order | None:
    """Return the order handed in that answers what its side is asked; None if there is none.

    Those before it that can be executed no more are refused.
    """
    while book.waiting:
        order = book.waiting[0]
        if not is_in_time(game, book, order):
            book.refuse([order.id], refusal_text("too-late"))
        elif not answers_present_question(game, order):
            return None
        elif game.accepts(order.option) is None:
            book.refuse([order.id], refusal_text("not-possible"))
        else:
            return order
    return None


def answers_present_question(game: Game[Any], order: Order) -> bool:
    """Return True if an order answers its side's present decision."""
    return order.turn == game.rules.turn(game.state) and order.asked == question_key(game)


def next_order(game: Game[Any], books: Books) -> Order | None:
    """The order handed in that would be executed next; None where none is for what is asked."""
    book = _book_asked(game, books)
    if book is None:
        return None
    found = next((order for order in book.waiting if is_in_time(game, book, order)), None)
    return found if found is not None and answers_present_question(game, found) else None


def can_proceed(game: Game[Any], books: Books) -> bool:
    """Return True if dice, an umpire's decision, or an order are waiting."""
    if game.awaited is not None or is_side_asked(game, UMPIRE):
        return True
    book = _book_asked(game, books)
    if book is None or not book.waiting:
        return False
    first = book.waiting[0]
    return not is_in_time(game, book, first) or answers_present_question(game, first)


def ruled_out(game: Game[Any], option: Answer) -> str:
    """The unit whose order the umpire decides against by an option; empty for none."""
    decision = game.decision
    if decision is None or decision.side != UMPIRE or (accepted := game.accepts(option)) is None:
        return ""
    pointing = game.rules.points_at(game.state, decision, accepted.answer)
    return pointing.unit if pointing.deed is OptionAction.PASS else ""


def rule_out(books: Books, unit: str, turn: int, reason: Words, ruled: int) -> None:
    """Rule out the order to a unit, if there is one: it is not carried out."""
    for book in books.values() if unit else ():
        book.rule_out(turn, unit, reason, ruled)


def undo_orders(books: Books, number: int) -> None:
    """Undo what became of orders after so many answers."""
    for book in books.values():
        book.restore_orders(number)


def _book_asked(game: Game[Any], books: Books) -> OrderBook | None:
    """The orders of the side that is asked."""
    return None if game.decision is None else books.get(game.decision.side)
