"""A game over again as one side knew it: what it saw, step by step, and nothing it learnt later."""

from __future__ import annotations

import json
import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import islice
from typing import Any

from engine.play.events import Event
from engine.play.position import PositionCache, as_json, piece_as_json, spot_formatter_for
from engine.session.timeline import LoggedEvent
from engine.texts import text_languages
from engine.umpire import seat_view
from engine.umpire.sightings import remembered_unseen_units, visible_enemies
from engine.umpire.umpire_refusals import refuse
from engine.umpire.umpired_game_state import UmpiredGameState

MAX_FRAMES = 3_000
BREATH = 0.001  # seconds
SLICE = 20  # frames that are made before others may do something in the room
PARTS = ("objectives", "points", "watched", "lying")

Plain = dict[str, Any]


class SideReplays:
    """The replays of a room's sides, each made once: in slices, between which the room goes on."""

    def __init__(self) -> None:
        self._making = threading.Lock()
        self._kept: dict[str, tuple[tuple[UmpiredGameState, int], list[Plain]]] = {}

    def replay(
        self,
        find_table: Callable[[], UmpiredGameState],
        side: str,
        room: AbstractContextManager[object],
    ) -> list[Plain]:
        """The frames of a side. `room` is the room's lock; Refused while the game goes on."""
        with self._making:
            found = None
            while found is None:
                found = self._try(find_table, side, room)
            return found

    def _try(
        self,
        find_table: Callable[[], UmpiredGameState],
        side: str,
        room: AbstractContextManager[object],
    ) -> list[Plain] | None:
        """The frames as the game stands; None where it was changed while they were made."""
        with room:
            stamp = _stamp(find_table())
            making = replay(stamp[0], side)
        kept = self._kept.get(side)
        if kept is not None and kept[0] == stamp:
            return kept[1]
        found = _in_slices(making, lambda: _stamp(find_table()) == stamp, room)
        if found is not None:
            self._kept[side] = stamp, found
        return found


def _stamp(table: UmpiredGameState) -> tuple[UmpiredGameState, int]:
    return table, table.moves


def _in_slices(
    making: Iterator[Plain], is_still: Callable[[], bool], room: AbstractContextManager[object]
) -> list[Plain] | None:
    """All frames; None where the game was changed meanwhile, as by an umpire who took it back."""
    found: list[Plain] = []
    while True:
        with room:
            if not is_still():
                return None
            some = list(islice(making, SLICE))
        if not some:
            return found
        found += some
        time.sleep(BREATH)  # else this thread would have the lock again before those who wait


def replay(table: UmpiredGameState, side: str) -> Iterator[Plain]:
    """The frames of a game that is over; each has what has changed since the one before it.

    Refused while the game goes on: what a side has forgotten is then its own affair.
    """
    if table.game.result is None:
        refuse("not-over")
    return islice(_changes(table, side), MAX_FRAMES)


def _changes(table: UmpiredGameState, side: str) -> Iterator[Plain]:
    """Of every frame what has changed since the one before it."""
    known: dict[str, str] = {}
    for frame in _frames(table, side):
        spelled = {key: json.dumps(value) for key, value in frame.items()}
        changed = {key: frame[key] for key in frame if known.get(key) != spelled[key]}
        if known and not frame["words"] and not changed.keys() - {"words"}:
            continue
        known = spelled
        yield {**changed, "words": frame["words"]}


def _frames(table: UmpiredGameState, side: str) -> Iterator[Plain]:
    """Yield a side's view at the beginning, and after every event it could know of."""
    game = table.game
    told = table.session.history.branch.told[: len(game.events)]
    state = game.opening.copy()
    views = PositionCache(game.rules, state)
    yield _frame(table, side, views, 0, [])
    for number, event in enumerate(game.events):
        is_told = told[number].is_for(side) and any(told[number].words.values())
        changes = type(event).apply is not Event.apply
        if changes:
            state = state.copy()
            event.apply(state)
            views = PositionCache(game.rules, state)
        if is_told or changes:
            words = [_words(told[number])] if is_told else []
            yield _frame(table, side, views, number + 1, words)


def _words(told: LoggedEvent) -> Plain:
    return {"words": told.words, "rank": told.rank}


def _frame(
    table: UmpiredGameState, side: str, views: PositionCache[Any], events: int, words: list[Plain]
) -> Plain:
    known, name = views.position(side), spot_formatter_for(table.game.scenario)
    described: dict[str, Plain] = {}
    describe, view = table.game.rules.describe_unit, views.view(side)

    def unit(id_: str) -> Plain:
        if id_ not in described:
            piece = known.by_id[id_]
            said = {each: describe(view, id_, each) for each in text_languages()}
            described[id_] = {**piece_as_json(piece, known.spot_of(id_), name), "name": said}
        return described[id_]

    stops = table.sightings.stops
    stop = stops[max(0, bisect_right(stops, events, key=lambda each: each.events) - 1)]
    plain = as_json(replace(known, pieces=()), name)
    return {
        "turn": known.turn,
        "turn_words": seat_view.turn_as_json(table, known),
        "phase": seat_view.phase_as_json(table, known.phase),
        "units": [unit(piece.id) for piece in known.pieces if piece.side == side],
        "seen": [unit(piece.id) for piece, _ in visible_enemies(known, side)],
        "ghosts": [
            ghost.as_json(known.turn, name)
            for ghost in remembered_unseen_units(stop.memory[side], known)
        ],
        "position": {key: plain[key] for key in PARTS if key in plain},
        "words": words,
    }
