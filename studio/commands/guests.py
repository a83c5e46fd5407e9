"""Onlookers and further umpires of a hosted game, as given on the command line."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

from engine.files import source_text
from engine.problems import SandtableError
from engine.telling.names import Names
from engine.texts import text
from engine.umpired.guests import BULLETINS, EVERYTHING
from engine.umpired.rematch import next_beside, start_rematch
from engine.umpired.room import UmpiredGame


class InvalidGuest(SandtableError):
    """An onlooker cannot be read as written."""


def admit_guests(room: UmpiredGame, looking: Iterable[str], umpires: Iterable[str]) -> None:
    """Let in those not there by name already, so the same command line goes on with a game."""
    known = {guest.name for guest in room.guests.values()}
    for words in looking:
        name, sees, delay = _read(words)
        if name not in known:
            room.admit(name, sees, delay)
    for name in umpires:
        if name not in known:
            room.admit(name, is_umpire=True)


def begin_rematch(old: Path, file: Path | None, *, is_swapped: bool) -> Path:
    """The record of a rematch, begun unless it exists, so the same command goes on with it."""
    file = file or next_beside(old)
    if not source_text.is_there(file):
        room = UmpiredGame.reopen(old)
        try:
            start_rematch(room, file, is_swapped=is_swapped).close()
        finally:
            room.close()
    return file


def dismiss_guests(room: UmpiredGame, names: Iterable[str]) -> None:
    """Dismiss the named onlookers; a name that is not there is an error."""
    for name in names:
        found = [guest.id for guest in room.guests.values() if name in (guest.name, guest.id)]
        if not found:
            listed = ", ".join(guest.name for guest in room.guests.values()) or "–"
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
    """What a guest sees, in a word."""
    found = room.guests[guest]
    if found.is_umpire:
        return text("hosting.guest-umpire")
    if found.sees in (EVERYTHING, BULLETINS):
        return text(f"hosting.guest-{found.sees}")
    return text("hosting.guest-side", None, side=Names(room.session.scenario).side(found.sees))
