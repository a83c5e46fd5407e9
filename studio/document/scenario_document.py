"""A scenario as a work: its value, its file, its history. Its map is a work of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.checks.scenario import playable_in
from engine.files import scenario_writing, scenarios, source_text
from engine.files.rewriting import dumped
from engine.files.scenarios import ScenarioFile, read_scenario
from engine.files.source_text import Source
from engine.map.map import Map
from engine.problems import InvalidFile
from engine.scenario.scenario import Scenario
from engine.texts import LocalText, text
from studio.document.disk import Fingerprint
from studio.document.journal import CannotRecover, Recovery
from studio.document.value_work import ValueWork
from studio.document.work import MOST_STEPS

SCENARIO = "scenario"  # what a journal of a scenario says it holds


class ScenarioDocument(ValueWork[Scenario]):
    """One scenario being edited.

    `scenario` is a value nobody changes: `apply` puts another in its place, as one step. `changed`
    carries the new one. Paths in it are seen from the scenario's file, or whole where it has none.
    """

    kind = SCENARIO

    def __init__(
        self,
        scenario: Scenario,
        file: ScenarioFile | None = None,
        journals: Path | None = None,
        most_steps: int = MOST_STEPS,
    ) -> None:
        super().__init__(scenario, journals, most_steps)
        self._file = file

    # --- opening ----------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, journals: Path | None = None) -> ScenarioDocument:
        """The document of a scenario file; InvalidFile lists every fault."""
        on_disk = Fingerprint.of(path)
        return cls.of(scenarios.opened(path), on_disk, journals)

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
            file = scenarios.opened(recovery.path) if recovery.path else None
        except InvalidFile:
            file = None  # it was changed since; saved, the scenario is written anew
        document = cls(scenario, file, journals)
        document._on_disk = recovery.fingerprint()
        document.mark_unsaved()
        if document.journal is not None:
            recovery.discard()
        return document

    # --- edits ------------------------------------------------------------------------------------

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is now."""
        return self.value

    def apply(self, scenario: Scenario, name: str, typed: str = "") -> None:
        """Put another scenario in the place of this one, as one step named in the user's words.

        Steps that follow each other with one and the same `typed` are one: what is typed in a field
        is undone at once.
        """
        self.put(scenario, name, typed)

    def ready(self, map_: Map | None = None) -> Scenario:
        """The scenario to be played, on its map or on another; InvalidFile lists every error."""
        return playable_in(self.writing()(), map_)

    def writing(self) -> Callable[[], Source]:
        """What makes the file of the scenario as it is now, in any thread, and writes nothing."""
        scenario, file = self.scenario, self._file
        if file is not None:
            return lambda: scenario_writing.edited(scenario, file)
        values = scenario_writing.values_of(self._with_paths(str))
        return lambda: source_text.parse(dumped(values), text("document.unsaved"))

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

    def _read_again(self, path: Path) -> Scenario:
        self._file = scenarios.opened(path)
        return self._file.scenario

    def _writer(self, target: Path) -> Callable[[], ScenarioFile]:
        moved, file = self._seen_from(target.parent), self._file
        return lambda: scenario_writing.save(moved, target, file)

    def _written(self, file: ScenarioFile, target: Path) -> None:
        self.value = self._seen_from(target.parent)
        self._file = file

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

    def _base(self) -> str | None:
        return self._file.source.text if self._file else None

    def _kept(self) -> dict[str, object]:
        return scenario_writing.values_of(self._with_paths(str))


def _kept(recovery: Recovery) -> Scenario:
    """The scenario in the last line of a journal."""
    values = recovery.last().get(SCENARIO)
    if isinstance(values, dict):
        name = str(recovery.path or recovery.folder / "scenario.yaml")
        found, _ = read_scenario(source_text.parse(dumped(values), name))
        if found is not None:
            return found.scenario
    raise CannotRecover(text("document.cannot-recover", folder=recovery.folder))


def _relative(path: Path, folder: Path) -> str:
    """A path seen from a folder, with slashes; whole where there is no way (another drive)."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:
        return path.as_posix()
