"""The set-up of an umpired game: from a scenario, later from its record's head.

Prepares in advance what a game needs first.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from threading import enumerate as enumerate_threads
from typing import NoReturn

from engine import __version__
from engine.checks.scenario_checks import load_playable
from engine.files import source_text
from engine.games import UnknownGame, handbook_of, rule_system_of, rules_of
from engine.scenario.scenario import Scenario
from engine.session.seats import FogOfWar
from engine.session.session import Session
from engine.sight.line_trace import TraceRule
from engine.texts import text
from engine.umpire.game_record import InvalidRecordError, Line
from engine.umpire.seats import PlayerSeat, check_seats
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game_state import GameTerms, UmpiredGameState

BROKEN = (
    KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError, OverflowError,
)  # fmt: skip
"""Errors from a line of a record that was edited."""


def head_of(
    path: Path, scenario: Scenario, file: Path, seats: Sequence[PlayerSeat], terms: GameTerms
) -> Line:
    """The head of a new record in a file."""
    return {
        "program": __version__,
        "game": scenario.game,
        "rules": rules_of(scenario.game).version,
        "scenario": source_text.relative_path(file, path),
        "scenario_hash": scenario.fingerprint(),
        "map_hash": scenario.ground_fingerprint(),
        "seed": terms.seed,
        "is_attended": terms.is_attended,
        "may_talk": terms.may_talk,
        "seats": [seat_as_json(seat) for seat in seats],
    }


def build_state(scenario: Scenario, path: Path, head: Line) -> UmpiredGameState:
    """The table as it is before the first act."""
    session = Session.begin(scenario, {}, head["seed"], by_hand=True, fog=FogOfWar.OPEN, path=path)
    sides = session.game.rules.sides(session.game.state)
    seats = check_seats(
        [_seat(one) for one in head["seats"]], sides, rule_system_of(head["game"]).arms
    )
    return UmpiredGameState(
        session, seats, GameTerms(head["seed"], head["is_attended"], head["may_talk"])
    )


_SEAT = ("id", "side", "name", "may_deliver", "secret")


def seat_as_json(seat: PlayerSeat) -> Line:
    return {key: getattr(seat, key) for key in _SEAT} | ({"arm": seat.arm} if seat.arm else {})


def _seat(line: Line) -> PlayerSeat:
    return PlayerSeat(**{key: line[key] for key in _SEAT}, arm=line.get("arm", ""))


def initial_state(scenario: Scenario, path: Path, head: Line, file: Path) -> UmpiredGameState:
    """The table a record begins with; InvalidRecordError where its head does not fit."""
    try:
        return build_state(scenario, path, head)
    except (RefusedError, *BROKEN) as error:
        _invalid("record-act", file, line=1, why=str(error) or repr(error))


def find_scenario(head: Line, path: Path, file: Path) -> Scenario:
    """The scenario of a record, provided it and its map are unchanged."""
    if not source_text.is_file(path):
        _invalid("record-no-scenario", file, scenario=path)
    scenario = load_playable(path)
    found = rules_of(scenario.game)
    if (head["game"], head["rules"]) != (found.id, found.version):
        values = {"game": head["game"], "found": head["rules"], "wanted": found.version}
        _invalid("record-rules", file, **values)
    if head["map_hash"] != scenario.ground_fingerprint():
        _invalid("record-map", file)
    if head["scenario_hash"] != scenario.fingerprint():
        _invalid("record-scenario", file)
    return scenario


def _invalid(key: str, file: Path, /, **values: object) -> NoReturn:
    raise InvalidRecordError(text(f"umpiring.{key}", None, file=file, **values))


WARMING = "first sight"  # the thread


def warm_in_background(scenario: Scenario) -> None:
    """Warm up in a separate thread; a program that ends meanwhile waits for it."""
    Thread(target=warm_map_sight, args=(scenario,), name=WARMING).start()


def exempt_from_garbage_collection() -> None:
    """Exempt all that is loaded by now, once it is warm, from the search for garbage.

    For a program that does nothing but host: what it has loaded stays to its end, and looking
    through all of it takes a tenth of a second, in which every player waits.
    """
    for loading in enumerate_threads():
        if loading.name == WARMING:
            loading.join()
    gc.collect()
    gc.freeze()


def warm_map_sight(scenario: Scenario) -> None:
    """Look once from one corner of the map to the other, as the first shot of a game would.

    In games that weigh what lines pass that loads compiled code, half a second's work.
    """
    if scenario.is_on_table:
        return
    map_ = scenario.map
    grid = map_.grid
    try:
        handbook = handbook_of(scenario)
    except UnknownGame:
        return
    sight = handbook.sight(map_, TraceRule.CROSSED)
    sight.sees(grid.hex(0, 0), grid.hex(grid.columns - 1, grid.rows - 1))
