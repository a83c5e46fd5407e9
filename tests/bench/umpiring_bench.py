"""How fast an umpired game answers: orders, the umpire's steps, all desks, reopening.

python -m tests.bench umpiring
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from engine.umpire.seats import PlayerSeat
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.bench.rows import MS, Row, format_time, time_row
from tests.bench.sizes import sized
from tests.bench.timing import spent

ROOT = Path(__file__).parents[2]
SCENARIOS = (
    ROOT / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml",
    ROOT / "samples" / "primer" / "scenarios" / "three-cities.scenario.yaml",
)
SEATS, ACTS, SEED = 15, sized(400, 60), 1
MAX_WRITTEN = 20
LIMITS = {
    "draft": 10 * MS,
    "deliver": 10 * MS,
    "proceed": 10 * MS,
    "undo": 10 * MS,
    "all desks": 100 * MS,
}


def rows() -> Iterator[Row]:
    """Yield what is done in rooms of two games, and taking their records up again."""
    for scenario in SCENARIOS:
        yield from _rows(scenario)


def _rows(scenario: Path) -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        room = _begun(scenario, Path(folder) / "a.room")
        taken = _played(room)
        told = f"{SEATS} seats, {room.session.answer_count} answers"
        game = room.session.game.rules.id
        for what, times in taken.items():
            late = sorted(times)[len(times) * 95 // 100]
            beside = f"95 %: {format_time(late)}; {told}"
            yield time_row(f"{game}: {what}", median(times), LIMITS[what], beside)
        room.close()
        reopened = spent(lambda: UmpiredGame.reopen(room.record_path).close())
        yield time_row(f"{game}: take a record up", reopened, 2.0, told)


def _begun(scenario: Path, file: Path) -> UmpiredGame:
    sides = ("red", "blue")
    seats = [PlayerSeat(f"seat-{n}", sides[n % 2], f"Seat {n}") for n in range(SEATS)]
    return UmpiredGame.begin(scenario, file, seats, SEED)


def _played(room: UmpiredGame) -> dict[str, list[float]]:
    """A game at random, timed."""
    rng = random.Random(SEED)
    taken: dict[str, list[float]] = {what: [] for what in LIMITS}
    for number in range(ACTS):
        if room.session.result is not None:
            break
        if not room.waits_for or room.can_proceed:
            taken["proceed"].append(spent(room.proceed))
        else:
            _write(room, rng, taken)
        taken["all desks"].append(spent(lambda: [room.desk(seat) for seat in room.seats]))
        if number % 20 == 19 and room.can_undo:
            taken["undo"].append(spent(room.undo))
    return taken


def _write(room: UmpiredGame, rng: random.Random, taken: dict[str, list[float]]) -> None:
    """Orders of the side that is asked, handed in as soon as there are some and none is half."""
    seat = next(seat for seat in room.seats.values() if seat.side == room.waits_for).id
    for written in count(1):
        context = room.desk(seat)
        if context["options"]:
            option = rng.choice(context["options"])["id"]
            number = context["number"]
            taken["draft"].append(spent(lambda: room.draft(seat, option, number)))  # noqa: B023 (called at once)
        if written >= MAX_WRITTEN or not context["options"]:
            try:
                taken["deliver"].append(spent(lambda: room.deliver(seat)))
                return
            except RefusedError:
                assert context["options"], "nothing more can be written, and it is refused"
