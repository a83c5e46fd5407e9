"""Players by name, and what is said of those there are not."""

from __future__ import annotations

import pytest

from engine.ai import player_registry
from engine.ai.lookahead_player import LookaheadPlayer
from engine.ai.temperaments import ai_profile
from engine.play.players import GreedyPlayer, UnknownPlayerError


def test_every_player_is_known_by_name() -> None:
    assert player_registry.make_player("greedy", 1) == GreedyPlayer(1)
    for level, budget in player_registry.LEVELS.items():
        made = player_registry.make_player(level, 7)
        assert isinstance(made, LookaheadPlayer)
        assert (made.seed, made.budget) == (7, budget)


@pytest.mark.parametrize("game", ["tank", "primer", "valor", "tide", "littlewars"])
def test_each_level_thinks_more_than_the_one_below(game: str) -> None:
    weights = ai_profile(game).weights
    thought = [
        (-weights[each.overlooks] if each.overlooks else 0, each.playouts)
        for each in player_registry.LEVELS.values()
    ]
    assert thought == sorted(set(thought))


def test_a_level_may_have_a_temper() -> None:
    made = player_registry.make_player("veteran:bold", 1)
    assert isinstance(made, LookaheadPlayer)
    assert made.temper == "bold"


def test_an_unknown_player_is_told_with_all_there_are() -> None:
    with pytest.raises(UnknownPlayerError, match=r"grandmaster.*idle, random, greedy, novice"):
        player_registry.make_player("grandmaster", 1)


def test_an_unknown_temper_is_told_with_those_of_the_game() -> None:
    with pytest.raises(UnknownPlayerError, match=r"furious.*steady, cautious, bold, purposeful"):
        player_registry.check_players(["novice:furious"], "tank")


def test_one_that_does_not_look_ahead_has_no_temper() -> None:
    with pytest.raises(UnknownPlayerError, match="greedy:bold"):
        player_registry.make_player("greedy:bold", 1)
