"""The end of a game in figures: the same for every game."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine.games import is_installed, list_attacks, rule_system_of
from engine.play.game import Game
from engine.session.game_summary import GameSummary, summarise_game
from engine.texts import text_languages
from tests.conformance.cases import CASES, Case

CLOSE = 1e-9


@cache
def played(case: Case) -> Game[Any]:
    return case.played("greedy", 5)


@cache
def summed(case: Case) -> GameSummary:
    return summarise_game(played(case), "en")


INSTALLED = [case for case in CASES if is_installed(case.rules.id)]
each_case = pytest.mark.parametrize("case", INSTALLED, ids=lambda case: case.id)


@each_case
def test_losses_and_points_are_those_of_the_last_position(case: Case) -> None:
    game, found = played(case), summed(case)
    position = game.position()
    assert [each.side for each in found.sides] == list(game.rules.sides(game.state))
    for each in found.sides:
        assert len(each.lost) == sum(unit.side == each.side for unit in position.lost)
        assert all(each.lost), "each has a name"
        assert each.left == sum(piece.side == each.side for piece in position.pieces)
        assert each.points in (None, found.result.points.get(each.side))


@each_case
def test_luck_counts_every_attack_of_its_side(case: Case) -> None:
    game, found = played(case), summed(case)
    attacks = list(list_attacks(game))
    assert sum(each.attacks for each in found.sides) == len(attacks)
    for each in found.sides:
        assert 0 <= each.hits <= each.attacks
        assert -CLOSE <= each.expected <= each.attacks + CLOSE


@each_case
def test_harmless_results_are_results_of_the_game(case: Case) -> None:
    words = {word for attack in list_attacks(played(case)) for word in attack.odds}
    harmless = rule_system_of(case.rules.id).harmless
    assert not words or harmless & words, "else every attack would count as effective"


@each_case
def test_chances_follow_the_turns_and_say_nothing_of_the_end(case: Case) -> None:
    found = summed(case)
    turns = [each.turn for each in found.chances]
    assert turns == sorted(turns)
    assert all(0 <= each.chance <= 1 for each in found.chances)


@each_case
def test_the_turning_point_is_a_moment_of_the_game(case: Case) -> None:
    game, found = played(case), summed(case)
    if found.turning is None:
        assert len({round(each.chance, 2) for each in found.chances}) <= 1
        return
    assert 0 <= found.turning.answers <= len(game.answers)
    assert found.turning.turn in {game.rules.turn(mark.state) for mark in game.marks}
    assert found.turning.before != found.turning.after
    said = [game.rules.describe_event(game.state, event, "en") for event in game.events]
    assert found.turning.sentence in said


@each_case
def test_a_summary_has_words_in_every_language(case: Case) -> None:
    game = played(case)
    for language in text_languages():
        assert summarise_game(game, language).outcome
