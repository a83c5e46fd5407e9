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
from engine.texts import text
from studio.workspaces.scenario.panels.sides_page import SidesPage
from studio.workspaces.scenario.panels.title_and_briefing_panel import TitleAndBriefingPanel
from tests.studio.workspaces.scenario.desks import Desk

TITLE = text("aims.step-title", "en")


def typed(field: QWidget, words: str) -> None:
    field.setFocus()
    if isinstance(field, QLineEdit):
        field.end(False)
    QTest.keyClicks(field, words)


def press(field: QWidget, key: Qt.Key, keys: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(field, key, keys or Qt.KeyboardModifier.NoModifier)


def sides_of(story: TitleAndBriefingPanel) -> SidesPage:
    """The page of the sides, in front."""
    story.pages.setCurrentWidget(story.sides)
    return story.sides


def test_what_is_typed_in_a_field_is_one_step_with_a_name(context: Desk) -> None:
    story = context.panel(TitleAndBriefingPanel)
    title = {"en": "Crossroads", "zh": "十字路口", "ru": "Перекрёсток"}
    typed(story.title.lines["en"], " of old")
    assert context.scenario.title == {**title, "en": "Crossroads of old"}
    assert context.steps == [TITLE]
    context.undo()
    assert context.scenario.title == title
    assert story.title.lines["en"].text() == "Crossroads"


def test_typing_again_after_leaving_the_field_is_another_step(context: Desk) -> None:
    story = context.panel(TitleAndBriefingPanel)
    typed(story.title.lines["en"], "a")
    story.title.lines["zh"].setFocus()
    typed(story.title.lines["en"], "b")
    assert context.steps == [TITLE, TITLE]


def test_what_is_typed_after_a_save_is_not_part_of_what_was_saved(context: Desk) -> None:
    story = context.panel(TitleAndBriefingPanel)
    typed(story.title.lines["en"], "a")
    context.document.history.setClean()
    typed(story.title.lines["en"], "b")
    assert context.document.is_dirty
    assert context.steps == [TITLE, TITLE]


def test_undo_goes_past_the_field_to_the_window(context: Desk) -> None:
    line = context.panel(TitleAndBriefingPanel).title.lines["en"]
    typed(line, "x")
    press(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert line.text() == "Crossroadsx", "the field takes nothing back by itself"


def test_turns_and_credits_are_kept(context: Desk) -> None:
    story = context.panel(TitleAndBriefingPanel)
    story.turns.setValue(9)
    typed(story.credits, "Ordnance")
    assert (context.scenario.turns, context.scenario.credits) == (9, "Ordnance")
    assert context.steps == [
        text("aims.step-turns", "en", turns=9), text("aims.step-credits", "en"),
    ]  # fmt: skip


def test_a_briefing_is_written_in_one_language_and_seen_as_it_reads(context: Desk) -> None:
    story = context.panel(TitleAndBriefingPanel)
    story.pages.setCurrentWidget(story.briefings)
    story.briefings.choose("umpire")
    area = story.briefings.area
    area.tabs.setCurrentIndex(0)
    area.areas["en"].selectAll()
    typed(area.areas["en"], "**Keep** it secret.")
    words = context.scenario.briefings["umpire"]
    assert isinstance(words, dict)
    assert words["en"] == "**Keep** it secret."
    assert words["zh"].startswith("势均力敌")
    assert area.preview.toPlainText().strip() == "Keep it secret."
    assert context.steps == [text("aims.step-briefing", "en", who="Umpire")]


def test_the_preview_of_a_long_text_comes_once_the_typing_rests(
    context: Desk, qtbot: QtBot
) -> None:
    """Every key would wait for it otherwise; whoever reads at the end of it stays there."""
    story = context.panel(TitleAndBriefingPanel)
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


def test_paragraphs_of_folded_text_stay_apart_in_the_preview(context: Desk) -> None:
    story = context.panel(TitleAndBriefingPanel)
    story.pages.setCurrentWidget(story.briefings)
    story.briefings.choose("red")
    area = story.briefings.area
    area.tabs.setCurrentIndex(0)
    written = area.areas["en"].toPlainText().strip().count("\n")
    assert written >= 2
    shown = area.preview.toPlainText().strip().replace("\u2028", "\n")
    assert shown.count("\n") >= written


def test_a_side_that_is_removed_says_what_goes_with_it(context: Desk) -> None:
    story = context.panel(TitleAndBriefingPanel)
    context.prompts.confirmed = [False, True]
    sides = sides_of(story)
    sides.listing.choose(1)
    press(sides.listing.list, Qt.Key.Key_Delete)
    assert len(context.scenario.sides) == 2, "not unless it is meant"
    press(sides.listing.list, Qt.Key.Key_Delete)
    assert [side.id for side in context.scenario.sides] == ["red"]
    assert "4 units, 2 victory conditions and 1 briefing" in context.prompts.asked[0]
    context.undo()
    assert len(context.scenario.units) == 8


def test_sides_are_added_named_and_put_in_order_by_keys(context: Desk) -> None:
    sides = sides_of(context.panel(TitleAndBriefingPanel))
    press(sides.listing.list, Qt.Key.Key_Insert)
    assert context.scenario.sides[2].colour not in {
        side.colour for side in context.scenario.sides[:2]
    }
    sides.id.setText("green")
    sides.id.editingFinished.emit()
    typed(sides.name_field.lines["en"], "Green")
    press(sides.listing.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [side.id for side in context.scenario.sides] == ["red", "green", "blue"]
    assert sides.listing.place == 1
    assert context.steps[-1] == text("aims.step-side-order", "en")


def test_a_side_gets_its_colour_deck_and_first_move(context: Desk) -> None:
    context.document.apply(
        replace(context.scenario, decks={**context.scenario.decks, "spare": Deck("spare", ())}),
        "deck",
    )
    sides = sides_of(context.panel(TitleAndBriefingPanel))
    context.prompts.colours = ["#112233"]
    sides.colour.click()
    sides.begins.click()
    sides.deck.setCurrentIndex(sides.deck.findData("spare"))
    sides.deck.activated.emit(0)
    red = context.scenario.side("red")
    assert (red.colour, red.begins, red.deck) == ("#112233", True, "spare")
    sides.listing.choose(1)
    sides.begins.click()
    assert [side.begins for side in context.scenario.sides] == [False, True]


def test_an_id_that_is_taken_is_refused_at_the_field(context: Desk) -> None:
    sides = sides_of(context.panel(TitleAndBriefingPanel))
    sides.id.setText("blue")
    sides.id.editingFinished.emit()
    assert "blue" in sides.fault.text()
    assert context.steps == []


def test_another_map_says_what_it_does_and_can_be_undone(context: Desk, tmp_path: Path) -> None:
    story = context.panel(TitleAndBriefingPanel)
    small = tmp_path / "small.map.yaml"
    map_writer.save(Map.blank(Grid(10, 8)), small)
    context.prompts.file, context.prompts.confirmed = small, [True]
    story.other_map.click()
    assert context.scenario.map.grid.columns == 10
    assert "village" in context.scenario.zones, "a zone that is needed came along"
    assert any("village" in words for words in context.prompts.asked)
    context.undo()
    assert context.scenario.map.grid.columns == 24


def test_everything_is_said_again_in_another_language(context: Desk) -> None:
    story = context.panel(TitleAndBriefingPanel)
    sides_of(story)
    context.localize.set_language("zh")
    assert story.pages.tabText(0) == "想定"
    assert story.sides.listing.list.item(0).text().startswith("红方")


def test_another_counter_style_is_a_step_and_is_seen_on_the_map(context: Desk) -> None:
    story = context.panel(TitleAndBriefingPanel)
    story.counters.setFocus()
    press(story.counters, Qt.Key.Key_Down)
    press(story.counters, Qt.Key.Key_Down)
    assert (context.scenario.counters, context.steps[-1]) == (
        "classic", text("aims.step-counters", "en"),
    )  # fmt: skip
    assert context.scenario.layout is not None
    context.undo()
    assert story.counters.currentText() in (text("aims.story-counters-usual", "en"), "Standard")


def test_a_layout_of_ones_own_is_named_from_the_scenarios_folder(
    context: Desk, tmp_path: Path
) -> None:
    story = context.panel(TitleAndBriefingPanel)
    own = tmp_path / "own.counters.yaml"
    own.write_text(
        "sandtable: counters/1\nsymbol: {style: app6, at: [20, 20, 60, 40]}\n", encoding="utf-8"
    )
    context.prompts.file = own
    story.counters.setFocus()
    press(story.counters, Qt.Key.Key_End)
    assert context.scenario.counters.endswith("own.counters.yaml")
    assert context.scenario.layout is not None
