"""The previews panel: which previews are shown, for which game and unit, and the sighting chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.games import is_on_maps, known_games, title_of
from engine.hexes.labels import Labels
from engine.texts import text
from studio.previews.background_loading import RULES
from studio.previews.preview_settings import (
    MAX_HEATED,
    MAX_HEXES,
    MAX_METRES,
    MAX_POINTS,
    PreviewSettings,
    RangeUnit,
)
from studio.previews.visibility_heat import DEFAULT, MAX_WHOLE
from studio.rendering.map.preview_tints import cost_text
from studio.widgets.localization import Localizer

if TYPE_CHECKING:
    from engine.sight.sight_profile import Profile


class SightProfilePanel(QWidget):
    """The last line of sight examined, as large as the panel allows."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.profile: Profile | None = None
        self._labels: Labels | None = None
        self.setMinimumHeight(LOWEST)
        localize.changed.connect(self.update)

    def show_profile(self, profile: Profile, labels: Labels) -> None:
        """Draw another line."""
        self.profile, self._labels = profile, labels
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chart in the middle, or say how to get one."""
        painter = QPainter(self)
        if self.profile is None or self._labels is None:
            painter.drawText(self.rect(), TEXT, self._localize("chart-none"))
        else:
            from studio.rendering.charts.sight_profile_chart import (
                SightProfileChart,  # loaded with the first line
            )

            chart = SightProfileChart(self.profile, self._labels, self._localize.language)
            scale = min(self.width() / chart.width, self.height() / chart.height)
            chart.scale = scale
            left = (self.width() - scale * chart.width) / 2
            painter.translate(left, (self.height() - scale * chart.height) / 2)
            painter.scale(scale, scale)
            chart.paint(painter)
        painter.end()


LOWEST = 120  # pixels, so that the chart can be read
TEXT = 0x84 | 0x1000  # in the middle, words wrapped


# The actions switched here, in the order of their buttons, with the words on them.
SWITCHED = {
    "preview-sight": "sight", "preview-line": "line", "preview-reach": "reach",
    "preview-heat": "heat",
}  # fmt: skip
EXPLAINED = "explain"
NARROWEST = 236  # pixels, so that four buttons stand side by side
BESIDE = "\t"  # before the key in the text of an action
WIDEST = {RangeUnit.HEXES: MAX_HEXES, RangeUnit.METRES: MAX_METRES}
ROWS = ("game", "unit", "points", "move", "limit", "heat-within")


class PreviewsPanel(QScrollArea):
    """Shows and sets what the lookout asks."""

    def __init__(self, lookout: PreviewSettings, localize: Localizer) -> None:
        super().__init__()
        self._lookout, self._localize = lookout, localize
        self._is_filling = False
        self._actions: Mapping[str, QAction] = {}
        self.how = QLabel(wordWrap=True)
        self.buttons = {name: self._button() for name in SWITCHED}
        self._make_boxes()
        self._lay_out()
        lookout.changed.connect(self.refresh)
        lookout.preparing.advanced.connect(self.refresh)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    # --- the parts --------------------------------------------------------------------------------

    @staticmethod
    def _button() -> QToolButton:
        button = QToolButton()
        button.setCheckable(True)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return button

    def _make_boxes(self) -> None:
        self.game, self.unit = QComboBox(), QComboBox()
        self.manner, self.bound = QComboBox(), QComboBox()
        self.points, self.range, self.heat = QSpinBox(), QSpinBox(), QSpinBox()
        self.explains = QCheckBox()
        self.explains.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.points.setRange(0, MAX_POINTS)
        self.heat.setRange(0, MAX_HEATED)
        put = self._put
        self.game.activated.connect(lambda: put(game=self.game.currentData(), unit="", points=0))
        self.unit.activated.connect(lambda: put(unit=self.unit.currentData()))
        self.points.valueChanged.connect(lambda points: put(points=points))
        self.manner.activated.connect(lambda place: put(on_march=place == 1))
        self.bound.activated.connect(lambda: self._bound_by(self.bound.currentData()))
        self.range.valueChanged.connect(lambda range_: put(range=range_))
        self.heat.valueChanged.connect(lambda heat: put(heat=heat))
        self.explains.clicked.connect(lambda explains: put(explains=explains))

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(6, 6, 6, 6)
        switches = QHBoxLayout()
        switches.setSpacing(3)
        for button in self.buttons.values():
            switches.addWidget(button)
        column.addLayout(switches)
        column.addWidget(self.how)
        column.addLayout(self._form())
        column.addWidget(self.explains)
        column.addStretch(1)
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        self.setMinimumWidth(NARROWEST + bar)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        limit = QHBoxLayout()
        limit.addWidget(self.range)
        limit.addWidget(self.bound, 1)
        far = QWidget()
        far.setLayout(limit)
        limit.setContentsMargins(0, 0, 0, 0)
        boxes = (self.game, self.unit, self.points, self.manner, far, self.heat)
        for box in (*boxes, self.range, self.bound):
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._labels = {row: QLabel() for row in ROWS}
        for label, box in zip(self._labels.values(), boxes, strict=True):
            form.addRow(label, box)
        return form

    # --- switching --------------------------------------------------------------------------------

    def set_actions(self, actions: Mapping[str, QAction]) -> None:
        """Switch previews by these actions."""
        self._actions = actions
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _=False, name=name: actions[name].trigger())
            actions[name].changed.connect(self.follow_actions)
        actions[EXPLAINED].changed.connect(self.follow_actions)
        self.follow_actions()

    def follow_actions(self) -> None:
        """Show which previews are on, and their keys."""
        if not self._actions:
            return
        for name, button in self.buttons.items():
            action = self._actions[name]
            button.setText(self._text(f"short-{SWITCHED[name]}"))
            button.setToolTip(action.toolTip())
            button.setEnabled(action.isEnabled())
            button.setChecked(action.isChecked())
        is_reach = self._actions["preview-reach"].isChecked()
        self.how.setText(self._text("how-pin") if is_reach else self._keys())
        is_any = any(self._actions[name].isChecked() for name in SWITCHED)
        self.how.setVisible(is_reach or not is_any)

    def _keys(self) -> str:
        """The keys with what each shows, line by line."""
        rows = "".join(
            f"<tr><td><b>{escape(self._key(name))}</b>&nbsp;</td>"
            f"<td>{escape(self._text(f'how-{word}'))}</td></tr>"
            for name, word in (*SWITCHED.items(), (EXPLAINED, EXPLAINED))
        )
        return f"{escape(self._text('how'))}<table>{rows}</table>"

    def _key(self, name: str) -> str:
        action = self._actions[name]
        return action.text().partition(BESIDE)[2] or action.shortcut().toString()

    # --- what is asked ----------------------------------------------------------------------------

    def _put(self, **changes: object) -> None:
        if not self._is_filling:
            self._lookout.update(**changes)

    def _bound_by(self, bound: RangeUnit) -> None:
        """Another measure was chosen: keep what the number means, as far as possible."""
        most = WIDEST.get(bound, MAX_HEXES)
        self._put(bound=bound, range=min(self._lookout.outlook.range, most))

    @contextmanager
    def _filling(self) -> Iterator[None]:
        """While inside, filling the boxes asks for nothing."""
        self._is_filling = True
        try:
            yield
        finally:
            self._is_filling = False

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        for row, label in self._labels.items():
            label.setText(self._text(row))
        self.explains.setText(self._text("explains"))
        self.heat.setSuffix(self._text("heat-hexes"))
        self.heat.setSpecialValueText(self._text("heat-whole"))
        self.heat.setToolTip(self._text("heat-whole-hint", most=MAX_WHOLE, usual=DEFAULT))
        self.refresh()
        self.follow_actions()

    def refresh(self) -> None:
        """Show what the lookout asks now; units as soon as the game's rules are loaded."""
        outlook = self._lookout.outlook
        with self._filling():
            _fill(
                self.game,
                [
                    (self._localize.localize_text(title_of(game)), game)
                    for game in known_games()
                    if is_on_maps(game)
                ],
                outlook.game,
            )
            bounds = [(self._text(f"limit-{bound.value}"), bound) for bound in RangeUnit]
            _fill(self.bound, bounds, outlook.bound)
            self.range.setVisible(outlook.bound is not RangeUnit.NONE)
            self.range.setRange(1, WIDEST.get(outlook.bound, MAX_HEXES))
            self.range.setSingleStep(50 if outlook.bound is RangeUnit.METRES else 1)
            self.range.setValue(outlook.range)
            self.points.setValue(outlook.points)
            self.heat.setValue(outlook.heat)
            self.explains.setChecked(outlook.explains)
            self._show_moves()

    def _show_moves(self) -> None:
        """Show what only the game's rules know."""
        lookout, normal = self._lookout, (self._text("move-normal"), False)
        march = (self._text("move-march"), True)
        self.points.setSpecialValueText(self._text("points-own"))
        is_known = lookout.preparing.is_reported_loaded(RULES)
        self.unit.setEnabled(is_known)
        self.manner.setEnabled(is_known)
        if not is_known:
            _fill(self.manner, [normal, march], lookout.outlook.on_march)
            return
        from studio.previews.hex_texts import unit_type_name  # loaded with the first handbook

        book = lookout.handbook
        units = [(unit_type_name(book, unit, self._localize), unit) for unit in book.units()]
        _fill(self.unit, units, lookout.unit)
        own = cost_text(float(book.movement_points(lookout.unit)))
        self.points.setSpecialValueText(self._text("points-own-known", points=own))
        has_march = book.march_mobility(lookout.unit) is not None
        self.manner.setEnabled(has_march)
        _fill(self.manner, [normal, march] if has_march else [normal], lookout.is_marching)

    def _text(self, key: str, **values: object) -> str:
        return text(f"previews.{key}", self._localize.language, **values)


def _fill(box: QComboBox, entries: Sequence[tuple[str, object]], chosen: object) -> None:
    box.clear()
    for words, entry in entries:
        box.addItem(words, entry)
    box.setCurrentIndex(next((i for i, each in enumerate(entries) if each[1] == chosen), 0))
