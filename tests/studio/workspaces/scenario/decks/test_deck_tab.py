"""A deck in the window, edited by mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from engine.checks.check import check
from engine.files import deck_files
from engine.games import card_effects_of
from engine.scenario.scenario import Card, Deck
from engine.texts import localised, text_languages
from studio.documents import document_loader
from studio.documents.deck_document import DeckDocument
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.workspaces.scenario.decks.card_effect_forms import FurtherEffectsForm
from studio.workspaces.scenario.decks.card_list import CardCommand
from studio.workspaces.scenario.decks.deck_context import DeckContext
from studio.workspaces.scenario.decks.deck_tab import DeckTab
from tests.assertions import require
from tests.studio.main_window.conftest import Scripted, do
from tests.studio.workspaces.scenario.decks.conftest import STANDARD

Key = Qt.Key


def ids(tab: DeckTab) -> list[str]:
    return [card.id for card in tab.document.deck.cards]


def looked_at(tab: DeckTab) -> Card:
    card = tab.panel.cards.first
    assert card is not None
    return card


def press(widget: QWidget, key: Qt.Key, keys: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(widget, key, keys or Qt.KeyboardModifier.NoModifier)


def commit(widget: QWidget, words: str) -> None:
    """Type words; Chinese comes from an input method."""
    if words.isascii():
        QTest.keyClicks(widget, words)
    else:
        event = QInputMethodEvent()
        event.setCommitString(words)
        QApplication.sendEvent(widget, event)


def write(widget: QWidget, words: str) -> None:
    """Type over what a field says."""
    widget.setFocus()
    QTest.keyClick(widget, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(widget, Key.Key_Delete)
    commit(widget, words)


def paste(widget: QWidget, words: str) -> None:
    """Put words from the clipboard over what a field says."""
    QApplication.clipboard().setText(words)
    widget.setFocus()
    press(widget, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(widget, Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def click_card(tab: DeckTab, row: int, keys: Qt.KeyboardModifier | None = None) -> None:
    rows = tab.panel.cards.rows
    at = rows.visualRect(tab.panel.cards.model.index(row)).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton,
                     keys or Qt.KeyboardModifier.NoModifier, at)  # fmt: skip


def choose(box: QComboBox, word: str) -> None:
    """By the keyboard, as far down as it is."""
    box.setFocus()
    press(box, Key.Key_Home)
    for _ in range(box.findData(word)):
        press(box, Key.Key_Down)


def number(tab: DeckTab, name: str, value: int) -> None:
    field = tab.panel.form.parameters.fields[name]
    assert isinstance(field, QSpinBox)
    write(field, str(value))
    press(field, Key.Key_Return)


def checked(qtbot: QtBot, tab: DeckTab) -> list[str]:
    """The codes of the problems of the deck as it is."""
    qtbot.waitUntil(lambda: not tab.checking.is_waiting, timeout=10_000)
    return [problem.code for problem in tab.problems]


def test_a_card_is_made_undone_redone_saved_and_is_clean(
    window: MainWindow, tab: DeckTab, file: Path, qtbot: QtBot
) -> None:
    panel, was = tab.panel, tab.document.deck
    press(panel.cards.rows, Key.Key_Insert)
    press(panel.cards.menu, Key.Key_Down)
    press(panel.cards.menu, Key.Key_Return)
    assert looked_at(tab).id == "fire-boost-1"
    choose(panel.form.effect, "support")
    number(tab, "guns", 4)
    number(tab, "delay", 3)
    battery = panel.form.parameters.fields["battery"]
    assert isinstance(battery, QComboBox)
    choose(battery, "122mm")
    write(panel.form.id, "gift")
    write(panel.form.title.lines["en"], "A gift")
    write(panel.form.title.lines["zh"], "礼物")
    panel.form.copies.setFocus()
    press(panel.form.copies, Key.Key_Up)
    made = looked_at(tab)
    wanted = {"battery": "122mm", "guns": 4, "delay": 3}
    proposed = card_effects_of("tank")["support"].proposed_text(wanted, text_languages())
    title = {"en": "A gift", "zh": "礼物"}
    assert made == Card("gift", "support", wanted, 2, title, proposed)
    deck = tab.document.deck
    while tab.can_undo:
        do(window, "undo")
    assert tab.document.deck == was
    assert not tab.document.is_dirty
    while tab.can_redo:
        do(window, "redo")
    assert tab.document.deck == deck
    do(window, "save")
    window.filing.finish_saving(tab.document)
    assert not tab.document.is_dirty
    again = DeckDocument.open(file)
    assert again.deck == deck
    assert check(file) == []
    assert checked(qtbot, tab) == []


def test_a_number_typed_letter_by_letter_is_one_step_and_the_text_follows(tab: DeckTab) -> None:
    before = tab.document.history.count()
    number(tab, "movers", 12)
    assert localised(looked_at(tab).text, "en").startswith(
        "In the next movement phase your first 12 movers"
    )
    assert tab.document.history.count() == before + 1


def test_a_text_its_author_wrote_is_left_alone_until_it_is_worded_anew(
    tab: DeckTab, qtbot: QtBot
) -> None:
    form = tab.panel.form
    write(form.text.areas["en"], "Your first 3 movers hurry.")
    number(tab, "movers", 5)
    assert looked_at(tab).text["en"] == "Your first 3 movers hurry."  # type: ignore[index]
    assert "numbers-differ" in checked(qtbot, tab)
    QTest.mouseClick(form.wording, Qt.MouseButton.LeftButton)
    assert "first 5 movers" in looked_at(tab).text["en"]  # type: ignore[index]
    assert checked(qtbot, tab) == ["differs-from-own"]


def test_several_cards_are_chosen_duplicated_moved_and_deleted(tab: DeckTab) -> None:
    was = ids(tab)
    click_card(tab, 0)
    click_card(tab, 2, Qt.KeyboardModifier.ControlModifier)
    rows = tab.panel.cards.rows
    press(rows, Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert ids(tab)[:5] == [was[0], f"{was[0]}-1", was[1], was[2], f"{was[2]}-1"]
    assert tab.panel.cards.ids == [f"{was[0]}-1", f"{was[2]}-1"]
    press(rows, Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert ids(tab)[:4] == [f"{was[0]}-1", f"{was[2]}-1", was[0], was[1]]
    press(rows, Key.Key_Delete)
    assert ids(tab) == was
    assert tab.document.history.count() == 3


def test_the_last_card_cannot_be_deleted(tab: DeckTab) -> None:
    rows = tab.panel.cards.rows
    press(rows, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert not tab.panel.cards.buttons[CardCommand.DELETE].isEnabled()
    press(rows, Key.Key_Delete)
    assert len(ids(tab)) == 7


def test_cards_dropped_between_others_lie_there(tab: DeckTab) -> None:
    was = ids(tab)
    click_card(tab, 0)
    tab.panel.cards.rows.dropped.emit(3)
    assert ids(tab) == [was[1], was[2], was[0], *was[3:]]
    assert looked_at(tab).id == was[0]


def test_searching_shows_the_cards_that_speak_of_it_in_any_language(tab: DeckTab) -> None:
    cards = tab.panel.cards

    def shown() -> list[str]:
        rows = enumerate(cards.model.cards)
        return [card.id for row, card in rows if not cards.rows.isRowHidden(row)]

    commit(cards.search, "抢修")
    assert shown() == ["field-repair"]
    write(cards.search, "support 155")
    assert shown() == ["support-155mm"]
    cards.search.clear()
    assert len(shown()) == 7


def test_an_id_that_is_taken_or_has_no_form_is_told_and_not_taken(tab: DeckTab) -> None:
    form = tab.panel.form
    write(form.id, "field-repair")
    assert "field-repair" in form.id_fault.text()
    write(form.id, "a,b")
    assert "a,b" in form.id_fault.text()
    assert len(set(ids(tab))) == 7
    assert "field-repair" in ids(tab)


def test_of_an_id_that_is_refused_nothing_is_left_behind(tab: DeckTab) -> None:
    form, was = tab.panel.form, ids(tab)
    write(form.id, "field-repair")  # all that comes before its last letter would be an id
    assert ids(tab) == was
    assert form.id.text() == "field-repair"
    commit(form.id, "-2")
    assert ids(tab) == ["field-repair-2", *was[1:]]
    assert not form.id_fault.text()
    for _ in "-2":
        press(form.id, Key.Key_Backspace)
    press(form.id, Key.Key_Tab)
    assert ids(tab) == was
    assert form.id.text() == was[0]


def test_copies_are_set_for_all_chosen_cards(tab: DeckTab) -> None:
    click_card(tab, 0)
    click_card(tab, 2, Qt.KeyboardModifier.ShiftModifier)
    tab.panel.form.copies.setFocus()
    press(tab.panel.form.copies, Key.Key_Up)
    assert [card.copies for card in tab.document.deck.cards] == [2, 2, 2, 1, 1, 1, 1]


def test_a_picture_is_written_as_seen_from_the_deck(
    tab: DeckTab, prompts: Scripted, file: Path, qtbot: QtBot
) -> None:
    prompts.file = file.parent / "pictures" / "a.png"
    QTest.mouseClick(tab.panel.form.choose, Qt.MouseButton.LeftButton)
    assert looked_at(tab).picture == "pictures/a.png"
    assert tab.panel.form.picture_fault.text()
    assert checked(qtbot, tab) == ["no-picture"]
    (problem,) = tab.problems
    tab.fix(tab.fixes(problem)[0])
    assert looked_at(tab).picture == ""
    assert not tab.panel.form.picture_fault.text()


# --- problems -------------------------------------------------------------------------------------


def test_a_problem_leads_to_its_card_and_field(
    window: MainWindow, tab: DeckTab, qtbot: QtBot
) -> None:
    click_card(tab, 5)
    number(tab, "guns", 9)
    write(tab.panel.form.text.areas["zh"], "六门炮")
    assert "numbers-differ" in checked(qtbot, tab)
    click_card(tab, 0)
    problem = next(each for each in tab.problems if each.code == "numbers-differ")
    window.docks.problems.visited.emit(problem)
    assert looked_at(tab).id == "support-155mm"
    assert QApplication.focusWidget() is tab.panel.form.text.areas["zh"]


def test_a_problem_is_fixed_from_the_panel_as_one_step(
    window: MainWindow, tab: DeckTab, qtbot: QtBot
) -> None:
    paste(tab.panel.form.text.areas["en"], "many words " * 150)
    assert checked(qtbot, tab) == ["card-too-full"]
    problems = window.docks.problems
    problems.list.setCurrentRow(0)
    before = tab.document.history.count()
    QTest.mouseClick(problems.fix_buttons[0], Qt.MouseButton.LeftButton)
    assert checked(qtbot, tab) == []
    assert tab.document.history.count() == before + 1
    assert tab.document.deck == deck_files.load(STANDARD)


@pytest.mark.parametrize(("count", "said"), [(0, "an empty list"), (201, "a list of 201 entries")])
def test_a_deck_of_no_or_too_many_cards_is_told_how_many_it_has(
    tmp_path: Path, count: int, said: str
) -> None:
    """The list of cards is one, whatever its length: `a list is not a list of cards` was said."""
    file = tmp_path / "own.deck.yaml"
    cards = ", ".join(f"{{id: card-{number}}}" for number in range(count))
    file.write_text(f"sandtable: deck/1\ngame: tank\ncards: [{cards}]\n", encoding="utf-8")
    (problem,) = check(file)
    assert problem.message("en") == f"{said} is not a list of cards, 1 to 200 of them"


def test_a_warning_is_kept_with_a_reason(tab: DeckTab, prompts: Scripted, qtbot: QtBot) -> None:
    write(tab.panel.form.text.areas["zh"], "")
    assert checked(qtbot, tab) == ["one-language"]
    prompts.lines = ["English only"]
    tab.waive(tab.problems[0])
    assert checked(qtbot, tab) == []
    assert tab.document.value.waived[0].reason == "English only"


@pytest.mark.parametrize(
    ("card", "codes"),
    [
        ("{id: x, effect: extra-pm}", ["unknown-effect"]),
        ("{id: x, effect: repair, parameters: {unit: 1}}", ["unknown-parameter"]),
        ("{id: x, effect: repair, parameters: {units: 0}}", ["invalid-card"]),
        ("{id: x, effect: repair, title: {en: Mend}}", ["one-language"]),
        ("{id: repair-all, effect: repair, text: two units, parameters: {units: 3}}",
         ["numbers-differ"]),
        ("{id: rapid-assault, effect: repair}", ["differs-from-own"]),
    ],
)  # fmt: skip
def test_every_clear_problem_has_a_fix_that_leaves_none(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, card: str, codes: list[str]
) -> None:
    file = tmp_path / "odd.deck.yaml"
    file.write_text(f"sandtable: deck/1\ngame: tank\ncards: [{card}]\n", encoding="utf-8")
    window.open_tab(document_loader.open_document(file))
    tab = window.active_tab
    assert isinstance(tab, DeckTab)
    assert checked(qtbot, tab) == codes
    tab.fix(tab.fixes(tab.problems[0])[0])
    assert checked(qtbot, tab) == []


def test_a_deck_of_a_game_that_is_not_installed_can_be_looked_at(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "chess.deck.yaml"
    file.write_text("sandtable: deck/1\ngame: chess\ncards: [{id: a, effect: mate}]\n")
    window.open_tab(document_loader.open_document(file))
    tab = window.active_tab
    assert isinstance(tab, DeckTab)
    assert checked(qtbot, tab) == ["unknown-game"]
    press(tab.panel.cards.rows, Key.Key_Insert)
    write(tab.panel.form.title.lines["en"], "Mate")
    assert looked_at(tab).title == "Mate"


def test_where_no_card_is_shown_no_effect_is_added(qtbot: QtBot, window: MainWindow) -> None:
    form = FurtherEffectsForm(window.localize)
    qtbot.addWidget(form)
    form.show()
    assert form.isVisible()
    assert not form.add.isVisible()
    form.show_card("storm", (), DeckContext("tide"))
    with qtbot.waitSignal(form.edited) as edited:
        QTest.mouseClick(form.add, Qt.MouseButton.LeftButton)
    then, _ = edited.args
    assert [each.effect for each in then] == [next(iter(DeckContext("tide").effects))]
    form.show_card("storm", (), DeckContext("tank"))
    assert not form.add.isVisible()


# --- the window -----------------------------------------------------------------------------------


def test_a_new_deck_begins_with_a_card_and_asks_for_a_file(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    do(window, "new-deck")
    tab = window.active_tab
    assert isinstance(tab, DeckTab)
    assert tab.document.is_dirty
    prompts.file = tmp_path / "mine.deck.yaml"
    do(window, "save")
    window.filing.finish_saving(tab.document)
    assert prompts.offered == Path("new.deck.yaml")
    assert check(prompts.file) == []


@pytest.mark.parametrize("game", ["tank", "primer", "valor", "tide"])
def test_a_new_deck_is_begun_in_every_game_and_cards_are_added(
    window: MainWindow, prompts: Scripted, tmp_path: Path, game: str
) -> None:
    """Where a game has no effects, a card is for the table alone; the menu was empty there."""
    window.stage.select_preview_game(game)
    do(window, "new-deck")
    tab = window.active_tab
    assert isinstance(tab, DeckTab)
    assert len(ids(tab)) == 1
    press(tab.panel.cards.rows, Key.Key_Insert)
    press(tab.panel.cards.menu, Key.Key_Up)  # to the last
    press(tab.panel.cards.menu, Key.Key_Return)
    assert (len(ids(tab)), looked_at(tab).effect) == (2, "")
    prompts.file = tmp_path / "mine.deck.yaml"
    do(window, "save")
    window.filing.finish_saving(tab.document)
    assert check(prompts.file) == []


def test_panels_of_maps_are_away_while_a_deck_is_in_front(window: MainWindow, tab: DeckTab) -> None:
    assert window.docks.named["problems"].isVisible()
    assert not window.docks.named["palette"].isVisible()
    assert not window.bars.actions["zoom-in"].isEnabled()
    assert not window.bars.actions["print"].isEnabled()
    do(window, "new")
    assert window.docks.named["palette"].isVisible()
    window.tabs.setCurrentWidget(tab)
    assert not window.docks.named["palette"].isVisible()
    assert window.close_tab(window.tabs.editors[0])


def test_what_is_not_saved_is_asked_about(
    window: MainWindow, tab: DeckTab, prompts: Scripted
) -> None:
    number(tab, "movers", 4)
    prompts.answers = [PromptAnswer.CANCEL]
    assert not window.close_tab(tab)
    prompts.answers = [PromptAnswer.NO]
    assert window.close_tab(tab)


def test_another_language_is_spoken_at_once(window: MainWindow, tab: DeckTab) -> None:
    window.looks.choose_language("zh")
    panel = tab.panel
    assert panel.pages.tabText(1) == "概率"
    assert panel.form.effect.itemText(0) == "增加机动力"
    assert panel.preview.sheet.language == "zh"
    assert "快速突击" in panel.cards.model.index(0).data()


def test_the_chances_are_those_of_the_deck_as_it_is(tab: DeckTab) -> None:
    panel = tab.panel
    panel.pages.setCurrentIndex(1)
    assert panel.odds.model.index(0, 0).data() == "14.3 %"
    panel.pages.setCurrentIndex(0)
    panel.form.copies.setFocus()
    press(panel.form.copies, Key.Key_Up)
    panel.pages.setCurrentIndex(1)
    assert panel.odds.model.index(0, 0).data() == "25.0 %"
    assert panel.odds.model.index(0, 7).data() == "100 %"
    panel.odds.form.per_turn.setFocus()
    press(panel.odds.form.per_turn, Key.Key_Up)
    assert panel.odds.model.index(0, 0).data() == "46.4 %"


def test_a_test_draw_goes_turn_by_turn_and_the_seed_repeats_it(tab: DeckTab) -> None:
    draws = tab.panel.draws
    tab.panel.pages.setCurrentIndex(2)

    def said() -> list[str]:
        rows = range(draws.hands.topLevelItemCount())
        return [require(draws.hands.topLevelItem(row)).text(1) for row in rows]

    for _ in range(3):
        QTest.mouseClick(draws.next, Qt.MouseButton.LeftButton)
    first = said()
    assert len(set(first)) == 3
    QTest.mouseClick(draws.again, Qt.MouseButton.LeftButton)
    assert len(said()) == 1
    write(draws.seed, "0")
    press(draws.seed, Key.Key_Return)
    for _ in range(2):
        QTest.mouseClick(draws.next, Qt.MouseButton.LeftButton)
    assert said() == first


def test_dragging_in_the_list_moves_nothing_by_itself(tab: DeckTab) -> None:
    model = tab.panel.cards.model
    assert not model.removeRows(0, 1)
    assert tab.panel.cards.rows.indexAt(QPoint(5, 5)).row() == 0
    assert tab.document.deck == Deck(
        "standard", deck_files.load(STANDARD).cards, tab.document.title
    )
