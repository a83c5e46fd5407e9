"""The game as it would stand after the orders of a side: tried once, however many ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.play.arms import Command, may_talk
from engine.play.game import Game
from engine.umpired.orders import Order, OrderBook, OrderState
from engine.umpired.seats import PlayerSeat
from engine.umpired.sightings import Sightings
from engine.umpired.trial import Trial

Stamp = tuple[int, int]
"""How often the game has moved, and how often what a side wrote has changed."""


class Trials:
    """What the players of each side may try, each after the orders he knows of."""

    def __init__(
        self,
        game: Game[Any],
        books: Mapping[str, OrderBook],
        seats: Mapping[str, PlayerSeat],
        sightings: Sightings,
        moves: Callable[[], int],
    ) -> None:
        """`moves` counts changes of the game."""
        self._game, self._books, self._seats = game, books, seats
        self._sightings, self._moves = sightings, moves
        self._kept: dict[Command, tuple[Stamp, Trial]] = {}

    def of_side(self, side: str) -> Trial:
        """After the orders of a side, as far as it may be tried."""
        return self._trial(Command(side), lambda: self.chain(side))

    def of(self, command: Command) -> Trial:
        """After those orders alone that a player of the side knows of."""
        chain = self.chain(command.side)
        known = tuple(order for order in chain if self.is_known(command, order))
        return self.of_side(command.side) if known == chain else self._trial(command, lambda: known)

    def _trial(self, command: Command, orders: Callable[[], Iterable[Order]]) -> Trial:
        stamp = self._stamp(command.side)
        kept = self._kept.get(command)
        if kept is None or kept[0] != stamp:
            kept = self._kept[command] = stamp, self.tried(command.side, orders())
        return kept[1]

    def keep(self, side: str, trial: Trial) -> None:
        """An order was given to the trial of a side as it was written down: it is the trial now."""
        self._kept[Command(side)] = self._stamp(side), trial

    def _stamp(self, side: str) -> Stamp:
        return self._moves(), self._books[side].revision

    def tried(self, side: str, orders: Iterable[Order] = ()) -> Trial:
        """The game as it stands, or after some orders of a side."""
        return Trial(self._game, side, self._sightings.hides_nothing, orders)

    def is_known(self, command: Command, order: Order) -> bool:
        """Whether a player knows of an order of his side that has not been carried out.

        Who commands an arm knows what was written for it, and by whom he hears from; who commands
        all of the side knows everything.
        """
        writer = self._seats[order.by].command
        return (
            not command.arm
            or order.state is OrderState.EXECUTED
            or writer.arm == command.arm
            or may_talk(self._game, writer, command)
        )

    def chain(self, side: str) -> tuple[Order, ...]:
        """The orders to be tried: those that wait too, where they answer what is asked now."""
        book = self._books[side]
        waiting = book.waiting
        is_for_now = bool(waiting) and self.tried(side).fits(waiting[0])
        return (*waiting, *book.drafts) if is_for_now else book.drafts

    def misfits(self, side: str) -> list[str]:
        """Drafts that do not follow, or no longer, from those before them."""
        drafts = self._books[side].drafts
        tried = {order.id for order in self.of_side(side).tried} if drafts else set()
        return [order.id for order in drafts if order.id not in tried]
