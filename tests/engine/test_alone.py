"""The engine is a library of its own: it checks, plays and tells without the studio's texts."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.files.source_text import ROOT

GAMES = sorted(path.parent.name for path in (ROOT / "samples").glob("*/scenarios"))
ALONE = """
import sys
from pathlib import Path
from engine.checks.check import check
from engine.files.scenario_reader import load
from engine.games import new_game
from engine.play.players import Question, RandomPlayer
from engine.narration import game_report
from engine.languages import MADE_IN
path = Path(sys.argv[1])
for problem in check(path):
    assert all(problem.sentence(language) for language in MADE_IN)
game, player = new_game(load(path), 1), RandomPlayer(1)
for _ in range(40):
    if game.decision is None:
        break
    for language in MADE_IN:
        assert game.rules.describe_decision(game.state, game.decision, language)
    game.choose(player.choose(Question(game, game.decision)))
for language in MADE_IN:
    assert game_report.report_markdown(game, language)
assert not [name for name in sys.modules if name.split(".")[0] == "studio"]
print("numba" in sys.modules)
"""
UNCOMPILED = ("tank", "primer")
"""Games on small maps that need no kernels, so that a host of one takes half of the memory."""


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_checked_played_and_told_where_there_is_no_studio(game: str) -> None:
    scenario = min((ROOT / "samples" / game / "scenarios").glob("*.scenario.yaml"))
    call = [sys.executable, "-c", ALONE, str(scenario)]
    run = subprocess.run(call, capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split()[-1] == "False" or game not in UNCOMPILED
