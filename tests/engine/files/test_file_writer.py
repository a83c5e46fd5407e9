"""Files that are replaced keep what is theirs; those that may not be written are not replaced."""

from __future__ import annotations

import os
import stat
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.balance.games_file import GamesFileWriter
from engine.files.source_text import SaveError, write
from engine.texts import text
from engine.umpire.game_record import RecordFile
from tests.permissions import as_ordinary_user

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="permissions of Linux")

OLD, NEW = "old\n", "new and longer\n"
SOMEBODY = 12345  # who is not who runs the tests
as_root = pytest.mark.skipif(
    sys.platform == "linux" and os.geteuid() != 0, reason="gives files to somebody else"
)
ACCESS = "system.posix_acl_access"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "a.map.yaml"
    place.write_text(OLD)
    return place


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def refused(path: Path, deed: Callable[[], object]) -> None:
    """Do something that must be refused, with a sentence about the file, and change nothing."""
    was, before = path.read_bytes(), names(path.parent)
    with pytest.raises(SaveError) as caught:
        deed()
    assert str(caught.value) == str(text("problems.write-protected", None, file=path))
    assert path.read_bytes() == was
    assert names(path.parent) == before


def test_a_file_nobody_may_write_is_not_replaced(path: Path) -> None:
    path.chmod(0o444)
    refused(path, lambda: write(path, NEW))
    refused(path, lambda: as_ordinary_user(lambda: write(path, NEW)))


def test_a_file_this_user_may_not_write_is_not_replaced(path: Path) -> None:
    path.chmod(0o464)
    refused(path, lambda: as_ordinary_user(lambda: write(path, NEW)))


def test_a_link_to_a_protected_file_does_not_help(path: Path, tmp_path: Path) -> None:
    path.chmod(0o444)
    (tmp_path / "link").symlink_to(path)
    with pytest.raises(SaveError):
        write(tmp_path / "link", NEW)
    assert path.read_text() == OLD


def test_what_is_written_line_by_line_is_protected_too(path: Path) -> None:
    path.chmod(0o444)
    refused(path, lambda: GamesFileWriter(path, {}))
    refused(path, lambda: RecordFile.take_up(path))


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_mode_stays_without_leave_to_override(path: Path, mode: int) -> None:
    path.chmod(mode)
    as_ordinary_user(lambda: write(path, NEW))
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_text() == NEW


@as_root
def test_owner_and_group_stay(path: Path) -> None:
    os.chown(path, SOMEBODY, SOMEBODY)
    write(path, NEW)
    assert (path.stat().st_uid, path.stat().st_gid) == (SOMEBODY, SOMEBODY)
    assert path.read_text() == NEW


@as_root
@pytest.mark.parametrize("content", [NEW, "n\n"])
def test_the_file_of_somebody_else_stays_theirs(path: Path, content: str) -> None:
    """Who may not give files away overwrites it instead of replacing it."""
    os.chown(path, SOMEBODY, SOMEBODY)
    path.chmod(0o666)
    number = path.stat().st_ino
    as_ordinary_user(lambda: write(path, content))
    facts = path.stat()
    assert (facts.st_uid, facts.st_gid, facts.st_ino) == (SOMEBODY, SOMEBODY, number)
    assert stat.S_IMODE(facts.st_mode) == 0o666
    assert path.read_text() == content
    assert names(path.parent) == [path.name]


@pytest.mark.parametrize("content", [NEW, "n\n"])
def test_all_names_of_a_file_have_what_was_saved(path: Path, tmp_path: Path, content: str) -> None:
    other = tmp_path / "other.map.yaml"
    other.hardlink_to(path)
    write(path, content)
    assert other.read_text() == path.read_text() == content
    assert other.samefile(path)
    assert names(tmp_path) == [path.name, other.name]


@pytest.mark.parametrize("step", ["posix_fallocate", "ftruncate"])
def test_an_overwrite_that_fails_puts_the_old_content_back(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    (tmp_path / "other").hardlink_to(path)
    works, fails = getattr(os, step), iter([True])

    def fail_once(*arguments: int) -> object:
        if next(fails, False):
            raise OSError(28, os.strerror(28))
        return works(*arguments)

    monkeypatch.setattr(os, step, fail_once)
    with pytest.raises(SaveError, match=os.strerror(28)):
        write(path, NEW)
    assert path.read_text() == OLD
    assert names(tmp_path) == [path.name, "other"]


def test_access_lists_and_attributes_stay(path: Path) -> None:
    nobody = 0xFFFFFFFF
    entries = [(1, 6, nobody), (2, 6, SOMEBODY), (4, 4, nobody), (16, 6, nobody), (32, 0, nobody)]
    listed = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)
    try:
        os.setxattr(path, ACCESS, listed)
        os.setxattr(path, "user.note", b"mine")
    except OSError:
        pytest.skip("this file system keeps no access lists")
    write(path, NEW)
    assert os.getxattr(path, ACCESS) == listed
    assert os.getxattr(path, "user.note") == b"mine"


def test_a_file_that_is_replaced_is_as_new_as_its_content(path: Path) -> None:
    os.utime(path, (1, 1))
    write(path, NEW)
    assert path.stat().st_mtime > 1


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SaveError, match=str(text("problems.not-a-file"))):
        write(tmp_path / "pipe", NEW)
    assert stat.S_ISFIFO((tmp_path / "pipe").lstat().st_mode)


def test_a_secret_is_its_owners_alone(path: Path, tmp_path: Path) -> None:
    for each in (path, tmp_path / "new"):
        write(each, NEW, mode=0o600)
        assert stat.S_IMODE(each.stat().st_mode) == 0o600
