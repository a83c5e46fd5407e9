"""A series of games that is played behind the window, record by record."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from threading import Event, Thread

from PySide6.QtCore import QObject, QTimer, Signal

from engine.balance.series import Record, Series, open_game
from engine.balance.summary import Balance
from engine.balance.workers import run

ASK_MS = 50


@dataclass
class _Course:
    """What the thread that waits for the workers and the window's thread have in common."""

    series: Series
    workers: int
    told: SimpleQueue[Record | BaseException] = field(default_factory=SimpleQueue)
    unwanted: Event = field(default_factory=Event)
    has_begun: Event = field(default_factory=Event)  # there may be processes from now on
    is_over: Event = field(default_factory=Event)

    def follow(self) -> None:
        """Hand the records on as they come, and at last what went wrong."""
        try:
            open_game(self.series)  # what cannot be played is said at once, and rules compiled once
            self.has_begun.set()
            if not self.unwanted.is_set():
                for record in run(self.series, self.workers, self.unwanted.is_set):
                    self.told.put(record)
        except BaseException as error:  # noqa: BLE001 (told in the window's thread)
            self.told.put(error)
        finally:
            self.is_over.set()


class SeriesRun(QObject):
    """Plays a series in processes of its own; `records` grow in the order the games end.

    `advanced` says that there are more, `ended` that there will be none: `failure` is then what
    went wrong, if anything did. Call `stop` before it is let go while it is running.
    """

    advanced = Signal()
    ended = Signal()

    def __init__(self, series: Series, workers: int, parent: QObject) -> None:
        super().__init__(parent)
        self.series = series
        self.records: list[Record] = []
        self.failure: BaseException | None = None
        self.is_running = True
        self._course = _Course(series, workers)
        self._first = 0.0
        self._thread = Thread(target=self._course.follow, name="series", daemon=True)
        self._ask = QTimer(self, interval=ASK_MS)
        self._ask.timeout.connect(self._take)
        self._thread.start()
        self._ask.start()

    @property
    def is_cancelled(self) -> bool:
        """Whether the rest is not wanted any more."""
        return self._course.unwanted.is_set()

    def cancel(self) -> None:
        """Want no more games; `ended` follows in a moment."""
        self._course.unwanted.set()

    def stop(self) -> None:
        """Want no more games, and be silent; its processes are gone when this returns."""
        self.cancel()
        self._ask.stop()
        self.is_running = False
        if self._course.has_begun.is_set():
            self._thread.join()

    # --- how far it is ----------------------------------------------------------------------------

    @property
    def pace(self) -> float:
        """Games a second since the first one ended; 0 as long as nobody can tell."""
        elapsed = time.monotonic() - self._first
        return (len(self.records) - 1) / elapsed if len(self.records) > 1 and elapsed else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long it still takes at this pace; None as long as nobody can tell."""
        return (self.series.games - len(self.records)) / self.pace if self.pace else None

    def _take(self) -> None:
        is_over, found = self._course.is_over.is_set(), len(self.records)
        self._drain()
        if len(self.records) > found:
            self._first = self._first or time.monotonic()
            self.advanced.emit()
        if is_over:
            self._ask.stop()
            self.is_running = False
            self.ended.emit()

    def _drain(self) -> None:
        try:
            while True:
                told = self._course.told.get_nowait()
                if isinstance(told, BaseException):
                    self.failure = told
                else:
                    self.records.append(told)
        except Empty:
            return


def whole(series: Series, records: Sequence[Record]) -> Balance | None:
    """The balance of a series given up: of its first games, as many as have ended all of them.

    Which games end first depends on how long they are and on the machine; the first hundred of a
    series are what a series of a hundred games plays anywhere. None where the first has not ended.
    """
    ended = {record.number for record in records}
    games = next(number for number in range(1, len(ended) + 2) if number not in ended) - 1
    if games == 0:
        return None
    kept = [record for record in records if record.number <= games]
    return Balance.of(replace(series, games=games), kept)
