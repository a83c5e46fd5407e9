"""A scenario's file as text: one that says too little, or is too broken, to be a scenario yet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.checks.scenario import lint_scenario
from engine.files import source_text
from engine.files.migrations import migrated
from engine.files.rewriting import rewritten
from engine.files.scenarios import ScenarioFile, read_scenario
from engine.files.source_text import Source
from engine.problems import InvalidFile, Problem
from engine.texts import LocalText, text
from studio.document.deck_document import relative_path
from studio.document.disk import Fingerprint
from studio.document.journal import CannotRecover, Recovery
from studio.document.scenario_document import ScenarioDocument
from studio.document.value_work import ValueWork

TEXT = "text"  # what a journal of a text says it holds
WINDOWS = "\r\n"


class TextDocument(ValueWork[str]):
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
    def recovered(cls, recovery: Recovery, journals: Path | None = None) -> TextDocument:
        """The text a killed program left; CannotRecover where there is none."""
        said = recovery.last().get(TEXT)
        if not isinstance(said, str) or recovery.path is None:
            raise CannotRecover(text("document.cannot-recover", folder=recovery.folder))
        document = cls(said, recovery.path, journals)
        document._on_disk = recovery.fingerprint()
        document.mark_unsaved()
        if document.journal is not None:
            recovery.discard()
        return document

    # --- edits ------------------------------------------------------------------------------------

    def apply(self, said: str, name: str, typed: str = "") -> None:
        """Another text in the place of this one, as one step; what is typed in one go is one."""
        self.put(said, name, typed)

    def looking(self) -> Callable[[], list[Problem]]:
        """What finds, in any thread, everything wrong with the text as it is now."""
        said, path = self.value, self._path
        return lambda: problems_in(said, path)

    @property
    def is_readable(self) -> bool:
        """Whether it has become a scenario, maybe with faults that its panels can show."""
        return _read(self.value, self._path)[0] is not None

    def scenario_work(self, journals: Path | None) -> ScenarioDocument | None:
        """The scenario it has become, as a work of its own; None while it is none."""
        found, _ = _read(self.value, self._path)
        if found is None:
            return None
        work = ScenarioDocument.of(found, self._on_disk, journals)
        if self.is_dirty:
            work.mark_unsaved()
        return work

    def on_map(self, file: Path) -> str:
        """The text with another file as the scenario's map; InvalidFile while it is not YAML."""
        source = source_text.parse(self.value, str(self._path))
        values = source.root.plain()
        named = relative_path(file, self._path.parent)
        return rewritten(source, {**values, "map": named}).text

    # --- file -------------------------------------------------------------------------------------

    @property
    def title(self) -> LocalText:
        """What its file is called."""
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
    """Everything wrong with the text of a scenario's file, in the order of its lines."""
    found, problems = _read(said, path)
    if found is not None:
        problems = [*problems, *lint_scenario(found)]
    return sorted(problems, key=lambda problem: (problem.severity != "error", problem.mark))


def _read(said: str, path: Path) -> tuple[ScenarioFile | None, list[Problem]]:
    """The scenario a text describes, as far as it can be read, and its faults."""
    try:
        source: Source = migrated(source_text.parse(said, str(path)), "scenario")
    except InvalidFile as error:
        return None, list(error.problems)
    return read_scenario(source)
