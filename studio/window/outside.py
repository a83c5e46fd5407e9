"""What comes to the window from outside: files that are dropped, files that others change."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QMimeData

from studio.document.disk import DiskState
from studio.parts.asking import Answer
from studio.parts.filing import FileOperations
from studio.parts.tab import DocumentTab


def files_in(dropped: QMimeData) -> list[Path]:
    """The files among what is dragged."""
    return [Path(url.toLocalFile()) for url in dropped.urls() if url.isLocalFile()]


def offer_reload(works: Iterable[DocumentTab], filing: FileOperations) -> None:
    """Offer to read files again that others have changed."""
    say = filing.say
    for document in (tab.document for tab in works):
        if document.on_disk() is DiskState.CHANGED:
            words = say("changed-question", file=document.path)
            answer = filing.asking.question(words, say("reload"), say("keep-mine"))
            if answer is Answer.YES:
                filing.revert(document)
            else:
                document.keep_mine()
