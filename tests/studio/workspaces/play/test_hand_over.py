"""Between two persons under fog, nothing in the window tells what either side alone may know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.play.option_targets import ActionParameter
from engine.session.seats import FogOfWar
from engine.session.session import Session
from engine.texts import text
from studio.framework.document_tab import MapDocumentTab
from studio.main_window.main_window import MainWindow
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_on_map import GameOnMap
from studio.workspaces.play.game_view.hand_over_curtain import HandOverCurtain
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.assertions import require_type
from tests.engine.session.sessions import begun, give
from tests.studio.workspaces.play.seen import opened, played, texts

CARD = ActionParameter("given", "card")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with opened(qtbot, tmp_path) as made:
        yield made


def handed(window: MainWindow, answers: int = 0) -> GameController:
    """A game under fog, so many answers on, where the screen is to be handed over."""
    session = give(begun(seed=5, fog=FogOfWar.PER_SIDE), random.Random(5), answers)
    while not session.needs_hand_over:
        give(session, random.Random(session.answer_count), 1)
    return played(window, session)[1]


def secrets(session: Session) -> set[str]:
    """The names of all that only one side may know."""
    state, rules = session.game.state, session.game.rules
    hidden = [word for side in rules.sides(state) for word in rules.secrets(state, side)]
    return {
        rules.describe_argument(state, CARD, word, "en")
        if word in state.cards
        else rules.describe_unit(state, word, "en")
        for word in hidden
    }


@pytest.mark.parametrize("answers", [0, 40, 80])
def test_while_the_screen_is_handed_over_nobody_s_secrets_can_be_read(
    window: MainWindow, answers: int
) -> None:
    play = handed(window, answers)
    hidden = secrets(play.session)
    assert hidden, "there is something to hide"
    assert [secret for secret in hidden if secret in texts(window)] == []


def test_what_one_side_may_choose_from_can_be_read_once_it_sits_there(window: MainWindow) -> None:
    play = handed(window)
    play.hand_over()
    assert any(secret in texts(window) for secret in secrets(play.session))


def test_the_curtain_covers_the_whole_map_at_any_size_and_asks_for_the_side(
    window: MainWindow,
) -> None:
    play = handed(window)
    assert window.active_tab is not None
    curtain = window.active_tab.guest.curtain  # type: ignore[attr-defined]  # a scenario's tab
    assert curtain.isVisible()
    assert curtain.whose.text() == text("playtest.curtain-whose", "en", side="Blue")
    window.resize(1100, 700)
    canvas = require_type(window.active_tab, MapDocumentTab).canvas
    assert window.active_tab.childAt(canvas.pos() + QPoint(9, 40)) is not canvas
    assert curtain.size() == window.active_tab.size()
    assert play.session.needs_hand_over


def test_enter_lifts_the_curtain_for_the_side_that_is_asked(window: MainWindow) -> None:
    play = handed(window)
    curtain = window.active_tab.guest.curtain  # type: ignore[union-attr]  # a scenario's tab
    QTest.keyClick(curtain.button, Qt.Key.Key_Return)
    assert not curtain.isVisible()
    assert play.session.viewer == play.session.asked


def test_the_line_at_the_foot_and_tooltips_say_nothing_behind_the_curtain(
    window: MainWindow,
) -> None:
    play = handed(window, 40)
    tab = window.active_tab
    assert tab is not None
    tab.here = play.standing.pieces[0].at  # type: ignore[attr-defined]  # a scenario's tab
    tab.pointed.emit()
    assert window.status.reading.text() == ""


def test_the_curtain_goes_with_the_game(window: MainWindow) -> None:
    handed(window)
    tab = window.active_tab
    assert isinstance(tab, ScenarioTab)
    assert isinstance(tab.guest, GameOnMap)
    assert tab.guest.curtain.isVisible()
    window.playing.stop()
    assert not [each for each in tab.findChildren(HandOverCurtain) if each.isVisible()]


def test_the_umpire_does_not_act_while_the_screen_is_handed_over(window: MainWindow) -> None:
    handed(window)
    assert not window.playing.umpire.body.isVisible()
