"""A scenario as a work: its value, its file, its history. Its map is a work of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.files import source_text
from engine.files.source_text import ParsedSource
from engine.files.yaml_rewriter import dump, rewrite_text
from engine.problems import InvalidFileError, Problem
from engine.texts import LocalText, text
from studio.documents.document import MAX_STEPS, DocumentCommand
from studio.documents.file_sync import Fingerprint
from studio.documents.immutable_value_document import SpreadsheetDocument
from studio.documents.open_references import OpenReferences, replace_scenario_surface
from studio.documents.recovery_journal import RecoverableDocument, RecoveryError

if TYPE_CHECKING:
    from engine.files.scenario_reader import ScenarioFile
    from engine.interchange.csv_tables import SpreadsheetMerge
    from engine.scenario.scenario import Deck, Scenario
    from studio.documents.file_fixes import FileFix

SCENARIO = "scenario"  # what a journal of a scenario says it holds
ENDING = ".scenario.yaml"


class ScenarioDocument(SpreadsheetDocument["Scenario"]):
    """One scenario being edited.

    `scenario` is an immutable value: `apply` puts another in its place, as one step. `changed`
    carries the new one. Paths in it are seen from the scenario's file, or whole where it has none.
    """

    kind = SCENARIO
    unnamed = "unnamed-scenario"

    def __init__(
        self,
        scenario: Scenario,
        file: ScenarioFile | None = None,
        journals: Path | None = None,
        most_steps: int = MAX_STEPS,
    ) -> None:
        super().__init__(scenario, journals, most_steps)
        self._file = file
        self._elsewhere = OpenReferences()

    # --- opening ----------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, journals: Path | None = None) -> ScenarioDocument:
        """The document of what can be read of a scenario file.

        InvalidFileError where nothing can.
        """
        from engine.files import scenario_reader

        on_disk = Fingerprint.of(path)
        return cls.of(scenario_reader.read_leniently(path), on_disk, journals)

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
    def recovered(
        cls, recovery: RecoverableDocument, journals: Path | None = None
    ) -> ScenarioDocument:
        """The document of what a killed program left; RecoveryError where nothing can be."""
        from engine.files import scenario_reader

        scenario = _scenario_kept(recovery)
        try:
            file = scenario_reader.read_leniently(recovery.path) if recovery.path else None
        except InvalidFileError:
            file = None  # it was changed since; saved, the scenario is written anew
        return cls(scenario, file, journals).adopt_recovery(recovery)

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
        self.replace_value(scenario, name, typed)

    def playable_scenario(self) -> Scenario:
        """The scenario to be played, on its map as it is now.

        InvalidFileError lists every error.
        """
        from engine.checks.scenario_checks import playable_scenario_from_source

        self.relied_on.emit()
        return playable_scenario_from_source(
            self.writing()(), self.scenario.ground, self.unsaved_decks
        )

    def as_table(self) -> str:
        """Its units."""
        from engine.interchange import order_of_battle_csv  # only who wants a table waits for it

        return order_of_battle_csv.compose(self.scenario)

    def merge_csv_rows(self, path: Path) -> SpreadsheetMerge:
        """The scenario with the units of a table."""
        from engine.interchange import order_of_battle_csv

        return order_of_battle_csv.read(path, self.scenario)

    # --- what of the file cannot be read ----------------------------------------------------------

    def fixes_for_unread_part(self, problem: Problem) -> tuple[FileFix, ...]:
        """Return the quick fixes for a part of the file that is not in the scenario."""
        from studio.documents.file_fixes import find_file_fixes

        return find_file_fixes(self.writing()(), self.scenario, problem) if self._file else ()

    def apply_file_fix(self, mend: FileFix, name: str) -> None:
        """Change what the file says, as one step, and read it again."""
        from engine.files.scenario_reader import read_scenario

        source = rewrite_text(self.writing()(), mend.written)
        found, _ = read_scenario(source, self.scenario.ground, self.unsaved_decks)
        if found is not None:
            was = self._exchange(found.scenario, found)
            self.history.push(_FileFixCommand(self, name, was))
            self.changed.emit(self.scenario)

    def _exchange(
        self, scenario: Scenario, file: ScenarioFile | None
    ) -> tuple[Scenario, ScenarioFile | None]:
        """Another scenario, and what the file it is an edit of says; those that were."""
        self._protect()
        if file is not None and self.path is not None:  # saved elsewhere since, it stays there
            file = replace(file, source=replace(file.source, file=str(self.path)))
        file_was, self._file = self._file, file
        return self._swap(scenario), file_was

    # --- what is open elsewhere -------------------------------------------------------------------

    def use_open_references(self, elsewhere: OpenReferences) -> None:
        """Go by these states of the map and the decks from now on, undone steps too.

        It is not a step of this work, nor saved with it.
        """
        self._elsewhere |= elsewhere
        followed = self._followed(self.value)
        if followed is not self.value:
            self.value = followed
            self.changed.emit(followed)

    @property
    def files_named(self) -> set[Path]:
        """The files of its map and decks, their paths resolved."""
        return {source_text.resolve_links(self.map_file), *self._deck_files(self.scenario).values()}

    @property
    def unsaved_decks(self) -> Mapping[Path, ParsedSource]:
        """The decks that are open elsewhere, as their files would be written."""
        return self._elsewhere.sources

    def _deck_files(self, scenario: Scenario) -> dict[str, Path]:
        named = scenario.deck_paths.items()
        return {name: source_text.resolve_links(self._whole(path)) for name, path in named}

    def _followed(self, scenario: Scenario) -> Scenario:
        """A scenario with its map and decks as they stand elsewhere; itself where they do."""
        elsewhere = self._elsewhere
        ground = elsewhere.surface_of(
            scenario, source_text.resolve_links(self._whole(scenario.ground_path))
        )
        decks = elsewhere.decks_of(scenario, self._deck_files(scenario))
        if ground is not scenario.ground:
            by_label = self._file is not None and self._file.uses_labels
            scenario = replace_scenario_surface(scenario, ground, by_label=by_label)
        return scenario if decks == scenario.decks else replace(scenario, decks=decks)

    def _swap(self, value: Scenario) -> Scenario:
        return super()._swap(self._followed(value))

    def writing(self) -> Callable[[], ParsedSource]:
        """Return the function that makes the scenario's file in any thread, without saving."""
        from engine.files import scenario_writer

        scenario, file = self.scenario, self._file
        if file is not None:
            return lambda: scenario_writer.rewrite(scenario, file)
        values = scenario_writer.scenario_file_values(self._with_paths(self.scenario, str))
        return lambda: source_text.parse(dump(values), text("document.unsaved"))

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
        """Return the path of the scenario's map."""
        return self._whole(self.scenario.ground_path)

    def likely_file(self, stem: str, localize: Callable[[str], str]) -> Path:
        """Beside its map."""
        name = f"{stem}{ENDING}" if stem else localize("new-scenario-file")
        return self.map_file.with_name(name)

    def _read_again(self, path: Path) -> Scenario:
        from engine.files import scenario_reader

        self._file, self._elsewhere = scenario_reader.read_leniently(path), OpenReferences()
        return self._file.scenario

    def _writer(self, target: Path) -> Callable[[], ScenarioFile]:
        from engine.files import scenario_writer

        moved, file = self._seen_from(target.parent, self.scenario), self._file
        return lambda: scenario_writer.save(moved, target, file)

    def _written(self, file: ScenarioFile, target: Path) -> None:
        self._respell(lambda scenario: self._seen_from(target.parent, scenario))
        self._file = file

    # --- paths ------------------------------------------------------------------------------------

    def _whole(self, written: str) -> Path:
        folder = self.path.parent if self.path else Path()
        return (folder / written).absolute()

    def _seen_from(self, folder: Path, scenario: Scenario) -> Scenario:
        """A scenario with its paths as a file in another folder writes them."""
        if self.path and self.path.parent.absolute() == folder.absolute():
            return scenario
        return self._with_paths(scenario, lambda path: _relative(path, folder))

    def _with_paths(self, scenario: Scenario, spelled: Callable[[Path], str]) -> Scenario:
        """A scenario with its map, its deck files and the pictures of its own decks so spelled."""

        def spell(written: str) -> str:
            return spelled(self._whole(written))

        files = scenario.deck_paths
        return replace(
            scenario,
            ground_path=spell(scenario.ground_path),
            counters=_respelled(scenario.counters, spell),
            deck_paths={name: spell(path) for name, path in files.items()},
            decks={
                name: deck if name in files else _with_pictures(deck, spell)
                for name, deck in scenario.decks.items()
            },
        )

    # --- journal ----------------------------------------------------------------------------------

    def _base(self) -> str | None:
        return self._file.source.text if self._file else None

    def _kept(self) -> dict[str, object]:
        from engine.files import scenario_writer

        return scenario_writer.journal_values(self._with_paths(self.scenario, str))


def _respelled(layout: str, spell: Callable[[str], str]) -> str:
    """A layout of counters as written from elsewhere; one with a name by that."""
    from engine.files.counter_layout_files import is_known

    return layout if not layout or is_known(layout) else spell(layout)


class _FileFixCommand(DocumentCommand):
    """A step that changes the file a scenario is an edit of, and not the scenario alone."""

    def __init__(
        self,
        document: ScenarioDocument,
        name: str,
        other: tuple[Scenario, ScenarioFile | None],
    ) -> None:
        super().__init__(document, name)
        self._document, self._other = document, other

    def respell(self, spelled: Callable[[Scenario], Scenario]) -> None:
        """Spell paths in the other scenario from another folder."""
        scenario, file = self._other
        self._other = spelled(scenario), file

    def swap(self) -> None:
        """Put the other scenario and file in the place of these."""
        self._other = self._document._exchange(*self._other)
        self._document.changed.emit(self._document.scenario)


def _scenario_kept(recovery: RecoverableDocument) -> Scenario:
    """The scenario in the last line of a journal."""
    from engine.files.scenario_reader import read_scenario

    values = recovery.last().get(SCENARIO)
    if isinstance(values, dict):
        name = str(recovery.path or recovery.folder / "scenario.yaml")
        found, _ = read_scenario(source_text.parse(dump(values), name))
        if found is not None:
            return found.scenario
    raise RecoveryError(text("document.cannot-recover", folder=recovery.folder))


def _with_pictures(deck: Deck, spell: Callable[[str], str]) -> Deck:
    cards = (
        replace(card, picture=spell(card.picture)) if card.picture else card for card in deck.cards
    )
    return replace(deck, cards=tuple(cards))


def _relative(path: Path, folder: Path) -> str:
    """A path seen from a folder, with slashes; whole where there is no way (another drive)."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:
        return path.as_posix()
