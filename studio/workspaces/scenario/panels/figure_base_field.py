"""The base of a unit as its designer fills it: figures put on by a click, taken off by a click."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from engine.games.game_appearance import SOLDIER, FigureBase, FigureLooks
from engine.games.scenario_limits import ScenarioLimits
from studio.rendering.counters.figure_bases import paint_figure, paint_figure_base
from studio.widgets.localization import Localizer

WIDE, HIGH, ICON = 148, 52, 30

Figs = tuple[str, ...]


class FigureBaseField(QWidget):
    """A base and, below it, a button for every figure that may be put on it.

    `changed` carries the new figures.
    """

    changed = Signal(object)

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.figures: Figs | None = ()
        self.picture = FigureBasePicture()
        self.picture.taken.connect(self._take)
        self.buttons: dict[str, QToolButton] = {}
        self._row = QHBoxLayout()
        self._row.setSpacing(2)
        self._row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.picture)
        column.addLayout(self._row)

    def show_base(
        self, type_: str, units: Sequence[Figs], allowed: ScenarioLimits, looks: FigureLooks
    ) -> None:
        """Show the figures some units of a type have alike; None stands for different ones."""
        self.figures = units[0] if len(set(units)) == 1 else None
        names = {word.id: self._localize.localize_text(word.said) for word in allowed.figures}
        self.picture.show_base(self.figures, looks, names)
        self.picture.setToolTip(self._localize("unit-figures-tip"))
        if list(self.buttons) != list(names):
            self._make_buttons(list(names), looks)
        for figure, button in self.buttons.items():
            more = (*(self.figures or ()), figure)
            why = allowed.composing(type_, more)
            button.setEnabled(why is None)
            tip = why or self._localize("unit-figures-add", figure=names[figure])
            button.setToolTip(tip)
            button.setAccessibleName(self._localize("unit-figures-add", figure=names[figure]))

    def _make_buttons(self, figures: Sequence[str], looks: FigureLooks) -> None:
        for button in self.buttons.values():
            self._row.removeWidget(button)
            button.deleteLater()
        self.buttons = {}
        for place, figure in enumerate(figures):
            button = QToolButton()
            button.setAutoRaise(True)
            button.setIconSize(QSize(ICON, ICON))
            button.setIcon(_icon(figure, looks))
            button.clicked.connect(self._adder(figure))
            self._row.insertWidget(place, button)
            self.buttons[figure] = button

    def _adder(self, figure: str) -> Callable[[], None]:
        return lambda: self.changed.emit((*(self.figures or ()), figure))

    def _take(self, place: int) -> None:
        figures = self.figures or ()
        self.changed.emit((*figures[:place], *figures[place + 1 :]))


class FigureBasePicture(QWidget):
    """The base as counters show it, larger; a click on a figure takes it off."""

    taken = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._base: FigureBase | None = None
        self._names: Sequence[str] = ()
        self._is_mixed = False
        self.setFixedSize(WIDE, HIGH)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_base(self, figures: Figs | None, looks: FigureLooks, names: dict[str, str]) -> None:
        """Show some figures; None for units that differ."""
        self._is_mixed = figures is None
        self._base = looks.base(figures or ()) or FigureBase(max(looks.places, 1), ())
        self._names = [names.get(figure, figure) for figure in figures or ()]
        self.setAccessibleName(", ".join(self._names))
        self.update()

    def at(self, place: int) -> QPointF:
        """The middle of a figure."""
        assert self._base is not None
        before = sum(figure.places for figure in self._base.figures[:place])
        own = self._base.figures[place].places
        wide = WIDE / max(self._base.places, self._base.taken, 1)
        return QPointF((before + own / 2) * wide, HIGH / 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the base; a question mark for units that differ."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._base is not None:
            paint_figure_base(painter, self._base, QRectF(1.5, 1.5, WIDE - 3, HIGH - 3))
        if self._is_mixed:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "?")
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the figure off that is clicked."""
        if self._base is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        right, wide = 0.0, WIDE / max(self._base.places, self._base.taken, 1)
        for place, figure in enumerate(self._base.figures):
            right += figure.places * wide
            if event.position().x() < right:
                self.taken.emit(place)
                return


def _icon(figure: str, looks: FigureLooks) -> QIcon:
    picture = QPixmap(2 * ICON, 2 * ICON)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shape = looks.looks.get(figure, SOLDIER).shape
    paint_figure(painter, shape, QRectF(0, 0, 2 * ICON, 2 * ICON))
    painter.end()
    return QIcon(picture)
