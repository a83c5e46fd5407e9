"""Exit handlers, for Ctrl-C or a signal from the system.

The program ends at once and quietly, with no half-written file left. A command that has something
to say or to tidy up first uses `stoppable`.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType

ENDINGS = (signal.SIGINT, signal.SIGTERM)


def install_exit_handlers() -> None:
    """From now on end when asked to, as by the signal itself."""
    for number in ENDINGS:
        signal.signal(number, _end)


@contextmanager
def allow_interrupts() -> Iterator[Callable[[], bool]]:
    """While inside, a request to end raises KeyboardInterrupt; the function says if there was one.

    Call it now and then: an exception raised inside a library may be swallowed there.
    """
    told: list[int] = []

    def stop(number: int, _: FrameType | None) -> None:
        told.append(number)
        raise KeyboardInterrupt

    with signal_handlers_replaced(stop):
        yield lambda: bool(told)


def exit_on_signal() -> AbstractContextManager[None]:
    """While inside, a request to end ends the program even where no Python runs, as in a window.

    What is not saved is in the journals, and offered at the next start.
    """
    return signal_handlers_replaced(signal.SIG_DFL)


@contextmanager
def signal_handlers_replaced(
    handler: Callable[[int, FrameType | None], None] | signal.Handlers,
) -> Iterator[None]:
    """While inside, handle a request to end in another way."""
    before = {number: signal.signal(number, handler) for number in ENDINGS}
    try:
        yield
    finally:
        for number, was in before.items():
            signal.signal(number, was)


def _end(number: int, _: FrameType | None) -> None:
    """End as by the signal itself, so that the parent process knows why."""
    drop = getattr(sys.modules.get("engine.files.file_writer"), "drop_unfinished", None)
    if drop is not None:  # as long as it is still being loaded nothing is being written
        drop()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
