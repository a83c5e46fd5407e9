"""A save that takes its time: the work is edited meanwhile, and what counts as saved is right."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest

from engine.editing.map_metadata_edits import SetField
from engine.files import map_reader
from engine.files.source_text import SaveError
from studio.documents.document import FileChangedOnDisk
from studio.documents.file_sync import DiskState
from studio.documents.map_document import MapDocument
from tests.studio.documents.random_edits import random_edit, same


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    """Undo stacks need Qt running."""


def titled(document: MapDocument, title: str) -> None:
    document.apply(SetField("title", title), title)


def test_what_is_written_is_the_map_as_it_was_when_the_save_began(file: Path) -> None:
    document = MapDocument.open(file)
    titled(document, "before")
    saving = document.begin_save()
    titled(document, "after")
    with ThreadPoolExecutor(1) as thread:
        document.end_save(thread.submit(saving.write).result())
    assert map_reader.load(file).title == "before"
    assert document.map.title == "after"
    assert document.is_dirty


def test_undone_to_where_it_was_saved_the_map_is_clean(file: Path) -> None:
    document = MapDocument.open(file)
    titled(document, "before")
    saving = document.begin_save()
    titled(document, "after")
    document.end_save(saving.write())
    document.history.undo()
    assert document.map.title == "before"
    assert not document.is_dirty
    document.history.redo()
    assert document.map.title == "after"
    assert document.is_dirty


def test_a_saved_step_that_was_undone_and_replaced_leaves_nothing_clean(file: Path) -> None:
    document = MapDocument.open(file)
    titled(document, "before")
    saving = document.begin_save()
    document.history.undo()
    titled(document, "instead")
    document.end_save(saving.write())
    assert document.is_dirty
    document.history.undo()
    assert document.is_dirty


def test_what_is_saved_next_follows_the_file_that_was_written(file: Path) -> None:
    document = MapDocument.open(file)
    titled(document, "before")
    saving = document.begin_save()
    titled(document, "after")
    document.end_save(saving.write())
    document.save()
    assert map_reader.load(file).title == "after"
    assert not document.is_dirty


def test_while_it_is_saved_a_file_is_not_taken_for_changed_by_others(file: Path) -> None:
    document = MapDocument.open(file)
    titled(document, "before")
    saving = document.begin_save()
    written = saving.write()
    assert document.file_state_on_disk() is DiskState.SAME
    document.end_save(written)
    assert document.file_state_on_disk() is DiskState.SAME


def test_a_save_that_failed_leaves_all_as_it_was(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = MapDocument.open(file)
    titled(document, "before")
    with monkeypatch.context() as patch:
        patch.setattr("os.replace", _refuse)
        saving = document.begin_save()
        with pytest.raises(SaveError):
            saving.write()
        document.abandon_save()
    assert document.is_dirty
    document.save()
    assert not document.is_dirty


def test_a_change_by_others_that_keeps_size_and_time_is_not_overwritten(file: Path) -> None:
    document = MapDocument.open(file)
    titled(document, "mine")
    facts, was = file.stat(), file.read_bytes()
    theirs = was.replace(b"hex_metres: 50", b"hex_metres: 75")
    assert len(theirs) == len(was)
    file.write_bytes(theirs)
    os.utime(file, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    with pytest.raises(FileChangedOnDisk):
        document.save()
    assert file.read_bytes() == theirs
    document.keep_mine()
    document.save()
    assert map_reader.load(file).title == "mine"


def test_a_change_by_others_while_it_is_being_saved_is_not_overwritten(file: Path) -> None:
    document = MapDocument.open(file)
    titled(document, "mine")
    saving = document.begin_save()
    file.write_text("somebody else's\n")
    with pytest.raises(FileChangedOnDisk):
        saving.write()
    document.abandon_save()
    assert file.read_text() == "somebody else's\n"
    assert document.is_dirty


def _refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_the_journal_stays_while_there_is_something_to_lose(file: Path, tmp_path: Path) -> None:
    document = MapDocument.open(file, tmp_path / "journals")
    titled(document, "before")
    saving = document.begin_save()
    titled(document, "after")
    document.end_save(saving.write())
    assert document.journal is not None
    document.save()
    assert document.journal is None


@pytest.mark.parametrize("seed", range(12))
def test_wherever_the_history_is_clean_the_map_is_as_saved(file: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    document = MapDocument(map_reader.load(file), map_reader.open_file(file), most_steps=6)
    for _ in range(rng.integers(8)):
        document.apply(random_edit(rng, document.map), "edit")
    saved, saving = deepcopy(document.map), document.begin_save()
    for _ in range(rng.integers(10)):
        if rng.random() < 0.5:
            document.apply(random_edit(rng, document.map), "edit")
        else:
            document.history.setIndex(int(rng.integers(document.history.count() + 1)))
    here = deepcopy(document.map)
    document.end_save(saving.write())
    assert same(document.map, here)
    for place in range(document.history.count() + 1):
        document.history.setIndex(place)
        if not document.is_dirty:
            assert same(document.map, saved)
