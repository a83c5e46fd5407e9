"""Reports count the attacks of a game, and say what was to be expected of its dice (RS4, RS5)."""

from __future__ import annotations

import pytest

from engine.files.scenarios import load
from engine.files.source_text import SHIPPED
from engine.games import attacks
from engine.games.tide.combat_events import AttackRolled
from engine.games.tide.face.gunnery import word_of
from engine.session import replay

TIDE = SHIPPED / "samples" / "tide"


def test_rs5_attacks_of_a_recorded_game_are_counted_with_their_odds() -> None:
    """Hits = black − red successes, never below 0."""
    scenario = load(TIDE / "scenarios" / "two-lanes.scenario.yaml")
    game = replay.load(TIDE / "replays" / "two-lanes-greedy.replay", scenario)
    rolled = [event for event in game.events if isinstance(event, AttackRolled)]
    found = list(attacks(game))
    assert [(each.side, each.result) for each in found] == [
        (event.side, word_of(event.hits)) for event in rolled
    ]
    assert rolled
    for each, event in zip(found, rolled, strict=True):
        assert sum(each.odds.values()) == pytest.approx(1.0)
        if not event.red:
            missed = ((event.least - 1) / 6) ** len(event.black)
            assert each.odds["no-hit"] == pytest.approx(missed)
    assert any(not event.red for event in rolled)
