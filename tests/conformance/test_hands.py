"""What a hand may do in every game on a table: any gesture is answered, and its answer accepted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.play.game import Game
from engine.play.players import find_player, let_player_answer
from engine.play.position import Point
from engine.play.tabletop_gestures import (
    Gesture,
    GestureKind,
    GesturePreview,
    GestureRules,
    GrabOptions,
)
from engine.session.tabletop_gestures import grab_options, move_outlines, preview_gesture
from tests.conformance.cases import CASES, Case

ON_TABLES = [case for case in CASES if isinstance(case.rules, GestureRules)]
on_tables = pytest.mark.parametrize("case", ON_TABLES, ids=lambda case: case.id)
EVERY, GESTURES, SEED = 9, 12, 20261123


def asked(case: Case) -> Iterator[tuple[Game[Any], GrabOptions]]:
    """A game at random, stopped where hands may do anything."""
    game = case.game(SEED)
    players = {side: find_player("random", SEED) for side in game.rules.sides(game.state)}
    number = 0
    while game.decision is not None and number < 160:
        free = grab_options(game)
        if free is not None and number % EVERY == 0:
            yield game, free
        number += 1
        let_player_answer(game, players)


def gestures(game: Game[Any], free: GrabOptions, rng: random.Random) -> Iterator[Gesture]:
    """Sensible ones and others: unknown pieces, ways off the table, none at all."""
    table = game.scenario.table
    everybody = [*free.takes, *free.waiting, *game.position().by_id, "nobody"]
    for _ in range(GESTURES):
        pieces = rng.sample(everybody, min(len(everybody), rng.choice((0, 1, 1, 3))))
        way = tuple(
            Point(rng.randint(-200, table.width + 200), rng.randint(-200, table.depth + 200))
            for _ in range(rng.choice((0, 1, 2, 2, 3)))
        )
        formation = rng.choice(("", *free.formations, "pyramid"))
        target = rng.choice(("", rng.choice(everybody)))
        yield Gesture(
            rng.choice(list(GestureKind)), tuple(dict.fromkeys(pieces)), way, formation, target
        )
        yield from short_ones(game, free, rng)


def short_ones(game: Game[Any], free: GrabOptions, rng: random.Random) -> Iterator[Gesture]:
    """A piece that may be taken is dragged a few inches, or pointed near by."""
    stands = {each.id: each.at for each in game.position().pieces}
    pieces = [piece for piece in free.takes if isinstance(stands.get(piece), Point)]
    if pieces and free.touches:
        piece = rng.choice(pieces)
        start = stands[piece]
        assert isinstance(start, Point)
        end = Point(start.x + rng.randint(-90, 90), start.y + rng.randint(-90, 90))
        touch = rng.choice(free.touches)
        yield Gesture(touch, (piece,), (end,) if touch is GestureKind.AIM else (start, end))


@on_tables
def test_any_gesture_is_answered_and_what_it_answers_may_be_given(case: Case) -> None:
    rng, fine, seen = random.Random(SEED), 0, 0
    for game, free in asked(case):
        assert set(free.takes) <= {*game.position().by_id, *free.waiting}, f"seed {SEED}"
        for gesture in gestures(game, free, rng):
            told = preview_gesture(game, gesture)
            seen += 1
            assert isinstance(told, GesturePreview)
            if told.answer is not None:
                fine += 1
                assert game.accepts(told.answer.answer) is not None, f"seed {SEED}: {gesture}"
    assert seen > GESTURES
    assert fine, "no gesture of all these came to anything"


@on_tables
def test_how_far_pieces_come_is_told_as_outlines(case: Case) -> None:
    for game, free in asked(case):
        for outline in move_outlines(game, free.takes[:3]):
            assert len(outline) >= 3
            assert all(isinstance(at, Point) for at in outline)
