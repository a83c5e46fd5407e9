"""Cards that lie open, always in view: whose they are, what they say; a click plays one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from engine import games
from engine.files import scenario_reader
from engine.play.option_targets import OptionAction, OptionTarget
from engine.play.position import Position
from engine.scenario.scenario import Scenario
from engine.session.side_inventory import side_stores
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.panels.card_hand_panel import CardHandPanel, CardView
from tests.engine.checks.test_later_checks import SOUND
from tests.engine.scenario_texts import changed, folder

HANDS: Mapping[str, tuple[str, ...]] = {"red": ("fog",), "blue": ("fog",)}
START = Position(
    1, 9, "fire", "red", (), stocks={"red": {"smoke": 2}}, hands=HANDS, laid_out={"blue": ("lost",)}
)


@pytest.fixture
def scenario(tmp_path: Path) -> Iterator[Scenario]:
    games.install("drill", "tests.engine.checks.drill")
    titled = ("phase: fire", "phase: fire\n        title: Fog\n        text: {en: Hush., zh: 嘘}")
    yield scenario_reader.load(folder(tmp_path, changed(SOUND, titled)))
    games.remove("drill")


def no_choices() -> SimpleNamespace:
    """Choices without any option, others each time."""
    return SimpleNamespace(pointings=[], choice_of_option=None)


class Playing(QObject):
    """As much of a game on the screen as the panel asks for: red may play its card."""

    settled = Signal()

    def __init__(self, scenario: Scenario) -> None:
        super().__init__()
        self.position, self.chosen = START, list[Any]()
        told = lambda viewer, language: SimpleNamespace(position=self.position)  # noqa: E731
        self.session = SimpleNamespace(
            scenario=scenario,
            viewer=None,
            visible_position=told,
            game=SimpleNamespace(position=lambda viewer: self.position),
            asked="red",
            needs_hand_over=False,
            path=None,
        )
        pointings = [
            ("fog", OptionTarget(OptionAction.CARD, card="fog")),
            (None, OptionTarget(OptionAction.PASS)),
        ]
        self.choices = SimpleNamespace(pointings=pointings, choice_of_option=lambda option: option)
        self.may_answer = True

    def choose(self, choice: object) -> None:
        self.chosen.append(choice)


def words_of(view: CardView) -> list[str]:
    return [label.text() for label in view.findChildren(QLabel) if label.text()]


def test_every_hand_is_in_view_with_the_texts_of_its_cards(
    qtbot: QtBot, scenario: Scenario
) -> None:
    panel, playing = CardHandPanel(Localizer("en")), Playing(scenario)
    qtbot.addWidget(panel)
    panel.show_play(cast(GameController, playing), None)
    assert panel.is_needed
    assert [(view.card.title, view.card.is_laid_out) for view in panel.cards] == [
        ("Fog", False), ("Fog", False), ("lost", True),
    ]  # fmt: skip
    assert words_of(panel.cards[0]) == ["Fog", "fire", "Hush."]
    assert not panel.cards[0].picture.pixmap().isNull(), "as it is printed"
    assert panel.cards[2].picture.pixmap().isNull(), "a card that lies in no deck has no face"
    panel.show_play(None, None)
    assert not panel.is_needed


def test_a_click_plays_a_card_of_who_is_asked_and_of_nobody_else(
    qtbot: QtBot, scenario: Scenario
) -> None:
    panel, playing = CardHandPanel(Localizer("en")), Playing(scenario)
    qtbot.addWidget(panel)
    panel.resize(900, 140)
    panel.show()
    panel.show_play(cast(GameController, playing), None)
    assert [view._play is not None for view in panel.cards] == [True, False, False]
    QTest.mouseClick(panel.cards[1], Qt.MouseButton.LeftButton)
    assert playing.chosen == []
    QTest.mouseClick(panel.cards[0], Qt.MouseButton.LeftButton)
    assert playing.chosen == ["fog"]
    playing.may_answer = False
    playing.choices = no_choices()
    playing.settled.emit()
    assert all(view._play is None for view in panel.cards)


def test_the_hand_of_who_is_asked_comes_into_view_and_scrolling_stays(
    qtbot: QtBot, scenario: Scenario
) -> None:
    panel, playing = CardHandPanel(Localizer("en")), Playing(scenario)
    qtbot.addWidget(panel)
    panel.resize(260, 140)
    panel.show()
    panel.show_play(cast(GameController, playing), None)
    across = panel.horizontalScrollBar()
    assert across.value() == 0
    playing.session.asked, playing.choices = (
        "blue",
        no_choices(),
    )
    playing.settled.emit()
    theirs = across.value()
    assert theirs > 208
    across.setValue(theirs - 100)
    playing.choices = no_choices()
    playing.settled.emit()
    assert across.value() == theirs - 100
    playing.session.asked, playing.choices = (
        "red",
        no_choices(),
    )
    playing.settled.emit()
    assert across.value() == 0


def test_what_lies_out_is_told_beside_hands(scenario: Scenario) -> None:
    red, blue = side_stores(scenario, START, "en")
    assert [(card.id, card.is_laid_out) for card in blue.cards] == [("fog", False), ("lost", True)]
    assert red.stocks[0].amount == 2
