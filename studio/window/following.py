"""Open works that refer to each other follow each other: a scenario its map or table and its decks.

A scenario shows its map or table and the decks of files as they stand in tabs of their own, unsaved
edits included. Closed unsaved, they are again what their files say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from engine.files.source_text import real
from engine.problems import InvalidFile
from studio.document.elsewhere import OpenReferences
from studio.document.work import Document
from studio.tabs import DocumentTabs

PAUSE_MS = 80  # without a change, before it is passed on: never amid a stroke


@dataclass
class _Followed:
    """What was passed on last of a work."""

    work: Document
    state: OpenReferences
    was_dirty: bool


class ReferenceUpdater(QObject):
    """Passes on what is edited in one tab to those that refer to it."""

    def __init__(self, tabs: DocumentTabs) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._followed: dict[Path, _Followed] = {}
        self._edited: set[Document] = set()
        self._heard: dict[Document, Callable[..., None]] = {}  # what is called when one changes
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.catch_up)
        tabs.currentChanged.connect(self.catch_up)

    def add(self, work: Document) -> None:
        """Pass on what becomes of a work from now on."""
        work.filed.connect(self._pause.start)
        work.relied_on.connect(self.catch_up)

    def _note(self, work: Document, _: object = None) -> None:
        self._edited.add(work)
        self._pause.start()

    def catch_up(self) -> None:
        """Bring every open work to what is in the tabs of those it refers to, at once."""
        self._pause.stop()
        works = [tab.document for tab in self._tabs.works]
        named = {work: files for work in works if (files := work.files_named)}
        state = self._state(works, set[Path]().union(*named.values()))
        self._edited.clear()
        for work in named:
            work.follow(state)
        self._hear({*named, *(each.work for each in self._followed.values())})

    def _hear(self, works: set[Document]) -> None:
        """Note what changes in works that refer to others or are referred to, and in none else."""
        for work in self._heard.keys() - works:
            work.changed.disconnect(self._heard.pop(work))
        for work in works - self._heard.keys():
            self._heard[work] = partial(self._note, work)
            work.changed.connect(self._heard[work])

    def _state(self, works: Iterable[Document], wanted: set[Path]) -> OpenReferences:
        """What the open works say of the files wanted; of those closed since, what is on disk."""
        before, self._followed = self._followed, {}
        for work in works if wanted else ():
            path = real(work.path) if work.path else None
            if path in wanted:
                was = before.get(path)
                is_same = was is not None and was.work is work and work not in self._edited
                state = was.state if was is not None and is_same else work.as_referred(path)
                self._followed[path] = _Followed(work, state, work.is_dirty)
        gone = [path for path in before if path in wanted and path not in self._followed]
        found = OpenReferences()
        for path in gone:
            was = before[path]
            if was.was_dirty or was.work in self._edited:
                found |= _on_disk(path, was.work)
        for each in self._followed.values():
            found |= each.state
        return found


def _on_disk(path: Path, closed: Document) -> OpenReferences:
    """What the file of a work says that was closed and not saved."""
    try:
        return closed.as_filed(path)
    except InvalidFile:
        return OpenReferences()  # it stays as it was seen last; the scenario's check tells the rest
