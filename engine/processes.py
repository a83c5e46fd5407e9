"""Processes beside this one, to use all cores.

They are spawned, never forked: the parent may run threads and windows. None of them imports what
lies in the current folder, which may be a stranger's: Python puts that folder, or a script's,
before its own library, and `multiprocessing` and dask start processes with `-c`.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

POLL = 0.05  # seconds until a wish to stop is heard
PATIENCE = 2.0  # seconds a process is given to end
SAFE = "PYTHONSAFEPATH"
# numba reads `.numba_config.yaml` of the current folder, and unpickles what lies in the cache it
# names, or imports what finds caches. What the environment says comes before that file.
NUMBA = ("NUMBA_CACHE_DIR", "NUMBA_CACHE_LOCATOR_CLASSES")


def count_cores() -> int:
    """Return how many processes this computer can run at a time."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


class ChildProcess:
    """A process that serves the holder of its pipe; one that dies closes it.

    It is gone when this process ends, at the latest.
    """

    def __init__(self, name: str, serve: Callable[..., None], *known: Any) -> None:
        import multiprocessing  # late: what guards imports at the start of a program needs none

        context = multiprocessing.get_context("spawn")
        self.pipe: Connection
        self.pipe, there = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_serve_while_needed, args=(serve, *known, there), name=name, daemon=True
        )
        with guard_imports_of_children(), ignore_interrupts_in_children():
            self.process.start()
        there.close()

    def end(self) -> None:
        """Wait until the process is gone; one that does not go is killed."""
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()
        self.pipe.close()


def _serve_while_needed(serve: Callable[..., None], *known: Any) -> None:
    """Serve a pipe, and end at once when the process that began this one is gone.

    A process that computes does not look at its pipe, and a killed one does not end others.
    """
    threading.Thread(target=_end_with_parent, name="end with parent", daemon=True).start()
    serve(*known)


def _end_with_parent() -> None:
    """Wait for the process that began this one to end, then end this one without ceremony."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def ignore_interrupts_in_children() -> Iterator[None]:
    """Processes begun here never hear Ctrl-C: who began them ends them, without a complaint."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # at its start it would let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def guard_imports() -> None:
    """Do from now on as `python -P` does, here and in every process that is started here."""
    if not (sys.flags.safe_path or getattr(sys, "frozen", False)):
        before = {"", os.path.realpath(""), os.path.dirname(os.path.realpath(sys.argv[0]))}
        if sys.path and sys.path[0] in before:
            del sys.path[0]
    os.environ[SAFE] = "1"
    for name in NUMBA:
        os.environ.setdefault(name, "")


@contextmanager
def guard_imports_of_children() -> Iterator[None]:
    """While inside, processes that are started import nothing from the current folder."""
    before = os.environ.get(SAFE)
    os.environ[SAFE] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(SAFE, None)
        else:
            os.environ[SAFE] = before
