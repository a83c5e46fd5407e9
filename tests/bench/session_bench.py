"""How fast a session answers: questions in words, ways back and on, the position, files.

python -m tests.bench session
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.scenario.scenario import Scenario, ScenarioSide, ScenarioUnit
from engine.session.seats import Seat
from engine.session.session import Session
from tests.bench.rows import MS, Row, format_time, time_row
from tests.bench.sizes import sized
from tests.bench.timing import spans

UNITS, RUNS, SEED = 15, sized(40, 7), 5
SIDES = (ScenarioSide("red", "Red", "#c0392b"), ScenarioSide("blue", "Blue", "#2980b9"))


def rows() -> Iterator[Row]:
    """Yield what a session of many answers is asked."""
    session = played()
    rng, last = random.Random(SEED), session.branch_answer_count
    told = f"{last} answers, {len(session.game.events)} events"
    asked = _ask(session)
    options = f"{len(session.game.options)} options"
    yield _row("question in words", asked, 10 * MS, options)
    session.go_to(last)
    yield _row("undo", _undo(session), 50 * MS, told)
    yield _row("go to any answer", lambda: session.go_to(rng.randrange(last)), 50 * MS, told)
    yield _row("position as a side knows it", lambda: session.visible_position("red", "en"), 5 * MS)
    yield _row("time line in words", lambda: session.timeline_entries("en"), 50 * MS, told)
    yield _row("log in words", lambda: session.log(language="en"), 50 * MS, told)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.session"
        yield _row("save", lambda: _grown(session).save(file), 50 * MS, told)
        scenario = session.scenario
        yield _row("resume, verified", lambda: Session.resume(file, scenario), 1.0, told)


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
    while session.play_machine_answer():
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
            session.go_to(session.branch_answer_count)

    return undo


def _grown(session: Session) -> Session:
    """The session as if its branch had just grown, so that it is put into words again."""
    session.history.branch.written = None
    return session


def _row(work: str, do: Callable[[], object], limit: float, beside: str = "") -> Row:
    taken = spans(do, RUNS)
    worst = f"worst {format_time(max(taken))}"
    return time_row(work, median(taken), limit, f"{worst}; {beside}" if beside else worst)
