"""Where a game stands, told to one viewer as he may know it."""

from __future__ import annotations

from dataclasses import replace

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.scenario.scenario import Arrival, Scenario
from engine.session.game_overview import OverviewPart, game_overview
from engine.texts import text
from tests.engine.session.sessions import crossroads

SAMPLES = ROOT / "samples"


def told(
    scenario: Scenario, viewer: str | None = None, lang: str = "en"
) -> dict[str, OverviewPart]:
    """The parts by their ids, of a game that has just begun."""
    return {part.id: part for part in game_overview(new_game(scenario, 1), viewer, lang)}


def words(part: OverviewPart) -> str:
    """All that a part says."""
    return "\n".join([part.title, *(line.words for line in part.lines), part.html, part.empty])


def test_reinforcements_are_told_with_turn_zone_and_the_chance_of_their_die() -> None:
    scenario = crossroads()
    comers = [unit for unit in scenario.units if unit.arrives is not None]
    assert comers
    late = replace(comers[0], arrives=Arrival(3, comers[0].arrives.zone, die=5))  # type: ignore[union-attr]
    units = tuple(late if unit.id == late.id else unit for unit in scenario.units)
    part = told(replace(scenario, units=units))["coming"]
    line = next(line for line in part.lines if line.badge)
    assert line.badge == "5+"
    assert "from turn 3" in line.words
    assert "33%" in line.words.replace(" ", "")
    assert line.at, "its zone can be shown"


def test_ground_and_aims_are_told_and_what_is_missing_says_what_to_do() -> None:
    parts = told(crossroads())
    assert parts["held"].lines[0].words == f"Crossways (3): {text('scenario.nobody', 'en')}"
    assert len(parts["held"].lines[0].at) > 1
    assert "Red wins" in words(parts["aims"])
    assert parts["losses"].is_empty
    assert parts["losses"].empty == text("overview.losses-none", "en")
    assert "rulebook" in parts["rules"].empty
    bare = told(replace(crossroads(), briefings={}, objectives=(), victory=()))
    assert text("overview.briefing-none", "en") == bare["briefing"].empty
    assert text("overview.held-none", "en") == bare["held"].empty


def test_a_side_reads_its_own_briefing_and_nothing_of_the_enemy_s() -> None:
    scenario = crossroads()
    whole = game_overview(new_game(scenario, 1), None, "en")
    assert sum(part.id == "briefing" for part in whole) == 2
    own = told(scenario, "red")
    assert "Briefing: Red" in words(own["briefing"])
    enemy = scenario.briefings["blue"]
    assert not isinstance(enemy, str)
    assert all(enemy["en"][:40] not in words(part) for part in own.values())
    assert "Blue wins if" not in words(own["aims"])
    comers = [u for u in scenario.units if u.arrives is not None and u.side == "blue"]
    assert comers
    assert all("Blue" not in line.words for line in own["coming"].lines)


def test_choices_of_the_rules_are_told_with_what_the_rulebook_says_and_its_number() -> None:
    part = told(replace(crossroads(), rules={"stacking": 3, "strict": True}))["rules"]
    assert any("3 (rulebook: 4; V9)" in line.words for line in part.lines)
    assert any("yes (rulebook: no; V3)" in line.words for line in part.lines)


def test_a_game_without_ways_to_win_in_its_scenario_says_what_decides() -> None:
    scenario = load_playable(SAMPLES / "littlewars" / "scenarios" / "redoubt.scenario.yaml")
    assert "kind of game" in told(scenario)["aims"].empty
    assert "对局种类" in told(scenario, None, "zh")["aims"].empty
