"""The sighting chart (tank S5), live under the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.hexes.labels import Labels
from studio.parts.speech import Localizer

if TYPE_CHECKING:
    from engine.sight.profile import Profile


class SightProfilePanel(QWidget):
    """The last line of sight examined, as large as the panel allows."""

    def __init__(self, say: Localizer) -> None:
        super().__init__()
        self._say = say
        self.profile: Profile | None = None
        self._labels: Labels | None = None
        self.setMinimumHeight(LOWEST)
        say.changed.connect(self.update)

    def show_profile(self, profile: Profile, labels: Labels) -> None:
        """Draw another line."""
        self.profile, self._labels = profile, labels
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chart in the middle, or say how to get one."""
        painter = QPainter(self)
        if self.profile is None or self._labels is None:
            painter.drawText(self.rect(), TEXT, self._say("chart-none"))
        else:
            from studio.drawing.chart import SightProfileChart  # loaded with the first line

            chart = SightProfileChart(self.profile, self._labels, self._say.language)
            scale = min(self.width() / chart.width, self.height() / chart.height)
            chart.scale = scale
            left = (self.width() - scale * chart.width) / 2
            painter.translate(left, (self.height() - scale * chart.height) / 2)
            painter.scale(scale, scale)
            chart.paint(painter)
        painter.end()


LOWEST = 210  # pixels, so that the chart can be read
TEXT = 0x84 | 0x1000  # in the middle, words wrapped
