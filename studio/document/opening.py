"""Files of any kind as the works they hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from engine.files import decks, scenarios, source_text, tables
from engine.problems import InvalidFile
from studio.document.deck_document import DECK, DeckDocument
from studio.document.disk import Fingerprint
from studio.document.document import Document, Read
from studio.document.journal import MAP, Recovery
from studio.document.scenario_document import SCENARIO, ScenarioDocument
from studio.document.table_document import TABLE, TableDocument
from studio.document.text_document import ALWAYS_TEXT, TEXT, TextDocument
from studio.document.work import Work

KIND = re.compile(rb"^(?:\{\")?sandtable\"?:\s*[\"']?(\w+)/", re.MULTILINE)
GAMES = ("replay", "session")  # what is no work to edit, but a game to go on with
ROOM = "room"  # an umpired game, likewise
Making = Callable[[Path | None], Work]

MOST_TEXT = 4_000_000  # bytes of a broken file that are put before its author to mend
HEAD = 65_536  # bytes: what a file is, it says near its beginning


def kind(path: Path) -> str:
    """What a file says it is; a map where it says nothing, whose reader then finds the fault."""
    return say_kind(path) or MAP


def say_kind(path: Path) -> str:
    """What a file says it is; empty where it says nothing, or cannot be read."""
    try:
        with path.open("rb") as file:
            said = KIND.search(file.read(HEAD))
    except OSError:
        return ""
    return said[1].decode() if said else ""


def read(path: Path) -> Making:
    """Read a file, in any thread: what makes the work of it in Qt's, given a folder of journals.

    InvalidFile lists every fault that keeps it from opening.
    """
    return READERS.get(kind(path), _read_map)(source_text.absolute(path))


def _read_map(path: Path) -> Making:
    found = Read.of(path)
    return lambda journals: Document.of(found, journals)


def _read_scenario(path: Path) -> Making:
    on_disk, file = Fingerprint.of(path), scenarios.readable(path)
    return lambda journals: ScenarioDocument.of(file, on_disk, journals)


def _read_deck(path: Path) -> Making:
    on_disk, deck = Fingerprint.of(path), decks.open_file(path, path.name.partition(".")[0])
    return lambda journals: DeckDocument.of(deck, on_disk, journals)


def _read_table(path: Path) -> Making:
    on_disk, table = Fingerprint.of(path), tables.open_file(path)
    return lambda journals: TableDocument.of(table, on_disk, journals)


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
"""What reads a file, by the kind it says it is."""
RECOVERED: dict[str, Callable[[Recovery, Path | None], Work]] = {
    MAP: Document.recovered,
    SCENARIO: ScenarioDocument.recovered,
    DECK: DeckDocument.recovered,
    TABLE: TableDocument.recovered,
    TEXT: TextDocument.recovered,
}
"""What makes a work again of what a killed program left, by the kind its journal says it holds."""


def read_or_text(path: Path) -> Making:
    """The same; what says what it is and cannot be read as that is the text of its file."""
    try:
        return read(path)
    except InvalidFile:
        if say_kind(path) not in READERS or path.stat().st_size > MOST_TEXT:
            raise
    return _read_text(source_text.absolute(path))


def open_work(path: Path, journals: Path | None = None) -> Work:
    """The work in a file; InvalidFile lists every fault that keeps it from opening."""
    return read(path)(journals)


def recover(recovery: Recovery, journals: Path | None = None) -> Work:
    """What a killed program left; CannotRecover where nothing can be."""
    return RECOVERED.get(recovery.kind, Document.recovered)(recovery, journals)
