"""The open maps that came from real ground: begun, imported again, kept beside their files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand

from engine.files import source_text
from engine.map.map import Map
from engine.problems import SandtableError
from studio.documents.document import Document
from studio.documents.map_document import MapDocument
from studio.framework.background_jobs import BackgroundJobs, JobCancelled, Outcome
from studio.framework.file_operations import FileOperations

if TYPE_CHECKING:  # these load a lot, which a window without such a map does not need
    from studio.workspaces.map.map_editor_tab import MapEditorTab
    from studio.workspaces.map.terrain_import.import_setup import ImportBasis, ReimportedMap

FROM_GROUND = "terrain:"  # how the origin of such a map begins


@dataclass
class ImportedMapSource:
    """The sources of one open map, and the steps that made it anew from them."""

    path: Path | None
    first: ImportBasis | None = None
    later: list[tuple[QUndoCommand, ImportBasis]] = field(default_factory=list)
    written: tuple[Path, ImportBasis] | None = None

    def current(self, document: MapDocument) -> ImportBasis | None:
        """Return the import of the present map, by the steps that are done."""
        history = document.history
        done = [history.command(place) for place in range(history.index())]
        for step, made in reversed(self.later):
            if any(each is step for each in done):
                return made
        return self.first


class TerrainImportController(QObject):
    """Leads the wizard, the documents and what is kept beside their files together."""

    def __init__(self, filing: FileOperations, jobs: BackgroundJobs) -> None:
        super().__init__()
        self._filing, self._jobs = filing, jobs
        self._held: dict[MapDocument, ImportedMapSource] = {}
        filing.opened.connect(self._watch)
        filing.filed.connect(self._keep)

    # --- new --------------------------------------------------------------------------------------

    def new(self) -> None:
        """Make a map of real ground, as its maker wants it; it has no file yet."""
        from studio.workspaces.map.terrain_import.terrain_import_question import (
            TerrainImportQuestion,
        )

        made = self._filing.prompts.ask(TerrainImportQuestion())
        if made is None:
            return
        document = MapDocument.new(made.map, self._filing.journals)
        document.mark_unsaved()
        self._held[document] = ImportedMapSource(None, made.basis)
        self._filing.opened.emit(document)

    # --- again ------------------------------------------------------------------------------------

    @staticmethod
    def is_imported(document: MapDocument) -> bool:
        """Return True if a map was imported from real terrain."""
        return document.map.origin.startswith(FROM_GROUND)

    def reimport(self, editor: MapEditorTab) -> None:
        """Import the ground of the map in front again, as one step; its hand edits stay."""
        document, localize = editor.document, self._filing.localize
        held = self._held.setdefault(document, ImportedMapSource(document.path))
        made = held.current(document)
        if made is not None:
            self._again(editor, held, made)
        elif document.path is None:
            self._filing.prompts.show_message(localize("ground-never-kept"))
        else:
            path = document.path
            self._jobs.start(
                localize("job-opening", name=path.name),
                lambda _: _read_beside(path),
                lambda found: self._found(editor, held, found),
            )

    def _found(
        self, editor: MapEditorTab, held: ImportedMapSource, found: Outcome[ImportBasis | None]
    ) -> None:
        try:
            held.first = found()
        except JobCancelled:
            return
        except SandtableError as error:
            self._filing.prompts.show_message(str(error))
            return
        if held.first is None:
            self._filing.prompts.show_message(self._filing.localize("ground-never-kept"))
        else:
            self._again(editor, held, held.first)

    def _again(self, editor: MapEditorTab, held: ImportedMapSource, was: ImportBasis) -> None:
        from engine.editing.map_metadata_edits import Replace
        from studio.workspaces.map.terrain_import.terrain_import_question import (
            TerrainImportQuestion,
        )

        document, filing = editor.document, self._filing
        if _is_other_sheet(document.map, was):
            filing.prompts.show_message(filing.localize("ground-resized"))
            return
        made = filing.prompts.ask(TerrainImportQuestion(_again(document.map, was)))
        if made is None:
            return
        before = _latest(document)
        editor.apply(Replace(made.map), filing.localize("step-ground-again"))
        step = _latest(document)
        if step is not None and step is not before:
            held.later.append((step, made.basis))

    # --- beside the file --------------------------------------------------------------------------

    def _watch(self, work: Document) -> None:
        """A map was opened: if it goes to another file, what lies beside it goes along."""
        if isinstance(work, MapDocument):
            self._held.setdefault(work, ImportedMapSource(work.path))

    def forget(self, work: Document) -> None:
        """A map was closed."""
        if isinstance(work, MapDocument):
            self._held.pop(work, None)

    def _keep(self, path: Path) -> None:
        """A map was written to a file: what it was made of belongs beside it."""
        for document, held in self._held.items():
            if document.path == path and self.is_imported(document):
                self._keep_beside(document, held, path)
                held.path = path

    def _keep_beside(self, document: MapDocument, held: ImportedMapSource, path: Path) -> None:
        made = held.current(document)
        was_written = held.written is not None and held.written[0] == path
        if made is not None and not (was_written and held.written and held.written[1] is made):
            held.written = path, made
            self._write(path, lambda: _pack(made))
        elif made is None and held.path is not None and held.path != path:
            was = held.path
            self._write(
                path,
                lambda: _beside(was).read_bytes() if source_text.is_file(_beside(was)) else b"",
            )

    def _write(self, path: Path, content: Callable[[], bytes]) -> None:
        def work(_: object) -> None:
            packed = content()
            if packed:
                source_text.write(_beside(path), packed)

        def done(found: Outcome[None]) -> None:
            try:
                found()
            except JobCancelled:
                return
            except (SandtableError, OSError) as error:
                self._filing.prompts.show_message(
                    self._filing.localize("ground-not-kept", reason=error)
                )

        self._jobs.start(self._filing.localize("job-saving", name=_beside(path).name), work, done)


def _latest(document: MapDocument) -> QUndoCommand | None:
    """The latest step that is done."""
    place = document.history.index()
    return document.history.command(place - 1) if place else None


def _is_other_sheet(now: Map, was: ImportBasis) -> bool:
    """Return True if a map was resized, turned or mirrored since its import."""
    from engine.terrain_import.import_file import is_turned
    from engine.terrain_import.map_draft import draft_map

    frame = was.quantised.frame
    if now.grid != frame.grid or now.hex_metres != frame.hex_metres:
        return True
    return is_turned(now, draft_map(*was))


def _again(now: Map, was: ImportBasis) -> ReimportedMap:
    from studio.workspaces.map.terrain_import.import_setup import ReimportedMap

    return ReimportedMap(now, was)


def _beside(path: Path) -> Path:
    from engine.terrain_import.import_file import import_file_path

    return import_file_path(path)


def _pack(made: ImportBasis) -> bytes:
    from engine.terrain_import.import_file import as_file

    return as_file(*made)


def _read_beside(path: Path) -> ImportBasis | None:
    """Return the import saved next to a map's file; None if there is none."""
    from engine.terrain_import.import_file import read_import
    from studio.workspaces.map.terrain_import.import_setup import ImportBasis

    if not source_text.is_file(_beside(path)):
        return None
    return ImportBasis(*read_import(_beside(path)))
