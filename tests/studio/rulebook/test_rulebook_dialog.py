"""The reader of rules: found by number and by words, opened from an explanation."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.files.scenario_reader import load
from engine.files.source_text import SAMPLES
from engine.rulebook.rulebook import build_rulebook
from engine.rulebook.rulebook_source import ItemKind
from engine.session.rule_explanations import ExplanationRequest
from studio.rendering.rulebook.rulebook_html import RulebookPages
from studio.rendering.rulebook.rulebook_tables import RulebookTables
from studio.rulebook.rulebook_dialog import NUMBER, RulebookDialog, show_rulebook
from studio.widgets.localization import Localizer
from studio.workspaces.play.panels.explanation_popup import RULE, ExplanationPopup

FIRST_SHOTS = SAMPLES / "tank" / "scenarios" / "first-shots.scenario.yaml"


@pytest.fixture
def reader(qtbot: QtBot) -> RulebookDialog:
    """A reader of the tank game."""
    dialog = RulebookDialog(Localizer("en"))
    qtbot.addWidget(dialog)
    dialog.read("tank")
    return dialog


def listed(reader: RulebookDialog) -> list[str]:
    """The numbers of the rules in the list."""
    tops = [reader.list.topLevelItem(row) for row in range(reader.list.topLevelItemCount())]
    lines = [top.child(row) for top in tops if top for row in range(top.childCount())]
    return [line.data(0, NUMBER) for line in lines if line]


def test_the_list_has_every_rule(reader: RulebookDialog) -> None:
    assert listed(reader) == list(build_rulebook("tank", "en").entries)


def test_a_rule_is_found_by_its_number_and_by_its_words(reader: RulebookDialog) -> None:
    reader.line.setText("F5")
    assert "F5" in listed(reader)
    reader.line.setText("hexside both block")
    assert listed(reader) == ["S7"]


def test_words_that_no_rule_has_are_said_to_be_missing(reader: RulebookDialog) -> None:
    reader.line.setText("xylophone")
    assert reader.list.topLevelItemCount() == 1
    assert listed(reader) == []


def test_a_part_of_a_rule_leads_to_the_rule(reader: RulebookDialog) -> None:
    reader.read("tank", None, "V9.3")
    item = reader.list.currentItem()
    assert item is not None
    assert item.data(0, NUMBER) == "V9"


def test_one_reader_serves_a_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    first = show_rulebook(window, Localizer("en"), "valor")
    assert show_rulebook(window, Localizer("en"), load(FIRST_SHOTS), "S5") is first
    assert first.book is not None
    assert first.book.game == "tank"


def test_an_explanation_leads_to_the_rule_it_names(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    popup = ExplanationPopup(window, Localizer("en"))
    scenario = load(FIRST_SHOTS)
    popup.answer(scenario, [ExplanationRequest("?", ("F5",))], window.pos())
    with qtbot.waitSignal(popup.rule_wanted) as wanted:
        popup.words.linkActivated.emit(f"{RULE}F5")
    assert wanted.args == [scenario, "F5"]


def test_numbers_in_texts_are_links_but_hexes_are_not() -> None:
    book = build_rulebook("tank", "en")
    pages = RulebookPages(book, RulebookTables(book), str, lambda chapter: f"{chapter}.html")
    fire = next(chapter for chapter in book.chapters if chapter.id == "fire")
    sight = next(chapter for chapter in book.chapters if chapter.id == "sight")
    assert '<a href="movement.html#V7">V7</a>' in pages.chapter(fire)
    assert "#C1" not in pages.chapter(sight)
    assert any(item.kind is ItemKind.FIGURE for item in sight.items)
    assert '<img src="plateau"' in pages.chapter(sight)
