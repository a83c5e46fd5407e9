"""A machine that thinks in the background: nothing freezes, and it can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from engine.ai.lookahead_player import LookaheadPlayer, SearchCancelledError
from engine.play.players import Player, Question
from engine.problems import SandtableError

ASK_MS = 20

Thought = Callable[[Any, Question], Any]


@dataclass
class _Course:
    """The state shared by the thinking thread and the window's thread."""

    player: Player
    question: Question
    thought: Thought
    told: SimpleQueue[Any] = field(default_factory=SimpleQueue)
    unwanted: Event = field(default_factory=Event)

    def follow(self) -> None:
        """Think, and report the answer; nothing if it was stopped."""
        if isinstance(self.player, LookaheadPlayer):
            self.player.is_stopped = self.unwanted.is_set
        try:
            self.told.put(self.thought(self.player, self.question))
        except SearchCancelledError:
            return
        except Exception as error:  # noqa: BLE001 (told in the window's thread)
            self.told.put(error)


def _forget(_: Any) -> None:
    """Forget it: it is no longer needed."""


class AiThinking(QObject):
    """One thought at a time; `changed` when one begins, ends, or is stopped.

    `failed` says why one came to nothing.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.is_under_way = False  # a machine is thinking
        self._course: _Course | None = None
        self._end: Callable[[Any], None] = _forget
        self._ask = QTimer(self, interval=ASK_MS)
        self._ask.timeout.connect(self._look)

    def begin(
        self, player: Player, question: Question, thought: Thought, end: Callable[[Any], None]
    ) -> None:
        """Think about a question that no other thread touches; `end` receives the answer."""
        self.stop()
        self._course, self._end = _Course(player, question, thought), end
        self.is_under_way = True
        Thread(target=self._course.follow, name="thought", daemon=True).start()
        self._ask.start()
        self.changed.emit()

    def stop(self) -> None:
        """Stop waiting for an answer."""
        if self._course is not None:
            self._course.unwanted.set()
            self._over()

    def _over(self) -> None:
        self._course, self.is_under_way = None, False
        self._ask.stop()
        self.changed.emit()

    def _look(self) -> None:
        course = self._course
        if course is None:
            return
        try:
            found = course.told.get_nowait()
        except Empty:
            return
        self._over()
        if isinstance(found, SandtableError):
            self.failed.emit(str(found))
            return
        if isinstance(found, Exception):
            raise found
        self._end(found)
