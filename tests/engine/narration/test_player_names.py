"""Automatic players are named in the reader's language, with their tempers."""

from __future__ import annotations

import pytest

from engine.languages import LANGUAGES
from engine.narration.scenario_names import player_named, rank_of
from engine.texts import text


@pytest.mark.parametrize(
    ("language", "rank", "player"),
    [
        (
            "en",
            "Veteran, bold",
            text("scenario.player-tempered", "en", level="veteran", temper="bold"),
        ),
        ("zh", "老手，大胆", "电脑（老手，大胆）"),
        ("zh-Hant", "老手，大膽", "電腦（老手，大膽）"),
        (
            "ru",
            "Ветеран, смелый",
            text("scenario.player-tempered", "ru", level="ветеран", temper="смелый"),
        ),
    ],
)
def test_a_player_with_a_temper_is_named_with_both(language: str, rank: str, player: str) -> None:
    assert rank_of("veteran:bold", language) == rank
    assert player_named("veteran:bold", language) == player


def test_a_temper_of_one_s_own_keeps_its_name() -> None:
    level = text("scenario.level-regular", "ru").capitalize()
    assert rank_of("regular:daring", "ru") == f"{level}, daring"
    assert player_named("regular:daring", "en") == text(
        "scenario.player-tempered", "en", level="regular", temper="daring"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_of_a_plug_in_keeps_its_name(language: str) -> None:
    assert rank_of("tortoise", language) == "tortoise"
    assert player_named("tortoise:bold", language) == "tortoise:bold"


@pytest.mark.parametrize("level", ["idle", "random", "greedy", "novice", "regular", "elite"])
def test_a_player_without_a_temper_is_named_as_ever(level: str) -> None:
    assert rank_of(level, "en") == level.capitalize()
    for language in LANGUAGES:
        assert player_named(level, language) == text(f"scenario.player-{level}", language)
