"""What a file on disk was when it was last read or written, to notice when others change it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path


class DiskState(StrEnum):
    """How a file compares with what it was."""

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
        """Whether the file is still this one, and its fingerprint to compare with next time."""
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
