"""The hall of an umpired game: guests who look on, and umpires at other screens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.play.asks import Answer
from engine.session.moments import Words
from engine.umpired import desk, stepping
from engine.umpired.carrying import words_borne
from engine.umpired.couriers import Courier, CourierFate, CourierTerms
from engine.umpired.guest_desk import GuestView
from engine.umpired.guests import BULLETINS, EVERYTHING, Guest, guest_as_json, guest_with
from engine.umpired.kept import ActRecord, RecordedGame
from engine.umpired.later import DelayedGameState
from engine.umpired.notices import POST, Notification, Subscription, standing
from engine.umpired.opening import build_state
from engine.umpired.record import Line
from engine.umpired.refusing import refuse
from engine.umpired.replaying import SideReplays
from engine.umpired.seats import PlayerSeat
from engine.umpired.table import UmpiredGameState


class SharedGame(RecordedGame):
    """A kept table that guests may look at."""

    def __init__(
        self, table: UmpiredGameState, scenario: Path, head: Line, file: ActRecord
    ) -> None:
        super().__init__(table, scenario, head, file)
        self._guest_desks: dict[str, GuestView] = {}
        self._later: dict[float, DelayedGameState] = {}
        self._replays = SideReplays()

    @property
    def is_attended(self) -> bool:
        """Whether an umpire attends; else everything goes on by itself."""
        return self._table.terms.is_attended

    @property
    def guests(self) -> Mapping[str, Guest]:
        """The guests by their ids."""
        return self._table.guests.all

    def admit(
        self, name: str, sees: str = EVERYTHING, delay: float = 0.0, *, is_umpire: bool = False
    ) -> Guest:
        """Let somebody look on: as a side, at everything, or at bulletins alone, so much later.

        `is_umpire`: another umpire, who sees and does what the umpire does.
        """
        with self._changing():
            id_ = self._table.guests.next_id()
            self._do("admit", guest=guest_as_json(id_, name, sees, delay, is_umpire=is_umpire))
            return self.guests[id_]

    def admit_again(self, guest: Guest) -> None:
        """Let somebody look on by the link he had in another room."""
        with self._changing():
            self._do("admit", guest=asdict(guest))

    def dismiss(self, guest: str) -> None:
        """Let somebody look on no longer: his link opens nothing any more."""
        with self._changing():
            self._do("dismiss", guest=guest)
            self._guest_desks.pop(guest, None)

    @property
    def places(self) -> Mapping[str, PlayerSeat | Guest]:
        """Everybody who has a link: the seats, then the guests."""
        return {**self.seats, **self.guests}

    def guest(self, secret: str) -> Guest | None:
        """The guest whom a secret lets in, if any."""
        return guest_with(self.guests.values(), secret)

    def _guest_desk(self, guest: Guest) -> dict[str, Any]:
        kept = self._guest_desks.get(guest.id)
        if kept is None:
            kept = self._guest_desks[guest.id] = GuestView(guest, self._first_number)
        return kept.desk(self._table_for(guest))

    def _table_for(self, guest: Guest) -> UmpiredGameState:
        """The table, or as it stood when the guest may know of it."""
        if not guest.delay:
            return self._table
        later = self._later.get(guest.delay)
        if later is None:
            later = self._later[guest.delay] = DelayedGameState(self._begun, guest.delay)
        return later.follow(self._acts, self.time)

    def asked_by(self, place: str) -> tuple[UmpiredGameState, str | None]:
        """The table as a place knows it, and the side that is read there; None reads all.

        Refused for a place that is none, or reads bulletins alone. Hold the room meanwhile.
        """
        known = self.places.get(place)
        if known is None or (isinstance(known, Guest) and known.sees == BULLETINS):
            refuse("only-looks-on")
        if isinstance(known, Guest):
            return self._table_for(known), None if known.sees == EVERYTHING else known.sees
        return self._table, known.side

    def _begun(self) -> UmpiredGameState:
        return build_state(self.session.scenario, self._path, self._head)

    def _has_older_news(self) -> bool:
        """Whether a guest who is told later has something to be told now."""
        delays = {guest.delay for guest in self.guests.values() if guest.delay}
        self._later = {delay: table for delay, table in self._later.items() if delay in delays}
        return any(table.is_due(self._acts, self.time) for table in self._later.values())

    def replay(self, place: str) -> list[dict[str, Any]]:
        """A game that is over as a seat's side, or who looks on as it, saw it; else Refused.

        For who is told later it is over when he may know that it is.
        """
        known = self.places.get(place)
        side = known.sees if isinstance(known, Guest) else known.side if known else ""
        if side not in self._table.sides:
            refuse("only-looks-on")

        def table() -> UmpiredGameState:
            return self._table_for(known) if isinstance(known, Guest) else self._table

        return self._replays.replay(table, side, self._lock)

    # --- couriers ---------------------------------------------------------------------------------

    def set_couriers(self, terms: CourierTerms | None) -> None:
        """Let words and orders ride by couriers; None: they need none any more."""
        with self._changing():
            self._do("couriers", terms=None if terms is None else asdict(terms))

    @property
    def courier_terms(self) -> CourierTerms | None:
        """How couriers ride, where they do."""
        return self._table.couriers.terms

    @property
    def couriers(self) -> tuple[Courier, ...]:
        """The couriers on the way; only the umpire knows what becomes of them."""
        return self._table.couriers.riding

    def borne(self, courier: Courier) -> Words:
        """What a courier bears, in every language."""
        return words_borne(self._table, courier)

    def decide_courier(self, number: int, fate: CourierFate) -> None:
        """Decide what becomes of a courier: he arrives now, is lost, or is taken."""
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

    # --- what seats are told while their pages are closed -----------------------------------------

    def notices(self) -> list[Notification]:
        """What there is to tell the seats that they were not told yet."""
        with self._lock:
            table, now = self._table, self.time
            found = [*standing(table, now, self.seats), *self._post_notices()]
            return [notice for notice in found if table.notices.is_new(notice)]

    def _post_notices(self) -> Iterator[Notification]:
        """That something was written to a seat."""
        for seat in self.seats.values():
            told = desk.post(self._table, seat)
            letters = [one for one in told["messages"] if one["sender"] != seat.id]
            if count := len(letters) + len(told["bulletins"]):
                yield Notification(seat.id, POST, str(count))

    def notified(self, notice: Notification) -> None:
        """Write down that a seat was told something, so that it is not told again."""
        with self._changing():
            self._do("notified", **notice._asdict())

    @property
    def subscriptions(self) -> Mapping[str, tuple[Subscription, ...]]:
        """The browsers that want to be told, by seat."""
        return self._table.notices.subscriptions

    def subscribe(self, seat: str, wanted: Subscription) -> None:
        """Tell a browser of a seat from now on."""
        with self._changing():
            self._do("subscribe", seat=self._drawer(seat), **wanted._asdict())

    def unsubscribe(self, seat: str, endpoint: str) -> None:
        """Tell a browser of a seat nothing more."""
        with self._changing():
            self._do("unsubscribe", seat=self._drawer(seat), endpoint=endpoint)

    # --- what an umpire at a page does ------------------------------------------------------------

    def umpire_does(self, guest: str, kind: str, step: str = "", **fields: Any) -> None:
        """Do what an umpire wants who is a guest; refused where something else waits by now."""
        with self._changing():
            known = self.guests.get(guest)
            if known is None or not known.is_umpire:
                refuse("only-looks-on")
            if step and step != stepping.step_id(self._table):
                refuse("stale-step")
            if kind == "choose":
                fields["option"] = self._ruling(fields["option"])
            self._do(kind, **fields)

    def _ruling(self, option_id: str) -> Answer:
        """What the umpire may decide, by the name it has on his page."""
        options: Iterable[Answer] = self._table.game.options
        for option in options:
            if desk.option_id(option) == option_id:
                return option
        return refuse("no-such-option")
