"""A file as text: one too broken to be the map, the scenario or the deck that it says it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import partial
from pathlib import Path

from engine.files import map_reader, schemas, source_text
from engine.files.format_versions import migrate
from engine.files.source_text import ParsedSource
from engine.files.yaml_rewriter import rewrite_text
from engine.problems import InvalidFileError, Problem
from engine.texts import LocalText, text
from studio.documents.deck_document import DeckDocument, relative_path
from studio.documents.document import Document
from studio.documents.file_sync import Fingerprint
from studio.documents.immutable_value_document import ValueDocument
from studio.documents.map_document import LoadedMap, MapDocument
from studio.documents.recovery_journal import RecoverableDocument, RecoveryError
from studio.documents.scenario_document import ScenarioDocument

TEXT = "text"  # what a journal of a text says it holds
ALWAYS_TEXT = (
    "counters",
    "cards",
    "forces",
    "style",
)  # kinds of file that are always edited as text
WINDOWS = "\r\n"


class TextDocument(ValueDocument[str]):
    """The text of one file, its lines ended as in the file once it is written."""

    kind = TEXT

    def __init__(self, said: str, path: Path, journals: Path | None = None) -> None:
        self._ends = WINDOWS if WINDOWS in said else "\n"
        super().__init__(said.replace(WINDOWS, "\n"), journals)
        self._path = path

    @classmethod
    def of(
        cls, said: str, path: Path, on_disk: Fingerprint | None, journals: Path | None = None
    ) -> TextDocument:
        """The text of a file that was read, maybe in another thread."""
        document = cls(said, path, journals)
        document._on_disk = on_disk
        return document

    @classmethod
    def recovered(cls, recovery: RecoverableDocument, journals: Path | None = None) -> TextDocument:
        """The text a killed program left; RecoveryError where there is none."""
        said = recovery.last().get(TEXT)
        if not isinstance(said, str) or recovery.path is None:
            raise RecoveryError(text("document.cannot-recover", folder=recovery.folder))
        return cls(said, recovery.path, journals).adopt_recovery(recovery)

    # --- edits ------------------------------------------------------------------------------------

    def apply(self, said: str, name: str, typed: str = "") -> None:
        """Another text in the place of this one, as one step; what is typed in one go is one."""
        self.replace_value(said, name, typed)

    def problem_finder(self) -> Callable[[], list[Problem]]:
        """Return the function that finds, in any thread, the problems of the present text."""
        said, path = self.value, self._path
        return lambda: problems_in(said, path)

    @property
    def is_readable(self) -> bool:
        """Return True if it can be opened as its kind, even with faults that panels show."""
        return _making(self.value, self._path, self._on_disk) is not None

    def readable_work(self, journals: Path | None) -> Document | None:
        """The work it has become; None while it is none."""
        make = _making(self.value, self._path, self._on_disk)
        if make is None:
            return None
        work = make(journals)
        if self.is_dirty:
            work.mark_unsaved()
        return work

    def text_with_map_file(self, file: Path) -> str:
        """The text with another file as the scenario's map.

        InvalidFileError while it is not YAML.
        """
        source = source_text.parse(self.value, str(self._path))
        values = source.root.plain()
        named = relative_path(file, self._path.parent)
        return rewrite_text(source, {**values, "map": named}).text

    # --- file -------------------------------------------------------------------------------------

    @property
    def title(self) -> LocalText:
        """Return the name of its file."""
        return self._path.name

    @property
    def path(self) -> Path | None:
        """Its file."""
        return self._path

    def _written_as(self) -> str:
        return self.value.replace("\n", self._ends)

    def _writer(self, target: Path) -> Callable[[], Path]:
        said = self._written_as()

        def write() -> Path:
            source_text.write(target, said)
            return target

        return write

    def _written(self, file: Path, target: Path) -> None:
        self._path = target

    def _read_again(self, path: Path) -> str:
        return source_text.read_text(path).replace(WINDOWS, "\n")

    # --- journal ----------------------------------------------------------------------------------

    def _base(self) -> str | None:
        return None

    def _kept(self) -> str:
        return self._written_as()


def problems_in(said: str, path: Path) -> list[Problem]:
    """Return the problems of a file's text, in the order of its lines."""
    from engine.checks.check import check_source  # with the first text

    try:
        return check_source(source_text.parse(said, str(path)))
    except InvalidFileError as error:
        return list(error.problems)


def _making(said: str, path: Path, on_disk: Fingerprint | None) -> _Making | None:
    """Return the function that makes the document of a valid text, given a journal folder."""
    try:
        source = source_text.parse(said, str(path))
        kind, _ = schemas.file_kind_and_version(source)
        return _MAKINGS[kind](migrate(source, kind), on_disk)
    except InvalidFileError:
        return None


def _scenario(source: ParsedSource, on_disk: Fingerprint | None) -> _Making | None:
    from engine.files.scenario_reader import read_scenario

    file, _ = read_scenario(source)
    return None if file is None else partial(ScenarioDocument.of, file, on_disk)


def _deck(source: ParsedSource, on_disk: Fingerprint | None) -> _Making | None:
    from engine.files import deck_files

    file = deck_files.deck_file_from_source(source, Path(source.file).name.partition(".")[0])
    return partial(DeckDocument.of, file, on_disk)


def _none(source: ParsedSource, on_disk: Fingerprint | None) -> _Making | None:
    """A layout or a force is edited as its text, and used by scenarios and decks."""
    return None


def _map(source: ParsedSource, on_disk: Fingerprint | None) -> _Making | None:
    file = map_reader.map_file_from_source(source)
    return partial(MapDocument.of, LoadedMap(on_disk, file, deepcopy(file.map)))


_Making = Callable[[Path | None], Document]
_MAKINGS: Mapping[str, Callable[[ParsedSource, Fingerprint | None], _Making | None]] = {
    "map": _map,
    "scenario": _scenario,
    "deck": _deck,
    **dict.fromkeys(ALWAYS_TEXT, _none),
}
