"""A deck of event cards as a work: its cards, its file, its history."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.files import source_text
from engine.files.source_text import ParsedSource
from engine.files.yaml_rewriter import dump
from engine.problems import InvalidFileError, Waiver
from engine.texts import LocalText, text
from studio.documents.file_sync import Fingerprint
from studio.documents.immutable_value_document import SpreadsheetDocument
from studio.documents.open_references import OpenDeckReference, OpenReferences
from studio.documents.recovery_journal import RecoverableDocument, RecoveryError

if TYPE_CHECKING:
    from engine.files.deck_files import DeckFile
    from engine.interchange.csv_tables import SpreadsheetMerge
    from engine.scenario.scenario import Card, Deck

DECK = "deck"  # what a journal of a deck says it holds


class DeckDocument(SpreadsheetDocument["DeckFile"]):
    """One deck being edited: `apply` puts another in its place, as one step.

    `changed` carries the new deck. Pictures in it are seen from the deck's file, or are whole paths
    where it has none.
    """

    kind = DECK
    unnamed = "unnamed-deck"

    def __init__(
        self, value: DeckFile, file: DeckFile | None = None, journals: Path | None = None
    ) -> None:
        super().__init__(value, journals)
        self._file = file  # as it was read or saved last

    # --- opening ----------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, journals: Path | None = None) -> DeckDocument:
        """The document of a deck file; InvalidFileError lists every fault."""
        on_disk = Fingerprint.of(path)
        return cls.of(_read(path), on_disk, journals)

    @classmethod
    def of(
        cls, file: DeckFile, on_disk: Fingerprint | None, journals: Path | None = None
    ) -> DeckDocument:
        """The document of a deck file that was read, maybe in another thread."""
        document = cls(file, file, journals)
        document._on_disk = on_disk
        return document

    @classmethod
    def new(cls, deck: Deck, game: str, journals: Path | None = None) -> DeckDocument:
        """The document of a deck that has no file yet; its pictures are whole paths."""
        from engine.files.deck_files import DeckFile

        return cls(DeckFile(_nowhere(), deck, game), None, journals)

    @classmethod
    def recovered(cls, recovery: RecoverableDocument, journals: Path | None = None) -> DeckDocument:
        """The document of what a killed program left; RecoveryError where nothing can be."""
        value = _recover(recovery)
        try:
            file = _read(recovery.path) if recovery.path else None
        except InvalidFileError:
            file = None  # it was changed since; saved, the deck is written anew
        return cls(value, file, journals).adopt_recovery(recovery)

    # --- edits ------------------------------------------------------------------------------------

    @property
    def deck(self) -> Deck:
        """The deck as it is now."""
        return self.value.deck

    @property
    def game(self) -> str:
        """The game whose effects the cards have."""
        return self.value.game

    def apply(self, deck: Deck, name: str, typed: str = "") -> None:
        """Put another deck in the place of this one, as one step named in the user's words.

        Steps that follow each other with one and the same `typed` are one.
        """
        self.replace_value(replace(self.value, deck=deck), name, typed)

    def waive(self, code: str, reason: str, name: str) -> None:
        """Keep a kind of warning, for a reason."""
        waived = (*self.value.waived, Waiver(code, (), reason))
        self.replace_value(replace(self.value, waived=waived), name)

    def as_table(self) -> str:
        """Its cards."""
        from engine.games import card_effects_of  # only who wants a table waits for it
        from engine.interchange import deck_csv

        return deck_csv.compose(self.deck, card_effects_of(self.game))

    def merge_csv_rows(self, path: Path) -> SpreadsheetMerge:
        """The deck with the cards of a table."""
        from engine.games import card_effects_of
        from engine.interchange import deck_csv

        merged = deck_csv.read(path, self.deck, card_effects_of(self.game))
        return replace(merged, value=replace(self.value, deck=merged.value))

    def _shown(self) -> Deck:
        return self.deck

    def references_as_edited(self, path: Path) -> OpenReferences:
        """The deck as it is edited, with its file as it would be written."""
        return OpenReferences(decks={path: OpenDeckReference(self.deck, self.writing()())})

    def references_as_saved(self, path: Path) -> OpenReferences:
        """The deck in the file."""
        from engine.files import deck_files

        found = deck_files.open_file(path, "")
        return OpenReferences(decks={path: OpenDeckReference(found.deck, found.source)})

    def writing(self) -> Callable[[], ParsedSource]:
        """Return the function that makes the deck's file in any thread, without saving."""
        from engine.files import deck_files

        value, file = self.value, self._file
        if file is not None:
            return lambda: deck_files.rewrite(value, file)
        return lambda: source_text.parse(
            dump(deck_files.deck_file_values(value)), text("document.unsaved")
        )

    # --- file -------------------------------------------------------------------------------------

    @property
    def title(self) -> LocalText:
        """The deck's title."""
        return self.deck.title

    @property
    def path(self) -> Path | None:
        """The deck's file, if it has one."""
        return Path(self._file.source.file) if self._file else None

    def likely_file(self, stem: str, localize: Callable[[str], str]) -> Path:
        """By the word for a new one: decks are seldom called by their titles."""
        return Path(localize("new-deck-file"))

    @property
    def folder(self) -> Path:
        """Return the folder to which paths of pictures are relative."""
        return self.path.parent if self.path else Path()

    def _read_again(self, path: Path) -> DeckFile:
        self._file = _read(path)
        return self._file

    def _writer(self, target: Path) -> Callable[[], DeckFile]:
        from engine.files import deck_files

        moved, file = self._seen_from(target.parent, self.value), self._file
        return lambda: deck_files.write(moved, target, file)

    def _written(self, file: DeckFile, target: Path) -> None:
        self._respell(lambda deck: self._seen_from(target.parent, deck))
        self._file = file

    def _seen_from(self, folder: Path, deck: DeckFile) -> DeckFile:
        """A deck with its pictures as a file in another folder writes them."""
        here = self.folder
        if self.path is not None and here.absolute() == folder.absolute():
            return deck
        return _with_pictures(deck, lambda picture: relative_path(here / picture, folder))

    # --- journal ----------------------------------------------------------------------------------

    def _base(self) -> str | None:
        return self._file.source.text if self._file else None

    def _kept(self) -> dict[str, object]:
        from engine.files import deck_files

        folder = self.folder
        whole = _with_pictures(self.value, lambda picture: str((folder / picture).absolute()))
        return deck_files.deck_file_values(whole)


def _read(path: Path) -> DeckFile:
    from engine.files import deck_files

    return deck_files.open_file(path, path.name.partition(".")[0])


def _nowhere() -> ParsedSource:
    return source_text.parse("{}", text("document.unsaved"))


def _with_pictures(file: DeckFile, spelled: Callable[[str], str]) -> DeckFile:
    """The deck with its pictures spelled otherwise."""

    def card(each: Card) -> Card:
        return replace(each, picture=spelled(each.picture)) if each.picture else each

    return replace(file, deck=replace(file.deck, cards=tuple(map(card, file.deck.cards))))


def _recover(recovery: RecoverableDocument) -> DeckFile:
    """The deck in the last line of a journal, its pictures whole paths."""
    from engine.files import deck_files

    values = recovery.last().get(DECK)
    if isinstance(values, dict):
        name = str(recovery.path or recovery.folder / "deck.yaml")
        id_ = Path(name).name.partition(".")[0]
        found, _ = deck_files.read_deck(source_text.parse(dump(values), name), id_)
        if found is not None:
            return _placed(found, recovery.path)
    raise RecoveryError(text("document.cannot-recover", folder=recovery.folder))


def _placed(found: DeckFile, path: Path | None) -> DeckFile:
    """The deck with its pictures as its file writes them, where it has one."""
    if path is None:
        return found
    return _with_pictures(found, lambda picture: relative_path(Path(picture), path.parent))


def relative_path(path: Path, folder: Path) -> str:
    """A path seen from a folder, with slashes; whole where there is no way (another drive)."""
    try:
        return Path(os.path.relpath(path.absolute(), folder.absolute())).as_posix()
    except ValueError:
        return path.as_posix()
