"""The tables of leagues in the documentation come from what `sandtable league --json` answers."""

from __future__ import annotations

import json
from typing import Any

from engine.balance.league import League, play_league
from engine.balance.league_report import as_json
from engine.balance.ratings import Standings
from engine.balance.worker_pool import LocalWorkerPool
from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from tools.league_table import BEGIN, END, put

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


def test_a_league_is_put_between_the_marks_of_a_page_and_replaces_what_stood_there() -> None:
    page = f"# Players\n{BEGIN}\nold\n{END}\nthe rest\n"
    told = put(page, [LEAGUE], "2026-11-23")
    assert "old" not in told
    assert told.endswith(f"{END}\nthe rest\n")
    assert "| `novice` | +95 | −20 to +210 | 75 % |" in told
    assert "| `novice` against `greedy` | 75 % | 30 to 95 % | 75 % | 75 % |" in told
    assert "`greedy` against" not in told, "each meeting is told once"
    assert put(told, [LEAGUE], "2026-11-23") == told


def test_what_is_told_without_luck_has_a_column_where_there_is_some() -> None:
    aside = {"rate": 0.71, "low": 0.6, "high": 0.8, "luck": 0.4}
    meetings = [{**each, "without_luck": aside} for each in LEAGUE["meetings"]]
    page = f"{BEGIN}\n{END}\n"
    told = put(page, [{**LEAGUE, "meetings": meetings}], "2026-11-28")
    assert (
        "| | Won | 95 % interval | Adjusted for luck | On the first side | On the second |" in told
    )
    assert "| 75 % | 30 to 95 % | 71 % (60 to 80 %) | 75 % | 75 % |" in told
    assert "Adjusted for luck" not in put(page, [LEAGUE], "2026-11-28")


def test_tables_of_other_leagues_stay_in_the_page() -> None:
    page = f"{BEGIN}\n\n### Mill Ford: `idle`, `novice`\n\ntold before\n\n{END}\n"
    told = put(put(page, [LEAGUE], "2026-11-23"), [LEAGUE], "2026-11-24")
    assert told.index("### Crossroads: `greedy`, `novice`") < told.index("### Mill Ford")
    assert told.count("### ") == 2
    assert "told before" in told
    assert "2026-11-23" not in told


def test_what_a_league_answers_can_be_put_into_a_page() -> None:
    scenario = load_playable(ROOT / "samples/tank/scenarios/first-shots.scenario.yaml")
    league = League((scenario,), ("random", "greedy"), 2, seed=1)
    standings = Standings.of(league, list(play_league(league, crew=LocalWorkerPool(1))))
    answered = json.loads(json.dumps(as_json(standings)))
    told = put(f"{BEGIN}\n{END}\n", [answered], "2026-11-24")
    assert "2 games, 2 a pairing and scenario, seed 1, 2026-11-24." in told
    assert "`greedy` against `random`" in told or "`random` against `greedy`" in told
