"""A game over again as one side knew it: what it saw, step by step, and nothing it learnt later."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.play.events import Event
from engine.play.position import Views, as_json, naming_in, piece_as_json
from engine.session.moments import Told
from engine.texts import LANGUAGES
from engine.umpired import desk
from engine.umpired.refusing import refuse
from engine.umpired.sightings import enemies, out_of_sight
from engine.umpired.table import UmpiredTable

MOST_FRAMES = 3_000
PARTS = ("objectives", "points", "watched", "lying")

Plain = dict[str, Any]


def replay(table: UmpiredTable, side: str) -> list[Plain]:
    """The frames of a game that is over; each has what has changed since the one before it.

    Refused while the game goes on: what a side has forgotten is then its own affair.
    """
    if table.game.result is None:
        refuse("not-over")
    found: list[Plain] = []
    known: dict[str, str] = {}
    for frame in _frames(table, side):
        spelled = {key: json.dumps(value) for key, value in frame.items()}
        changed = {key: frame[key] for key in frame if known.get(key) != spelled[key]}
        if found and not frame["words"] and not changed.keys() - {"words"}:
            continue
        known = spelled
        found.append({**changed, "words": frame["words"]})
        if len(found) >= MOST_FRAMES:
            break
    return found


def _frames(table: UmpiredTable, side: str) -> Iterator[Plain]:
    """How a side saw things at the beginning, and after every event it could know of."""
    game = table.game
    told = table.session.history.branch.told[: len(game.events)]
    state = game.opening.copy()
    views = Views(game.rules, state)
    yield _frame(table, side, views, 0, [])
    for number, event in enumerate(game.events):
        is_told = told[number].is_for(side) and any(told[number].words.values())
        changes = type(event).apply is not Event.apply
        if changes:
            state = state.copy()
            event.apply(state)
            views = Views(game.rules, state)
        if is_told or changes:
            words = [_words(told[number])] if is_told else []
            yield _frame(table, side, views, number + 1, words)


def _words(told: Told) -> Plain:
    return {"words": told.words, "rank": told.rank}


def _frame(
    table: UmpiredTable, side: str, views: Views[Any], events: int, words: list[Plain]
) -> Plain:
    known, name = views.position(side), naming_in(table.game.scenario)
    described: dict[str, Plain] = {}
    describe, view = table.game.rules.describe_unit, views.view(side)

    def unit(id_: str) -> Plain:
        if id_ not in described:
            piece = known.by_id[id_]
            said = {each: describe(view, id_, each) for each in LANGUAGES}
            described[id_] = {**piece_as_json(piece, known.spot_of(id_), name), "name": said}
        return described[id_]

    stops = table.sightings.stops
    stop = stops[max(0, bisect_right(stops, events, key=lambda each: each.events) - 1)]
    plain = as_json(replace(known, pieces=()), name)
    return {
        "turn": known.turn,
        "turn_words": desk.turn_as_json(table, known),
        "phase": desk.phase_as_json(table, known.phase),
        "units": [unit(piece.id) for piece in known.pieces if piece.side == side],
        "seen": [unit(piece.id) for piece, _ in enemies(known, side)],
        "ghosts": [
            ghost.as_json(known.turn, name) for ghost in out_of_sight(stop.memory[side], known)
        ],
        "position": {key: plain[key] for key in PARTS if key in plain},
        "words": words,
    }
