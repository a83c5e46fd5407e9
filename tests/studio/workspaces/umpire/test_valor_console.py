"""Orchard Farm umpired in the window: orders, dice, bulletins, and a player's page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.languages import LANGUAGES
from engine.texts import SideName, text
from engine.umpire.orders import OrderState
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.umpire.map_tab import UmpireMapTab
from studio.workspaces.umpire.next_step import PendingStepKind
from studio.workspaces.umpire.umpired_game_setup import UmpiredGameSetup, build_seats
from tests.studio.web.browsing import PHONE, Screen, browser
from tests.studio.workspaces.umpire.hands import SEED, Umpire

FARM = SHIPPED / "samples" / "valor" / "scenarios" / "orchard-farm.scenario.yaml"
LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
SEATS = {"us": ["Ann"], "de": [""]}


@pytest.fixture
def farm(window: Umpire, qtbot: QtBot) -> Umpire:
    """The farm, umpired from its beginning, by the key."""
    window.window.filing.open_file(FARM)
    assert isinstance(window.window.active_tab, ScenarioTab)
    seats = tuple(build_seats(SEATS, only_first_delivers=True))
    window.prompts.room_setup = UmpiredGameSetup(window.file, seats, SEED)
    window.window.activateWindow()
    qtbot.waitUntil(window.window.isActiveWindow)
    QTest.keyClick(window.window, Qt.Key.Key_F5, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: isinstance(window.window.active_tab, UmpireMapTab))
    return window


def push(umpire: Umpire, button: QWidget) -> None:
    assert button.isVisible()
    QTest.mouseClick(button, LEFT)
    umpire.settle()


def write_all(umpire: Umpire) -> int:
    """Answer what may be written, by clicks in the list; how many answers that were."""
    listed, count = umpire.docks.writing.decision.list, 0
    while umpire.tab.board.play.question is not None:
        item = listed.item(count % listed.count())
        listed.scrollToItem(item)
        QTest.mouseClick(listed.viewport(), LEFT, pos=listed.visualItemRect(item).center())
        umpire.settle()
        count += 1
    return count


def test_orders_for_squads_are_written_handed_in_and_carried_out_with_other_dice(
    farm: Umpire,
) -> None:
    """Foxholes are laid for a side (V19.1); the first attack is rolled with real dice (V9.3)."""
    step, writing = farm.docks.step, farm.docks.writing
    assert step.whose.text() == text("console.room-waits-side", "en", who="Germans")
    push(farm, step.write)
    assert writing.seats.currentText() == "Germans"
    assert write_all(farm) == 2
    push(farm, writing.deliver)
    assert len(farm.orders("de", OrderState.DELIVERED)) == 2
    QTest.keyClick(farm.window, Qt.Key.Key_F10)
    farm.settle()
    assert len(farm.orders("de", OrderState.EXECUTED)) == 2
    coming = farm.go_on_until(
        lambda one: one.waits is PendingStepKind.DICE and "attack" in one.words
    )
    farm.settle()
    assert coming.roll is not None
    QTest.keyClick(farm.window, Qt.Key.Key_F11)
    for box in step.entry.boxes:
        QTest.keyClick(box, Qt.Key.Key_1)
    QTest.keyClicks(step.note, "real dice")
    push(farm, step.entry.lay)
    assert "1+1 = 2" in str(farm.room.log[-1].events)


def test_a_bulletin_of_the_farm_is_drafted_in_every_language_and_sent(farm: Umpire) -> None:
    """What a side knows is told it in the words of squads, in whichever its players may read."""
    farm.go_on_to_turn(1)
    farm.settle()
    QTest.keyClick(farm.window, Qt.Key.Key_5, CONTROL)
    farm.settle()
    panel = farm.docks.bulletins
    panel.to.choose("us")
    push(farm, panel.draft)
    english, chinese = (panel.editors[each].toPlainText() for each in ("en", "zh"))
    title = text("umpiring.bulletin-title", "en", side=SideName.of("Americans"), turn=1)
    assert english.startswith(f"# {title}")
    assert "美军" in chinese
    assert "Americans" not in chinese
    push(farm, panel.send)
    sent = farm.room.bulletins[0].words
    assert (sent["en"], sent["zh"]) == (english, chinese)
    assert sent.keys() == set(LANGUAGES)


def test_a_phone_in_chinese_has_the_desk_of_the_farm(farm: Umpire) -> None:
    """The seat that is called by its side is called so in the player's own language."""
    pytest.importorskip("uvicorn")
    players = farm.docks.players
    QTest.keyClick(farm.window, Qt.Key.Key_4, CONTROL)
    farm.do("room-players")
    players.port.setValue(0)
    farm.do("room-serve")
    assert farm.tab.serving.is_on, players.fault.text()
    link = farm.tab.serving.links()["de-1"].url
    with browser() as chromium:
        screen = Screen(chromium, link, **PHONE, locale="zh-CN").sit()
        assert screen.words("#seat") == "德军"
        assert "Germans" not in screen.words("#desk")
        assert screen.complaints == []
        screen.context.close()
