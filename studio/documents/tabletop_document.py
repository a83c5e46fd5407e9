"""A table as a work: its country, its file, its history."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.files import source_text
from engine.files.source_text import ParsedSource
from engine.files.yaml_rewriter import dump
from engine.problems import InvalidFileError, Waiver
from engine.texts import LocalText, text
from studio.documents.file_sync import Fingerprint
from studio.documents.immutable_value_document import ValueDocument
from studio.documents.open_references import OpenReferences
from studio.documents.recovery_journal import RecoverableDocument, RecoveryError

if TYPE_CHECKING:
    from engine.files.tabletop_map_reader import TableFile
    from engine.tabletop.tabletop_map import TabletopFeature, TabletopMap

TABLE = "table"  # what a journal of a table says it holds
ENDING = ".table.yaml"


class TabletopDocument(ValueDocument["TabletopMap"]):
    """One table being edited: `apply` puts another in its place, as one step.

    `changed` carries the new table. A picture under it is seen from the table's file, or by its
    whole path where it has none.
    """

    kind = TABLE
    unnamed = "unnamed-table"
    ground_kind = "table"

    def __init__(
        self, value: TabletopMap, file: TableFile | None = None, journals: Path | None = None
    ) -> None:
        super().__init__(value, journals)
        self._file = file  # as it was read or saved last
        self._told: dict[int, tuple[TabletopFeature, dict[str, Any]]] = {}  # by identity
        self._told_at: object = None  # the scale they were set for

    # --- opening ----------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, journals: Path | None = None) -> TabletopDocument:
        """The document of a table file; InvalidFileError lists every fault."""
        from engine.files import tabletop_map_reader

        on_disk = Fingerprint.of(path)
        return cls.of(tabletop_map_reader.open_file(path), on_disk, journals)

    @classmethod
    def of(
        cls, file: TableFile, on_disk: Fingerprint | None, journals: Path | None = None
    ) -> TabletopDocument:
        """The document of a table file that was read, maybe in another thread."""
        document = cls(file.table, file, journals)
        document._on_disk = on_disk
        return document

    @classmethod
    def new(cls, table: TabletopMap, journals: Path | None = None) -> TabletopDocument:
        """The document of a table that has no file yet."""
        return cls(table, None, journals)

    @classmethod
    def recovered(
        cls, recovery: RecoverableDocument, journals: Path | None = None
    ) -> TabletopDocument:
        """The document of what a killed program left; RecoveryError where nothing can be."""
        from engine.files import tabletop_map_reader

        value = _recover(recovery)
        try:
            file = tabletop_map_reader.open_file(recovery.path) if recovery.path else None
        except InvalidFileError:
            file = None  # it was changed since; saved, the table is written anew
        return cls(value, file, journals).adopt_recovery(recovery)

    # --- edits ------------------------------------------------------------------------------------

    @property
    def table(self) -> TabletopMap:
        """The table as it is now."""
        return self.value

    def apply(self, table: TabletopMap, name: str, typed: str = "") -> None:
        """Put another table in the place of this one, as one step named in the user's words.

        Steps that follow each other with one and the same `typed` are one.
        """
        self.replace_value(table, name, typed)

    def waive(self, code: str, at: tuple[str, ...], reason: str, name: str) -> None:
        """Keep a warning, for a reason."""
        waived = (*self.value.waived, Waiver(code, at, reason))
        self.replace_value(replace(self.value, waived=waived), name)

    def surface(self) -> TabletopMap:
        """The table as it is now: a value that is not changed."""
        return self.value

    def references_as_saved(self, path: Path) -> OpenReferences:
        """The table in the file."""
        from engine.files import tabletop_map_reader

        return OpenReferences({path: tabletop_map_reader.load(path)})

    def writing(self) -> Callable[[], ParsedSource]:
        """Return the function that makes the table's file in any thread, without saving."""
        from engine.files import tabletop_map_writer

        value, file = self.value, self._file
        if file is not None:
            return lambda: tabletop_map_writer.rewrite(value, file)
        return lambda: source_text.parse(
            dump(tabletop_map_writer.tabletop_file_values(value)), text("document.unsaved")
        )

    # --- file -------------------------------------------------------------------------------------

    @property
    def title(self) -> LocalText:
        """The table's title."""
        return self.value.title

    @property
    def path(self) -> Path | None:
        """The table's file, if it has one."""
        return Path(self._file.source.file) if self._file else None

    def likely_file(self, stem: str, localize: Callable[[str], str]) -> Path:
        """In the folder where files are saved."""
        return Path(f"{stem or localize('table-file')}{ENDING}")

    def _read_again(self, path: Path) -> TabletopMap:
        from engine.files import tabletop_map_reader

        self._file = tabletop_map_reader.open_file(path)
        return self._file.table

    def _writer(self, target: Path) -> Callable[[], TableFile]:
        from engine.files import tabletop_map_writer

        moved, file = self._seen_from(target.parent, self.value), self._file
        return lambda: tabletop_map_writer.save(moved, target, file)

    def _written(self, file: TableFile, target: Path) -> None:
        self._respell(lambda table: self._seen_from(target.parent, table))
        self._file = file

    # --- the picture under it ---------------------------------------------------------------------

    @property
    def picture(self) -> Path | None:
        """Return the path of the picture under the table."""
        under = self.value.underlay
        return self._folder / under.picture if under is not None else None

    def picture_path_in_file(self, picture: Path) -> str:
        """The path of a picture as the table's file writes it; whole where it has no file."""
        return _relative(picture, self._folder) if self.path else str(picture.absolute())

    @property
    def _folder(self) -> Path:
        return self.path.parent if self.path else Path()

    def _seen_from(self, folder: Path, table: TabletopMap) -> TabletopMap:
        """A table with its picture as a file in another folder writes it."""
        here = self._folder
        if self.path is not None and here.absolute() == folder.absolute():
            return table
        return _with_picture(table, lambda picture: _relative(here / picture, folder))

    # --- journal ----------------------------------------------------------------------------------

    def _base(self) -> str | None:
        return self._file.source.text if self._file else None

    def _kept(self) -> dict[str, Any]:
        from engine.files import tabletop_map_writer

        folder = self._folder
        whole = _with_picture(self.value, lambda picture: str((folder / picture).absolute()))
        values = tabletop_map_writer.tabletop_file_values(replace(whole, features=()))
        return {**values, "features": self._feature_values(whole)}

    def _feature_values(self, table: TabletopMap) -> list[dict[str, Any]]:
        """The features as a file says them; those that are as they were are not written anew."""
        from engine.files import tabletop_map_writer

        scale_was, before = self._told_at, self._told
        self._told_at, self._told = table.scale, {}
        if scale_was is not table.scale:  # heights differ from it in files
            before = {}
        for feature in table.features:
            known = before.get(id(feature))
            if known is None or known[0] is not feature:
                known = feature, tabletop_map_writer.feature_values(feature, table)
            self._told[id(feature)] = known
        return [values for _, values in self._told.values()]


def _with_picture(table: TabletopMap, spelled: Callable[[str], str]) -> TabletopMap:
    """A table with the path of its picture spelled otherwise."""
    under = table.underlay
    if under is None:
        return table
    return replace(table, underlay=under._replace(picture=spelled(under.picture)))


def _relative(path: Path, folder: Path) -> str:
    """A path seen from a folder, with slashes; whole where there is no way (another drive)."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:
        return path.as_posix()


def _recover(recovery: RecoverableDocument) -> TabletopMap:
    """The table in the last line of a journal."""
    from engine.files.tabletop_map_reader import read_table

    values = recovery.last().get(TABLE)
    if isinstance(values, dict):
        name = str(recovery.path or recovery.folder / "table.yaml")
        found, _ = read_table(source_text.parse(dump(values), name))
        if found is not None:
            return found
    raise RecoveryError(text("document.cannot-recover", folder=recovery.folder))
