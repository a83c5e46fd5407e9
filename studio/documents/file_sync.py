"""Files on disk behind documents: changes by others noticed, writes made in the background."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, replace
from enum import StrEnum
from io import FileIO
from os import fsync
from pathlib import Path


class DiskState(StrEnum):
    """The state of a file compared with an earlier one."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True)
class Fingerprint:
    """A file's time, size and hash. The hash decides; time and size spare reading it."""

    modified: int  # nanoseconds
    size: int
    digest: bytes

    @classmethod
    def of(cls, path: Path) -> Fingerprint | None:
        """The file's fingerprint; None where there is no file to read."""
        try:
            facts, content = path.stat(), path.read_bytes()
        except OSError:
            return None
        import hashlib  # OpenSSL is loaded with the first file

        return cls(facts.st_mtime_ns, facts.st_size, hashlib.blake2b(content).digest())

    def is_changed(self, path: Path) -> bool:
        """Return whether a file holds other content now; one that cannot be read counts as same."""
        now = Fingerprint.of(path)
        return now is not None and now.digest != self.digest

    def compared(self, path: Path) -> tuple[DiskState, Fingerprint]:
        """Compare the file with this state, and return its fingerprint for the next time."""
        try:
            facts = path.stat()
        except OSError:
            return DiskState.GONE, self
        if (facts.st_mtime_ns, facts.st_size) == (self.modified, self.size):
            return DiskState.SAME, self
        now = Fingerprint.of(path)
        if now is None:
            return DiskState.GONE, self
        if now.digest != self.digest:
            return DiskState.CHANGED, self
        return DiskState.SAME, replace(self, modified=now.modified, size=now.size)


LAG = 0.05  # seconds: who writes more waits for what has been on its way for longer


class BackgroundFileSync:
    """The thread that syncs one file, while there is something to sync.

    What goes wrong there is raised at the next write: `keep_up` and `begin` raise that OSError.
    """

    def __init__(self, file: FileIO, folder: Path) -> None:
        self._file, self._folder = file, folder
        self._changed = threading.Condition()
        # How often was written, how much of that is on its way to the disk, and how much there.
        self._written = self._sent = self._synced = 0
        self._since = 0.0  # when the oldest of what is not yet on the disk was written
        self._waiting_since = 0.0  # and the oldest of what is not on its way
        self._error: OSError | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def begin(self) -> None:
        """Start syncing new data to the disk."""
        with self._changed:
            self._raise_error()
            now = time.monotonic()
            if self._written == self._synced:
                self._since = now
            if self._written == self._sent:
                self._waiting_since = now
            self._written += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="syncing", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def keep_up(self) -> None:
        """Wait for what was written longer than `LAG` ago and is not yet on the disk."""
        with self._changed:
            behind = self._written
            if self._synced < behind and time.monotonic() - self._since > LAG:
                self._changed.wait_for(lambda: self._synced >= behind or self._error is not None)
            self._raise_error()

    def close(self) -> None:
        """Stop syncing; the file may be closed afterwards."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            _sync_folder(self._folder)
            while (written := self._next()) is not None:
                fsync(self._file.fileno())
                with self._changed:
                    self._synced, self._since = written, self._waiting_since
                    self._changed.notify_all()
        except (OSError, ValueError) as error:  # ValueError: the file was closed
            with self._changed:
                self._error = error if isinstance(error, OSError) else OSError(str(error))
                self._changed.notify_all()

    def _next(self) -> int | None:
        """Return how much is to be synced, once there is something; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._synced < self._written)
            self._sent = self._written
            return None if self._is_closed else self._sent


def _sync_folder(folder: Path) -> None:
    """Let the disk know of a new file, where the system lets a folder be opened."""
    if os.name != "posix":
        return
    for each in (folder, folder.parent):
        descriptor = os.open(each, os.O_RDONLY)
        try:
            fsync(descriptor)
        finally:
            os.close(descriptor)
