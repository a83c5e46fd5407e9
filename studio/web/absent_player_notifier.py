"""Notices to players whose pages are closed, by mail and by push; an open page shows them."""

from __future__ import annotations

import json
import logging
import math
import smtplib
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from engine.texts import localised, text, text_languages
from engine.umpire.notifications import OVER, POST, TURN, Notification
from engine.umpire.umpired_game import UmpiredGame
from studio.web import player_email, seat_access
from studio.web.player_email import MailSettings
from studio.web.seat_views import SeatPresence
from studio.web.web_push import Pusher, PushUnsubscribed

LOOKS = 10.0  # seconds after which it looks again where nothing has changed
PAUSE = 300.0  # seconds between two letters of a kind to a seat
MAX_TRIES = 8  # to send one, each after twice the time of that before
log = logging.getLogger(__name__)


class Notifier:
    """A notifier of the seats of a game. Sending is slow, and done in a thread of its own."""

    def __init__(
        self,
        room: UmpiredGame,
        presence: Callable[[], Mapping[str, SeatPresence]],
        addresses: Callable[[], Mapping[str, str]],
        mail: MailSettings | None = None,
        pusher: Pusher | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`addresses`: of each seat the page it comes back to, without a secret."""
        self.room, self._presence, self._addresses = room, presence, addresses
        self.mail, self.pusher, self._clock = mail, pusher, clock
        self._seen: dict[tuple[str, str], str] = {}  # what open pages have shown
        self._stamp: tuple[int, int] | None = None
        for notice in room.notices():  # what was written before was read, or told, before
            if notice.kind == POST:
                self._seen[notice.seat, POST] = notice.mark
        self._last: dict[tuple[str, str], float] = {}
        self._under_way: set[Notification] = set()
        self._failed: dict[Notification, int] = {}  # how often, of what was not sent yet
        self._sending = ThreadPoolExecutor(1, "sandtable-letters")

    def send_due_notices(self) -> None:
        """Send the due notifications; call it about once a second."""
        stamp = self.room.change_count, int(self._clock() // LOOKS)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        there = self._presence()
        for notice in self.room.notices():
            key = notice.seat, notice.kind
            if there.get(notice.seat, SeatPresence()).pages:
                self._seen[key] = notice.mark
            elif self._is_to_be_told(notice):
                self._last[key] = self._clock()
                self._under_way.add(notice)
                self._sending.submit(self._tell, notice)

    def _is_to_be_told(self, notice: Notification) -> bool:
        key, tries = (notice.seat, notice.kind), self._failed.get(notice, 0)
        is_time = self._clock() - self._last.get(key, -math.inf) >= PAUSE * 2 ** max(0, tries - 1)
        if notice in self._under_way or tries >= MAX_TRIES:
            return False
        return is_time and self._seen.get(key) != notice.mark and self._reaches(notice.seat)

    def end(self) -> None:
        """Send what is waiting to be sent, then stop."""
        self._sending.shutdown(wait=True, cancel_futures=False)

    def _reaches(self, seat: str) -> bool:
        has_mail = self.mail is not None and seat in self.mail.to
        return has_mail or (self.pusher is not None and bool(self.room.subscriptions.get(seat)))

    def _tell(self, notice: Notification) -> None:
        """Send it, and write down that it was: what no way has taken is tried again later."""
        try:
            if any([self._write(notice), self._push(notice)]):
                self._failed.pop(notice, None)
                self.room.notified(notice)
            else:
                self._failed[notice] = self._failed.get(notice, 0) + 1
        except Exception:  # the next one is notified all the same
            self._failed[notice] = self._failed.get(notice, 0) + 1
            log.exception("%s could not be told", notice.seat)
        finally:
            self._under_way.discard(notice)

    def _write(self, notice: Notification) -> bool:
        """Send a letter; whether the server has taken it."""
        if self.mail is None or notice.seat not in self.mail.to:
            return False
        languages = self.mail.languages_for(notice.seat)
        title = localised(self.room.session.scenario.title, languages[0]) or "Sandtable"
        lines = [notice_text(notice, each) for each in languages]
        words = "\n".join([*lines, "", self._addresses().get(notice.seat, "")])
        try:
            player_email.send_email(self.mail, notice.seat, f"{title}: {lines[0]}", words)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("no mail could be sent to %s: %s", notice.seat, type(error).__name__)
            return False
        return True

    def _push(self, notice: Notification) -> bool:
        """Notify the browsers of a seat; True if any was reached."""
        is_told = False
        for one in self.room.subscriptions.get(notice.seat, ()) if self.pusher else ():
            assert self.pusher is not None
            titles = {
                each: localised(self.room.session.scenario.title, each) for each in text_languages()
            }
            words = {each: notice_text(notice, each) for each in text_languages()}
            door = seat_access.seat_path_name(self.room.seats[notice.seat].secret)
            try:
                self.pusher.send(
                    one, json.dumps({"title": titles, "words": words, "page": f"/s/{door}/"})
                )
                is_told = True
            except PushUnsubscribed:
                self.room.unsubscribe(notice.seat, one.endpoint)
            except OSError as error:
                log.warning("%s could not be told by push: %s", notice.seat, error)
        return is_told


def notice_text(notice: Notification, language: str) -> str:
    """A notice in words, which reveals nothing about the game but that there is news."""
    key = notice.kind if notice.kind in (TURN, POST, OVER) else "deadline"
    return text(f"hosting.notice-{key}", language)
