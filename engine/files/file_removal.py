"""Files taken away, and what is said where that cannot be done."""

from __future__ import annotations

from pathlib import Path

from engine.problems import SandtableError
from engine.texts import text


class FileRemovalError(SandtableError):
    """A file that cannot be deleted; the message has the system's reason."""


def remove_file(path: Path) -> None:
    """Take a file away; one that is not there is no fault. Raises FileRemovalError."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileRemovalError(text("problems.cannot-remove", file=path, reason=reason)) from error
