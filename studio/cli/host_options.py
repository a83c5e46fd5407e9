"""Options of hosted games: seats, guests, couriers, deadlines, and e-mail to absent players."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.files import source_text
from engine.games import rule_system_of
from engine.integers import parse_count
from engine.narration.scenario_names import ScenarioNames
from engine.play.arm_commands import CommandScope
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.texts import LocalText, localised, text
from engine.umpire.clock import Clock, TimeoutAction
from engine.umpire.couriers import CourierTerms, headquarters_in
from engine.umpire.observers import BULLETINS, EVERYTHING
from engine.umpire.rematch import next_game_path, start_rematch
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame

if TYPE_CHECKING:
    from studio.web.player_email import MailSettings


DAY = 24 * 3600.0
NEAR = 60.0  # seconds: the same date


class InvalidDeadline(SandtableError):
    """A date that cannot be read, or is past."""


def load_mail_settings(file: Path | None) -> MailSettings | None:
    """The settings of mail in a file, if there is one."""
    from studio.web.player_email import read_settings

    return None if file is None else read_settings(file)


def check_mail_seats(room: UmpiredGame, file: Path | None, mail: MailSettings | None) -> None:
    """Raises InvalidMailSettings where the settings name seats that are not in the room."""
    from studio.web.player_email import InvalidMailSettings

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
    """Return whether a clock already ends at a date, or did."""
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


class InvalidGuest(SandtableError):
    """An onlooker cannot be read as written."""


def admit_guests(room: UmpiredGame, looking: Iterable[str], umpires: Iterable[str]) -> None:
    """Let in those not there by name already, so the same command line goes on with a game."""
    known = {guest.name for guest in room.observers.values()}
    for words in looking:
        name, sees, delay = _read(words)
        if name not in known:
            room.admit(name, sees, delay)
    for name in umpires:
        if name not in known:
            room.admit(name, is_umpire=True)


def begin_rematch(old: Path, file: Path | None, *, is_swapped: bool) -> Path:
    """The record of a rematch, begun unless it exists, so the same command goes on with it."""
    file = file or next_game_path(old)
    if not source_text.path_exists(file):
        room = UmpiredGame.reopen(old)
        try:
            start_rematch(room, file, is_swapped=is_swapped).close()
        finally:
            room.close()
    return file


def dismiss_guests(room: UmpiredGame, names: Iterable[str]) -> None:
    """Dismiss the named onlookers; a name that is not there is an error."""
    for name in names:
        found = [guest.id for guest in room.observers.values() if name in (guest.name, guest.id)]
        if not found:
            listed = ", ".join(guest.name for guest in room.observers.values()) or "–"
            raise InvalidGuest(text("hosting.no-guest", None, name=name, names=listed))
        for guest in found:
            room.dismiss(guest)


def _read(words: str) -> tuple[str, str, float]:
    """The name, what is seen, and the seconds of delay."""
    name, _, rest = words.partition(":")
    sees, _, minutes = rest.partition(":")
    try:
        delay = 60 * float(minutes or 0)
    except ValueError:
        delay = math.nan
    if not name.strip() or not math.isfinite(delay):
        raise InvalidGuest(text("hosting.bad-guest", None, given=words))
    return name.strip(), sees.strip() or EVERYTHING, delay


def guest_text(room: UmpiredGame, guest: str) -> str:
    """Return the label of a guest's view."""
    found = room.observers[guest]
    if found.is_umpire:
        return text("hosting.guest-umpire")
    if found.sees in (EVERYTHING, BULLETINS):
        return text(f"hosting.guest-{found.sees}")
    return text(
        "hosting.guest-side", None, side=ScenarioNames(room.session.scenario).side(found.sees)
    )


class InvalidCourierTerms(SandtableError):
    """The terms of couriers cannot be read as written."""


def set_couriers(room: UmpiredGame, said: str, headquarters: Iterable[str]) -> None:
    """Let couriers ride on these terms, unless they already do; `none` stops them."""
    terms = None if said == "none" else _terms(said, headquarters)
    if terms != room.courier_terms:
        room.set_couriers(terms)


def _terms(said: str, headquarters: Iterable[str]) -> CourierTerms:
    parts = said.split(":")
    numbers = [number for part in parts if (number := parse_count(part)) is not None]
    if len(parts) > 3 or len(numbers) < len(parts):
        raise InvalidCourierTerms(text("hosting.bad-couriers", None, given=said))
    speed, loss, capture = (*numbers, 0, 0)[:3]
    return CourierTerms(speed, loss, capture, headquarters_in(headquarters))


Arms = Mapping[str, LocalText]  # by the words the game has for them


class InvalidSeats(SandtableError):
    """Seats that cannot be read, or leave a side without a player."""


def parse_seats(scenario: Scenario, written: str = "") -> list[PlayerSeat]:
    """The seats as written, SIDE or SIDE:NAME each, SIDE/ARM for an arm; one a side by itself.

    The first seat of a side hands its orders in.
    """
    sides = [side.id for side in scenario.sides]
    arms = rule_system_of(scenario.game).arms
    wanted = [_part(part, sides, arms) for part in written.split(",")] if written else []
    wanted = wanted or [(CommandScope(side), "") for side in sides]
    alone = [side for side in sides if side not in {command.side for command, _ in wanted}]
    names = ScenarioNames(scenario)
    if alone:
        listed = names.listed(names.side(side) for side in alone)
        raise InvalidSeats(text("hosting.no-seat-of-side", None, sides=listed))
    return _number(wanted, names, arms)


def _part(part: str, sides: list[str], arms: Arms) -> tuple[CommandScope, str]:
    """Return the command of a seat, and its name, empty if none is given."""
    said, _, name = part.strip().partition(":")
    side, cut, arm = (word.strip() for word in said.partition("/"))
    if side not in sides:
        raise InvalidSeats(text("hosting.bad-seats", None, given=part, sides=", ".join(sides)))
    if cut and arm not in arms:
        known = ", ".join(arms) or "–"
        raise InvalidSeats(text("hosting.bad-arm", None, given=part, arms=known))
    return CommandScope(side, arm), name.strip()


def _number(
    wanted: list[tuple[CommandScope, str]], names: ScenarioNames, arms: Arms
) -> list[PlayerSeat]:
    counts, found = Counter(command.side for command, _ in wanted), []
    so_far: Counter[str] = Counter()
    for (side, arm), name in wanted:
        so_far[side] += 1
        number = so_far[side]
        usual = names.side(side)
        if arm:
            values = {"name": usual, "side": localised(arms[arm], names.language)}
            usual = text("hosting.seat-of-side", names.language, **values)
        elif counts[side] > 1:
            usual = text("hosting.seat-name", None, side=usual, number=number)
        is_first = number == 1
        found.append(PlayerSeat(f"{side}-{number}", side, name or usual, is_first, arm=arm))
    return found
