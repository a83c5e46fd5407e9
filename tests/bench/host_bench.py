"""How soon players at their own screens see what has changed, and what the host takes for it.

python -m tests.bench host
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from websockets import Origin
from websockets.asyncio.client import connect

from engine.files.source_text import SHIPPED
from engine.umpire.game_setup import exempt_from_garbage_collection
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio.web.game_web_server import GameWebServer
from tests.bench.rows import KB, MB, MS, Row, format_time, size_row, wait_row
from tests.bench.sizes import sized

SEATS, A_SECOND, CHANGES, SEED = 30, 10, sized(150, 110), 5
SCENARIO = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
FIRST = 1000  # the clock's seconds tell which change it was


def rows() -> Iterator[Row]:
    """Yield how late seats hear of changes, by the clock, and what the host took."""
    with TemporaryDirectory() as folder:
        hosting = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.host_bench", folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert hosting.stdin is not None
        assert hosting.stdout is not None
        links = json.loads(hosting.stdout.readline())
        heard, size = asyncio.run(_listen(links, hosting))
        begun, memory = json.loads(hosting.stdout.readline())
        hosting.wait()
    late = sorted(at - begun[str(number)] for seat in heard for number, at in seat.items())
    told = f"{SEATS} seats, {A_SECOND} changes of the game a second"
    part = f"{len(late) / SEATS / CHANGES:.0%} of the changes seen singly"
    beside = f"median {format_time(median(late))}, worst {format_time(late[-1])}; {told}; {part}"
    yield wait_row("99 % of changes, until a seat has them", _part(late, 0.99), 100 * MS, beside)
    yield size_row("memory of the host", memory, 200 * MB, "most it ever took")
    yield size_row("sent to a seat for a change", size, 16 * KB, "only what changed")


# --- players --------------------------------------------------------------------------------------


async def _listen(
    links: list[tuple[int, str, str]], hosting: subprocess.Popen[str]
) -> tuple[list[dict[int, float]], float]:
    """What every seat has seen and when; the mean size of a message."""
    ready = asyncio.Barrier(SEATS + 1)
    seats = [asyncio.create_task(_sit(*link, ready)) for link in links]
    await ready.wait()
    assert hosting.stdin is not None
    hosting.stdin.write("go\n")
    hosting.stdin.flush()
    found = await asyncio.gather(*seats)
    sizes = [size for _, size in found]
    return [heard for heard, _ in found], sum(sizes) / SEATS / CHANGES


async def _sit(
    port: int, door: str, cookie: str, ready: asyncio.Barrier
) -> tuple[dict[int, float], int]:
    heard: dict[int, float] = {}
    size = 0
    address, origin = f"ws://127.0.0.1:{port}/s/{door}/talk", Origin(f"http://127.0.0.1:{port}")
    async with connect(
        address, additional_headers={"Cookie": cookie}, origin=origin, compression=None
    ) as talk:
        await talk.send('{"v":2,"kind":"hello"}')
        await talk.recv()
        await talk.recv()
        await ready.wait()
        while FIRST + CHANGES - 1 not in heard:
            message = await talk.recv()
            at = time.time()
            size += len(message)
            clock = json.loads(message).get("desk", {}).get("clock")
            if clock:
                heard[round(clock["seconds"])] = at
    return heard, size


# --- the host -------------------------------------------------------------------------------------


def host(folder: Path) -> None:
    """Host a game whose umpire decides something ten times a second; told by a line when to."""
    import resource  # of systems that tell how much memory was taken

    from studio.web import seat_access

    seats = [PlayerSeat(f"s{n}", ("red", "blue")[n % 2], f"Seat {n}") for n in range(SEATS)]
    room = UmpiredGame.begin(SCENARIO, folder / "a.room", seats, SEED)
    serving = GameWebServer(room, port=0)
    serving.start()
    named = [
        (
            serving.port,
            seat_access.seat_path_name(s.secret),
            f"{seat_access.COOKIE}={seat_access.make_ticket(s.secret)}",
        )
        for s in seats
    ]
    print(json.dumps(named), flush=True)  # noqa: T201 (read by the process that measures)
    sys.stdin.readline()
    exempt_from_garbage_collection()  # as the command does, in the first second of a game
    begun = _change(room)
    serving.stop()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps([begun, memory]), flush=True)  # noqa: T201


def _change(room: UmpiredGame) -> dict[int, float]:
    """Play at random, ten answers a second; when each was given."""
    rng, begun = random.Random(SEED), {}
    for number in range(FIRST, FIRST + CHANGES):
        due = time.monotonic() + 1 / A_SECOND
        begun[number] = time.time()
        if room.session.awaited_roll is not None:
            room.proceed()
        elif not room.session.game.is_over:
            room.choose(rng.choice(room.session.game.options))
        room.set_clock(number)
        time.sleep(max(0.0, due - time.monotonic()))
    time.sleep(1.0)
    return begun


def _part(values: list[float], part: float) -> float:
    return values[min(len(values) - 1, math.ceil(part * len(values)) - 1)]


if __name__ == "__main__":
    host(Path(sys.argv[1]))
