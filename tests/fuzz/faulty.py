"""A file system whose n-th call to write fails, as of a full disk or a drive that vanished."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from studio.documents import file_sync

CALLS = ("open", "write", "fsync", "replace", "chmod", "fdopen", "ftruncate", "mkdir")
NUMBERS = (errno.ENOSPC, errno.EACCES, errno.EIO, errno.EROFS, errno.ESTALE)


class Faulty:
    """Counts the calls to the file system; the one with this number fails, and all after it do
    where `for_good`: a drive that vanished does not come back."""

    def __init__(self, number: int, error: int, *, for_good: bool) -> None:
        self.number, self.error, self.for_good = number, error, for_good
        self.calls = 0

    def fails(self) -> bool:
        """Whether this call is one that fails."""
        self.calls += 1
        return self.calls == self.number or (self.for_good and self.calls > self.number)

    def call(self, real: Callable[..., Any]) -> Callable[..., Any]:
        """A call that may fail."""

        def called(*args: Any, **extra: Any) -> Any:
            if self.fails():
                raise OSError(self.error, os.strerror(self.error))
            return real(*args, **extra)

        return called


@contextmanager
def failing(number: int, error: int = errno.ENOSPC, *, for_good: bool = False) -> Iterator[Faulty]:
    """A file system whose call of this number fails; 0: none does, and they are counted."""
    faulty = Faulty(number, error, for_good=for_good)
    patches = [mock.patch.object(os, name, faulty.call(getattr(os, name))) for name in CALLS]
    patches.append(mock.patch.object(file_sync, "fsync", faulty.call(os.fsync)))
    patches.append(mock.patch("pathlib.Path.open", _opening(faulty)))
    for patch in patches:
        patch.start()
    try:
        yield faulty
    finally:
        for patch in reversed(patches):
            patch.stop()


def _opening(faulty: Faulty) -> Callable[..., Any]:
    real = Path.open

    def opened(self: Path, *args: Any, **extra: Any) -> Any:
        mode = str(args[0] if args else extra.get("mode", "r"))
        if "r" not in mode and faulty.fails():
            raise OSError(faulty.error, os.strerror(faulty.error), str(self))
        return real(self, *args, **extra)

    return opened
