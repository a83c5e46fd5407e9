"""A game that is played over days: its deadlines by date, and letters to players who are away."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.problems import SandtableError
from engine.texts import text
from engine.umpired.clock import Clock, TimeoutAction
from engine.umpired.room import UmpiredGame

if TYPE_CHECKING:
    from studio.web.mailing import MailSettings

DAY = 24 * 3600.0
NEAR = 60.0  # seconds: the same date


class InvalidDeadline(SandtableError):
    """A date that cannot be read, or is past."""


def load_mail_settings(file: Path | None) -> MailSettings | None:
    """The settings of mail in a file, if there is one."""
    from studio.web.mailing import read_settings

    return None if file is None else read_settings(file)


def check_mail_seats(room: UmpiredGame, file: Path | None, mail: MailSettings | None) -> None:
    """Raises BadMail where the settings name seats that are not in the room."""
    from studio.web.mailing import InvalidMailSettings

    for seat in (*mail.to, *mail.languages) if mail else ():
        if seat not in room.seats:
            seats = ", ".join(room.seats)
            raise InvalidMailSettings(
                text("hosting.bad-mail-seat", None, file=file, key=seat, wanted=seats)
            )


def set_deadline(room: UmpiredGame, days: float | None, deadline: str | None, grace: float) -> None:
    """Set so many days per turn, the first until a date; a game with this clock already goes on."""
    if not days and not deadline:
        return
    clock = room.clock
    seconds = DAY * days if days else (clock.seconds if clock else DAY)
    if deadline is None and clock is not None and clock.is_dated and clock.seconds == seconds:
        return
    ends = _date(deadline) if deadline else 0.0
    if deadline and clock is not None and clock.is_dated and _is_kept(clock, ends):
        return
    first = _until(ends, deadline or "") if ends else 0.0
    room.set_clock(
        seconds,
        TimeoutAction.DELIVER,
        is_renewed=bool(days),
        grace=60 * grace,
        is_dated=True,
        first=first,
    )


def _is_kept(clock: Clock, ends: float) -> bool:
    """Whether a clock already ends at a date, or did."""
    return ends <= time.time() or abs((clock.ends_at or 0.0) - ends) < NEAR


def _date(deadline: str) -> float:
    """A date as `2026-12-24 20:00`, in this machine's time, in seconds since 1970."""
    try:
        return datetime.fromisoformat(deadline).timestamp()
    except (ValueError, OverflowError, OSError):  # years no clock of this machine has
        raise InvalidDeadline(text("hosting.bad-deadline", None, given=deadline)) from None


def _until(ends: float, deadline: str) -> float:
    """The seconds until a date that is not past."""
    if ends <= time.time():
        raise InvalidDeadline(text("hosting.past-deadline", None, given=deadline))
    return ends - time.time()
