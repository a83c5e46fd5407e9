"""Files of any kind as the works they hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from engine.files import source_text
from engine.problems import InvalidFileError
from studio.documents.deck_document import DECK, DeckDocument
from studio.documents.document import Document
from studio.documents.file_sync import Fingerprint
from studio.documents.map_document import LoadedMap, MapDocument
from studio.documents.recovery_journal import MAP, RecoverableDocument
from studio.documents.scenario_document import SCENARIO, ScenarioDocument
from studio.documents.tabletop_document import TABLE, TabletopDocument
from studio.documents.text_document import ALWAYS_TEXT, TEXT, TextDocument

KIND = re.compile(rb"^(?:\{\")?sandtable\"?:\s*[\"']?(\w+)/", re.MULTILINE)
GAMES = ("replay", "session")  # a game to resume, not a document to edit
ROOM = "room"  # an umpired game, likewise
Making = Callable[[Path | None], Document]

MAX_TEXT = 4_000_000  # bytes of a broken file that are put before its author to mend
HEAD = 65_536  # bytes: what a file is, it says near its beginning


def file_kind(path: Path) -> str:
    """Return the kind of a file; a map if it has none, whose reader finds the fault."""
    return file_kind_or_empty(path) or MAP


def file_kind_or_empty(path: Path) -> str:
    """Return the kind of a file; empty if it has none, or cannot be read."""
    try:
        with path.open("rb") as file:
            said = KIND.search(file.read(HEAD))
    except OSError:
        return ""
    return said[1].decode() if said else ""


def read_document(path: Path) -> Making:
    """Read a file, in any thread: what makes the work of it in Qt's, given a folder of journals.

    InvalidFileError lists every fault that keeps it from opening.
    """
    return READERS.get(file_kind(path), _read_map)(source_text.absolute_path(path))


def _read_map(path: Path) -> Making:
    found = LoadedMap.of(path)
    return lambda journals: MapDocument.of(found, journals)


def _read_scenario(path: Path) -> Making:
    from engine.files import scenario_reader

    on_disk, file = Fingerprint.of(path), scenario_reader.read_leniently(path)
    return lambda journals: ScenarioDocument.of(file, on_disk, journals)


def _read_deck(path: Path) -> Making:
    from engine.files import deck_files

    on_disk, deck = Fingerprint.of(path), deck_files.open_file(path, path.name.partition(".")[0])
    return lambda journals: DeckDocument.of(deck, on_disk, journals)


def _read_table(path: Path) -> Making:
    from engine.files import tabletop_map_reader

    on_disk, table = Fingerprint.of(path), tabletop_map_reader.open_file(path)
    return lambda journals: TabletopDocument.of(table, on_disk, journals)


def _read_text(path: Path) -> Making:
    on_disk, said = Fingerprint.of(path), source_text.read_text(path)
    return lambda journals: TextDocument.of(said, path, on_disk, journals)


READERS: dict[str, Callable[[Path], Making]] = {
    MAP: _read_map,
    SCENARIO: _read_scenario,
    DECK: _read_deck,
    TABLE: _read_table,
    **dict.fromkeys(ALWAYS_TEXT, _read_text),
}
"""Readers of files, by the kind that they state."""
RECOVERED: dict[str, Callable[[RecoverableDocument, Path | None], Document]] = {
    MAP: MapDocument.recovered,
    SCENARIO: ScenarioDocument.recovered,
    DECK: DeckDocument.recovered,
    TABLE: TabletopDocument.recovered,
    TEXT: TextDocument.recovered,
}
"""Functions to recover a document after a crash, by the kind in its journal."""


def read_document_or_text(path: Path) -> Making:
    """The same; what says what it is and cannot be read as that is the text of its file."""
    try:
        return read_document(path)
    except InvalidFileError:
        if file_kind_or_empty(path) not in READERS or path.stat().st_size > MAX_TEXT:
            raise
    return _read_text(source_text.absolute_path(path))


def open_document(path: Path, journals: Path | None = None) -> Document:
    """The work in a file; InvalidFileError lists every fault that keeps it from opening."""
    return read_document(path)(journals)


def recover_document(recovery: RecoverableDocument, journals: Path | None = None) -> Document:
    """Recover the document of a killed program; RecoveryError if it cannot be."""
    return RECOVERED.get(recovery.kind, MapDocument.recovered)(recovery, journals)
