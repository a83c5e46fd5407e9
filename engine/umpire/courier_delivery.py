"""Delivery by couriers: letters within a side, and the orders of distant units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

from engine.play.game import Game
from engine.session.timeline import Words
from engine.texts import localised, text, text_languages
from engine.umpire.couriers import Courier, CourierFate, Couriers
from engine.umpire.mail import Bulletin, Mail
from engine.umpire.order_trials import OrderTrials, do_sides_answer_apart, is_side_asked
from engine.umpire.orders import Order, OrderBook, OrderState
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpire_refusals import refusal_text


class CourierGame(Protocol):
    """A table, as far as couriers ride about it."""

    game: Game[Any]
    seats: dict[str, PlayerSeat]
    books: dict[str, OrderBook]
    trials: OrderTrials
    couriers: Couriers
    post: Mail
    now: float

    @property
    def turn(self) -> int:
        """The turn under way."""
        ...


def send_letter(table: CourierGame) -> None:
    """The letter written last is borne to each of its readers who is far away."""
    couriers, letters = table.couriers, table.post.messages
    letter = letters[-1]
    if couriers.terms is None or letter.sender not in table.seats or letter.to == "umpire":
        return
    side, number = table.seats[letter.sender].side, len(letters) - 1
    readers = [letter.to] if letter.to in table.seats else _mates(table, letter.sender, side)
    far = [
        one
        for one in readers
        if one not in letter.unheard and couriers.turns_to(letter.sender, one)
    ]
    for reader in far:
        couriers.send(letter.sender, reader, letter.words, message=number)
    letters[number] = letter._replace(unheard=(*letter.unheard, *far))


def _mates(table: CourierGame, sender: str, side: str) -> list[str]:
    return [one.id for one in table.seats.values() if one.side == side and one.id != sender]


def send_orders(table: CourierGame, side: str) -> None:
    """Orders that begin something for a unit far away ride to it; the others are handed in."""
    if table.couriers.terms is None or do_sides_answer_apart(table.game):
        return
    for group in _groups(table.books[side].drafts):
        first = group[0]
        unit = first.pointing.unit
        if not first.opens or not unit or not table.couriers.turns_to_unit(first.by, unit):
            continue
        ids = tuple(order.id for order in group)
        words = " ".join(order.words["en"] for order in group)
        table.couriers.send(first.by, unit, words, orders=ids)
        table.books[side].change(ids, lambda order: replace(order, state=OrderState.RIDING))


def _groups(drafts: Sequence[Order]) -> list[list[Order]]:
    """Drafts that belong together: what begins something, and what goes on with it."""
    found: list[list[Order]] = []
    for order in drafts:
        if order.opens or not found:
            found.append([])
        found[-1].append(order)
    return found


def deliver_due_couriers(table: CourierGame) -> None:
    """Let every courier arrive whose time has come."""
    for one in table.couriers.due():
        if one.fate is CourierFate.TAKEN:
            _tell_taker(table, one)
            table.couriers.end(one)
        elif not one.orders:
            _hand_over(table, one)
            table.couriers.end(one)
        elif _give(table, one):
            table.couriers.end(one)


def _hand_over(table: CourierGame, one: Courier) -> None:
    letters = table.post.messages
    letter = letters[one.message]
    unheard = tuple(seat for seat in letter.unheard if seat != one.to)
    letters[one.message] = letter._replace(unheard=unheard)


def _tell_taker(table: CourierGame, one: Courier) -> None:
    """The enemy reads what the courier bore."""
    told = {
        language: refusal_text("courier-taken", words=words)[language]
        for language, words in dispatch_text(table, one).items()
    }
    table.post.bulletins.append(Bulletin(table.now, table.turn, one.taker, told))


def courier_goal(game: Game[Any], one: Courier) -> Words:
    """The unit a courier with orders rides to, also when it is there no more."""
    for state in (game.state, game.opening):
        known = game.position() if state is game.state else game.rules.position(state)
        if one.to in known.by_id:
            return {
                each: game.rules.describe_unit(state, one.to, each) for each in text_languages()
            }
    return dict.fromkeys(text_languages(), one.to)


def dispatch_text(table: CourierGame, one: Courier) -> Words:
    """Return the text a courier carries, in every language."""
    return {
        each: text("scenario.and-so-on", each).join(_orders_in(table, one, each)) or one.words
        for each in text_languages()
    }


def _orders_in(table: CourierGame, one: Courier, language: str) -> Iterator[str]:
    found = (table.books[one.side].find(order) for order in one.orders)
    return (localised(order.words, language) for order in found if order is not None)


def _give(table: CourierGame, one: Courier) -> bool:
    """Hand in the orders that have arrived, where they answer what is asked; whether they are.

    When the turn of their arrival is over, they come too late.
    """
    side, game = one.side, table.game
    book = table.books[side]
    riding = [order for id_ in one.orders if (order := book.find(id_)) is not None]
    riding = [order for order in riding if order.state is OrderState.RIDING]
    if table.turn > one.due:
        book.change(
            [order.id for order in riding],
            lambda order: replace(order, state=OrderState.REFUSED, reason=refusal_text("too-late")),
        )
        return True
    if not riding:
        return True
    if not (is_side_asked(game, side) and game.is_between_activities):
        return False
    return _hand_in(table, riding)


def _hand_in(table: CourierGame, riding: Sequence[Order]) -> bool:
    """Hand in orders that have arrived, before what waits; whether they can be given now."""
    book, game = table.books[riding[0].side], table.game
    trial, given = table.trials.trial_after_orders(riding[0].side), list[Order]()
    for order in riding:
        if trial.decision is None or trial.game.accepts(order.option) is None:
            break
        new = trial.order(order.id, order.by, order.option)
        trial.give(new)
        given.append(replace(new, state=OrderState.DELIVERED, units=order.units))
    if len(given) < len(riding) and trial.decision is not None and not given:
        reason = refusal_text("not-possible")
        book.change(
            [order.id for order in riding],
            lambda order: replace(order, state=OrderState.REFUSED, reason=reason),
        )
        return True
    if len(given) < len(riding):
        # What dice or the enemy come between is given as it was written.
        turn = game.rules.turn(game.state)
        given += [
            replace(order, state=OrderState.DELIVERED, turn=turn, at=None)
            for order in riding[len(given) :]
        ]
    fresh = {order.id: order for order in given}
    book.change(fresh, lambda order: fresh[order.id])
    return True
