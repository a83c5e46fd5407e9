"""What comes to the window from outside: files that are dropped, files that others change."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QMimeData

from studio.document.disk import OnDisk
from studio.parts.asking import Answer
from studio.parts.filing import Filing
from studio.parts.tab import WorkTab


def files_in(dropped: QMimeData) -> list[Path]:
    """The files among what is dragged."""
    return [Path(url.toLocalFile()) for url in dropped.urls() if url.isLocalFile()]


def look_at_disk(works: Iterable[WorkTab], filing: Filing) -> None:
    """Offer to read files again that others have changed."""
    say = filing.say
    for document in (tab.document for tab in works):
        if document.on_disk() is OnDisk.CHANGED:
            words = say("changed-question", file=document.path)
            answer = filing.asking.question(words, say("reload"), say("keep-mine"))
            if answer is Answer.YES:
                filing.revert(document)
            else:
                document.keep_mine()
