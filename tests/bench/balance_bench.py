"""How long many games take in their window, and how long the window lets nobody in meanwhile.

python -m tests.bench balance
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from engine.files.source_text import SHIPPED
from studio.canvas import kernel_loading
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.play.balance.balance_window import BalanceWindow
from tests.bench.rows import MS, Row, time_row, wait_row
from tests.bench.sizes import sized

SCENARIO = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
GAMES = sized(200, 20)
SETTLED = sized(4.0, 1.0)  # seconds until a window that was just opened has drawn everything


def rows() -> Iterator[Row]:
    """Yield a series with each page of its findings in front, by the clock."""
    application = QApplication.instance() or QApplication(["sandtable"])
    assert isinstance(application, QApplication)
    kernel_loading.load_kernels().result()
    window = MainWindow(Preferences(None))
    window.show()
    window.filing.open_file(SCENARIO)
    _wait(lambda: window.active_tab is not None)
    window.stage.open_balance_window()
    assert window.active_tab is not None
    yield from _rows(window.stage.balancing.windows[window.active_tab])
    window.close()


def _rows(balance: BalanceWindow) -> Iterator[Row]:
    balance.form.games.setValue(GAMES)
    until = time.monotonic() + SETTLED
    _wait(lambda: time.monotonic() > until)
    for place in range(1, sized(balance.findings.count(), 3)):  # the first compares several series
        balance.findings.setCurrentIndex(place)
        balance.form.seed.setValue(place)  # other games: those that were played are kept
        tab = balance.findings.tabText(place)
        seconds, gap = _run(balance)
        processes = f"{balance.form.workers.value()} processes"
        work = f"{GAMES} games, {tab} in front"
        yield wait_row(work, seconds, 5 + 0.275 * GAMES, processes)
        yield time_row(f"{work}: longest gap", gap, 250 * MS, "of work between two turns")


def _run(balance: BalanceWindow) -> tuple[float, float]:
    """How long the games take, and the most that is worked between two turns of the event loop."""
    began, last = time.monotonic(), time.process_time()
    longest = 0.0

    def beat() -> None:
        nonlocal last, longest
        now = time.process_time()
        longest, last = max(longest, now - last), now

    clock = QTimer(interval=0)
    clock.timeout.connect(beat)
    clock.start()
    balance.begin()
    _wait(lambda: not balance.is_running)
    clock.stop()
    return time.monotonic() - began, longest


def _wait(is_done: Callable[[], bool]) -> None:
    loop, ask = QEventLoop(), QTimer(interval=5)
    ask.timeout.connect(lambda: loop.quit() if is_done() else None)
    ask.start()
    loop.exec()
