"""The story of a scenario in its panel: words, map, sides, briefings, by the keyboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.files import map_writer
from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.scenario.scenario import Deck
from studio.workspaces.scenario.panels.sides import SidesPage
from studio.workspaces.scenario.panels.story_panel import StoryPanel
from tests.studio.workspaces.scenario.conftest import Desk


def typed(field: QWidget, words: str) -> None:
    field.setFocus()
    if isinstance(field, QLineEdit):
        field.end(False)
    QTest.keyClicks(field, words)


def press(field: QWidget, key: Qt.Key, keys: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(field, key, keys or Qt.KeyboardModifier.NoModifier)


def sides_of(story: StoryPanel) -> SidesPage:
    """The page of the sides, in front."""
    story.pages.setCurrentWidget(story.sides)
    return story.sides


def test_what_is_typed_in_a_field_is_one_step_with_a_name(desk: Desk) -> None:
    story = desk.panel(StoryPanel)
    title = {"en": "Crossroads", "zh": "十字路口", "ru": "Перекрёсток"}
    typed(story.title.lines["en"], " of old")
    assert desk.scenario.title == {**title, "en": "Crossroads of old"}
    assert desk.steps == ["Title"]
    desk.undo()
    assert desk.scenario.title == title
    assert story.title.lines["en"].text() == "Crossroads"


def test_typing_again_after_leaving_the_field_is_another_step(desk: Desk) -> None:
    story = desk.panel(StoryPanel)
    typed(story.title.lines["en"], "a")
    story.title.lines["zh"].setFocus()
    typed(story.title.lines["en"], "b")
    assert desk.steps == ["Title", "Title"]


def test_what_is_typed_after_a_save_is_not_part_of_what_was_saved(desk: Desk) -> None:
    story = desk.panel(StoryPanel)
    typed(story.title.lines["en"], "a")
    desk.document.history.setClean()
    typed(story.title.lines["en"], "b")
    assert desk.document.is_dirty
    assert desk.steps == ["Title", "Title"]


def test_undo_goes_past_the_field_to_the_window(desk: Desk) -> None:
    line = desk.panel(StoryPanel).title.lines["en"]
    typed(line, "x")
    press(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert line.text() == "Crossroadsx", "the field takes nothing back by itself"


def test_turns_and_credits_are_kept(desk: Desk) -> None:
    story = desk.panel(StoryPanel)
    story.turns.setValue(9)
    typed(story.credits, "Ordnance")
    assert (desk.scenario.turns, desk.scenario.credits) == (9, "Ordnance")
    assert desk.steps == ["9 turns", "Credits"]


def test_a_briefing_is_written_in_one_language_and_seen_as_it_reads(desk: Desk) -> None:
    story = desk.panel(StoryPanel)
    story.pages.setCurrentWidget(story.briefings)
    story.briefings.choose("umpire")
    area = story.briefings.area
    area.tabs.setCurrentIndex(0)
    area.areas["en"].selectAll()
    typed(area.areas["en"], "**Keep** it secret.")
    words = desk.scenario.briefings["umpire"]
    assert isinstance(words, dict)
    assert words["en"] == "**Keep** it secret."
    assert words["zh"].startswith("势均力敌")
    assert area.preview.toPlainText().strip() == "Keep it secret."
    assert desk.steps == ["Briefing of Umpire"]


def test_the_preview_of_a_long_text_comes_once_the_typing_rests(desk: Desk, qtbot: QtBot) -> None:
    """Every key would wait for it otherwise; whoever reads at the end of it stays there."""
    story = desk.panel(StoryPanel)
    story.pages.setCurrentWidget(story.briefings)
    field = story.briefings.area
    area, bar = field.areas["en"], field.preview.verticalScrollBar()
    QGuiApplication.clipboard().setText("Hold the mill.\n\n" * 300)
    area.setFocus()
    QTest.keyClick(area, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "Hold the mill" in field.preview.toPlainText())
    bar.setValue(bar.maximum())
    place = bar.value()
    assert place > 0
    QTest.keyClicks(area, " Quagmire.")
    assert "Quagmire" not in field.preview.toPlainText()
    qtbot.waitUntil(lambda: "Quagmire" in field.preview.toPlainText())
    assert bar.value() > place // 2


def test_paragraphs_of_folded_text_stay_apart_in_the_preview(desk: Desk) -> None:
    story = desk.panel(StoryPanel)
    story.pages.setCurrentWidget(story.briefings)
    story.briefings.choose("red")
    area = story.briefings.area
    area.tabs.setCurrentIndex(0)
    written = area.areas["en"].toPlainText().strip().count("\n")
    assert written >= 2
    shown = area.preview.toPlainText().strip().replace("\u2028", "\n")
    assert shown.count("\n") >= written


def test_a_side_that_is_removed_says_what_goes_with_it(desk: Desk) -> None:
    story = desk.panel(StoryPanel)
    desk.asking.confirmed = [False, True]
    sides = sides_of(story)
    sides.listing.choose(1)
    press(sides.listing.list, Qt.Key.Key_Delete)
    assert len(desk.scenario.sides) == 2, "not unless it is meant"
    press(sides.listing.list, Qt.Key.Key_Delete)
    assert [side.id for side in desk.scenario.sides] == ["red"]
    assert "4 units, 2 conditions of victory and 1 briefing" in desk.asking.asked[0]
    desk.undo()
    assert len(desk.scenario.units) == 8


def test_sides_are_added_named_and_put_in_order_by_keys(desk: Desk) -> None:
    sides = sides_of(desk.panel(StoryPanel))
    press(sides.listing.list, Qt.Key.Key_Insert)
    assert desk.scenario.sides[2].colour not in {side.colour for side in desk.scenario.sides[:2]}
    sides.id.setText("green")
    sides.id.editingFinished.emit()
    typed(sides.name_field.lines["en"], "Green")
    press(sides.listing.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [side.id for side in desk.scenario.sides] == ["red", "green", "blue"]
    assert sides.listing.place == 1
    assert desk.steps[-1] == "Order of the sides"


def test_a_side_gets_its_colour_deck_and_first_move(desk: Desk) -> None:
    desk.document.apply(
        replace(desk.scenario, decks={**desk.scenario.decks, "spare": Deck("spare", ())}), "deck"
    )
    sides = sides_of(desk.panel(StoryPanel))
    desk.asking.colours = ["#112233"]
    sides.colour.click()
    sides.begins.click()
    sides.deck.setCurrentIndex(sides.deck.findData("spare"))
    sides.deck.activated.emit(0)
    red = desk.scenario.side("red")
    assert (red.colour, red.begins, red.deck) == ("#112233", True, "spare")
    sides.listing.choose(1)
    sides.begins.click()
    assert [side.begins for side in desk.scenario.sides] == [False, True]


def test_an_id_that_is_taken_is_refused_at_the_field(desk: Desk) -> None:
    sides = sides_of(desk.panel(StoryPanel))
    sides.id.setText("blue")
    sides.id.editingFinished.emit()
    assert "blue" in sides.fault.text()
    assert desk.steps == []


def test_another_map_says_what_it_does_and_can_be_undone(desk: Desk, tmp_path: Path) -> None:
    story = desk.panel(StoryPanel)
    small = tmp_path / "small.map.yaml"
    map_writer.save(Map.blank(Grid(10, 8)), small)
    desk.asking.file, desk.asking.confirmed = small, [True]
    story.other_map.click()
    assert desk.scenario.map.grid.columns == 10
    assert "village" in desk.scenario.zones, "a zone that is needed came along"
    assert any("village" in words for words in desk.asking.asked)
    desk.undo()
    assert desk.scenario.map.grid.columns == 24


def test_everything_is_said_again_in_another_language(desk: Desk) -> None:
    story = desk.panel(StoryPanel)
    sides_of(story)
    desk.say.set_language("zh")
    assert story.pages.tabText(0) == "想定"
    assert story.sides.listing.list.item(0).text().startswith("红方")


def test_another_counter_style_is_a_step_and_is_seen_on_the_map(desk: Desk) -> None:
    story = desk.panel(StoryPanel)
    story.counters.setFocus()
    press(story.counters, Qt.Key.Key_Down)
    press(story.counters, Qt.Key.Key_Down)
    assert (desk.scenario.counters, desk.steps[-1]) == ("classic", "Another counter style")
    assert desk.scenario.layout is not None
    desk.undo()
    assert story.counters.currentText() in ("As usual", "Standard")


def test_a_layout_of_ones_own_is_named_from_the_scenarios_folder(
    desk: Desk, tmp_path: Path
) -> None:
    story = desk.panel(StoryPanel)
    own = tmp_path / "own.counters.yaml"
    own.write_text(
        "sandtable: counters/1\nsymbol: {style: app6, at: [20, 20, 60, 40]}\n", encoding="utf-8"
    )
    desk.asking.file = own
    story.counters.setFocus()
    press(story.counters, Qt.Key.Key_End)
    assert desk.scenario.counters.endswith("own.counters.yaml")
    assert desk.scenario.layout is not None
