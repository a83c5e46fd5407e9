"""How fast an umpired game answers: orders, the umpire's steps, all desks, reopening.

python -m tests.bench umpiring
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from engine.umpired.room import Room
from engine.umpired.seats import PlayerSeat
from tests.bench.sizes import sized

Row = tuple[str, str, str, str]
ROOT = Path(__file__).parents[2]
SCENARIOS = (
    ROOT / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml",
    ROOT / "samples" / "primer" / "scenarios" / "three-cities.scenario.yaml",
)
SEATS, ACTS, SEED = sized(15, 2), sized(400, 12), 1
MOST_WRITTEN = 20
GOALS = {"draft": 10.0, "deliver": 10.0, "proceed": 10.0, "undo": 10.0, "all desks": 100.0}  # ms


def rows() -> list[Row]:
    """Work, measured, goal, what it is compared with."""
    return [row for scenario in SCENARIOS for row in _rows(scenario)]


def _rows(scenario: Path) -> list[Row]:
    with TemporaryDirectory() as folder:
        room = _begun(scenario, Path(folder) / "a.room")
        taken = _played(room)
        told = f"{room.session.game.rules.id}, {SEATS} seats, {room.session.at} answers"
        found = [_row(what, times, GOALS[what], told) for what, times in taken.items() if times]
        room.close()
        start = time.perf_counter()
        Room.reopen(room.file).close()
        taken_up = (time.perf_counter() - start) * 1000
        return [*found, ("take a record up", f"{taken_up:.0f} ms", "≤ 2 s", told)]


def _row(what: str, times: list[float], goal: float, told: str) -> Row:
    times.sort()
    late = times[len(times) * 95 // 100]
    return what, f"{median(times):.1f} ms (95 %: {late:.1f})", f"≤ {goal:.0f} ms", told


def _begun(scenario: Path, file: Path) -> Room:
    sides = ("red", "blue")
    seats = [PlayerSeat(f"seat-{n}", sides[n % 2], f"Seat {n}") for n in range(SEATS)]
    return Room.begin(scenario, file, seats, SEED)


def _played(room: Room) -> dict[str, list[float]]:
    """A game at random, timed."""
    rng = random.Random(SEED)
    taken: dict[str, list[float]] = {what: [] for what in GOALS}
    for _ in range(ACTS):
        if room.session.result is not None:
            break
        if not room.waits_for or room.can_proceed:
            _timed(taken["proceed"], room.proceed)
        else:
            _write(room, rng, taken)
        _timed(taken["all desks"], lambda: [room.desk(seat) for seat in room.seats])
        if rng.random() < 0.05 and room.can_undo:
            _timed(taken["undo"], room.undo)
    return taken


def _write(room: Room, rng: random.Random, taken: dict[str, list[float]]) -> None:
    """Orders of the side that is asked, handed in."""
    seat = next(seat for seat in room.seats.values() if seat.side == room.waits_for).id
    for _ in range(MOST_WRITTEN):
        desk = room.desk(seat)
        if not desk["options"]:
            break
        option = rng.choice(desk["options"])["id"]
        _timed(taken["draft"], room.draft, seat, option, desk["number"])
    _timed(taken["deliver"], room.deliver, seat)


def _timed(times: list[float], do: Callable[..., Any], *arguments: Any) -> None:
    start = time.perf_counter()
    do(*arguments)
    times.append((time.perf_counter() - start) * 1000)
