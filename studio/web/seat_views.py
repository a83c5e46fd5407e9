"""The desks of all seats, pushed to every page when the game has changed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from engine.problems import SandtableError
from engine.texts import preferred_language, use_language
from engine.umpire import explanation_view, move_orders
from engine.umpire.notifications import Subscription
from engine.umpire.observers import Observer
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from studio.web.page_messages import (
    Act,
    AskBulletin,
    AskGestureForecast,
    Asking,
    AskWhy,
    DraftOption,
    DrawLine,
    EraseDrawing,
    RecallOrders,
    SendMessage,
    SubmitOrders,
    Subscribe,
    UmpireActionMessage,
    WithdrawOrder,
    WriteGesture,
    WriteMarch,
    compact_json,
    encode_message,
    encode_refusal,
)
from studio.web.page_umpire_actions import perform_umpire_action
from studio.web.rate_limits import ACTS, ASKINGS, MAX_PAGES, RateLimit

GROWING = ("messages", "bulletins", "notes", "sketches")  # parts of a desk that are sent by rows
ANSWERS_KEPT = 256  # of each seat, for acts that are sent again

# Values with their JSON, by identity; they are kept, so that no other takes their place.
Spelled = dict[int, tuple[object, str]]

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SeatViewParts:
    """The view of a seat after a change: the parts of its desk, each as JSON.

    Of the parts that grow row by row, as mail does, `rows` has each row.
    """

    number: int
    parts: Mapping[str, str]
    rows: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class SeatPresence:
    """The presence at a seat: number of pages, since when (seconds since 1970), address."""

    pages: int = 0
    since: float | None = None
    address: str = ""


class ConnectedPage(Protocol):
    """An open page of a seat."""

    address: str

    @property
    def seat(self) -> str:
        """The seat's id."""
        ...

    @property
    def place(self) -> PlayerSeat | Observer:
        """The seat, or the guest, as it was when the page came."""
        ...

    def try_to_queue(self, desk: SeatViewParts) -> None:
        """A newer desk; one that was offered and not yet sent is passed over."""
        ...

    def tell(self, message: str) -> None:
        """A message that must come."""
        ...

    def leave(self, code: int) -> None:
        """The page is not wanted any more."""
        ...


class SeatViewBroadcaster:
    """The room seen by the pages. All its calls are made in one thread, one after the other."""

    def __init__(
        self, room: UmpiredGame, seen: Callable[[], None], beat: Callable[[], None] | None = None
    ) -> None:
        """`seen` is called when a page connects or disconnects, `beat` every second."""
        self.room, self._seen, self._beat = room, seen, beat
        self._pages: list[ConnectedPage] = []
        self._callers: list[ConnectedPage] = []  # that have not said hello
        self._since: dict[str, float] = {}
        self._screens: dict[str, int] = {}
        self._answers: defaultdict[str, OrderedDict[str, str]] = defaultdict(OrderedDict)
        self._paces: defaultdict[str, RateLimit] = defaultdict(lambda: RateLimit(*ACTS))
        self._askings: defaultdict[str, RateLimit] = defaultdict(lambda: RateLimit(*ASKINGS))
        self._latest: dict[str, SeatViewParts] = {}
        self._spelled: Spelled = {}
        self._changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, "sandtable-room")

    # --- changes ----------------------------------------------------------------------------------

    async def push(self) -> None:
        """Offer every page its new desk after every change, until cancelled."""
        end = self.room.listen(self._on_change)
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                await self._offer_all()
        finally:
            end()
            self._thread.shutdown(wait=False, cancel_futures=True)

    def _on_change(self) -> None:
        """The room has changed, in any thread."""
        with suppress(RuntimeError):  # the host has ended meanwhile
            self._loop.call_soon_threadsafe(self._changed.set)

    async def tick(self) -> None:
        """Let the room look at its clock every second, until cancelled."""
        while True:
            await asyncio.sleep(1.0)
            try:
                await self._loop.run_in_executor(self._thread, self._tick)
            except SandtableError as error:
                log.warning("the clock: %s", error)
            except Exception:  # the clock goes on all the same
                log.exception("the clock failed")

    def _tick(self) -> None:
        self.room.tick()
        if self._beat is not None:
            self._beat()

    async def _offer_all(self) -> None:
        for page in [page for page in (*self._callers, *self._pages) if not self.knows(page)]:
            page.leave(NO_SEAT)
        seats = {page.seat for page in self._pages if self.knows(page)}
        try:
            self._latest = await self._loop.run_in_executor(self._thread, self._written, seats)
        except Exception:  # the next change makes it again
            log.exception("a desk could not be made")
            return
        for page in self._pages:
            if page.seat in self._latest:
                page.try_to_queue(self._latest[page.seat])

    def _written(self, seats: Iterable[str]) -> dict[str, SeatViewParts]:
        """The desks of some seats as JSON; what several share, or has not changed, only once."""
        with use_language(preferred_language()):  # which is not looked for at every word
            desks = {seat: self.room.desk(seat) for seat in seats}
        before, self._spelled = self._spelled, {}
        return {seat: self._as_json(desk, before) for seat, desk in desks.items()}

    def _as_json(self, desk: Mapping[str, Any], before: Spelled) -> SeatViewParts:
        parts, rows = {}, {}
        for key, value in desk.items():
            if key in GROWING:
                rows[key] = tuple(self._spell(row, before) for row in value)
            else:
                parts[key] = self._spell(value, before)
        return SeatViewParts(desk["number"], parts, rows)

    def _spell(self, value: object, before: Spelled) -> str:
        known = (
            self._spelled.get(id(value)) or before.get(id(value)) or (value, compact_json(value))
        )
        self._spelled[id(value)] = known
        return known[1]

    # --- pages ------------------------------------------------------------------------------------

    def add_unidentified_page(self, page: ConnectedPage) -> None:
        """A page is there that has not said hello; of too many of one seat the oldest goes."""
        same = [other for other in self._callers if other.seat == page.seat]
        for other in same[: max(0, len(same) + 1 - MAX_PAGES)]:
            other.leave(TOO_MANY_PAGES)
            self._callers.remove(other)
        self._callers.append(page)

    def knows(self, page: ConnectedPage) -> bool:
        """Return True if the link of a page still opens its seat."""
        known = self.room.places.get(page.seat)
        return known is not None and known.secret == page.place.secret

    async def enter(self, page: ConnectedPage) -> None:
        """A page comes: it is offered its desk; of too many of one seat the oldest goes."""
        self._forget_call(page)
        others = [other for other in self._pages if other.seat == page.seat]
        for other in others[: max(0, len(others) + 1 - MAX_PAGES)]:
            other.leave(TOO_MANY_PAGES)
            self._pages.remove(other)
        self._pages.append(page)
        if not others:
            self._since[page.seat] = time.time()
            await self._loop.run_in_executor(self._thread, self.room.connected, page.seat)
        self._tell_screens(page.seat)
        self._seen()
        self._changed.set()

    async def leave(self, page: ConnectedPage) -> None:
        """A page has gone."""
        self._forget_call(page)
        if page not in self._pages:
            return
        self._pages.remove(page)
        if not any(other.seat == page.seat for other in self._pages):
            self._since.pop(page.seat, None)
            await self._loop.run_in_executor(self._thread, self.room.disconnect_screen, page.seat)
        self._tell_screens(page.seat)
        self._seen()

    def _tell_screens(self, seat: str) -> None:
        """Send the pages of a seat the number of its screens, if it has changed."""
        same = [page for page in self._pages if page.seat == seat]
        if len(same) > 1 or self._screens.get(seat, 1) > 1:
            for page in same:
                page.tell(encode_message("screens", count=len(same)))
        self._screens[seat] = len(same)

    def _forget_call(self, page: ConnectedPage) -> None:
        self._callers = [other for other in self._callers if other is not page]

    def presence(self) -> dict[str, SeatPresence]:
        """Return the presence of every seat."""
        pages = list(self._pages)
        return {
            seat: SeatPresence(
                sum(page.seat == seat for page in pages),
                self._since.get(seat),
                next((page.address for page in reversed(pages) if page.seat == seat), ""),
            )
            for seat in self.room.places
        }

    def tell(self, message: str) -> None:
        """The same to every page."""
        for page in self._pages:
            page.tell(message)

    def send_to_umpires(self, message: str) -> None:
        """The same to every page of an umpire."""
        for page in self._pages:
            if isinstance(page.place, Observer) and page.place.is_umpire:
                page.tell(message)

    # --- acts -------------------------------------------------------------------------------------

    async def act(self, seat: str, act: Act) -> str:
        """Do what a page asks, once; the answer to the page."""
        paces = self._askings if isinstance(act, AskGestureForecast) else self._paces
        if not paces[seat].take():
            return encode_refusal("too-fast", act.id)
        return await self._loop.run_in_executor(self._thread, self._answer, seat, act)

    def _answer(self, seat: str, act: Act) -> str:
        if not can_perform(self.room.places.get(seat), act):
            return encode_refusal("only-looks-on", act.id)
        if isinstance(act, Asking):  # changes nothing, may be another next time
            return self._asked(seat, act)
        answers = self._answers[seat]
        if act.id not in answers:
            answers[act.id] = self._done(seat, act)
            if len(answers) > ANSWERS_KEPT:
                answers.popitem(last=False)
        return answers[act.id]

    def _asked(self, seat: str, act: Asking) -> str:
        try:
            if isinstance(act, AskBulletin):
                return encode_message("drafted", id=act.id, words=self.room.bulletin(act.side))
            if isinstance(act, AskGestureForecast):
                return encode_message(
                    "prospect",
                    id=act.id,
                    **move_orders.gesture_preview(self.room, seat, act.gesture),
                )
            if isinstance(act, AskWhy):
                return encode_message("why", id=act.id, told=_why(self.room, seat, act))
            ways = move_orders.move_destinations(self.room, seat, act.unit)
        except RefusedError as error:
            return encode_refusal("refused", act.id, error.words)
        except Exception:
            log.exception("what %s asked could not be answered", seat)
            return encode_refusal("failed", act.id)
        return encode_message("ways", id=act.id, unit=act.unit, ways=ways)

    def _done(self, seat: str, act: Act) -> str:
        try:
            apply_action(self.room, seat, act)
        except RefusedError as error:
            return encode_refusal("refused", act.id, error.words)
        except Exception:
            log.exception("an act of %s failed", seat)
            return encode_refusal("failed", act.id)
        return encode_message("done", id=act.id, number=self.room.desk_number(seat))


def can_perform(place: PlayerSeat | Observer | None, act: Act) -> bool:
    """Return whether a seat or guest may perform an act at all.

    Umpires only umpire, players do all else, and observers do nothing; but all may ask for the
    reason of an event.
    """
    if isinstance(act, AskWhy):
        return isinstance(place, PlayerSeat) or (place is not None and not act.hex)
    is_umpiring = isinstance(act, UmpireActionMessage | AskBulletin)
    if isinstance(place, Observer):
        return place.is_umpire and is_umpiring
    return place is not None and not is_umpiring


def _why(room: UmpiredGame, seat: str, act: AskWhy) -> list[dict[str, Any]]:
    """The answer to who asks why."""
    if act.hex:
        return explanation_view.explain_place(room, seat, act.hex, act.unit)
    return explanation_view.explain_event(room, seat, act.event)


TOO_MANY_PAGES, NO_SEAT = 4001, 4003  # codes with which a page is closed


def apply_action(room: UmpiredGame, seat: str, act: Act) -> None:
    """Apply a message's act to the game."""
    match act:
        case DraftOption():
            room.draft(seat, act.option, act.number, act.id, act.question, act.answer)
        case WriteGesture():
            move_orders.gesture_order(room, seat, act.gesture, act.number, act.id, act.question)
        case WriteMarch():
            move_orders.move_order(room, seat, act.unit, act.to, act.order, act.id)
        case WithdrawOrder():
            room.withdraw(seat, act.order, act.id)
        case SubmitOrders():
            room.deliver(seat, act.id)
        case RecallOrders():
            room.recall(seat, act.id)
        case SendMessage():
            room.write(seat, act.to, act.words, act.id)
        case Subscribe():
            room.subscribe(seat, Subscription(act.endpoint, act.p256dh, act.auth))
        case DrawLine():
            room.sketch(seat, act.kind, act.colour, act.points, is_shared=act.is_shared)
        case EraseDrawing():
            room.wipe(seat, act.number)
        case UmpireActionMessage():
            perform_umpire_action(room, seat, act)
