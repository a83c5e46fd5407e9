"""Games recorded earlier still go the same way, word for word."""

from __future__ import annotations

import pytest

from engine.games import new_game
from engine.narration import game_report
from engine.play.players import find_player, play_to_end
from engine.session import replay
from tests.golden.games import GOLDEN, Golden
from tests.golden.samples import RECORDED_BY

every_game = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.id)


@pytest.fixture(autouse=True)
def _written_by_the_version_that_recorded_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new version of the program says its own number in a replay; all else stays."""
    monkeypatch.setattr(replay, "__version__", RECORDED_BY)


@every_game
def test_a_recorded_game_still_goes_by_the_rules(golden: Golden) -> None:
    game = replay.load(golden.replay, golden.make())
    assert game.is_over
    assert game_report.report_markdown(game, "en") == golden.account.read_text(encoding="utf-8")


@every_game
def test_the_same_players_still_play_the_same_game(golden: Golden) -> None:
    recorded = replay.read(golden.replay)
    game = new_game(golden.make(), golden.seed)
    play_to_end(game, {"red": find_player(golden.red, 1), "blue": find_player(golden.blue, 2)})
    assert replay.compose(game, golden.id, recorded.players) == golden.replay.read_text()
