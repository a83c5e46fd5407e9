"""A scenario as a work: its value, its file, its history. Its map is a work of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine import files, scenariofile, scenariowriting
from engine.files import Source
from engine.map import Map
from engine.problems import InvalidFile
from engine.rewriting import dumped
from engine.scenario import Scenario
from engine.scenariofile import ScenarioFile, read_scenario
from engine.scenariolint import playable_in
from engine.texts import LocalText, text
from studio.document.disk import Fingerprint
from studio.document.journal import CannotRecover, Journal, Line, Recovery
from studio.document.protection import Protection
from studio.document.work import MOST_STEPS, NoFileYet, Step, Work

SCENARIO = "scenario"  # what a journal of a scenario says it holds


class ScenarioDocument(Work):
    """One scenario being edited.

    `scenario` is a value nobody changes: `apply` puts another in its place, as one step. `changed`
    carries the new one. Paths in it are seen from the scenario's file, or whole where it has none.
    """

    def __init__(
        self,
        scenario: Scenario,
        file: ScenarioFile | None = None,
        journals: Path | None = None,
        most_steps: int = MOST_STEPS,
    ) -> None:
        super().__init__(most_steps)
        self.scenario = scenario
        self._file = file
        self._protection = Protection(journals, self.unprotected.emit)

    # --- opening ----------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, journals: Path | None = None) -> ScenarioDocument:
        """The document of a scenario file; InvalidFile lists every fault."""
        on_disk = Fingerprint.of(path)
        return cls.of(scenariofile.opened(path), on_disk, journals)

    @classmethod
    def of(
        cls, file: ScenarioFile, on_disk: Fingerprint | None, journals: Path | None = None
    ) -> ScenarioDocument:
        """The document of a scenario file that was read, maybe in another thread."""
        document = cls(file.scenario, file, journals)
        document._on_disk = on_disk
        return document

    @classmethod
    def new(cls, scenario: Scenario, journals: Path | None = None) -> ScenarioDocument:
        """The document of a scenario that has no file yet; its paths are whole."""
        return cls(scenario, None, journals)

    @classmethod
    def recovered(cls, recovery: Recovery, journals: Path | None = None) -> ScenarioDocument:
        """The document of what a killed program left; CannotRecover where nothing can be."""
        scenario = _kept(recovery)
        try:
            file = scenariofile.opened(recovery.path) if recovery.path else None
        except InvalidFile:
            file = None  # it was changed since; saved, the scenario is written anew
        document = cls(scenario, file, journals)
        document._on_disk = recovery.fingerprint()
        document.mark_unsaved()
        if document.journal is not None:
            recovery.discard()
        return document

    # --- edits ------------------------------------------------------------------------------------

    def apply(self, scenario: Scenario, name: str, typed: str = "") -> None:
        """Put another scenario in the place of this one, as one step named in the user's words.

        Steps that follow each other with one and the same `typed` are one: what is typed in a field
        is undone at once.
        """
        self._protect()
        is_more = self._goes_on(typed)
        was, self.scenario = self.scenario, scenario
        self._protection.write(self._line)
        if not is_more:
            self.history.push(_Swap(self, was, name, typed))
        self.changed.emit(scenario)

    def _goes_on(self, typed: str) -> bool:
        """Whether what is typed belongs to the last step: not once that is saved, or undone."""
        place = self.history.index()
        last = self._step_before(place)
        is_last = place == self.history.count() and place != self.history.cleanIndex()
        is_same = isinstance(last, _Swap) and bool(typed) and last.typed == typed
        return is_same and is_last and not self.is_saving

    def _swap(self, scenario: Scenario) -> Scenario:
        self._protect()
        was, self.scenario = self.scenario, scenario
        self._protection.write(self._line)
        self.changed.emit(scenario)
        return was

    def ready(self, map_: Map | None = None) -> Scenario:
        """The scenario to be played, on its map or on another; InvalidFile lists every error."""
        return playable_in(self.writing()(), map_)

    def writing(self) -> Callable[[], Source]:
        """What makes the file of the scenario as it is now, in any thread, and writes nothing."""
        scenario, file = self.scenario, self._file
        if file is not None:
            return lambda: scenariowriting.edited(scenario, file)
        values = scenariowriting.values_of(self._with_paths(str))
        return lambda: files.parse(dumped(values), text("document.unsaved"))

    # --- file -------------------------------------------------------------------------------------

    @property
    def title(self) -> LocalText:
        """The scenario's title."""
        return self.scenario.title

    @property
    def path(self) -> Path | None:
        """The scenario's file, if it has one."""
        return Path(self._file.source.file) if self._file else None

    @property
    def map_file(self) -> Path:
        """Where the map of the scenario is."""
        return self._whole(self.scenario.map_path)

    @property
    def journal(self) -> Path | None:
        """The folder of the journal that protects unsaved work, while there is any."""
        return self._protection.journal

    def mark_unsaved(self) -> None:
        """Count the scenario as dirty whatever is undone."""
        self.history.resetClean()
        self._protect()
        self._protection.write(self._line)

    def revert(self, name: str) -> None:
        """Read the file again in place of the scenario, as one step that can be undone."""
        if self.path is None:
            raise NoFileYet(text("document.no-file-yet"))
        on_disk, file = Fingerprint.of(self.path), scenariofile.opened(self.path)
        self.apply(file.scenario, name)
        self._file, self._on_disk = file, on_disk
        self.history.setClean()
        self.filed.emit()

    def close(self) -> None:
        """Be done with the document: saved, or given up on purpose."""
        self._protection.end()
        self.history.clear()

    def _writer(self, target: Path) -> Callable[[], ScenarioFile]:
        moved, file = self._seen_from(target.parent), self._file
        return lambda: scenariowriting.save(moved, target, file)

    def _written(self, file: ScenarioFile, target: Path) -> None:
        self.scenario = self._seen_from(target.parent)
        self._file = file

    def _unprotect(self) -> None:
        self._protection.end()

    # --- paths ------------------------------------------------------------------------------------

    def _whole(self, written: str) -> Path:
        folder = self.path.parent if self.path else Path()
        return (folder / written).absolute()

    def _seen_from(self, folder: Path) -> Scenario:
        """The scenario with its paths as a file in another folder writes them."""
        if self.path and self.path.parent.absolute() == folder.absolute():
            return self.scenario
        return self._with_paths(lambda path: _relative(path, folder))

    def _with_paths(self, spelled: Callable[[Path], str]) -> Scenario:
        scenario = self.scenario
        decks = {name: spelled(self._whole(path)) for name, path in scenario.deck_paths.items()}
        map_path = spelled(self._whole(scenario.map_path))
        return replace(scenario, map_path=map_path, deck_paths=decks)

    # --- journal ----------------------------------------------------------------------------------

    def _protect(self) -> None:
        self._protection.begin(self._begun)

    def _begun(self, folder: Path) -> Journal:
        base = self._file.source.text if self._file else None
        return Journal(folder, self.path, self.title, {"kind": SCENARIO}, base)

    def _line(self) -> Line:
        whole = self._with_paths(str)
        return {SCENARIO: scenariowriting.values_of(whole)}


class _Swap(Step):
    """One step of a scenario's history: it holds the scenario before it, or once undone after."""

    def __init__(
        self, document: ScenarioDocument, other: Scenario, name: str, typed: str = ""
    ) -> None:
        super().__init__(document, name)
        self.typed = typed  # in which field, and when
        self._document, self._other = document, other

    def swap(self) -> None:
        """Put the other scenario in the place of this one."""
        self._other = self._document._swap(self._other)


def _kept(recovery: Recovery) -> Scenario:
    """The scenario in the last line of a journal."""
    values = recovery.last().get(SCENARIO)
    if isinstance(values, dict):
        name = str(recovery.path or recovery.folder / "scenario.yaml")
        found, _ = read_scenario(files.parse(dumped(values), name))
        if found is not None:
            return found.scenario
    raise CannotRecover(text("document.cannot-recover", folder=recovery.folder))


def _relative(path: Path, folder: Path) -> str:
    """A path seen from a folder, with slashes; whole where there is no way (another drive)."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:
        return path.as_posix()
