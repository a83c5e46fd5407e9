"""An umpired game shared with guests and other umpires: delayed views and the recorded clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.play.decisions import Answer
from engine.session.timeline import Words
from engine.umpire import seat_view, umpire_view
from engine.umpire.clock import Clock, TimeoutAction, check_time
from engine.umpire.courier_delivery import dispatch_text
from engine.umpire.couriers import Courier, CourierFate, CourierTerms
from engine.umpire.game_record import Line
from engine.umpire.game_setup import build_state
from engine.umpire.notifications import POST, Notification, Subscription, current_notifications
from engine.umpire.observer_view import ObserverView
from engine.umpire.observers import (
    BULLETINS,
    EVERYTHING,
    Observer,
    new_observer_as_json,
    observer_with_secret,
)
from engine.umpire.recorded_game import ActRecord, RecordedGame, notify_listeners
from engine.umpire.seats import PlayerSeat
from engine.umpire.side_replay import SideReplays
from engine.umpire.umpire_refusals import refuse
from engine.umpire.umpired_game_state import UmpiredGameState


class DelayedGameState:
    """The table so many seconds behind: a second one, on which every act is done when it is due."""

    def __init__(self, begin: Callable[[], UmpiredGameState], delay: float) -> None:
        self.delay, self.table, self._done = delay, begin(), 0

    def follow(self, acts: Sequence[Line], now: float) -> UmpiredGameState:
        """The table as it was `delay` seconds before now."""
        while self.is_due(acts, now):
            self.table.apply(acts[self._done])
            self._done += 1
        return self.table

    def is_due(self, acts: Sequence[Line], now: float) -> bool:
        """Return True if an act is old enough to be shown."""
        return self._done < len(acts) and acts[self._done]["time"] + self.delay <= now


class SharedGame(RecordedGame):
    """A kept table that guests may look at."""

    def __init__(
        self, table: UmpiredGameState, scenario: Path, head: Line, file: ActRecord
    ) -> None:
        super().__init__(table, scenario, head, file)
        self._guest_desks: dict[str, ObserverView] = {}
        self._later: dict[float, DelayedGameState] = {}
        self._replays = SideReplays()

    @property
    def is_attended(self) -> bool:
        """Return True if an umpire attends; else the game proceeds automatically."""
        return self._table.terms.is_attended

    @property
    def observers(self) -> Mapping[str, Observer]:
        """The guests by their ids."""
        return self._table.guests.all

    def admit(
        self, name: str, sees: str = EVERYTHING, delay: float = 0.0, *, is_umpire: bool = False
    ) -> Observer:
        """Admit an observer of a side, of everything, or of bulletins alone, with a delay.

        `is_umpire`: another umpire, who sees and does what the umpire does.
        """
        with self._changing():
            id_ = self._table.guests.next_id()
            self._do(
                "admit", guest=new_observer_as_json(id_, name, sees, delay, is_umpire=is_umpire)
            )
            return self.observers[id_]

    def readmit(self, guest: Observer) -> None:
        """Readmit an observer by the link of another game."""
        with self._changing():
            self._do("admit", guest=asdict(guest))

    def dismiss(self, guest: str) -> None:
        """Dismiss an observer and revoke the link."""
        with self._changing():
            self._do("dismiss", guest=guest)
            self._guest_desks.pop(guest, None)

    @property
    def places(self) -> Mapping[str, PlayerSeat | Observer]:
        """All holders of links: the seats, then the guests."""
        return {**self.seats, **self.observers}

    def observer_with(self, secret: str) -> Observer | None:
        """The guest whom a secret lets in, if any."""
        return observer_with_secret(self.observers.values(), secret)

    def _guest_desk(self, guest: Observer) -> dict[str, Any]:
        kept = self._guest_desks.get(guest.id)
        if kept is None:
            kept = self._guest_desks[guest.id] = ObserverView(guest, self._first_number)
        return kept.desk(self._table_for(guest))

    def _table_for(self, guest: Observer) -> UmpiredGameState:
        """The table, or as it stood when the guest may know of it."""
        if not guest.delay:
            return self._table
        later = self._later.get(guest.delay)
        if later is None:
            later = self._later[guest.delay] = DelayedGameState(self._begun, guest.delay)
        return later.follow(self._acts, self.time)

    def view_for(self, place: str) -> tuple[UmpiredGameState, str | None]:
        """The table as a place knows it, and the side that is read there; None reads all.

        Refused for a place that is none, or reads bulletins alone. Hold the room meanwhile.
        """
        known = self.places.get(place)
        if known is None or (isinstance(known, Observer) and known.sees == BULLETINS):
            refuse("only-looks-on")
        if isinstance(known, Observer):
            return self._table_for(known), None if known.sees == EVERYTHING else known.sees
        return self._table, known.side

    def _begun(self) -> UmpiredGameState:
        return build_state(self.session.scenario, self._path, self._head)

    def _has_older_news(self) -> bool:
        """Return True if a guest with a delay has something new to see now."""
        delays = {guest.delay for guest in self.observers.values() if guest.delay}
        self._later = {delay: table for delay, table in self._later.items() if delay in delays}
        return any(table.is_due(self._acts, self.time) for table in self._later.values())

    def replay(self, place: str) -> list[dict[str, Any]]:
        """A game that is over as a seat's side, or its observer, saw it; else Refused.

        For a delayed observer it is over when the delay has passed.
        """
        known = self.places.get(place)
        side = known.sees if isinstance(known, Observer) else known.side if known else ""
        if side not in self._table.sides:
            refuse("only-looks-on")

        def table() -> UmpiredGameState:
            return self._table_for(known) if isinstance(known, Observer) else self._table

        return self._replays.replay(table, side, self._lock)

    # --- couriers ---------------------------------------------------------------------------------

    def set_couriers(self, terms: CourierTerms | None) -> None:
        """Let words and orders ride by couriers; None: they need none any more."""
        with self._changing():
            self._do("couriers", terms=None if terms is None else asdict(terms))

    @property
    def courier_terms(self) -> CourierTerms | None:
        """Return the terms of couriers, if there are couriers."""
        return self._table.couriers.terms

    @property
    def couriers(self) -> tuple[Courier, ...]:
        """The couriers on the way; only the umpire knows what becomes of them."""
        return self._table.couriers.riding

    def borne(self, courier: Courier) -> Words:
        """Return the text a courier carries, in every language."""
        return dispatch_text(self._table, courier)

    def decide_courier(self, number: int, fate: CourierFate) -> None:
        """Decide what becomes of a courier: it arrives now, is lost, or is taken."""
        with self._changing():
            self._do("courier", number=number, fate=fate.value)

    # --- drawings ---------------------------------------------------------------------------------

    def sketch(
        self, seat: str, kind: str, colour: int, points: Sequence[int], *, is_shared: bool
    ) -> None:
        """Draw a line or an arrow on a seat's own map, or on those of its side."""
        drawn = {"kind": kind, "colour": colour, "points": points, "is_shared": is_shared}
        with self._changing():
            self._do("sketch", seat=self._drawer(seat), **drawn)

    def wipe(self, seat: str, number: int) -> None:
        """Wipe away what a seat has drawn: its sketch of that number, or with 0 everything."""
        with self._changing():
            drawn = self._table.sketches.number_of(self._drawer(seat), number) if number else 0
            self._do("wipe", seat=seat, number=drawn)

    def _drawer(self, seat: str) -> str:
        return seat if seat in self.seats else refuse("no-such-seat")

    # --- notifications of seats while their pages are closed --------------------------------------

    def notices(self) -> list[Notification]:
        """Return the notifications of the seats that are not sent yet."""
        with self._lock:
            table, now = self._table, self.time
            found = [*current_notifications(table, now, self.seats), *self._post_notices()]
            return [notice for notice in found if table.notices.is_unseen(notice)]

    def _post_notices(self) -> Iterator[Notification]:
        """Yield a notification for each seat with new messages."""
        for seat in self.seats.values():
            told = seat_view.seat_mail_view(self._table, seat)
            letters = [one for one in told["messages"] if one["sender"] != seat.id]
            if count := len(letters) + len(told["bulletins"]):
                yield Notification(seat.id, POST, str(count))

    def notified(self, notice: Notification) -> None:
        """Record a notification, so that it is not sent again."""
        with self._changing():
            self._do("notified", **notice._asdict())

    @property
    def subscriptions(self) -> Mapping[str, tuple[Subscription, ...]]:
        """The browsers that are subscribed, by seat."""
        return self._table.notices.subscriptions

    def subscribe(self, seat: str, wanted: Subscription) -> None:
        """Notify a browser of a seat from now on."""
        with self._changing():
            self._do("subscribe", seat=self._drawer(seat), **wanted._asdict())

    def unsubscribe(self, seat: str, endpoint: str) -> None:
        """Stop notifying a browser of a seat."""
        with self._changing():
            self._do("unsubscribe", seat=self._drawer(seat), endpoint=endpoint)

    # --- what an umpire at a page does ------------------------------------------------------------

    def umpire_does(self, guest: str, kind: str, step: str = "", **fields: Any) -> None:
        """Do what an umpire wants who is a guest; refused where something else waits by now."""
        with self._changing():
            known = self.observers.get(guest)
            if known is None or not known.is_umpire:
                refuse("only-looks-on")
            if step and step != umpire_view.step_id(self._table):
                refuse("stale-step")
            if kind == "choose":
                fields["option"] = self._ruling(fields["option"])
            self._do(kind, **fields)

    def _ruling(self, option_id: str) -> Answer:
        """Return the umpire's answer with this option id."""
        options: Iterable[Answer] = self._table.game.options
        for option in options:
            if seat_view.option_id(option) == option_id:
                return option
        return refuse("no-such-option")


HEARD_EVERY = 10.0  # seconds: what a crash can give back to a running clock


class TimedGame(SharedGame):
    """A hall where time is kept."""

    @property
    def clock(self) -> Clock | None:
        """The clock, if one is set."""
        return self._table.clock

    def set_clock(
        self,
        seconds: float,
        when_up: TimeoutAction = TimeoutAction.TELL,
        *,
        is_renewed: bool = False,
        grace: float = 0.0,
        is_dated: bool = False,
        first: float = 0.0,
    ) -> None:
        """Start the clock; `is_renewed`: again with every turn and phase. 0 takes it away.

        `is_dated`: it runs on while the game sleeps, as for games by mail; `first`: so many seconds
        the first time, as until a date. `grace`: seconds more, once, with a notice to all, when the
        time is over. Refused for times out of range, and if the absent umpire would have to be
        asked.
        """
        for each in (seconds, grace, first):
            check_time(each)
        if when_up is TimeoutAction.ASK and not self.is_attended:
            refuse("nobody-to-ask")
        more: dict[str, Any] = {"grace": grace} if grace else {}
        more |= {"is_dated": True} if is_dated else {}
        more |= {"first": first} if first else {}
        terms = {"when_up": when_up.value, "is_renewed": is_renewed}
        self._change("set-clock", seconds=seconds, **terms, **more)

    def add_time(self, seconds: float) -> None:
        """Give all seats so much time from now on; what ran out is written again."""
        check_time(seconds)
        self._change("more-time", seconds=seconds)

    def hand_in_drafts(self) -> None:
        """Hand in all drafts; a side that has none is answered for when the umpire proceeds."""
        self._change("collect")

    @property
    def is_silent(self) -> bool:
        """Return True if `proceed` would answer for a side that has run out of time."""
        with self._lock:
            return self._table.is_silent

    def stop_clock(self) -> None:
        """Stop the clock."""
        self._change("stop-clock")

    def start_clock(self) -> None:
        """Start the clock again."""
        self._change("start-clock")

    def tick(self) -> None:
        """Call this about once a second: it announces when time is up and records what is left."""
        with self._lock:
            due = self._due(self.time)
            if due:
                self._do(due, **({"goes_on": True} if due == "time-up" else {}))
            is_told = due == "time-up" or self._has_older_news()
            listeners = list(self._listeners) if is_told else []
        notify_listeners(listeners)

    def _due(self, at: float) -> str:
        """Return the entry of the clock to record now; empty for none."""
        clock = self.clock
        if clock is None or clock.ends_at is None:
            return ""
        if clock.time_left(at) <= 0:
            return "time-up"
        return "tick" if at - self._table.now >= HEARD_EVERY else ""
