"""Words of games for screens that know no game: from whichever of its files they lie in."""

from __future__ import annotations

import pytest

from engine import games
from engine.games import new_game
from engine.narration.scenario_names import game_word
from tests.conformance.cases import CASES, Case


def test_a_word_is_found_in_any_file_of_its_game_and_stands_as_it_is_in_none() -> None:
    assert game_word("valor", "act", "pin", "en") == "pin a unit"
    assert game_word("valor", "phase", "fire", "en") == "Fire phase"
    assert game_word("valor", "act", "levitate", "en") == "levitate"


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.rules.id in games.installed_games()],
    ids=lambda case: case.id,
)
def test_every_act_of_an_umpire_and_what_it_takes_has_words(case: Case) -> None:
    game = new_game(case.scenario, 1)
    for act in game.rules.acts(game.state):
        for language in ("en", "zh"):
            assert game_word(case.rules.id, "act", act.kind, language) != act.kind
            for each in act.parameters:
                said = game_word(case.rules.id, "parameter", each.name, language)
                assert said != each.name or language == "en", each
