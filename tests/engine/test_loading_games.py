"""Parts of a game asked for by several threads at once are whole for each of them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.games import installed_games

AT_ONCE = """\
import sys, threading
sys.setswitchinterval(1e-6)
from engine.games import rules_of
from engine.games import rule_system_of
from engine.games import rule_system_of
from engine.games import scenario_limits_of

game, faults = sys.argv[1], []
asked = (lambda: rule_system_of(game).handbook({}).units(), lambda: scenario_limits_of(game, {}),
         lambda: rule_system_of(game).design(), lambda: rules_of(game))

def ask(one):
    try:
        one()
    except Exception as fault:
        faults.append(repr(fault))

threads = [threading.Thread(target=ask, args=(one,)) for one in asked]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit("\\n".join(faults) or 0)
"""


@pytest.mark.parametrize("game", installed_games())
def test_parts_of_a_game_can_be_asked_for_at_once(game: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", AT_ONCE, game], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
