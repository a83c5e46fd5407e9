"""How fast a game is in the window: decisions shown, frames with many counters, the pointer.

python -m tests.bench playing
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.games import rule_system_of
from engine.hexes.grid import Orientation
from engine.hexes.hex import Hex
from engine.movement.standable_hexes import can_stand
from engine.scenario.scenario import Scenario, ScenarioSide, ScenarioUnit
from engine.session.seats import Seat
from engine.session.session import Session
from studio.canvas import kernel_loading
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.assertions import require_type
from tests.bench.rows import MS, Row, format_time, time_row
from tests.bench.sizes import sized
from tests.bench.timing import spent
from tests.generated import generated_map
from tests.studio.main_window.conftest import Scripted

UNITS, SEED = 20, 5
WIDE, HIGH = 1600, 1000
ANSWERS, FRAMES = sized((60, 30), (25, 10))
SIDES = (ScenarioSide("red", "Red", "#c0392b"), ScenarioSide("blue", "Blue", "#2980b9"))


def rows() -> Iterator[Row]:
    """Yield decisions, frames and the pointer, in the window and with a game on."""
    application = QApplication.instance() or QApplication(["sandtable"])
    assert isinstance(application, QApplication)
    kernel_loading.load_kernels().result()
    prompts = Scripted()
    prompts.answers = [PromptAnswer.NO]  # whether the game is kept
    window = MainWindow(Preferences(None), prompts)
    window.resize(WIDE, HIGH)
    window.show()
    window.open_tab(ScenarioDocument.new(battle()))
    tab = window.active_tab
    assert isinstance(tab, ScenarioTab)
    persons = {side.id: Seat.PERSON for side in SIDES}
    window.playing.set_speed(PlaybackSpeed.SKIP)
    window.playing.play_session(tab, Session.begin(battle(), persons, SEED))
    application.processEvents()
    yield _decisions(application, window, tab)
    yield from _frames(application, tab)
    window.playing.stop()
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def battle() -> Scenario:
    """Twenty tanks a side on 100 × 100 hexes, where tanks can stand."""
    map_, rng = generated_map(100, 100, 1, Orientation.POINTY), Random(SEED)
    mobility = rule_system_of("tank").handbook({}).mobility("tank")
    middle = [h for h in map_.grid if _is_near(map_.grid.column_row(h))]
    dry = [hex_ for hex_ in middle if can_stand(map_, mobility, hex_)]
    units = tuple(
        ScenarioUnit(f"{side[0]}{number}", side, "tank", at=at)
        for side in ("red", "blue")
        for number, at in enumerate(rng.sample(dry, UNITS))
    )
    return Scenario("tank", map_, SIDES, turns=8, units=units)


def _is_near(place: tuple[int, int]) -> bool:
    return all(30 <= part <= 70 for part in place)


def _decisions(application: QApplication, window: MainWindow, tab: ScenarioTab) -> Row:
    """From an answer until the next decision with all its options is on the screen."""
    play, rng, taken, most = _play(tab), Random(SEED), [], 0
    for _ in range(ANSWERS):
        assert play.question is not None
        options = play.question.choices.options
        most = max(most, len(options))
        chosen = rng.choice(options)
        start = time.process_time()
        play.answer(chosen)
        application.processEvents()  # paints too
        taken.append(time.process_time() - start)
    beside = f"{ANSWERS} answers, up to {most} options, 40 counters"
    return _row("an answer, until the next decision is shown", taken, 30 * MS, beside)


def _frames(application: QApplication, tab: ScenarioTab) -> Iterator[Row]:
    """Whole frames, and the pointer moved from hex to hex over a unit's reach."""
    canvas = tab.canvas
    for width in (30.0, 60.0):
        canvas.set_hex_width(width)
        canvas.centre_on(tab.map.grid.hex(50, 50))
        _until(application, lambda: canvas.is_settled)
        taken = [spent(canvas.repaint) for _ in range(FRAMES)]
        yield _row(f"whole frame, 40 counters, {width:.0f} px", taken, 16 * MS)
    hexes = [tab.map.grid.hex(48 + n % 5, 48 + n // 5) for n in range(min(25, FRAMES))]
    taken = [spent(lambda at=at: _move(application, tab, at)) for at in hexes]  # type: ignore[misc]  # mypy knows no default of a lambda
    yield _row("the pointer to another hex", taken[2:], 16 * MS)


def _move(application: QApplication, tab: ScenarioTab, at: Hex) -> None:
    x, y = tab.canvas.camera.centre(at)
    QTest.mouseMove(tab.canvas, QPoint(round(x), round(y)))
    application.processEvents()


def _play(tab: ScenarioTab) -> GameController:
    assert tab.guest is not None
    return require_type(tab.guest, GameOnTab).play


def _until(application: QApplication, is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not is_so() and time.monotonic() < end:
        application.processEvents()


def _row(work: str, taken: list[float], limit: float, beside: str = "") -> Row:
    worst = f"worst {format_time(max(taken))}"
    return time_row(work, median(taken), limit, f"{worst}; {beside}" if beside else worst)
