"""A deck as a work: steps, files that change only where they were edited, recovery."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from engine.files import deck_files
from engine.files.source_text import SHIPPED
from engine.scenario.scenario import Card, Deck
from studio.documents import document_loader
from studio.documents.deck_document import DeckDocument
from studio.documents.document import FileChangedOnDisk
from studio.documents.recovery_journal import find_recoveries

STANDARD = SHIPPED / "samples" / "tank" / "decks" / "standard.deck.yaml"
NEW = Card("ambush", "fire-boost", {"shots": 2, "levels": 3}, title={"en": "Ambush", "zh": "伏击"})


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    """Undo stacks need Qt running."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The deck of seven, to be changed."""
    return Path(shutil.copy(STANDARD, tmp_path / "standard.deck.yaml"))


def more_copies(document: DeckDocument, copies: int, typed: str = "") -> None:
    first, *others = document.deck.cards
    cards = (replace(first, copies=copies), *others)
    document.apply(replace(document.deck, cards=cards), f"{copies} copies", typed)


def left_behind(document: DeckDocument) -> None:
    """The program is gone, and its locks with it."""
    journal = document._protection._journal
    assert journal is not None
    assert journal._lock is not None
    journal._lock.close()
    journal._syncing.close()
    journal._steps.close()


def lines_changed(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = before.splitlines(), after.splitlines()
    return [line for line in old if line not in new], [line for line in new if line not in old]


def test_a_deck_file_is_opened_as_a_deck(file: Path) -> None:
    work = document_loader.open_document(file)
    assert isinstance(work, DeckDocument)
    assert work.deck.cards[0].id == "rapid-assault"
    assert work.game == "tank"
    assert work.title == {
        "en": "The deck of seven", "zh": "标准七卡牌组",
        "zh-Hant": "標準七卡牌組", "ru": "Колода семи",
    }  # fmt: skip


def test_an_untouched_deck_is_saved_to_the_byte(file: Path) -> None:
    document = DeckDocument.open(file)
    document.save()
    assert file.read_bytes() == STANDARD.read_bytes()


def test_an_edit_of_one_card_changes_its_lines_alone(file: Path) -> None:
    document = DeckDocument.open(file)
    more_copies(document, 3)
    document.save()
    gone, come = lines_changed(STANDARD.read_text(), file.read_text())
    assert (gone, [line.strip() for line in come]) == ([], ["copies: 3"])


def test_a_card_added_taken_out_and_moved_leaves_the_others_as_they_are(file: Path) -> None:
    document = DeckDocument.open(file)
    first, second, *others = document.deck.cards
    document.apply(replace(document.deck, cards=(second, first, *others[1:], NEW)), "changed")
    document.save()
    assert deck_files.load(file).cards == (second, first, *others[1:], NEW)
    gone, come = lines_changed(STANDARD.read_text(), file.read_text())
    assert [line for line in gone if "id:" in line] == ["  - id: field-repair"]
    assert len(gone) == 8  # the lines of that card which no other has
    assert len(come) == 1


def test_steps_are_undone_and_redone_and_what_is_typed_is_one(file: Path) -> None:
    document = DeckDocument.open(file)
    was = document.deck
    for copies in (2, 3, 4):
        more_copies(document, copies, "typed")
    assert document.history.count() == 1
    document.history.undo()
    assert document.deck == was
    assert not document.is_dirty
    document.history.redo()
    assert document.deck.cards[0].copies == 4


def test_a_new_deck_is_saved_and_read_as_it_was(tmp_path: Path) -> None:
    document = DeckDocument.new(Deck("new", (NEW,), {"en": "Mine", "zh": "自编"}), "tank")
    document.mark_unsaved()
    target = tmp_path / "mine.deck.yaml"
    document.save(target)
    again = DeckDocument.open(target)
    assert (again.deck.cards, again.title, again.game) == ((NEW,), document.title, "tank")
    assert not document.is_dirty


def test_cards_that_share_their_words_are_each_written_out(tmp_path: Path) -> None:
    twin = replace(NEW, id="twin")
    document = DeckDocument.new(Deck("new", (NEW, twin)), "tank")
    document.save(tmp_path / "mine.deck.yaml")
    assert DeckDocument.open(tmp_path / "mine.deck.yaml").deck.cards == (NEW, twin)


def test_saved_in_another_folder_its_pictures_are_still_found(file: Path, tmp_path: Path) -> None:
    document = DeckDocument.open(file)
    cards = (replace(document.deck.cards[0], picture="pictures/a.png"), *document.deck.cards[1:])
    document.apply(replace(document.deck, cards=cards), "picture")
    other = tmp_path / "deep" / "mine.deck.yaml"
    other.parent.mkdir()
    document.save(other)
    assert deck_files.load(other).cards[0].picture == "../pictures/a.png"
    assert document.deck.cards[0].picture == "../pictures/a.png"
    document.apply(replace(document.deck, cards=document.deck.cards[1:]), "taken out")
    document.save(tmp_path / "again.deck.yaml")
    document.history.undo()
    assert document.deck.cards[0].picture == "pictures/a.png"


def test_a_file_changed_by_others_is_not_written_over(file: Path) -> None:
    document = DeckDocument.open(file)
    more_copies(document, 3)
    file.write_text(file.read_text() + "credits: others\n")
    with pytest.raises(FileChangedOnDisk):
        document.save()
    document.revert("Revert")
    assert document.deck.cards[0].copies == 1
    assert document.value.credits == "others"


def test_what_a_killed_program_left_is_recovered(file: Path, tmp_path: Path) -> None:
    document = DeckDocument.open(file, tmp_path / "journals")
    more_copies(document, 3)
    more_copies(document, 5)
    deck = document.deck
    left_behind(document)
    (recovery,) = find_recoveries(tmp_path / "journals")
    assert (recovery.kind, recovery.steps) == ("deck", 2)
    again = document_loader.recover_document(recovery, tmp_path / "journals")
    assert isinstance(again, DeckDocument)
    assert (again.deck, again.path, again.is_dirty) == (deck, file, True)
    again.save()
    gone, come = lines_changed(STANDARD.read_text(), file.read_text())
    assert (gone, len(come)) == ([], 1)


def test_a_deck_that_had_no_file_is_recovered_whole(tmp_path: Path) -> None:
    document = DeckDocument.new(Deck("new", (NEW,)), "tank", tmp_path / "journals")
    document.mark_unsaved()
    left_behind(document)
    (recovery,) = find_recoveries(tmp_path / "journals")
    again = DeckDocument.recovered(recovery)
    assert (again.deck.cards, again.path, again.game) == ((NEW,), None, "tank")


def test_a_warning_is_kept_with_its_reason(file: Path) -> None:
    document = DeckDocument.open(file)
    document.waive("numbers-differ", "meant so", "keep")
    document.save()
    assert deck_files.open_file(file, "x").waived[0].reason == "meant so"
