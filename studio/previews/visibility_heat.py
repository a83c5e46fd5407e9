"""The heat map: by how many hexes each hex is seen, counted in the background."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QProgressBar

from engine.texts import text
from studio.previews.background_loading import background_loader
from studio.previews.preview_calculator import PreviewCalculator
from studio.widgets.localization import Localizer

if TYPE_CHECKING:
    from engine.sight.map_sight import Sight

PAUSE_MS = 40  # without a change, before the map is counted
ASK_MS = 15
LONG = 1.0  # seconds, after which progress is shown
MAX_WHOLE = 12_000  # hexes of a map up to which everything is counted at any distance
DEFAULT = 20  # hexes of distance counted on larger maps

Plane = NDArray[Any]


@cache
def _counters() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "heat")


class ViewshedCount:
    """One count under way on a copy of the map's sight."""

    def __init__(self, sight: Sight, radius: int | None) -> None:
        self.part = 0.0
        self.begun = time.monotonic()
        self.is_wanted = True
        self.future: Future[Plane | None] = _counters().submit(self._count, sight, radius)

    def _count(self, sight: Sight, radius: int | None) -> Plane | None:
        from engine.sight.exposure import compute_exposure

        wait([background_loader().future])  # or the same kernels are compiled twice
        return compute_exposure(sight, radius, self._goes_on)

    def _goes_on(self, part: float) -> bool:
        self.part = part
        return self.is_wanted


class VisibilityHeat(QObject):
    """Counts after every stroke; the last answer stays until the next is there.

    The answer is fetched from here, not sent from the other thread.
    """

    advanced = Signal()

    def __init__(self, rules: PreviewCalculator, parent: QObject) -> None:
        super().__init__(parent)
        self.is_on = False
        self.plane: Plane | None = None
        self._rules = rules
        self._count: ViewshedCount | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._begin)
        self._ask = QTimer(self, interval=ASK_MS)
        self._ask.timeout.connect(self._take)

    def facing(self, is_on: bool) -> None:
        """Show the heat map from now on, or hide it."""
        self.is_on = is_on
        self._give_up()
        self.plane = None
        if is_on:
            self._begin()
        self.advanced.emit()

    def changed(self) -> None:
        """The map, or what is asked, has changed."""
        if self.is_on:
            self._pause.start()

    def forget(self) -> None:
        """The map's size changed: what was counted is void."""
        self.plane = None
        self.changed()

    @property
    def is_waiting(self) -> bool:
        """Return True if the plane does not yet match the map as it is."""
        return self._pause.isActive() or self._count is not None

    @property
    def part(self) -> float | None:
        """The share counted, 0…1, of a long count; None for a short one."""
        if self._count is None or time.monotonic() - self._count.begun < LONG:
            return None
        return self._count.part

    def _give_up(self) -> None:
        self._pause.stop()
        self._ask.stop()
        if self._count is not None:
            self._count.is_wanted = False
            self._count.future.cancel()
            self._count = None

    def _begin(self) -> None:
        self._give_up()
        outlook, map_ = self._rules.lookout.outlook, self._rules.map
        radius = outlook.heat_radius(map_.hex_metres)
        if radius is None and len(map_.grid) > MAX_WHOLE:
            radius = DEFAULT
        self._count = ViewshedCount(self._rules.sight.copy(), radius)
        self._ask.start()

    def _take(self) -> None:
        count = self._count
        if count is None or not count.future.done():
            if self.part is not None:
                self.advanced.emit()
            return
        self._count = None
        self._ask.stop()
        self.plane = count.future.result()
        self.advanced.emit()


class HeatProgress(QProgressBar):
    """The progress of a long count, in the status bar."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.setRange(0, 100)
        self.setFixedWidth(240)
        self.hide()

    def show_heat(self, heat: VisibilityHeat | None) -> None:
        """Show the count of the map in front, if it takes long."""
        part = heat.part if heat else None
        self.setVisible(part is not None)
        if part is not None:
            self.setValue(round(100 * part))
            self.setFormat(
                text("previews.heat-progress", self._localize.language, part=self.value())
            )
