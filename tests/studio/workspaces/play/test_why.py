"""Every figure an outlook shows can be asked why: rules in sentences, cells, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.checks.scenario_checks import load_playable
from engine.games import installed_games, rule_system_of
from engine.games.reinforcement_calls import REINFORCEMENTS
from engine.languages import MADE_IN
from engine.play.forecast_blocks import OutcomeForecast, RuleSubject
from engine.play.game import Game
from engine.play.move_forecast import Forecast
from engine.play.players import Question, find_player
from engine.session.rule_explanations import (
    ExplanationRequest,
    cited_in,
    explain_figure,
    has_rule,
    rule_texts,
)
from engine.texts import names_with_branches, text, texts_with_prefix
from studio.widgets.localization import Localizer
from studio.workspaces.play.panels.explanation_popup import ExplanationPopup
from studio.workspaces.play.panels.forecast_block_layout import forecast_blocks

SAMPLES = Path(__file__).parents[4] / "samples"
PLAYED = {
    "tank": "tank/scenarios/crossroads", "primer": "primer/scenarios/three-cities",
    "valor": "valor/scenarios/orchard-farm", "tide": "tide/scenarios/two-lanes",
    "littlewars": "littlewars/scenarios/two-farms",
}  # fmt: skip
ANSWERS, WANTED = 120, 2


def foreseen(game: Game[Any]) -> Iterator[Forecast]:
    """What the first options of the decision under way lead to."""
    assert game.decision is not None
    view = game.view(game.decision.side)
    for option in game.options[:3]:
        told = game.rules.forecast(view, game.decision, option)
        if told is not None:
            yield told


@cache
def played(name: str) -> tuple[Game[Any], tuple[Forecast, ...]]:
    """A game of a sample, and some outlooks of it."""
    from engine.games import new_game

    game = new_game(load_playable(SAMPLES / f"{PLAYED[name]}.scenario.yaml"), 5)
    who, found = find_player("greedy" if name == "tide" else "random", 5), list[Forecast]()
    for _ in range(ANSWERS):
        if (
            game.decision is None
            or sum(isinstance(told, OutcomeForecast) for told in found) >= WANTED
        ):
            break
        found += foreseen(game)
        game.choose(who.choose(Question(game, game.decision)))
    return game, tuple(found)


@pytest.mark.parametrize("name", PLAYED)
def test_every_line_of_an_outlook_names_a_rule_in_a_sentence(name: str) -> None:
    game, found = played(name)
    assert any(isinstance(told, OutcomeForecast) for told in found), "nothing was foreseen"
    for language in MADE_IN:
        asked = [
            inquiry
            for told in found
            for block in forecast_blocks(game, told, language)
            for inquiry in getattr(block, "asked", ())
        ]
        assert asked
        for inquiry in asked:
            told = explain_figure(game.scenario, inquiry, language)
            assert told.rules, inquiry


@pytest.mark.parametrize("name", PLAYED)
def test_every_rule_a_figure_names_has_a_sentence_in_each_language(name: str) -> None:
    game, found = played(name)
    for inquiry in (
        each
        for told in found
        for block in forecast_blocks(game, told, "en")
        for each in getattr(block, "asked", ())
    ):
        for number in inquiry.rules:
            said = [rule_texts(name, [number], language) for language in MADE_IN]
            assert all(said), number
            assert said[0][0].sentence != said[1][0].sentence


@pytest.mark.parametrize("name", installed_games())
def test_every_game_has_rules_for_every_subject(name: str) -> None:
    told = rule_system_of(name).paragraphs
    assert set(told) == set(RuleSubject)
    for numbers in told.values():
        assert all(has_rule(name, number) for number in numbers)


def purposes(name: str) -> set[str]:
    """What dice are rolled for in a game, as its texts name it."""
    return {
        key for branch in names_with_branches(name) for key in texts_with_prefix(branch, "roll-")
    }


@pytest.mark.parametrize("name", installed_games())
def test_every_roll_of_every_game_can_be_asked_why(name: str) -> None:
    told = rule_system_of(name).rolls
    for purpose in purposes(name) - {REINFORCEMENTS}:
        assert told.get(purpose), purpose
        assert all(has_rule(name, number) for number in told[purpose]), purpose
    assert told.keys() <= purposes(name) | purposes(name.partition("-")[0]) | purposes(
        f"{name}-kriegspiel"
    )


def test_a_roll_is_explained_by_its_rules_and_its_cells() -> None:
    game, found = played("tank")
    cells = next(told.cells for told in found if isinstance(told, OutcomeForecast) and told.cells)
    told = explain_figure(
        game.scenario, ExplanationRequest("7: hit", (), cells[:1], purpose="shot"), "en"
    )
    assert [rule.number for rule in told.rules] == ["F3", "F4", "F5"]
    assert [cell.cell for cell in told.cells] == [cells[0]]
    come = explain_figure(
        game.scenario, ExplanationRequest("4: they come", purpose=REINFORCEMENTS), "en"
    )
    assert come.remark == text("forecast.why-roll-reinforcements", "en")


def test_rules_are_cited_in_brackets_and_parts_fall_back_to_the_whole_rule() -> None:
    assert cited_in("it cannot lie there (X3, X4); see B1") == ("X3", "X4")
    assert cited_in("不能设在此处（V5.8）") == ("V5.8",)
    (rule,) = rule_texts("littlewars", ["L12.3"], "en")
    assert rule.number == "L12"
    assert rule_texts("tank", ["Z99"], "en") == ()


def test_cells_are_told_as_they_are_printed_and_can_be_shown(qtbot: QtBot) -> None:
    game, found = played("tank")
    outlook = next(told for told in found if isinstance(told, OutcomeForecast) and told.cells)
    note = ExplanationPopup(None, Localizer("en"))  # type: ignore[arg-type] # of no window
    qtbot.addWidget(note)
    wanted: list[object] = []
    note.cells_wanted.connect(wanted.append)
    asked = ExplanationRequest("level", ("F3",), outlook.cells[:1])
    note.tell([explain_figure(game.scenario, asked, "en")], QPoint(10, 10))
    assert "Table A, row 85mm" in note.words.text()
    assert "F3: The attack level" in note.accessibleName()
    QTest.keyClick(note, Qt.Key.Key_Return)
    assert wanted == [outlook.cells[:1]]
    assert note.isHidden()
