"""Turns in the word of their game."""

from __future__ import annotations

import pytest

from engine.narration.turn_text import turn_and_phase, turn_in_sentence, turn_of, turn_title
from engine.texts import has_text, text


@pytest.mark.parametrize(("game", "word"), [("tank", "Turn"), ("tide", "Round"), ("valor", "Turn")])
def test_a_turn_is_called_what_its_game_calls_it(game: str, word: str) -> None:
    assert turn_title(game, 3, "en") == f"{word} 3"
    assert turn_of(game, 3, 12, "en") == f"{word} 3 of 12"
    assert turn_in_sentence(game, 3, "en") == f"{word.lower()} 3"
    own = f"{game}.turn-title"
    key = own if has_text(own) else "scenario.turn-title"
    assert turn_title(game, 3, "zh") == text(key, "zh", turn=3)
    assert turn_and_phase(game, 3, "", "en") == f"{word} 3"
