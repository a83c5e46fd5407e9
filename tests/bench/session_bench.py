"""How fast a session answers: questions in words, ways back and on, the position, files.

python tests/bench/session_bench.py
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.scenario.scenario import Scenario, ScenarioSide, ScenarioUnit
from engine.session.seats import Seat
from engine.session.session import Session
from tests.bench.sizes import sized

Row = tuple[str, str, str, str]
UNITS, RUNS, SEED = sized(15, 3), sized(40, 1), 5
SIDES = (ScenarioSide("red", "Red", "#c0392b"), ScenarioSide("blue", "Blue", "#2980b9"))


def rows() -> list[Row]:
    """Work, measured, goal, what it is compared with."""
    session = played()
    rng, last = random.Random(SEED), session.last
    told = f"{last} answers, {len(session.game.events)} events"
    asked = _ask(session)
    options = f"{len(session.game.options)} options"
    found = [_row("question in words", asked, "≤ 10 ms for 200", options)]
    session.go_to(last)
    found += [
        _row("undo", _undo(session), "≤ 50 ms", told),
        _row("go to any answer", lambda: session.go_to(rng.randrange(last)), "≤ 50 ms", told),
        _row("position as a side knows it", lambda: session.standing("red", "en"), "≤ 5 ms"),
        _row("time line in words", lambda: session.moments("en"), "≤ 50 ms", told),
        _row("log in words", lambda: session.log(language="en"), "≤ 50 ms", told),
    ]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.session"
        found.append(_row("save", lambda: _grown(session).save(file), "≤ 50 ms", told))
        resumed = _row(
            "resume, verified", lambda: Session.resume(file, session.scenario), "≤ 1 s", told
        )
        return [*found, resumed]


def battle() -> Scenario:
    """Fifteen tanks a side on 60 × 45 open hexes: all see one another."""
    map_, rng = Map.blank(Grid(60, 45)), random.Random(SEED)
    places = list(map_.grid)
    units = tuple(
        ScenarioUnit(f"{side[0]}{number}", side, "tank", at=at)
        for side in ("red", "blue")
        for number, at in enumerate(rng.sample(places, UNITS))
    )
    return Scenario("tank", map_, SIDES, turns=8, units=units)


def played() -> Session:
    """A game played out by two machines, to be looked at as two persons'."""
    session = Session.begin(battle(), {"red": Seat.RANDOM, "blue": Seat.RANDOM}, SEED)
    while session.machine_moves():
        pass
    for side in session.seats:
        session.seat(side, Seat.PERSON)
    return session


def _ask(session: Session) -> Callable[[], object]:
    """The question with the most options below 400."""
    sizes = {}
    for stop in session.history.branch.stops:
        session.go_to(stop)
        sizes[len(session.game.options)] = stop
    session.go_to(sizes[max(size for size in sizes if size < 400)])

    def ask() -> object:
        again = session.question("en")
        assert again is not None
        return list(again.choices)

    return ask


def _undo(session: Session) -> Callable[[], object]:
    """One decision back; from the end again when the beginning is reached."""

    def undo() -> None:
        session.step_back()
        if not session.can_step_back:
            session.go_to(session.last)

    return undo


def _grown(session: Session) -> Session:
    """The session as if its branch had just grown, so that it is put into words again."""
    session.history.branch.written = None
    return session


def _row(work: str, do: Callable[[], object], goal: str, beside: str = "") -> Row:
    do()
    taken = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        do()
        taken.append(time.perf_counter() - begun)
    return work, f"{median(taken) * 1000:.2f} ms, worst {max(taken) * 1000:.1f}", goal, beside


if __name__ == "__main__":
    from tests.bench.table import show

    show({"session": rows()})
