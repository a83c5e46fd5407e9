"""Files replaced so that one whole version is on the disk, whatever happens meanwhile.

The new version is written to a temporary file beside the old one, flushed, and renamed over it.
Renaming asks for permission to write the folder alone, so permission to write the file is asked for
here. What renaming would change is kept: owner, group, mode, access lists and other attributes.
Where that cannot be, because the file is another's or has several names (hard links), its content
is overwritten instead; the temporary file stays until that is done.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from engine.problems import SandtableError
from engine.texts import text

LETTERS_LENT = 40  # by a file to the name of what is written beside it; four bytes each at most
ANYBODY_WRITES = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
ANY_NEW_FILE = 0o666  # less what the system's umask or the folder's access list takes away
OWNER_ALONE = 0o600
AS_BYTES = getattr(os, "O_BINARY", 0)


class WriteProtectedError(PermissionError):
    """A file that is write-protected, for all or for this user."""


_unfinished: set[str] = set()  # temporary files that are being written


def replace_file(path: Path, content: bytes, mode: int | None = None) -> None:
    """Put content in the place of a file, or make the file, in one step.

    `mode` replaces the permissions that the file has, or that a new file would have. Raises
    WriteProtectedError or another OSError; the old file is then still there, whole.
    """
    replace_file_in_pieces(path, (content,), mode)


def replace_file_in_pieces(path: Path, pieces: Iterable[bytes], mode: int | None = None) -> None:
    """Do the same with content that is made while it is written, piece by piece.

    What the making raises comes through; the old file is then still there, whole.
    """
    was = path.lstat() if os.path.lexists(path) else None
    if was is not None:
        require_writable(path)
    beside = path.with_name(f".{path.name[:LETTERS_LENT]}.{uuid4().hex[:8]}.tmp")
    _unfinished.add(str(beside))
    try:
        _write_new(beside, pieces, ANY_NEW_FILE if was is None and mode is None else OWNER_ALONE)
        may_be_renamed = was is None or _take_after(path, was, beside)
        if mode is not None:
            beside.chmod(mode)
        if may_be_renamed:
            os.replace(beside, path)
        else:
            _unfinished.discard(str(beside))  # the only whole version, while the other is changed
            _overwrite_file(path, beside.read_bytes(), mode)
            beside.unlink()
    except BaseException:  # even where the program is ended, no half-written file stays
        beside.unlink(missing_ok=True)
        raise
    finally:
        _unfinished.discard(str(beside))
    _flush_folder(path.parent)


def require_writable(path: Path) -> None:
    """Raise WriteProtectedError or another OSError for a file that this user may not write.

    A file without any permission to write is protected even from administrators, whom the system
    would let write it: the permission was removed on purpose.
    """
    facts = path.lstat()
    if stat.S_ISLNK(facts.st_mode):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if not stat.S_ISREG(facts.st_mode):
        raise OSError(errno.EINVAL, text("problems.not-a-file"))
    if not facts.st_mode & ANYBODY_WRITES:
        raise WriteProtectedError(errno.EACCES, os.strerror(errno.EACCES))
    try:
        os.close(os.open(path, os.O_WRONLY | AS_BYTES))
    except PermissionError as error:
        raise WriteProtectedError(error.errno, error.strerror) from error


def append_file(path: Path, content: bytes, *, is_flushed: bool = False) -> None:
    """Put content at the end of a file that is there; what is written in part goes again.

    Raises OSError; the file then ends as before. `is_flushed` waits until it is on the disk.
    """
    file = os.open(path, os.O_WRONLY | os.O_APPEND | AS_BYTES)
    try:
        end = os.fstat(file).st_size
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(file, rest) :]
            if is_flushed:
                os.fsync(file)
        except OSError:
            with suppress(OSError):  # a reader leaves out a last line that was cut off
                os.ftruncate(file, end)
            raise
    finally:
        os.close(file)


def drop_unfinished() -> None:
    """Take away what is only half written, where the program is about to end at once."""
    for name in tuple(_unfinished):
        Path(name).unlink(missing_ok=True)


def _write_new(path: Path, pieces: Iterable[bytes], mode: int) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | AS_BYTES
    with os.fdopen(os.open(path, flags, mode), "wb") as file:
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())


def _take_after(path: Path, was: os.stat_result, beside: Path) -> bool:
    """Make a new file like the one it will replace; False where renaming would change that one."""
    if was.st_nlink > 1:
        return False
    made = beside.stat()
    if (was.st_uid, was.st_gid) != (made.st_uid, made.st_gid):
        try:
            os.chown(beside, was.st_uid, was.st_gid)
        except OSError:
            return False
    shutil.copystat(path, beside)  # mode, access list and other attributes
    os.utime(beside)
    return True


def _overwrite_file(path: Path, content: bytes, mode: int | None) -> None:
    """Write content into a file itself; where that fails the old content is put back."""
    was = path.read_bytes()
    descriptor = os.open(path, os.O_WRONLY | AS_BYTES)
    try:
        _reserve(descriptor, len(was), len(content))
        try:
            _overwrite(descriptor, content)
        except BaseException:
            _overwrite(descriptor, was)
            raise
    finally:
        os.close(descriptor)
    if mode is not None:
        path.chmod(mode)


def _reserve(descriptor: int, was: int, wanted: int) -> None:
    """Take the room a longer content needs, so that a full disk is noticed before any change."""
    if wanted <= was or not hasattr(os, "posix_fallocate"):
        return
    try:
        os.posix_fallocate(descriptor, was, wanted - was)
    except OSError:
        with suppress(OSError):  # a partial reservation has no content; the first error counts
            os.ftruncate(descriptor, was)
        raise


def _overwrite(descriptor: int, content: bytes) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.ftruncate(descriptor, len(content))
    os.fsync(descriptor)


def _flush_folder(folder: Path) -> None:
    """Make the rename itself durable, where the system lets a folder be opened."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class FileRemovalError(SandtableError):
    """A file that cannot be deleted; the message has the system's reason."""


def remove_file(path: Path) -> None:
    """Take a file away; one that is not there is no fault. Raises FileRemovalError."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileRemovalError(text("problems.cannot-remove", file=path, reason=reason)) from error
