"""Zones without a name are called by their id in words, never by the id as it stands in a file."""

from __future__ import annotations

import pytest

from engine.narration.scenario_names import zone_title


@pytest.mark.parametrize(
    ("name", "zone", "words"),
    [
        ({"en": "Red set-up", "zh": "红方部署区"}, "red-setup", "Red set-up"),
        ("", "red-setup", "Red setup"),
        ("", "ring_c2", "Ring c2"),
        ("", "NATO-east", "NATO east"),
        ("", "红方", "红方"),
    ],
)
def test_a_zone_is_called_by_its_name_or_by_its_id_in_words(
    name: dict[str, str] | str, zone: str, words: str
) -> None:
    assert zone_title(name, zone, "en") == words
