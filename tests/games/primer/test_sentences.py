"""The primer in words: whatever is asked, answered, rolled and done is said in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.games.primer import umpire_actions
from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.data.rulebook import RulebookChoices
from engine.games.primer.movement import ARRIVED, BLOCKED, ENCOUNTER
from engine.games.primer.presentation.sentences import group_name, unit_name
from engine.games.primer.state import Phase, State
from engine.languages import MADE_IN
from engine.play.dice import SeededDice
from engine.play.game import Game, Intervention
from engine.play.players import find_player, let_player_answer
from engine.texts import has_text, text
from tests.games.primer.boards import attack, battle, hand_in, scenario

SAMPLE = ROOT / "samples/primer/scenarios/three-cities.scenario.yaml"
IDS = re.compile(r"\b(red|blue)-\d+|\{|None|\bHex\(|\bprimer\.")


def games() -> Iterator[Game[State]]:
    """Games that come to everything the rules know: bought armies, missiles, the umpire."""
    yield new_game(load_playable(SAMPLE), 3)
    for missile in ("umpire", "attack"):
        board = "bi1+bi2:w ri1 . .\n ba1 rt1 . c\n . . bt1 rp1\n . m . ra1"
        made = scenario(
            board, cities={"D2": "red"}, missiles=["bm1", "rm1"], rules={"missile": missile}
        )
        yield Game(PRIMER, made, SeededDice.of(4))


def all_said(game: Game[State], language: str) -> Iterator[str]:
    """Every sentence of a game of random players that an umpire attends from the first turn on."""
    by = {side: find_player("random", 5) for side in ("red", "blue", "umpire")}
    while game.decision is not None:
        if game.state.turn == 1 and not game.state.is_attended:
            game.intervene(Intervention("attend"))
        rules, state, decision = game.rules, game.state, game.decision
        yield rules.describe_decision(state, decision, language)
        for option in game.options:
            yield rules.describe_option(state, decision, option, language)
        let_player_answer(game, by)
    yield from filter(None, (rules.describe_event(state, e, language) for e in game.events))


@pytest.mark.parametrize("language", MADE_IN)
def test_everything_asked_answered_and_done_is_said_without_gaps(language: str) -> None:
    for game in games():
        for said in all_said(game, language):
            assert said.strip()
            assert not IDS.search(said), said


@pytest.mark.parametrize("act", list(umpire_actions.ORDERS))
def test_every_act_of_the_umpire_and_what_it_takes_has_its_word(act: str) -> None:
    assert has_text(f"primer.act-{act}")
    for parameter in umpire_actions.ORDERS[act].takes:
        assert has_text(f"primer.parameter-{parameter.name}"), parameter


@pytest.mark.parametrize(
    "key",
    [
        *(f"phase-{phase}" for phase in Phase),
        *(f"mark-{mark}" for mark in ("exposed", "weakened", "ordered", "beaten")),
        *(f"move-ended-{reason}" for reason in (ARRIVED, BLOCKED, ENCOUNTER)),
        *(f"step-{step}" for step in umpire_actions.STEPS),
    ],
)
def test_every_word_of_the_rules_is_filed(key: str) -> None:
    assert has_text(f"primer.{key}")


def test_every_way_to_be_wiped_out_and_to_win_is_told() -> None:
    for cause in ("table", "ranged", "no-path", "missile", "umpire"):
        assert has_text(f"primer.units-wiped-out-{cause}")
    for reason in ("withdrew", "no-units", "cities", "held-out", "losses", "turn-limit"):
        assert has_text(f"primer.reason-{reason}")
    assert set(
        RulebookChoices.__dataclass_fields__
    )  # the house rules have their words in designing.yaml


def test_units_of_a_type_are_named_together() -> None:
    state = battle("bi1+bi2+bi3 ba1 .").state
    assert unit_name(state, "ba1", "en") == "Blue armour 1"
    assert (
        group_name(state, ["bi1", "bi2", "ba1"], "en") == "Blue infantry 1 and 2 and Blue armour 1"
    )
    assert group_name(state, ["bi1", "bi2", "bi3"], "zh") == "Blue 步兵 1、2 和 3"


def test_one_unit_is_stopped_and_several_are() -> None:
    state = battle("bi1+bi2+bi3 ba1 .").state
    said = [
        text("primer.move-ended-encounter", "en", units=group_name(state, units, "en"), at="B1")
        for units in (["ba1"], ["bi1", "bi2"], ["bi1", "ba1"])
    ]
    assert said == [
        "Blue armour 1 is stopped at B1 by an encounter.",
        "Blue infantry 1 and 2 are stopped at B1 by an encounter.",
        "Blue infantry 1 and Blue armour 1 are stopped at B1 by an encounter.",
    ]


def test_the_log_tells_a_fight_with_all_its_figures() -> None:
    game = attack(battle("ba1 ri1 .\n. . .", (3, 4)), "ba1", "B1")
    hand_in(game)
    log = [PRIMER.describe_event(game.state, event, "en") for event in game.events]
    (fight,) = [line for line in log if "3+4 = 7" in line]
    assert fight == text(
        "primer.fight-resolved", "en", units=group_name(game.state, ["ba1"], "en"),
        defenders="Red infantry 1", at="B1", strengths="5 (A1)", joint="", bonus="", attack=5,
        defence=1, difference=4, dice="3+4 = 7", outcome="Red must retreat 5 hexes",
    )  # fmt: skip
