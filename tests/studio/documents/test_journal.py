"""The journal: what a killed program leaves, and what comes of it."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.editing.edit_encoding import decode_edit, decode_map, encode_edit, encode_map
from engine.editing.edits import CellLayer, Compound, SetCells
from engine.files import map_reader
from engine.hexes.grid import Grid
from engine.map.map import Map
from studio.documents import file_sync
from studio.documents.file_sync import BackgroundFileSync, DiskState
from studio.documents.map_document import MapDocument
from studio.documents.recovery_journal import (
    STEPS,
    RecoveryError,
    RecoveryJournal,
    find_recoveries,
    journal_folder,
)
from tests.assertions import require
from tests.studio.documents.random_edits import random_edit, random_map, same

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    """Undo stacks need Qt running."""


@pytest.fixture
def journals(tmp_path: Path) -> Path:
    """A folder of journals that is not there yet."""
    return tmp_path / "state" / "journals"


@pytest.fixture
def closed() -> Iterator[Callable[[MapDocument], MapDocument]]:
    """A document that is closed when the test is over."""
    documents: list[MapDocument] = []

    def later(document: MapDocument) -> MapDocument:
        documents.append(document)
        return document

    yield later
    for document in documents:
        document.close()


Closed = Callable[[MapDocument], MapDocument]


def level(hex_: int, value: int) -> SetCells:
    return SetCells(CellLayer.LEVEL, np.array([hex_]), np.array([value]))


def left_behind(journal: RecoveryJournal) -> Path:
    """What a journal leaves when its program dies: everything but the lock."""
    assert journal._lock is not None
    journal._syncing.close()
    journal._lock.close()
    journal._steps.close()
    return journal.folder


def killed(what: str, file: Path, journals: Path) -> None:
    """Let a program work on a map until it is in the middle of something, and kill it."""
    command = [sys.executable, "-m", "tests.studio.documents.dying", what, str(file), str(journals)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env=environment) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"busy\n"
        assert find_recoveries(journals) == [], "the journal of a living program is its own"
        program.send_signal(signal.SIGKILL)


# --- written and read -----------------------------------------------------------------------------


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=150, deadline=None)
def test_every_map_and_edit_reads_back_from_json_as_it_was(seed: int) -> None:
    rng = np.random.default_rng(seed)
    map_ = random_map(rng)
    copy = decode_map(json.loads(json.dumps(encode_map(map_))))
    assert same(copy, map_)
    edit = random_edit(rng, map_)
    again = decode_edit(json.loads(json.dumps(encode_edit(edit))))
    edit.apply(map_)
    again.apply(copy)
    assert same(copy, map_)


def test_only_edits_can_be_read_from_a_journal() -> None:
    for values in ({"edit": "Path", "first": "/"}, {"edit": "SetCells"}, {}):
        with pytest.raises((KeyError, TypeError)):
            decode_edit(values)


@pytest.mark.parametrize("shape", [[5, 1e308], [-5, 6], [10**9, "a"], [2**31, 2**31], [True, 6]])
def test_an_array_of_a_shape_that_none_has_is_refused_unpacked(shape: list[object]) -> None:
    values = encode_map(random_map(np.random.default_rng(1)))
    values["level"] = ["array", "int16", shape, values["level"][3]]
    with pytest.raises(ValueError, match="is not a valid shape of an array"):
        decode_map(values)


@pytest.mark.parametrize("seed", range(10))
def test_what_was_written_is_recovered(journals: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    map_ = random_map(rng)
    journal = RecoveryJournal.of_map(journals, map_, None, None)
    for _ in range(10):
        edit = random_edit(rng, map_)
        edit.apply(map_)
        journal.append(encode_edit(edit))
    left_behind(journal)
    (recovery,) = find_recoveries(journals)
    assert recovery.steps == 10
    assert same(recovery.map(), map_), f"seed {seed}"


@pytest.mark.parametrize("damage", ["cut", "changed", "garbage"])
def test_a_damaged_end_costs_only_what_is_damaged(journals: Path, damage: str) -> None:
    map_ = Map.blank(Grid(6, 4))
    journal = RecoveryJournal.of_map(journals, map_, None, None)
    for value in (1, 2, 3):
        journal.append(encode_edit(level(0, value)))
    steps = left_behind(journal) / STEPS
    content = steps.read_bytes()
    last = content.rindex(b"\n", 0, -1) + 1
    match damage:
        case "cut":
            steps.write_bytes(content[:-7])
        case "changed":
            steps.write_bytes(content[: last + 30] + b"?" + content[last + 31 :])
        case "garbage":
            steps.write_bytes(content[:last] + b"\0" * 40)
    (recovery,) = find_recoveries(journals)
    assert recovery.map().level[0, 0] == 2


def test_a_journal_whose_beginning_is_lost_says_so(journals: Path, file: Path) -> None:
    journal = RecoveryJournal.of_map(
        journals, map_reader.load(file), map_reader.open_file(file), file
    )
    journal.append(encode_edit(level(0, 1)))
    folder = left_behind(journal)
    (folder / "base.yaml").unlink()
    (recovery,) = find_recoveries(journals)
    with pytest.raises(RecoveryError, match=folder.name):
        recovery.map()


def test_a_journal_without_a_step_is_nothing_to_recover_and_goes(journals: Path) -> None:
    folder = left_behind(RecoveryJournal.of_map(journals, Map.blank(Grid(2, 2)), None, None))
    assert find_recoveries(journals) == []
    assert not folder.exists()


def test_the_latest_comes_first_and_can_be_discarded(journals: Path) -> None:
    for title, when in (("older", 1000), ("newer", 2000)):
        map_ = Map.blank(Grid(2, 2))
        map_.title = {"en": title}
        journal = RecoveryJournal.of_map(journals, map_, None, None)
        journal.append(encode_edit(level(0, 1)))
        os.utime(left_behind(journal) / STEPS, (when, when))
    newer, older = find_recoveries(journals)
    assert (newer.title, older.title) == ({"en": "newer"}, {"en": "older"})
    newer.discard()
    assert [recovery.title for recovery in find_recoveries(journals)] == [{"en": "older"}]


def test_nothing_is_recoverable_where_there_is_no_folder(tmp_path: Path) -> None:
    assert find_recoveries(tmp_path / "nowhere") == []
    assert journal_folder().name == "journals"


# --- killed ---------------------------------------------------------------------------------------


def test_a_program_killed_during_a_stroke_loses_that_stroke_and_no_more(
    file: Path, journals: Path
) -> None:
    untouched, written = map_reader.load(file), file.read_bytes()
    killed("stroke", file, journals)
    assert file.read_bytes() == written
    (recovery,) = find_recoveries(journals)
    assert recovery.path == file
    map_ = recovery.map()
    assert map_.level.reshape(-1)[:2].tolist() == [70, 71]
    assert map_.level[0, 2] == untouched.level[0, 2]


def test_a_program_killed_while_it_writes_leaves_the_old_file_whole_and_loses_nothing(
    file: Path, journals: Path
) -> None:
    written = file.read_bytes()
    killed("writing", file, journals)
    assert file.read_bytes() == written
    (recovery,) = find_recoveries(journals)
    assert recovery.map().level.reshape(-1)[:2].tolist() == [70, 71]


def test_a_program_killed_just_after_its_file_was_replaced_loses_nothing(
    file: Path, journals: Path
) -> None:
    killed("renamed", file, journals)
    assert map_reader.load(file).level.reshape(-1)[:2].tolist() == [70, 71]
    (recovery,) = find_recoveries(journals)
    assert recovery.map().level.reshape(-1)[:2].tolist() == [70, 71]


def test_recovered_work_is_dirty_saved_to_its_file_and_protected_again(
    file: Path, journals: Path, closed: Closed
) -> None:
    text = file.read_text(encoding="utf-8").replace("\ngrid:", "\n# our grid\ngrid:")
    file.write_text(text, encoding="utf-8")
    killed("stroke", file, journals)
    (recovery,) = find_recoveries(journals)
    document = closed(MapDocument.recovered(recovery, journals))
    assert document.is_dirty
    assert document.path == file
    assert document.file_state_on_disk() is DiskState.SAME
    assert not recovery.folder.exists()
    assert find_recoveries(journals) == []
    document.save()
    assert map_reader.load(file).level.reshape(-1)[:2].tolist() == [70, 71]
    assert "# our grid" in file.read_text(encoding="utf-8")


def test_work_recovered_and_lost_again_is_recovered_again(
    file: Path, journals: Path, closed: Closed
) -> None:
    killed("stroke", file, journals)
    document = closed(MapDocument.recovered(find_recoveries(journals)[0], journals))
    expected = deepcopy(document.map)
    journal = document._protection._journal
    assert journal is not None
    left_behind(journal)
    (recovery,) = find_recoveries(journals)
    assert same(recovery.map(), expected)


def test_a_stroke_that_a_save_ends_in_is_written_down_when_it_is_finished(
    file: Path, journals: Path, closed: Closed
) -> None:
    document = closed(MapDocument.open(file, journals))
    document.apply(level(0, 70), "Raise")
    saving = document.begin_save()
    document.begin_stroke("Paint")
    document.stroke(level(1, 71))
    document.end_save(saving.write())
    document.end_stroke()
    journal = document._protection._journal
    assert journal is not None
    left_behind(journal)
    (recovery,) = find_recoveries(journals)
    assert recovery.map().level.reshape(-1)[:2].tolist() == [70, 71]


def test_a_stroke_that_a_save_ends_in_and_is_given_up_leaves_nothing_to_protect(
    file: Path, journals: Path, closed: Closed
) -> None:
    document = closed(MapDocument.open(file, journals))
    document.apply(level(0, 70), "Raise")
    saving = document.begin_save()
    document.begin_stroke("Paint")
    document.stroke(level(1, 71))
    document.end_save(saving.write())
    document.abandon_stroke()
    assert document.journal is None
    assert not document.is_dirty


# --- on the disk ----------------------------------------------------------------------------------


def test_a_step_is_brought_to_the_disk_before_one_follows_that_is_much_later(
    journals: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(file_sync, "fsync", synced.append)
    monkeypatch.setattr(file_sync, "LAG", -1.0)  # all that is on its way has been for long
    journal = RecoveryJournal.of_map(journals, Map.blank(Grid(3, 2)), None, None)
    try:
        for number in range(5):
            before = synced.count(journal._steps.fileno())
            journal.append(encode_edit(level(0, number)))
            assert synced.count(journal._steps.fileno()) >= max(before, number)
    finally:
        journal.close()


def test_a_step_written_while_another_is_on_its_way_is_as_old_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finished at 0.01 s, the disk busy until 1 s: at 1.02 s it is too old to begin another."""
    clock, done = [0.0], [threading.Semaphore(0)]
    monkeypatch.setattr(file_sync, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(file_sync, "_sync_folder", lambda folder: None)
    monkeypatch.setattr(file_sync, "fsync", lambda number: done[0].acquire(timeout=10))
    with (tmp_path / "steps").open("ab", buffering=0) as file:
        on_way = file_sync.BackgroundFileSync(file, tmp_path)
        on_way.begin()
        wait_for(lambda: on_way._sent == 1)
        clock[0] = 0.01
        on_way.begin()
        clock[0] = 1.0
        done[0].release()
        wait_for(lambda: on_way._sent == 2)
        clock[0] = 1.02
        assert clock[0] - on_way._since > file_sync.LAG
        threading.Timer(0.05, done[0].release).start()
        on_way.keep_up()
        assert on_way._synced == 2
        on_way.close()


def wait_for(happens: Callable[[], bool]) -> None:
    """Wait until something has happened in another thread."""
    end = time.monotonic() + 10
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_a_disk_that_does_not_take_a_step_is_told_with_the_next_one(
    journals: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: int) -> NoReturn:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(file_sync, "fsync", fails)
    monkeypatch.setattr(file_sync, "LAG", -1.0)
    journal = RecoveryJournal.of_map(journals, Map.blank(Grid(3, 2)), None, None)
    with pytest.raises(OSError, match="full"):
        journal.append(encode_edit(level(0, 1)))
    journal.close()


# --- of a document --------------------------------------------------------------------------------


def written(document: MapDocument) -> Map:
    """The map as the document's journal has it."""
    assert document.journal is not None
    lines = (document.journal / STEPS).read_bytes().splitlines()
    steps = [json.loads(line[9:]) for line in lines]
    base = (
        deepcopy(require(document._file).map)
        if "map" not in steps[0]
        else decode_map(steps[0]["map"])
    )
    Compound(tuple(decode_edit(step) for step in steps[1:])).apply(base)
    return base


@pytest.mark.parametrize("seed", range(8))
def test_the_journal_follows_steps_strokes_undo_redo_and_saving(
    file: Path, journals: Path, seed: int, closed: Closed
) -> None:
    rng = np.random.default_rng(seed)
    document = closed(MapDocument.open(file, journals))
    for _ in range(40):
        match rng.integers(6):
            case 0:
                document.history.undo()
            case 1:
                document.history.redo()
            case 2:
                document.begin_stroke("Paint")
                for _ in range(3):
                    document.stroke(random_edit(rng, document.map))
                document.end_stroke() if rng.random() < 0.7 else document.abandon_stroke()
            case 3 if rng.random() < 0.2:
                document.save()
            case _:
                document.apply(random_edit(rng, document.map), "Edit")
        if document.journal is not None:
            assert same(written(document), document.map), f"seed {seed}"
        else:
            assert not document.is_dirty


def test_a_journal_begins_with_the_first_change_and_goes_when_saved_or_closed(
    file: Path, journals: Path, closed: Closed
) -> None:
    document = closed(MapDocument.open(file, journals))
    assert not journals.exists()
    document.apply(level(0, 5), "Raise")
    assert len(list(journals.iterdir())) == 1
    document.save()
    assert not list(journals.iterdir())
    document.history.undo()
    assert len(list(journals.iterdir())) == 1
    document.close()
    assert not list(journals.iterdir())


def test_undone_back_to_what_was_saved_there_is_nothing_to_protect(
    file: Path, journals: Path, closed: Closed
) -> None:
    document = closed(MapDocument.open(file, journals))
    document.apply(level(0, 5), "Raise")
    document.history.undo()
    assert not list(journals.iterdir())
    document.history.redo()
    assert same(written(document), document.map)


def test_a_map_without_a_file_is_protected_too(journals: Path, closed: Closed) -> None:
    document = closed(MapDocument.new(Map.blank(Grid(3, 3)), journals))
    document.apply(level(0, 5), "Raise")
    assert same(written(document), document.map)


def test_without_a_journal_the_work_goes_on_and_is_told_once(
    tmp_path: Path, closed: Closed
) -> None:
    journals = tmp_path / "journals"
    journals.write_text("a file, not a folder", encoding="utf-8")
    document = closed(MapDocument.new(Map.blank(Grid(3, 3)), journals))
    said: list[str] = []
    document.unprotected.connect(said.append)
    document.apply(level(0, 5), "Raise")
    document.apply(level(0, 6), "Raise")
    assert document.map.level[0, 0] == 6
    assert len(said) == 1


def test_a_journal_closed_under_its_writer_is_told_and_not_waited_for(tmp_path: Path) -> None:
    file = (tmp_path / "steps").open("ab", buffering=0)
    syncing = BackgroundFileSync(file, tmp_path)
    file.close()
    syncing.begin()
    with pytest.raises(OSError, match="closed"):
        wait_for_error(syncing)


def wait_for_error(syncing: BackgroundFileSync) -> None:
    """What the thread met comes out of one of the next calls; the last one waits for it."""
    while True:
        syncing.begin()
        syncing.keep_up()
