"""Written orders: drafted, delivered, and then executed or refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from engine.play.decisions import Answer
from engine.play.option_targets import OptionTarget
from engine.play.position import Spot
from engine.session.timeline import Words


class OrderState(StrEnum):
    """The state of an order."""

    DRAFT = "draft"  # written, its side may still change it
    DELIVERED = "delivered"  # handed in, waits for the umpire
    RIDING = "riding"  # handed in, a courier is on the way with it
    EXECUTED = "executed"
    REFUSED = "refused"  # for a reason, by the umpire or because it was no longer possible


@dataclass(frozen=True, slots=True)
class Order:
    """One answer a side has written down beforehand.

    `asked` is the kind of decision it answers, and of which unit. `opens`: it begins an activity,
    as the order to a unit; others follow within the activity of their `opener`, or of the one that
    `began` with that many answers where that was under way. `at` is how many answers there would be
    before it, as far as its side could know; None where it stands whatever came before. `number` is
    the answer it became, once executed. `units` are those it has put into a memo, in games that
    have one; `ruled` is the answer by which the umpire decided against it when the memo was carried
    out.
    """

    id: str
    side: str
    by: str
    option: Answer
    words: Words
    pointing: OptionTarget
    asked: str
    turn: int
    opens: bool
    opener: str = ""
    began: int = 0
    at: int | None = None
    state: OrderState = OrderState.DRAFT
    reason: Words | None = None
    number: int | None = None
    units: tuple[str, ...] = ()
    ruled: int | None = None

    @property
    def is_live(self) -> bool:
        """Return True if it is still to be executed."""
        return self.state in (OrderState.DRAFT, OrderState.DELIVERED, OrderState.RIDING)


class OrderBook:
    """The orders of one side, in the order in which they are to be executed."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.all: tuple[Order, ...] = ()
        self.written = 0
        self.revision = 0  # counts changes

    def find(self, order: str) -> Order | None:
        """An order by its id."""
        return next((one for one in self.all if one.id == order), None)

    def in_state(self, state: OrderState) -> tuple[Order, ...]:
        """The orders in a state."""
        return tuple(order for order in self.all if order.state is state)

    @property
    def drafts(self) -> tuple[Order, ...]:
        """The orders that may still be changed."""
        return self.in_state(OrderState.DRAFT)

    @property
    def waiting(self) -> tuple[Order, ...]:
        """The orders handed in and not executed yet."""
        return self.in_state(OrderState.DELIVERED)

    def before(self, order: Order) -> Order | None:
        """Return the order that was written straight before one in the same activity."""
        if order.opens or order.at is None:
            return None
        activity = (one for one in reversed(self.all) if _begun_by(one) == _begun_by(order))
        return next((one for one in activity if one.at == order.at - 1), None)

    def orders_of_activity(self, order: Order) -> list[str]:
        """Return the orders that wait and belong to the activity of one."""
        return [one.id for one in self.waiting if _begun_by(one) == _begun_by(order)]

    def refuse(self, orders: Iterable[str], reason: Words) -> None:
        """Refuse orders that can be executed no more."""
        for order in orders:
            self.set_status(order, OrderState.REFUSED, reason, None)

    def next_id(self) -> str:
        """The id of the next order to be written."""
        return f"{self.side}-{self.written + 1}"

    def write(self, order: Order) -> None:
        """Add a draft."""
        self.written += 1
        self._set((*self.all, order))

    def strike(self, orders: Iterable[str]) -> None:
        """Delete drafts."""
        gone = set(orders)
        self._set(tuple(order for order in self.all if order.id not in gone))

    def deliver(self) -> None:
        """Hand the drafts in, after the orders that wait."""
        drafts, rest = self._drafts_and_rest()
        self._set((*rest, *drafts))

    def deliver_first(self) -> None:
        """Hand the drafts in before those that wait: they answer what is asked meanwhile."""
        drafts, rest = self._drafts_and_rest()
        waiting = self.waiting
        self._set((*(one for one in rest if one not in waiting), *drafts, *waiting))

    def withdraw_orders(self) -> None:
        """Make the orders that wait drafts again."""
        waits, draft = OrderState.DELIVERED, OrderState.DRAFT
        self._set(
            tuple(replace(one, state=draft) if one.state is waits else one for one in self.all)
        )

    def _drafts_and_rest(self) -> tuple[list[Order], list[Order]]:
        """The drafts as handed in, and the other orders."""
        drafts = [replace(one, state=OrderState.DELIVERED) for one in self.drafts]
        return drafts, [one for one in self.all if one.state is not OrderState.DRAFT]

    def set_status(
        self, order: str, state: OrderState, reason: Words | None, number: int | None
    ) -> None:
        """Set the state of an order."""
        self._set(
            tuple(
                replace(one, state=state, reason=reason, number=number, ruled=None)
                if one.id == order
                else one
                for one in self.all
            )
        )

    def change(self, orders: Iterable[str], to: Callable[[Order], Order]) -> None:
        """Put changed orders in the place of some."""
        meant = set(orders)
        self._set(tuple(to(one) if one.id in meant else one for one in self.all))

    def rule_out(self, turn: int, unit: str, reason: Words, ruled: int) -> None:
        """Rule out a unit's order in a memo, with its followers: it is not carried out."""
        found = next((one for one in reversed(self.all) if _is_to(one, turn, unit)), None)
        if found is None:
            return
        start = self._start(found)
        self._set(
            tuple(
                replace(one, state=OrderState.REFUSED, reason=reason, ruled=ruled)
                if one.state is OrderState.EXECUTED and self._start(one) == start
                else one
                for one in self.all
            )
        )

    def _start(self, order: Order) -> int | None:
        """The answer that began the activity of an executed order."""
        if order.opens:
            return order.number
        opener = self.find(order.opener)
        return order.began if opener is None else opener.number

    def restore_orders(self, number: int) -> None:
        """Let orders executed after so many answers wait again; lift rulings made after them."""
        for order in self.all:
            if order.number is not None and order.number >= number:
                self.set_status(order.id, OrderState.DELIVERED, None, None)
            elif order.ruled is not None and order.ruled >= number:
                self.set_status(order.id, OrderState.EXECUTED, None, order.number)

    def restore(self, before: Iterable[Order]) -> None:
        """Restore the states of orders; what was written or handed in since stays."""
        known = {order.id: order for order in before}
        self._set(tuple(_as_before(order, known.get(order.id)) for order in self.all))

    def followers(self, order: Order) -> tuple[str, ...]:
        """An order and the drafts that continue it."""
        drafts = self.drafts
        found = [order.id]
        for one in drafts[drafts.index(order) + 1 :]:
            if one.opens:
                break
            found.append(one.id)
        return tuple(found)

    def _set(self, orders: tuple[Order, ...]) -> None:
        self.all = orders
        self.revision += 1


def _begun_by(order: Order) -> tuple[int, str | int]:
    """Return what began the activity of an order, in its turn."""
    return order.turn, order.id if order.opens else order.opener or order.began


def _is_to(order: Order, turn: int, unit: str) -> bool:
    """Return True if an order was executed in a turn and is one to a unit."""
    is_done = order.state is OrderState.EXECUTED and order.turn == turn
    return is_done and unit in (order.pointing.unit, *order.units)


def _as_before(now: Order, before: Order | None) -> Order:
    """An order after what was done with it is taken back."""
    if before is not None and not before.is_live:
        return before
    if now.state is OrderState.EXECUTED:
        return replace(now, state=OrderState.DELIVERED, number=None)
    if now.state is OrderState.REFUSED and before is not None:
        return before
    return now


class UmpireStep(NamedTuple):
    """A step of the umpire that can be undone: the state before it."""

    branch: int
    at: int
    orders: Mapping[str, tuple[Order, ...]]


class BulletinProgress(NamedTuple):
    """The progress of a side's bulletins: events, losses, and places reported so far."""

    events: int
    lost: frozenset[str]
    places: Mapping[str, Spot] | None = None
