"""The document: steps, strokes, saving, and what others do to its file."""

from __future__ import annotations

import os
import time
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from engine.editing import sheet_transforms
from engine.editing.edit_extent import EditExtent, MapPart
from engine.editing.edits import CellLayer, MaskGroup, SetCells, SetMasks
from engine.editing.map_metadata_edits import Replace, SetField
from engine.files import map_reader
from engine.files.source_text import SaveError
from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.problems import InvalidFileError
from studio.documents.document import FileChangedOnDisk, NoFileName
from studio.documents.file_sync import DiskState
from studio.documents.map_document import MapDocument
from tests.engine.comparing_maps import facts
from tests.studio.documents.random_edits import random_edit, same


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    """Undo stacks need Qt running."""


def level(hex_: int, value: int) -> SetCells:
    return SetCells(CellLayer.LEVEL, np.array([hex_]), np.array([value]))


def blank() -> MapDocument:
    return MapDocument.new(Map.blank(Grid(6, 4)))


def heard(document: MapDocument) -> list[EditExtent]:
    """What the document says was touched, from now on."""
    said: list[EditExtent] = []
    document.changed.connect(said.append)
    return said


# --- steps and strokes ----------------------------------------------------------------------------


def test_an_edit_is_one_named_step_that_is_undone_and_redone() -> None:
    document = blank()
    document.apply(level(3, 5), "Raise")
    assert document.history.undoText() == "Raise"
    document.history.undo()
    assert not document.map.level.any()
    document.history.redo()
    assert document.map.level[0, 3] == 5


def test_a_stroke_of_many_pieces_is_one_step() -> None:
    document = blank()
    document.begin_stroke("Paint")
    for hex_ in (1, 2, 2, 3):
        document.stroke(level(hex_, hex_ * 2))
    assert document.map.level[0, 3] == 6
    document.end_stroke()
    assert document.history.count() == 1
    document.history.undo()
    assert not document.map.level.any()
    document.history.redo()
    assert document.map.level[0].tolist() == [0, 2, 4, 6, 0, 0]


def test_an_empty_stroke_is_no_step() -> None:
    document = blank()
    document.begin_stroke("Paint")
    document.end_stroke()
    document.end_stroke()
    assert document.history.count() == 0


def test_an_abandoned_stroke_leaves_no_trace() -> None:
    document = blank()
    before = deepcopy(document.map)
    document.begin_stroke("Road")
    document.stroke(SetMasks(MaskGroup.LINKS, "road", np.array([7]), np.array([63])))
    document.stroke(SetMasks(MaskGroup.LINKS, "road", np.array([8]), np.array([1])))
    document.abandon_stroke()
    assert same(document.map, before)
    assert document.history.count() == 0
    assert not document.is_dirty


def test_a_piece_without_a_stroke_is_refused() -> None:
    with pytest.raises(ValueError, match="begin_stroke"):
        blank().stroke(level(0, 1))


def test_a_stroke_under_way_ends_before_another_edit_and_is_given_up_before_an_undo() -> None:
    document = blank()
    document.begin_stroke("Paint")
    document.stroke(level(0, 1))
    document.apply(level(1, 2), "Set")
    assert document.history.count() == 2
    document.begin_stroke("Paint")
    document.stroke(level(2, 3))
    document.history.undo()
    assert document.map.level[0].tolist() == [1, 0, 0, 0, 0, 0]


def test_every_change_is_told_with_its_window() -> None:
    document = blank()
    said = heard(document)
    document.begin_stroke("Paint")
    document.stroke(level(0, 1))
    document.stroke(level(8, 1))
    document.end_stroke()
    document.history.undo()
    windows = [(touched.rows, touched.columns) for touched in said]
    assert windows == [
        (slice(0, 1), slice(0, 1)),
        (slice(1, 2), slice(2, 3)),
        (slice(0, 2), slice(0, 3)),
    ]
    assert all(touched.parts == {MapPart.LEVEL} for touched in said)


def test_after_a_change_of_the_grid_everything_is_touched() -> None:
    document = blank()
    said = heard(document)
    document.apply(Replace(sheet_transforms.resize_map(document.map, 9, 9)), "Resize")
    document.history.undo()
    assert [(touched.rows, touched.columns) for touched in said] == [
        (slice(0, 9), slice(0, 9)),
        (slice(0, 4), slice(0, 6)),
    ]
    assert said[-1].parts == set(MapPart)


def test_an_edit_that_is_refused_is_no_step() -> None:
    document = blank()
    with pytest.raises(ValueError, match="6 × 4"):
        document.apply(level(99, 1), "Raise")
    assert document.history.count() == 0
    assert not document.is_dirty


def test_the_history_jumps_to_any_step() -> None:
    document = blank()
    for value in range(1, 6):
        document.apply(level(0, value), f"Level {value}")
    document.history.setIndex(2)
    assert document.map.level[0, 0] == 2
    document.history.setIndex(5)
    assert document.map.level[0, 0] == 5


def test_only_so_many_steps_are_kept() -> None:
    document = MapDocument(Map.blank(Grid(6, 4)), most_steps=3)
    for value in range(1, 6):
        document.apply(level(0, value), "Level")
    while document.history.canUndo():
        document.history.undo()
    assert document.map.level[0, 0] == 2
    assert document.is_dirty


# --- files ----------------------------------------------------------------------------------------


def test_a_file_is_opened_edited_saved_and_opened_again(file: Path) -> None:
    document = MapDocument.open(file)
    assert not document.is_dirty
    document.apply(level(5, 9), "Raise")
    assert document.is_dirty
    document.save()
    assert not document.is_dirty
    assert facts(map_reader.load(file)) == facts(document.map)


def test_a_file_with_faults_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "bad.map.yaml"
    path.write_text("sandtable: map/1\ngrid: {columns: 0, rows: 3}\n", encoding="utf-8")
    with pytest.raises(InvalidFileError):
        MapDocument.open(path)


def test_undo_survives_saving_and_makes_the_document_dirty(file: Path) -> None:
    document = MapDocument.open(file)
    before = deepcopy(document.map)
    document.apply(level(5, 9), "Raise")
    document.save()
    document.history.undo()
    assert same(document.map, before)
    assert document.is_dirty
    document.history.redo()
    assert not document.is_dirty


def test_a_new_map_needs_a_name_first(tmp_path: Path) -> None:
    document = blank()
    with pytest.raises(NoFileName):
        document.save()
    document.save(tmp_path / "new.map.yaml")
    assert document.path == tmp_path / "new.map.yaml"
    document.apply(SetField("title", {"en": "New", "zh": "新"}), "Title")
    document.save()
    assert map_reader.load(tmp_path / "new.map.yaml").title == {"en": "New", "zh": "新"}


def test_saving_untouched_keeps_every_byte_and_saving_under_another_name_keeps_comments(
    file: Path, tmp_path: Path
) -> None:
    text = file.read_text(encoding="utf-8").replace("\ngrid:", "\n# our grid\ngrid:")
    file.write_text(text, encoding="utf-8")
    document = MapDocument.open(file)
    document.save()
    assert file.read_text(encoding="utf-8") == text
    document.save(tmp_path / "other.map.yaml")
    assert "# our grid" in (tmp_path / "other.map.yaml").read_text(encoding="utf-8")
    assert document.path == tmp_path / "other.map.yaml"


def test_reverting_reads_the_file_again_and_can_be_undone(file: Path) -> None:
    document = MapDocument.open(file)
    original = deepcopy(document.map)
    document.apply(level(5, 9), "Raise")
    edited = deepcopy(document.map)
    document.revert("Revert")
    assert same(document.map, original)
    assert not document.is_dirty
    document.history.undo()
    assert same(document.map, edited)


@pytest.mark.parametrize("seed", range(10))
def test_whatever_was_edited_reads_back_as_it_was_saved(file: Path, seed: int) -> None:
    document = MapDocument.open(file)
    rng = np.random.default_rng(seed)
    for _ in range(3):
        for _ in range(6):
            document.apply(random_edit(rng, document.map), "Edit")
        document.save()
        assert facts(map_reader.load(file)) == facts(document.map), f"seed {seed}"


# --- others at work on the file -------------------------------------------------------------------


def rewrite(path: Path, content: str) -> None:
    """What another program does: surely at another time."""
    path.write_text(content, encoding="utf-8")
    later = time.time() + 10
    os.utime(path, (later, later))


def test_a_file_changed_by_others_is_noticed_and_not_written_over(file: Path) -> None:
    document = MapDocument.open(file)
    document.apply(level(5, 9), "Raise")
    theirs = file.read_text(encoding="utf-8") + "# theirs\n"
    rewrite(file, theirs)
    assert document.file_state_on_disk() is DiskState.CHANGED
    with pytest.raises(FileChangedOnDisk, match=r"country\.map\.yaml"):
        document.save()
    assert file.read_text(encoding="utf-8") == theirs
    assert document.map.level[0, 5] == 9
    document.keep_mine()
    document.save()
    assert map_reader.load(file).level[0, 5] == 9


def test_a_file_that_was_only_touched_has_not_changed(file: Path) -> None:
    document = MapDocument.open(file)
    rewrite(file, file.read_text(encoding="utf-8"))
    assert document.file_state_on_disk() is DiskState.SAME


def test_a_file_that_is_gone_is_noticed_and_written_anew(file: Path) -> None:
    document = MapDocument.open(file)
    file.unlink()
    assert document.file_state_on_disk() is DiskState.GONE
    document.save()
    assert document.file_state_on_disk() is DiskState.SAME
    assert file.exists()


def test_what_others_wrote_can_be_read_in(file: Path) -> None:
    document = MapDocument.open(file)
    other = MapDocument.open(file)
    other.apply(level(0, 7), "Raise")
    other.save()
    later = time.time() + 10
    os.utime(file, (later, later))
    assert document.file_state_on_disk() is DiskState.CHANGED
    document.revert("Reload")
    assert document.map.level[0, 0] == 7
    assert document.file_state_on_disk() is DiskState.SAME
    assert not document.is_dirty


def test_when_the_disk_refuses_nothing_is_lost(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = MapDocument.open(file)
    before = file.read_bytes()
    document.apply(level(5, 9), "Raise")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(SaveError, match="No space left"):
            document.save()
    assert file.read_bytes() == before
    assert [entry.name for entry in file.parent.iterdir()] == [file.name]
    assert document.is_dirty
    assert document.map.level[0, 5] == 9
    document.save()
    assert map_reader.load(file).level[0, 5] == 9


def test_a_folder_that_is_not_there_is_reported_and_the_file_stays_the_same(file: Path) -> None:
    document = MapDocument.open(file)
    document.apply(level(5, 9), "Raise")
    with pytest.raises(SaveError):
        document.save(file.parent / "nowhere" / "a.map.yaml")
    assert document.path == file
    assert document.is_dirty


def test_becoming_dirty_and_clean_is_told(file: Path, qtbot: QtBot) -> None:
    document = MapDocument.open(file)
    with qtbot.waitSignal(document.filed):
        document.apply(level(5, 9), "Raise")
    with qtbot.waitSignal(document.filed):
        document.save()
    with qtbot.waitSignal(document.filed):
        document.history.undo()
