"""What seats are called, to readers of either language."""

from __future__ import annotations

import pytest

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import SHIPPED
from engine.narration.scenario_names import seat_name
from engine.scenario.scenario import Scenario

FARM = SHIPPED / "samples" / "valor" / "scenarios" / "orchard-farm.scenario.yaml"


@pytest.fixture(scope="module")
def farm() -> Scenario:
    return load_playable(FARM)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Germans", {"en": "Germans", "zh": "德军"}),
        ("德军 2", {"en": "Germans 2", "zh": "德军 2"}),
        ("Germans of Rita", "Germans of Rita"),
        ("Rita", "Rita"),
        ("", {"en": "Germans", "zh": "德军"}),
    ],
)
def test_a_seat_named_by_its_side_is_called_so_in_every_language(
    farm: Scenario, name: str, said: object
) -> None:
    assert seat_name(farm, "de", name) == said
