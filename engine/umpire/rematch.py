"""A game played again by the same people: the same links open the new room."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from engine.integers import parse_count
from engine.play.dice import MAX_SEED
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame


def start_rematch(room: UmpiredGame, file: Path, *, is_swapped: bool = False) -> UmpiredGame:
    """A new room of the same scenario, with other dice; `is_swapped`: the sides change places.

    Real dice stay real. The people keep their names, and their links: observers too, each with the
    same view, or that of the side whose players they watched. The dice do not follow from those of
    before, which all may have read in the record by now.
    """
    old, seed = room.terms, secrets.randbelow(MAX_SEED)
    seats = swap_seats(room.seats.values(), room.sides) if is_swapped else list(room.seats.values())
    new = UmpiredGame.begin(
        room.path, file, seats, seed, is_attended=old.is_attended, may_talk=room.may_talk
    )
    if room.rolls_real:
        new.roll_real(True)
    after = _after(room.sides) if is_swapped else {}
    for guest in room.observers.values():
        new.readmit(replace(guest, sees=after.get(guest.sees, guest.sees)))
    return new


def _after(sides: Sequence[str]) -> dict[str, str]:
    """For each side the one after it."""
    return dict(zip(sides, (*sides[1:], sides[0]), strict=True))


def swap_seats(seats: Iterable[PlayerSeat], sides: Sequence[str]) -> list[PlayerSeat]:
    """The seats, each at the side after its own."""
    after = _after(sides)
    counts: Counter[str] = Counter()
    found = []
    for seat in seats:
        side = after[seat.side]
        counts[side] += 1
        found.append(replace(seat, id=f"{side}-{counts[side]}", side=side))
    return found


def next_game_path(file: Path) -> Path:
    """The record of the next game: `evening-2.room` beside `evening.room`, then `-3`."""
    head, _, word = file.stem.rpartition("-")
    number = parse_count(word)
    base, after = (file.stem, 2) if number is None or not head else (head, number + 1)
    return file.parent / f"{base}-{after}{file.suffix}"
