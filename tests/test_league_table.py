"""The table of measured strengths is made of the output of `sandtable league --json`."""

from __future__ import annotations

import json
import re
from typing import Any

from engine.balance.league import League, play_league
from engine.balance.league_report import as_json
from engine.balance.ratings import Standings
from engine.balance.worker_pool import LocalWorkerPool
from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from tools.league_table import BEGIN, END, HEAD, put

SHARE = {"count": 3, "of": 4, "rate": 0.75, "low": 0.3, "high": 0.95}
LEAGUE: dict[str, Any] = {
    "played": 4, "games": 4, "seed": 1,
    "sides": [{"title": "Crossroads", "first": SHARE, "second": SHARE}],
    "ratings": [
        {"player": "novice", "rating": 95.4, "low": -20.0, "high": 210.0, "score": 0.75},
        {"player": "greedy", "rating": -95.4, "low": -210.0, "high": 20.0, "score": 0.25},
    ],
    "meetings": [
        {"player": one, "other": other, "wins": SHARE, "first": SHARE, "second": SHARE}
        for one, other in (("novice", "greedy"), ("greedy", "novice"))
    ],
}  # fmt: skip


def test_each_meeting_is_a_row_between_the_marks_of_a_page() -> None:
    page = f"# Players\n{BEGIN}\n\n{HEAD}\n\n{END}\nthe rest\n"
    told = put(page, [LEAGUE])
    assert told.endswith(f"{END}\nthe rest\n")
    assert "| Crossroads | `novice` against `greedy` | 4 | 75 % | 30 to 95 % | – |" in told
    assert "`greedy` against" not in told
    assert put(told, [LEAGUE]) == told


def test_a_row_says_how_often_a_player_wins_without_luck() -> None:
    aside = {"rate": 0.71, "low": 0.6, "high": 0.8, "luck": 0.4}
    meetings = [{**each, "without_luck": aside} for each in LEAGUE["meetings"]]
    told = put(f"{BEGIN}\n{END}\n", [{**LEAGUE, "meetings": meetings}])
    assert "| 75 % | 30 to 95 % | 71 % (60 to 80 %) |" in told


def test_a_newer_row_replaces_an_older_one_and_others_stay() -> None:
    other = "| Mill Ford | `novice` against `idle` | 8 | 88 % | 53 to 98 % | – |"
    old = "| Crossroads | `novice` against `greedy` | 2 | 50 % | 9 to 91 % | – |"
    told = put(f"{BEGIN}\n\n{HEAD}\n{other}\n{old}\n\n{END}\n", [LEAGUE])
    assert other in told
    assert old not in told
    assert len(told.split(HEAD)[1].split(END)[0].split("\n| ")) == 1 + 2


def test_the_output_of_a_league_can_be_put_into_a_page() -> None:
    scenario = load_playable(ROOT / "samples/tank/scenarios/first-shots.scenario.yaml")
    league = League((scenario,), ("random", "greedy"), 2, seed=1)
    standings = Standings.of(league, list(play_league(league, crew=LocalWorkerPool(1))))
    answered = json.loads(json.dumps(as_json(standings)))
    told = put(f"{BEGIN}\n{END}\n", [answered])
    assert re.search(r"^\| First Shots \| `\w+` against `\w+` \| 2 \|", told, re.MULTILINE)
