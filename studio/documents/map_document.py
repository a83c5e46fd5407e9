"""The document: one map, its file, its history, and the one signal that says what changed."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from engine.editing.edit_encoding import encode_edit
from engine.editing.edit_extent import EditExtent, MapPart
from engine.editing.edits import Compound, Edit, compound_inverse
from engine.editing.map_metadata_edits import Replace
from engine.files import map_reader, map_writer
from engine.files.map_reader import MapFile
from engine.map.map import Map
from engine.texts import LocalText, text
from studio.documents.document import MAX_STEPS, Document, DocumentCommand, NoFileName
from studio.documents.file_sync import Fingerprint
from studio.documents.open_references import OpenReferences
from studio.documents.recovery_journal import DocumentJournal, RecoverableDocument, RecoveryJournal

ENDING = ".map.yaml"


@dataclass(frozen=True)
class LoadedMap:
    """A map file as it was read, with a copy of its map to be edited."""

    on_disk: Fingerprint | None
    file: MapFile
    map: Map

    @classmethod
    def of(cls, path: Path) -> LoadedMap:
        """Read a map file, in any thread; InvalidFileError lists every fault."""
        on_disk, file = Fingerprint.of(path), map_reader.open_file(path)
        return cls(on_disk, file, deepcopy(file.map))


class MapDocument(Document):
    """One map being edited.

    `document.apply(edit, name)` makes one step of the history, named in the user's language. A
    stroke is one step made live: `begin_stroke(name)`, `stroke(edit)` for each piece of it, then
    `end_stroke()` or `abandon_stroke()`.

    `map` is changed in place, by this class alone; after a change with `MapPart.GRID` its arrays
    are new ones. `changed` carries a `EditExtent`, live pieces of a stroke too.
    """

    ground_kind = "map"

    def __init__(
        self,
        map_: Map,
        file: MapFile | None = None,
        journals: Path | None = None,
        most_steps: int = MAX_STEPS,
    ) -> None:
        super().__init__(most_steps)
        self.map = map_
        self._file = file
        self._stroke: _Stroke | None = None
        self._protection = DocumentJournal(journals, self.unprotected.emit)

    # --- opening ----------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, journals: Path | None = None) -> MapDocument:
        """The document of a map file.

        InvalidFileError lists every fault that keeps it from opening.

        `journals` is the folder of journals (`journal.home()`), None to keep none.
        """
        return cls.of(LoadedMap.of(path), journals)

    @classmethod
    def of(cls, read: LoadedMap, journals: Path | None = None) -> MapDocument:
        """The document of a map file that was read, maybe in another thread."""
        document = cls(read.map, read.file, journals)
        document._on_disk = read.on_disk
        return document

    @classmethod
    def new(cls, map_: Map, journals: Path | None = None) -> MapDocument:
        """The document of a map that has no file yet; it counts as clean until it is edited."""
        return cls(map_, None, journals)

    @classmethod
    def recovered(cls, recovery: RecoverableDocument, journals: Path | None = None) -> MapDocument:
        """The document of what a killed program left; RecoveryError where nothing can be.

        It is dirty. What was left is forgotten once this document's own journal holds it.
        """
        return cls(recovery.map(), recovery.file(), journals).adopt_recovery(recovery)

    # --- edits ------------------------------------------------------------------------------------

    def apply(self, edit: Edit, name: str) -> None:
        """Make an edit, as one step of the history.

        What the edit raises comes through; the map is then as it was. A stroke under way ends
        first.
        """
        self.end_stroke()
        inverse = self._make(edit)
        self._protection.write(lambda: encode_edit(edit))
        self.history.push(_MapCommand(self, inverse, name))

    @property
    def is_stroking(self) -> bool:
        """Return True if a stroke is under way."""
        return self._stroke is not None

    def begin_stroke(self, name: str) -> None:
        """Begin a stroke; one that is under way ends first."""
        self.end_stroke()
        self._stroke = _Stroke(name)

    def stroke(self, edit: Edit) -> None:
        """Make a piece of the stroke, live. ValueError when none is under way."""
        if self._stroke is None:
            raise ValueError("no stroke is under way; begin_stroke comes first")
        self._stroke.inverses.append(self._make(edit))

    def end_stroke(self) -> None:
        """Make the stroke a step of the history; nothing if it is empty or there is none."""
        stroke, self._stroke = self._stroke, None
        if stroke is None or not stroke.inverses:
            return
        again = compound_inverse(reversed(stroke.inverses)).apply(self.map)
        inverse = again.apply(self.map)  # undone and redone, the stroke is one edit
        self._protection.write(lambda: encode_edit(again))
        self.history.push(_MapCommand(self, inverse, stroke.name))

    def abandon_stroke(self) -> None:
        """Take the stroke back, as if it had never begun."""
        stroke, self._stroke = self._stroke, None
        if stroke is not None and stroke.inverses:
            self._make(compound_inverse(reversed(stroke.inverses)))
            if self.history.isClean():
                self._unprotect()

    def _make(self, edit: Edit) -> Edit:
        """Change the map and say so; the inverse."""
        as_saved = self._file if self.history.isClean() and not self._has_pieces else None
        self._protect(as_saved)
        inverse = edit.apply(self.map)
        touched = edit.touched(self.map.grid) | inverse.touched(self.map.grid)
        if MapPart.GRID in touched.parts:
            touched = EditExtent.whole(self.map.grid, *MapPart)
        self.changed.emit(touched)
        return inverse

    def _swap(self, edit: Edit) -> Edit:
        """Undo or redo a step: a stroke under way is given up first, for it came later."""
        self.abandon_stroke()
        inverse = self._make(edit)
        self._protection.write(lambda: encode_edit(edit))
        return inverse

    @property
    def _has_pieces(self) -> bool:
        return self._stroke is not None and bool(self._stroke.inverses)

    # --- for works that refer to it ---------------------------------------------------------------

    def surface(self) -> Map:
        """A copy of the map as it is now."""
        return deepcopy(self.map)

    def references_as_saved(self, path: Path) -> OpenReferences:
        """The map in the file."""
        return OpenReferences({path: map_reader.load(path)})

    # --- file -------------------------------------------------------------------------------------

    @property
    def title(self) -> LocalText:
        """The map's title."""
        return self.map.title

    @property
    def path(self) -> Path | None:
        """The map's file, if it has one."""
        return Path(self._file.source.file) if self._file else None

    @property
    def journal(self) -> Path | None:
        """The folder of the journal that protects unsaved work, while there is any."""
        return self._protection.journal

    @property
    def is_dirty(self) -> bool:
        """Return True if the map has unsaved changes."""
        return self._has_pieces or not self.history.isClean()

    def likely_file(self, stem: str, localize: Callable[[str], str]) -> Path | None:
        """By its title; without one nothing is likely."""
        return Path(f"{stem}{ENDING}") if stem else None

    def mark_unsaved(self) -> None:
        """Count the map as dirty whatever is undone: it was imported, or recovered."""
        self.history.resetClean()
        self._protect(None)
        self._protection.write(lambda: encode_edit(Compound(())))

    def _writer(self, target: Path) -> Callable[[], MapFile]:
        map_, file = deepcopy(self.map), self._file
        return lambda: map_writer.save(map_, target, file)

    def _written(self, file: MapFile, target: Path) -> None:
        self._file = file

    def revert(self, name: str) -> None:
        """Read the file again in place of the map, as one step that can be undone."""
        if self.path is None:
            raise NoFileName(text("document.no-file-yet"))
        on_disk, file = Fingerprint.of(self.path), map_reader.open_file(self.path)
        self.apply(Replace(deepcopy(file.map)), name)
        self._file, self._on_disk = file, on_disk
        self.history.setClean()
        self.filed.emit()

    def close(self) -> None:
        """Close the document, which was saved or given up on purpose."""
        self.abandon_stroke()
        self._protection.end()
        self.history.clear()

    def _protect(self, as_saved: MapFile | None) -> None:
        self._protection.begin(
            lambda folder: RecoveryJournal.of_map(folder, self.map, as_saved, self.path)
        )

    def _unprotect(self) -> None:
        """A save that ends in the middle of a stroke leaves the journal to what the stroke does."""
        if not self._has_pieces:
            self._protection.end()


class _Stroke:
    """The pieces of a stroke under way, as what takes them back, the first one first."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.inverses: list[Edit] = []


class _MapCommand(DocumentCommand):
    """One step of a map's history: it holds the edit that undoes it, or once undone redoes it."""

    def __init__(self, document: MapDocument, inverse: Edit, name: str) -> None:
        super().__init__(document, name)
        self._document, self._edit = document, inverse

    def swap(self) -> None:
        """Change the map back, or again."""
        self._edit = self._document._swap(self._edit)
