"""The crossroads sample: what the scenario holds, and games of it saved in the middle of a move."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.games.tank.opportunity_fire import OpportunityFire
from engine.play.players import find_player, let_player_answer
from engine.scenario.scenario import Scenario
from engine.session import replay
from tests.games.tank.turns import TankGame

FILE = ROOT / "samples/tank/scenarios/crossroads.scenario.yaml"
MAX_BYTES = 20_000


@pytest.fixture(scope="module")
def crossroads() -> Scenario:
    return load_playable(FILE)


# --- what it holds -------------------------------------------------------------------------------


def test_four_fight_against_four_over_twelve_turns(crossroads: Scenario) -> None:
    assert Counter(unit.side for unit in crossroads.units) == {"red": 4, "blue": 4}
    assert crossroads.turns == 12


@pytest.mark.parametrize("side", ["red", "blue"])
def test_the_fourth_tank_of_each_side_comes_as_a_reinforcement(
    crossroads: Scenario, side: str
) -> None:
    (late,) = [unit for unit in crossroads.units if unit.arrives and unit.side == side]
    assert late.arrives is not None
    assert late.arrives.turn == 3


def test_e4_each_side_draws_from_the_deck_of_seven(crossroads: Scenario) -> None:
    decks = [crossroads.decks[side.deck] for side in crossroads.sides]
    assert [len(deck.cards) for deck in decks] == [7, 7]


def test_there_are_three_objectives_worth_points_and_conditions_for_both_sides(
    crossroads: Scenario,
) -> None:
    assert {entry.id: entry.points for entry in crossroads.objectives} == {
        "crossways": 3,
        "bridge": 2,
        "alderby": 2,
    }
    assert {condition.side for condition in crossroads.victory} == {"red", "blue", ""}


@pytest.mark.parametrize("reader", ["red", "blue", "umpire"])
def test_everybody_is_briefed_in_both_languages(crossroads: Scenario, reader: str) -> None:
    briefing = crossroads.briefings[reader]
    assert isinstance(briefing, dict)
    assert len(briefing["en"].split()) > 100
    assert len(briefing["zh"]) > 100


# --- saved in mid-interrupt ----------------------------------------------------------------------


def stopped_at_the_last_opportunity(scenario: Scenario, seed: int) -> TankGame:
    """A game in which a side is asked, for the last time, whether it fires at a mover (V5)."""
    game, asked = new_game(scenario, seed), list[int]()
    players = {side: find_player("random", seed) for side in ("red", "blue")}
    while not game.is_over:
        if isinstance(game.decision, OpportunityFire):
            asked.append(len(game.answers))
        let_player_answer(game, players)
    assert asked, f"seed {seed}: nobody was asked"
    game.rewind(asked[-1])
    return game


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_saved_in_mid_interrupt_resumes_at_the_question_from_20_kB(
    crossroads: Scenario, tmp_path: Path, seed: int
) -> None:
    game, path = stopped_at_the_last_opportunity(crossroads, seed), tmp_path / "game.replay"
    replay.save(game, path, FILE.name)
    assert path.stat().st_size <= MAX_BYTES
    resumed = replay.load(path, crossroads)
    assert isinstance(resumed.decision, OpportunityFire)
    assert not resumed.is_between_activities
    assert (resumed.decision, resumed.options) == (game.decision, game.options)
    assert (resumed.state, resumed.events) == (game.state, game.events)
    resumed.choose(resumed.options[0])
