"""Whatever happens while a file is saved, one whole version of it is on the disk."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

import pytest

from engine.files.source_text import NoSuchFolderError, SaveError, write

OLD, NEW = "old 旧\n", "new 新\n"
posix = pytest.mark.skipif(os.name != "posix", reason="permissions and links of POSIX systems")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "a.map.yaml"
    place.write_text(OLD, encoding="utf-8")
    return place


def assert_untouched(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == OLD
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_file_is_replaced_and_nothing_is_left_beside_it(path: Path) -> None:
    write(path, NEW)
    assert path.read_text(encoding="utf-8") == NEW
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("stem", ["長" * 81, "a" * 246])
def test_a_name_as_long_as_the_system_allows_can_be_saved(tmp_path: Path, stem: str) -> None:
    path = tmp_path / f"{stem}.map.yaml"
    write(path, OLD)
    write(path, NEW)
    assert path.read_text(encoding="utf-8") == NEW
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_bytes_and_line_ends_are_written_as_they_are(path: Path) -> None:
    write(path, "a\r\nb\n")
    assert path.read_bytes() == b"a\r\nb\n"
    write(path, b"\x00\xff")
    assert path.read_bytes() == b"\x00\xff"


@pytest.mark.parametrize("step", ["replace", "fsync", "chmod", "fdopen"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_a_step_that_fails_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int
) -> None:
    def fails(*_: object, **__: object) -> NoReturn:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, step, fails)
    with pytest.raises(SaveError) as caught:
        write(path, NEW)
    monkeypatch.undo()
    assert str(path) in str(caught.value)
    assert os.strerror(number) in str(caught.value)
    assert_untouched(path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no always-full device here")
def test_a_full_disk_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = os.fdopen

    def on_a_full_disk(descriptor: int, mode: str) -> object:
        os.dup2(os.open("/dev/full", os.O_WRONLY), descriptor)
        return opened(descriptor, mode)

    monkeypatch.setattr(os, "fdopen", on_a_full_disk)
    with pytest.raises(SaveError, match="No space left"):
        write(path, NEW * 10_000)
    monkeypatch.undo()
    assert_untouched(path)


def test_an_interrupt_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(path, NEW)
    monkeypatch.undo()
    assert_untouched(path)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoSuchFolderError, match="none"):
        write(tmp_path / "none" / "a.yaml", NEW)


def test_a_folder_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    with pytest.raises(SaveError):
        write(tmp_path, NEW)
    assert tmp_path.is_dir()


@posix
def test_a_link_stays_one_and_its_target_is_replaced(tmp_path: Path, path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    link = elsewhere / "link.yaml"
    link.symlink_to(path)
    write(link, NEW)
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == NEW
    assert [file.name for file in elsewhere.iterdir()] == ["link.yaml"]


@posix
def test_a_link_that_leads_to_itself_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(SaveError):
        write(tmp_path / "a", NEW)


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o664])
def test_permissions_stay(path: Path, mode: int) -> None:
    path.chmod(mode)
    write(path, NEW)
    assert path.stat().st_mode & 0o777 == mode


@posix
def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    write(tmp_path / "new.yaml", NEW)
    assert (tmp_path / "new.yaml").stat().st_mode == (tmp_path / "other").stat().st_mode


WRITER = """
import sys
from pathlib import Path
from engine.files.source_text import write
path = Path(sys.argv[1])
print("ready", flush=True)
number = 0
while True:
    number += 1
    write(path, f"{number}\\n" * 50_000)
"""


@posix
def test_a_killed_program_leaves_one_whole_version(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("0\n" * 50_000)
    for attempt in range(6):
        arguments = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
            time.sleep(0.013 * (attempt + 1))
            writer.send_signal(signal.SIGKILL)
        lines = path.read_text().splitlines()
        assert len(lines) == 50_000
        assert len(set(lines)) == 1
