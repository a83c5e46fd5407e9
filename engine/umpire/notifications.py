"""Notifications of seats whose pages are closed: decisions, messages, deadlines.

The record keeps those that were sent, so that a restarted host sends nothing twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.umpire.order_trials import do_sides_answer_apart
from engine.umpire.umpire_refusals import refuse

if TYPE_CHECKING:
    from engine.umpire.game_record import Line
    from engine.umpire.seats import PlayerSeat

NOTICE_ACTS = frozenset({"notified", "subscribe", "unsubscribe"})
TURN, POST, DEADLINE, OVER = "turn", "post", "deadline", "over"
REMINDERS = (24 * 3600.0, 2 * 3600.0)  # seconds before time is up, of clocks twice as long
MAX_SUBSCRIPTIONS = 4  # browsers of a seat


class Notification(NamedTuple):
    """A notification of a seat; `mark` differs whenever there is a new one."""

    seat: str
    kind: str
    mark: str


class Subscription(NamedTuple):
    """A browser's address for Web Push, and the keys by which only it can read it."""

    endpoint: str
    p256dh: str
    auth: str


class NotificationBook:
    """The subscriptions of browsers, and the last notification of each seat, by kind."""

    def __init__(self) -> None:
        self.told: dict[str, dict[str, str]] = {}
        self.subscriptions: dict[str, tuple[Subscription, ...]] = {}

    def take(self, act: Line) -> None:
        """Remember what an act says."""
        seat = act["seat"]
        match act["act"]:
            case "notified":
                self.told = {
                    **self.told,
                    seat: {**self.told.get(seat, {}), act["kind"]: act["mark"]},
                }
            case "subscribe":
                new = Subscription(act["endpoint"], act["p256dh"], act["auth"])
                if not new.endpoint.startswith("https://"):
                    refuse("no-such-subscription")
                rest = [o for o in self._of(seat) if o.endpoint != new.endpoint]
                kept = (*rest, new)[-MAX_SUBSCRIPTIONS:]
                self.subscriptions = {**self.subscriptions, seat: kept}
            case "unsubscribe":
                left = tuple(o for o in self._of(seat) if o.endpoint != act["endpoint"])
                self.subscriptions = {**self.subscriptions, seat: left}

    def forget(self, seat: str) -> None:
        """Stop notifying the browsers of a seat: another person may have it now."""
        self.subscriptions = {**self.subscriptions, seat: ()}

    def _of(self, seat: str) -> tuple[Subscription, ...]:
        return self.subscriptions.get(seat, ())

    def is_unseen(self, notice: Notification) -> bool:
        """Return True if a seat was not sent this yet."""
        return self.told.get(notice.seat, {}).get(notice.kind) != notice.mark


def current_notifications(
    table: Any, now: float, seats: Mapping[str, PlayerSeat]
) -> Iterator[Notification]:
    """Yield all present notifications of each seat, sent or not."""
    game, clock = table.game, table.clock
    for seat in seats.values():
        if game.result is not None:
            yield Notification(seat.id, OVER, "over")
            continue
        is_asked = not table.is_closed and bool(
            table.trials.trial_for_command(seat.command).options_for(seat.command)
        )
        if is_asked:
            where = f"{game.rules.turn(game.state)} {game.position().phase}"
            mark = where if do_sides_answer_apart(game) else f"{where} {len(game.answers)}"
            yield Notification(seat.id, TURN, mark)
            if clock is not None and clock.ends_at is not None:
                yield from _reminders(seat.id, clock.ends_at, clock.seconds, now)


def _reminders(seat: str, ends_at: float, seconds: float, now: float) -> Iterator[Notification]:
    """The last reminder that is due before time is up."""
    due = [before for before in REMINDERS if now >= ends_at - before and seconds >= 2 * before]
    if due and now < ends_at:
        yield Notification(seat, DEADLINE, f"{ends_at:.0f} {min(due):.0f}")
