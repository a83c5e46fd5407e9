"""Long work: done in a thread, shown in the status bar, cancelled where it can be.

Short work is over before anybody sees that there was a thread.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from threading import Lock
from typing import Any, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QProgressDialog,
    QPushButton,
    QWidget,
)

from studio.widgets.localization import Localizer

T = TypeVar("T")
# The result of a job, or what it raised: `JobCancelled` where the user gave it up.
Outcome = Callable[[], T]

PATIENCE = 0.25  # seconds: what takes no longer is not worth a word
ASK_MS = 30
WIDE = 160  # pixels of the bar
IN_PARTS = 1000


class JobCancelled(BaseException):
    """The user cancelled the work. Not an Exception: a plug-in must not take it for a failure."""


class JobProgress:
    """The progress of a job: reported in its thread, read in the window's."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_cancelled = False
        self._is_committed = False
        self._share = 0.0

    @property
    def share(self) -> float:
        """The part that is done, from 0 to 1; 0 if unknown."""
        return self._share

    @property
    def is_committed(self) -> bool:
        """Return True if the job can no longer be cancelled."""
        return self._is_committed

    def report(self, share: float) -> None:
        """Report the share that is done. Raises Cancelled after `cancel`."""
        self._share = share
        if self._is_cancelled:
            raise JobCancelled

    def commit(self) -> None:
        """Make the job impossible to cancel from now on. Raises Cancelled if it was cancelled."""
        with self._lock:
            if self._is_cancelled:
                raise JobCancelled
            self._is_committed = True

    def cancel(self) -> bool:
        """Cancel the job; whether there was still time for that."""
        with self._lock:
            self._is_cancelled = not self._is_committed
            return self._is_cancelled


class BackgroundJob:
    """One work under way, called by `words`; `then` takes its outcome in the window's thread."""

    def __init__(
        self, words: str, future: Future[Any], progress: JobProgress, then: Callable[[Any], None]
    ) -> None:
        self.words, self.future, self.progress = words, future, progress
        self.then = then
        self.is_over = False
        self.over: Callable[[], object] = lambda: None  # told when it is


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(4, "jobs")


class BackgroundJobs(QObject):
    """Starts jobs and delivers their outcome, from the window's thread alone."""

    changed = Signal()
    """Emitted when a job that lasts began or ended."""
    advanced = Signal()
    """Emitted now and then while there are any."""

    def __init__(self, window: QWidget, localize: Localizer) -> None:
        super().__init__(window)
        self._window, self._localize = window, localize
        self.patience = PATIENCE
        self.running: list[BackgroundJob] = []
        self._ask = QTimer(self, interval=ASK_MS)
        self._ask.timeout.connect(self._look)

    def start(
        self, words: str, work: Callable[[JobProgress], T], then: Callable[[Outcome[T]], None]
    ) -> BackgroundJob:
        """Begin a job. What is short is over, and `then` has its outcome, when this returns."""
        progress = JobProgress()
        future = _threads().submit(work, progress)
        job = BackgroundJob(words, future, progress, then)
        wait([future], self.patience)
        if future.done():
            self._end(job, future.result)
            return job
        self.running.append(job)
        self._ask.start()
        self.changed.emit()
        return job

    def cancel(self, job: BackgroundJob) -> bool:
        """Cancel a job at once; its thread ends at its next report. Whether it could be."""
        if job.is_over or not job.progress.cancel():
            return False
        self._end(job, _raise_cancelled)
        return True

    def cancel_latest(self) -> bool:
        """Cancel the latest job that can be cancelled; whether there was one."""
        return any(self.cancel(job) for job in reversed(self.running))

    def cancel_all(self) -> None:
        """Cancel every job that can be cancelled."""
        for job in list(self.running):
            self.cancel(job)

    def wait(self, job: BackgroundJob) -> None:
        """Wait for a job, with the rest of the window disabled."""
        if job.is_over:
            return
        dialog = QProgressDialog(job.words, self._localize("cancel"), 0, 0, self._window)
        dialog.setWindowModality(Qt.WindowModality.ApplicationModal)
        dialog.setMinimumDuration(round(2000 * PATIENCE))
        if job.progress.is_committed:
            dialog.setCancelButton(None)
        dialog.canceled.connect(lambda: self.cancel(job))
        dialog.rejected.connect(lambda: self.cancel(job))  # Escape, before its shortcut is awake
        dialog.setValue(0)
        loop = QEventLoop(self)
        job.over = loop.quit
        loop.exec()
        dialog.reset()
        dialog.deleteLater()
        loop.deleteLater()

    def _look(self) -> None:
        for job in list(self.running):
            if job.future.done() and not job.is_over:
                self._end(job, job.future.result)
        if not self.running:
            self._ask.stop()
        self.advanced.emit()

    def _end(self, job: BackgroundJob, outcome: Outcome[Any]) -> None:
        job.is_over = True
        lasted = job in self.running
        if lasted:
            self.running.remove(job)
        try:
            job.then(outcome)
        finally:
            job.over()
            if lasted:
                self.changed.emit()


def _raise_cancelled() -> None:
    raise JobCancelled


class JobProgressBar(QWidget):
    """The latest long job: what it does, its progress, and a button to cancel it."""

    def __init__(self, jobs: BackgroundJobs, localize: Localizer) -> None:
        super().__init__()
        self._jobs, self._localize = jobs, localize
        self.words, self.bar, self.cancel = QLabel(), QProgressBar(), QPushButton()
        self.bar.setFixedWidth(WIDE)
        self.bar.setTextVisible(False)
        self.cancel.setFlat(True)
        self.cancel.clicked.connect(self._cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (self.words, self.bar, self.cancel):
            row.addWidget(part)
        jobs.changed.connect(self.refresh)
        jobs.advanced.connect(self.refresh)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    @property
    def job(self) -> BackgroundJob | None:
        """The job that is shown."""
        return self._jobs.running[-1] if self._jobs.running else None

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.cancel.setText(self._localize("cancel"))
        self.cancel.setToolTip(self._localize("job-cancel-hint"))
        self.refresh()

    def refresh(self) -> None:
        """Update the progress shown."""
        job = self.job
        self.setVisible(job is not None)
        if job is None:
            return
        share = job.progress.share
        self.words.setText(job.words)
        self.bar.setRange(0, IN_PARTS if share else 0)  # without an end: progress is unknown
        self.bar.setValue(round(IN_PARTS * share))
        self.cancel.setEnabled(not job.progress.is_committed)

    def _cancel(self) -> None:
        if self.job is not None:
            self._jobs.cancel(self.job)
