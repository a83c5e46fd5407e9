"""The umpire at the window: by his panel, by a menu on the map, by a drag with Ctrl."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from engine.hexes.hex import Hex
from engine.session.seats import FogOfWar
from engine.session.session import Session
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.game_view.game_view import PointedSpot
from studio.workspaces.play.panels.umpire_on_map import UmpireMapMenu
from studio.workspaces.play.panels.umpire_panel import UmpirePanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.assertions import require_type
from tests.engine.session.sessions import begun, drawn
from tests.studio.workspaces.play.seen import middle, opened, played

BOARD = "r1 . . b1\n . r2 . .\n. . . ."


class Umpire:
    """A window in which a small game is played, with what the umpire has at hand."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        self.window, self.session = window, session
        self.tab, self.play = played(window, session)

    @property
    def panel(self) -> UmpirePanel:
        return self.window.playing.umpire

    @property
    def on_map(self) -> UmpireMapMenu:
        assert self.panel.on_map is not None
        return self.panel.on_map

    def at(self, unit: str) -> tuple[int, int]:
        piece = next(piece for piece in self.play.standing.pieces if piece.id == unit)
        return self.session.scenario.map.grid.column_row(piece.at)

    def marks(self, unit: str) -> tuple[str, ...]:
        return next(piece.marks for piece in self.play.standing.pieces if piece.id == unit)

    def hex(self, column: int, row: int) -> Hex:
        return self.session.scenario.map.grid.hex(column, row)

    def fill(self, kind: str, *arguments: object, why: str = "a test") -> None:
        self.panel.kinds.setCurrentIndex(self.panel.kinds.findData(kind))
        for field, argument in zip(self.panel.fields, arguments, strict=True):
            field.set_value(argument)
        self.panel.why.setText(why)

    def menu_at(self, column: int, row: int) -> QMenu:
        point = middle(self.tab, self.hex(column, row))
        QTest.mouseClick(self.tab.canvas, Qt.MouseButton.RightButton, pos=point)
        assert self.on_map.menu is not None
        return self.on_map.menu

    def told(self) -> list[str]:
        return [line.sentence for line in self.session.log(language="en")]


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with opened(qtbot, tmp_path) as made:
        yield made


@pytest.fixture
def umpire(window: MainWindow) -> Umpire:
    return Umpire(window, drawn(BOARD, turns=9))


def entry(menu: QMenu, words: str) -> None:
    """Take an entry of a menu; a slash leads into a menu below it."""
    head, _, rest = words.partition("/")
    action = next(action for action in menu.actions() if action.text() == head)
    assert action.isEnabled(), head
    below = action.menu()
    if rest:
        assert isinstance(below, QMenu)
        entry(below, rest)
    else:
        action.trigger()
    menu.close()


def words(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


# --- the panel ------------------------------------------------------------------------------------


def test_the_panel_lists_every_act_of_the_game_in_words(umpire: Umpire) -> None:
    listed = [umpire.panel.kinds.itemText(place) for place in range(umpire.panel.kinds.count())]
    assert len(listed) == len(umpire.session.acts())
    assert listed[:2] == ["Move a unit", "Add a unit"]


def test_what_the_form_says_is_done_told_and_can_be_undone(umpire: Umpire) -> None:
    umpire.panel.who.setText("Ann")
    umpire.fill("hurt", "b1", "F", why="a mine")
    umpire.panel.do.click()
    assert "gun_out" in umpire.marks("b1")
    assert (
        text("tank.umpire-acted", "en", kind="apply a result to a unit", reason=": Ann: a mine")
        in umpire.told()
    )
    umpire.window.bars.actions["undo"].trigger()
    assert "gun_out" not in umpire.marks("b1")


def test_a_unit_is_added_where_the_form_says_with_an_id_of_its_own(umpire: Umpire) -> None:
    umpire.panel.begin("add", PointedSpot(umpire.hex(2, 2)))
    umpire.panel.why.setText("a patrol")
    umpire.panel.carry_out_order()
    assert umpire.at("x1") == (2, 2)
    assert umpire.panel.fields[0].argument() == "x2"


def test_without_a_reason_nothing_is_done_and_the_form_says_so(umpire: Umpire) -> None:
    umpire.fill("remove", "b1", why="  ")
    umpire.panel.carry_out_order()
    assert umpire.panel.fault.text() == text("playtest.umpire-why-needed", "en")
    assert umpire.at("b1") == (3, 0)


def test_what_the_rules_refuse_is_said_at_the_form(umpire: Umpire) -> None:
    umpire.fill("move", "r1", umpire.hex(3, 0))
    umpire.panel.carry_out_order()
    assert "cannot" in umpire.panel.fault.text()
    assert umpire.at("r1") == (0, 0)


def test_a_hex_that_is_none_is_explained_at_the_form(umpire: Umpire) -> None:
    umpire.fill("move", "r1", umpire.hex(1, 0))
    umpire.panel.fields[1].box.setText("Z99")  # type: ignore[attr-defined]  # the hex's line
    umpire.panel.carry_out_order()
    assert "Z99" in umpire.panel.fault.text()


def test_a_hex_and_a_unit_are_taken_from_clicks_on_the_map(umpire: Umpire) -> None:
    umpire.fill("move", "b1", umpire.hex(0, 0))
    unit, hex_ = umpire.panel.fields
    for field, place in ((unit, (1, 1)), (hex_, (2, 2))):
        field.point.click()
        QTest.mouseClick(
            umpire.tab.canvas, Qt.MouseButton.LeftButton, pos=middle(umpire.tab, umpire.hex(*place))
        )
        assert not field.point.isChecked()
    umpire.panel.carry_out_order()
    assert umpire.at("r2") == (2, 2)


def test_escape_gives_up_picking_on_the_map(umpire: Umpire) -> None:
    umpire.fill("remove", "b1")
    button = umpire.panel.fields[0].point
    button.click()
    assert button.isChecked()
    umpire.window.escape()
    assert not button.isChecked()
    assert umpire.tab.guest is not None
    assert not require_type(umpire.tab.guest, GameOnTab).pointer.is_for_umpire


def test_while_an_activity_is_under_way_the_panel_waits_and_says_why(umpire: Umpire) -> None:
    while umpire.session.may_intervene:
        question = umpire.session.question()
        assert question is not None
        umpire.play.answer(question.choices.options[0])
    assert not umpire.panel.body.isEnabled()
    assert text("playtest.umpire-wait", "en") in umpire.panel.waiting.text()


def test_another_language_keeps_what_the_form_says(umpire: Umpire) -> None:
    umpire.fill("hurt", "b1", "M")
    umpire.window.looks.choose_language("zh")
    assert umpire.panel.kinds.currentText() == text("tank.act-hurt", "zh")
    assert [field.argument() for field in umpire.panel.fields] == ["b1", "M"]
    umpire.window.looks.choose_language("en")


def test_before_a_side_s_eyes_cards_are_not_for_the_umpire_to_swap(window: MainWindow) -> None:
    umpire = Umpire(window, begun(fog=FogOfWar.PER_SIDE))
    assert umpire.panel.kinds.findData("draw") >= 0
    assert umpire.panel.kinds.findData("swap") < 0


# --- on the map -----------------------------------------------------------------------------------


def test_the_right_button_offers_what_may_be_done_to_a_unit(umpire: Umpire) -> None:
    menu = umpire.menu_at(3, 0)
    assert "Restore a unit" in words(menu)
    entry(menu, "Apply a result to a unit/suppressed")
    assert "b1" in umpire.on_map.note.words.text()
    umpire.on_map.note.why.setText("smoke")
    QTest.keyClick(umpire.on_map.note.why, Qt.Key.Key_Return)
    assert "suppressed" in umpire.marks("b1")
    assert not umpire.on_map.note.isVisible()
    assert (
        text("tank.umpire-acted", "en", kind="apply a result to a unit", reason=": smoke")
        in umpire.told()
    )


def test_only_markers_a_unit_carries_come_off(umpire: Umpire) -> None:
    umpire.fill("mark", "b1", "moved")
    umpire.panel.carry_out_order()
    menu = umpire.menu_at(3, 0)
    entry(menu, f"{text('tank.act-clear', 'en').capitalize()}/moved")
    umpire.on_map.note.do.click()
    assert umpire.marks("b1") == ()


def test_a_unit_is_sent_from_its_menu_to_the_hex_clicked_next(umpire: Umpire) -> None:
    entry(umpire.menu_at(0, 0), text("playtest.umpire-more", "en", act="Move a unit"))
    point = middle(umpire.tab, umpire.hex(1, 2))
    QTest.mouseClick(umpire.tab.canvas, Qt.MouseButton.LeftButton, pos=point)
    umpire.on_map.note.do.click()
    assert umpire.at("r1") == (1, 2)


def test_a_hex_takes_the_unit_acted_upon_last_or_a_new_one(umpire: Umpire) -> None:
    umpire.menu_at(0, 0).close()
    menu = umpire.menu_at(1, 2)
    assert text("playtest.umpire-here", "en", act="Add a unit") in words(menu)
    here = next(each for each in words(menu) if each.startswith("Move a unit here"))
    entry(menu, here)
    umpire.on_map.note.do.click()
    assert umpire.at("r1") == (1, 2)


def test_a_drag_with_control_moves_a_unit_once_the_reason_is_given(umpire: Umpire) -> None:
    canvas, control = umpire.tab.canvas, Qt.KeyboardModifier.ControlModifier
    start, end = (middle(umpire.tab, umpire.hex(*place)) for place in ((3, 0), (2, 2)))
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, control, start)
    QTest.mouseMove(canvas, end)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, control, end)
    note = umpire.on_map.note
    assert note.isVisible()
    assert umpire.at("b1") == (3, 0)
    note.why.setText("a ford")
    note.do.click()
    assert umpire.at("b1") == (2, 2)
    umpire.on_map.offer(PointedSpot(umpire.hex(2, 2), "b1"))
    assert umpire.on_map.menu is not None
    entry(umpire.on_map.menu, "Restore a unit")
    assert note.why.text() == "a ford"  # the reason is remembered


def test_escape_in_the_note_gives_the_order_up(umpire: Umpire) -> None:
    entry(umpire.menu_at(3, 0), "Remove a unit")
    QTest.keyClick(umpire.on_map.note.why, Qt.Key.Key_Escape)
    assert not umpire.on_map.note.isVisible()
    assert umpire.at("b1") == (3, 0)


def test_what_is_refused_on_the_map_is_said_in_the_note(umpire: Umpire) -> None:
    pointer = require_type(umpire.tab.guest, GameOnTab).pointer
    assert pointer is not None
    pointer.shifted.emit("r1", umpire.hex(3, 0))
    umpire.on_map.note.do.click()
    assert "cannot" in umpire.on_map.note.fault.text()
    assert umpire.on_map.note.isVisible()


def test_a_tooltip_tells_name_markers_and_what_a_unit_met_this_turn(umpire: Umpire) -> None:
    umpire.fill("hurt", "b1", "S")
    umpire.panel.carry_out_order()
    tip = tip_at(umpire.tab, umpire.play, umpire.hex(3, 0))
    assert "Blue tank b1" in tip
    assert "suppressed" in tip.splitlines()[0].split("<br>")[1]
    assert "• Blue tank b1" in tip


def tip_at(tab: ScenarioTab, play: GameController, hex_: Hex) -> str:
    tab.canvas.repaint()
    return tab._tip(middle(tab, hex_).toPointF())


def test_the_form_finds_hexes_on_the_map_of_the_game_in_front(umpire: Umpire) -> None:
    umpire.fill("move", "r1", umpire.hex(0, 1))
    _, play = played(umpire.window, begun())
    (place,) = [field for field in umpire.panel.fields if field.parameter.kind == "hex"]
    at = play.session.scenario.map.grid.hex(9, 9)
    place.set_value(at)
    assert place.argument() == at
