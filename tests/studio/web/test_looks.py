"""How counters look is told to the page once: badges of marks, figures on their bases."""

from __future__ import annotations

import pytest

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import SHIPPED
from engine.games.game_appearance import FIGURES
from engine.languages import MADE_IN
from engine.texts import localised
from studio.web.game_facts import game_facts
from studio.web.tile_renderer import render_tiles
from studio.web.web_app import page_files

SCENARIOS = {
    "tide": "tide/scenarios/two-lanes.scenario.yaml",
    "valor": "valor/scenarios/orchard-farm.scenario.yaml",
}


@pytest.mark.parametrize("game", SCENARIOS)
def test_every_badge_has_a_letter_in_every_language_and_a_colour(game: str) -> None:
    badges = game_facts(load_playable(SHIPPED / "samples" / SCENARIOS[game]))["badges"]
    assert badges
    for badge in badges.values():
        assert all(localised(badge["letter"], language) for language in MADE_IN)
        assert badge["colour"].startswith("#")


def test_bases_are_told_in_games_that_draw_them_alone() -> None:
    facts = {
        game: game_facts(load_playable(SHIPPED / "samples" / SCENARIOS[game])) for game in SCENARIOS
    }
    base = facts["tide"]["base"]
    assert base["places"] == 4
    assert base["figures"]["mg-crew"] == {"shape": "machine-gun-crew", "places": 2}
    assert facts["valor"]["base"] is None


def test_every_figure_has_a_picture_for_the_page() -> None:
    scenario = load_playable(SHIPPED / "samples" / SCENARIOS["tide"])
    names: set[str] = set()
    for name, content in render_tiles(scenario.map):
        if not name.startswith(("figure-",)):
            if names >= {f"figure-{shape}.png" for shape in FIGURES}:
                break
            continue
        assert content.startswith(b"\x89PNG")
        names.add(name)
    assert names == {f"figure-{shape}.png" for shape in FIGURES}


def test_the_page_knows_every_place_a_badge_hangs_at() -> None:
    source = page_files()["figures.js"].read_text(encoding="utf-8")
    for game in SCENARIOS.values():
        badges = game_facts(load_playable(SHIPPED / "samples" / game))["badges"]
        assert all(f"{badge['place']}" in source for badge in badges.values())
