"""The words: every event, decision, roll, result and marker is filed in both languages."""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from inspect import getmembers, isclass

import pytest

from engine.games.tank import (
    card_events,
    cards,
    close_combat,
    fire,
    initial_state,
    movement,
    opportunity_fire,
)
from engine.games.tank import events as happened
from engine.games.tank.data.rulebook import FireManner, FireOutcome
from engine.games.tank.fire import Shot
from engine.games.tank.presentation.sentences import (
    count,
    list_names,
    mark_name,
    outcome_name,
    unit_name,
)
from engine.games.tank.state import Phase
from engine.languages import MADE_IN
from engine.play.decisions import Decision
from engine.play.events import Event
from engine.texts import has_text, text
from tests.assertions import require
from tests.games.boards import battle
from tests.games.tank.turns import order

CHAPTERS = (cards, close_combat, fire, opportunity_fire, movement, initial_state)


def dashed(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def kinds(module: object, base: type) -> list[str]:
    found = getmembers(module, lambda it: isclass(it) and issubclass(it, base) and is_dataclass(it))
    return [name for name, kind in found if kind.__module__ == module.__name__]  # type: ignore[attr-defined] # a module


def filed(start: str) -> bool:
    """Whether a sentence, or one for a special case of it, is filed under a name."""
    ends = ("", "-one", "-other", "-sight", "-hit", "-move", "-both", "-on-the-move", "-on-target")
    return any(has_text(f"tank.{start}{end}") for end in ends)


@pytest.mark.parametrize("name", [*kinds(happened, Event), *kinds(card_events, Event)])
def test_every_event_has_its_sentence(name: str) -> None:
    assert filed("gun-on-target" if name == "GunFired" else dashed(name)), name


@pytest.mark.parametrize(
    "name", [name for chapter in CHAPTERS for name in kinds(chapter, Decision)]
)
def test_every_decision_has_its_question(name: str) -> None:
    assert filed(f"ask-{dashed(name)}"), name


@pytest.mark.parametrize("language", MADE_IN)
def test_every_result_phase_manner_and_marker_has_its_word(language: str) -> None:
    words = [outcome_name(outcome, language) for outcome in FireOutcome]
    words += [text(f"tank.phase-{phase}", language) for phase in Phase]
    words += [text(f"tank.manner-{manner}", language) for manner in FireManner]
    unit = battle("r1 b1").state.units["r1"]
    marks = [name for name, value in unit._asdict().items() if type(value) is bool]
    words += [mark_name(mark, language) for mark in marks]
    assert all(words)


def test_numbers_and_lists_are_said_as_people_say_them() -> None:
    assert count("hexes", 1, "en") == "1 hex"
    assert count("hexes", 2, "en") == "2 hexes"
    assert count("hexes", 2, "zh") == "2 格"
    assert list_names(["a"], "en") == "a"
    assert list_names(["a", "b", "c"], "en") == "a, b and c"
    assert list_names(["甲", "乙", "丙"], "zh") == "甲、乙和丙"


def test_a_shot_is_told_with_all_its_figures() -> None:
    board = "r1 " + ". " * 17 + "b1:2w"
    game = battle(board, [1, (4, 1)], marks={"r1": ("suppressed",)})
    game.choose(Shot("r1", "b1"))
    told = [game.rules.describe_event(game.state, event, "en") for event in game.events]
    assert "Direct fire: Red tank r1 declares fire at Blue tank b1." in told
    shot = text(
        "tank.shot-resolved", "en", firer="Red tank r1", start="0101", target="Blue tank b1",
        at="1901", range=18, base=9, corrections=", height −1, firer suppressed −3", level=5,
        dice="4+1 = 5", rolled=text("tank.outcome-none", "en"), softening="",
    )  # fmt: skip
    assert shot in told
    again = battle(board, [1, (1, 4)])
    again.choose(Shot("r1", "b1"))
    chinese = [again.rules.describe_event(again.state, event, "zh") for event in again.events]
    softening = text("tank.softened-cover", "zh", ground="丛林地", result="压制")
    shot = next(each for each in chinese if softening in each)
    assert shot.startswith("Red 坦克 r1（0101）")
    for fact in ("Blue 坦克 b1（1901）", "18", "9", "−1", "8", "1+4", "歼灭"):
        assert fact in shot


def test_questions_and_answers_name_units_hexes_and_costs() -> None:
    game = battle("r1 w . . . 1 b1\n . . . . . . .", [1, 1])
    order(game, "r1")
    told = game.rules.describe_decision(game.state, require(game.decision), "en")
    assert told == text(
        "tank.ask-choose-step-move", "en", side="Red", unit="Red tank r1", at="0101", left="5"
    )
    answers = [
        game.rules.describe_option(game.state, require(game.decision), option, "en")
        for option in game.options
    ]
    assert answers == ["0201 (2 MP)", "0102 (1 MP)", text("tank.option-end", "en")]


def test_a_unit_is_called_by_its_own_name_where_it_has_one() -> None:
    state = battle("r1 b1").state
    state.units["r1"] = state.units["r1"]._replace(name={"en": "Tank 1", "zh": "1号坦克"})
    assert unit_name(state, "r1", "en") == "Red Tank 1"
    state.units["r1"] = state.units["r1"]._replace(name="Red Tank 1")
    assert unit_name(state, "r1", "en") == "Red Tank 1"
