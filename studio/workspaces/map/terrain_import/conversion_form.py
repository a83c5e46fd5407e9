"""The choices made about the ground: thresholds, levels, classes, labels, each with a default."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.map.map import Map
from engine.terrain_import.hex_elevation import STATISTICS
from engine.terrain_import.hex_samples import HexSamples
from engine.terrain_import.map_draft import SPUR, DraftChoice, default_classes, suggest_levels
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.tag_mapping import TagRule, load_tag_mapping
from engine.texts import LocalText
from studio.widgets.form_fields import FieldErrorLabel, IntegerBox, MetresBox, PlainTextLine
from studio.widgets.localization import Localizer

LABELS = ("", "km-square", "column-row", "letter-number")
WHEN_ASKED = 50  # percent: the slider's position for a cover drawn only on request
MIN_LEVEL, MAX_LEVEL = 0.1, 5000.0
LOWEST_BASE, HIGHEST_BASE = -12_000.0, 9_000.0
MAX_SPUR = 9
CLASSES_A_ROW = 2


class CoverShareRow:
    """One cover: whether it is drawn, and how much of a hex it needs for that."""

    def __init__(self, localize: Localizer, name: str) -> None:
        self._was: float | None = None
        self.drawn = QCheckBox(localize(f"ground-cover-{name}"))
        self.slider, self.percent = QSlider(Qt.Orientation.Horizontal), QSpinBox()
        self.slider.setRange(1, 100)
        self.slider.setPageStep(10)
        self.percent.setRange(1, 100)
        self.percent.setSuffix(" %")
        hint = localize("ground-share-hint", name=localize(f"ground-cover-{name}"))
        for widget in (self.drawn, self.slider, self.percent):
            widget.setToolTip(hint)
            widget.setAccessibleName(localize(f"ground-cover-{name}"))
        self.slider.valueChanged.connect(self.percent.setValue)
        self.percent.valueChanged.connect(self.slider.setValue)
        self.drawn.toggled.connect(self.slider.setEnabled)
        self.drawn.toggled.connect(self.percent.setEnabled)

    def show_share(self, share: float | None) -> None:
        """Show a share; None for a cover that is not drawn."""
        self._was = share
        self.drawn.setChecked(share is not None)
        self.percent.setValue(WHEN_ASKED if share is None else round(100 * share))
        for widget in (self.slider, self.percent):
            widget.setEnabled(share is not None)

    def share(self) -> float | None:
        """The share as it stands, exactly as given if the slider was not moved."""
        if not self.drawn.isChecked():
            return None
        percent = self.percent.value()
        is_as_given = self._was is not None and percent == round(100 * self._was)
        return self._was if is_as_given else percent / 100

    def set_visible(self, is_there: bool) -> None:
        """Show the row only where the ground has such a cover."""
        for widget in (self.drawn, self.slider, self.percent):
            widget.setVisible(is_there)


class ConversionForm(QWidget):
    """The form of all choices that do not need the sources again."""

    changed = Signal()

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._is_showing = False
        self._quantised: HexSamples | None = None
        self._title: LocalText = ""
        self.fault = FieldErrorLabel()
        self._make_words()
        self._make_levels()
        self.shares = {name: CoverShareRow(localize, name) for name in load_tag_mapping().cover}
        self.classes = {
            part: {name: QCheckBox(localize(f"ground-{part}-{name}")) for name in table}
            for part, table in _tables().items()
        }
        self._chosen: dict[str, frozenset[str] | None] = dict.fromkeys(_tables())
        self.spur = IntegerBox(0, MAX_SPUR, SPUR)
        self.spur.setToolTip(localize("ground-spur-hint"))
        self.reset = QPushButton(localize("ground-usual"))
        self.reset.setToolTip(localize("ground-usual-hint"))
        self.reset.setAutoDefault(False)
        self._lay_out()
        self._connect()

    def _make_words(self) -> None:
        localize = self._localize
        self.title, self.credits, self.labels = PlainTextLine(), PlainTextLine(), QComboBox()
        self.credits.setToolTip(localize("ground-credits-hint"))
        for style in LABELS:
            self.labels.addItem(localize(f"ground-labels-{style or 'usual'}"), style)
        self.grid = QLabel()
        self.grid.setWordWrap(True)

    def _make_levels(self) -> None:
        localize = self._localize
        self.statistic = QComboBox()
        for statistic in STATISTICS:
            self.statistic.addItem(localize(f"ground-statistic-{statistic}"), statistic)
        self.level_metres = MetresBox(MIN_LEVEL, MAX_LEVEL, 10)
        self.base_metres = MetresBox(LOWEST_BASE, HIGHEST_BASE, 0)
        self.fits_level = QCheckBox(localize("ground-suggested"))
        self.fits_base = QCheckBox(localize("ground-suggested"))
        for box in (self.fits_level, self.fits_base):
            box.setToolTip(localize("ground-suggested-hint"))
        for metres in (self.level_metres, self.base_metres):
            metres.setSuffix(" m")
        self.heights = QLabel()

    # --- how it lies ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 6, 0)
        layout.addWidget(self.fault)
        layout.addWidget(self._cover_group())
        layout.addWidget(self._level_group())
        for part in _tables():
            layout.addWidget(self._class_group(part))
        layout.addWidget(self._word_group())
        layout.addWidget(self.reset)
        layout.addStretch(1)

    def _cover_group(self) -> QGroupBox:
        group = QGroupBox(self._localize("ground-thresholds"))
        grid = QGridLayout(group)
        for row, share in enumerate(self.shares.values()):
            for column, widget in enumerate((share.drawn, share.slider, share.percent)):
                grid.addWidget(widget, row, column)
        grid.setColumnStretch(1, 1)
        return group

    def _level_group(self) -> QGroupBox:
        localize = self._localize
        group = QGroupBox(localize("ground-levels"))
        form = QFormLayout(group)
        form.addRow(localize("ground-statistic"), self.statistic)
        pairs = (("level", self.level_metres, self.fits_level),
                 ("base", self.base_metres, self.fits_base))  # fmt: skip
        for key, metres, fits in pairs:
            row = QHBoxLayout()
            row.addWidget(metres, 1)
            row.addWidget(fits)
            label = QLabel(localize(f"ground-{key}"))
            label.setBuddy(metres)
            form.addRow(label, row)
        form.addRow(self.heights)
        return group

    def _class_group(self, part: str) -> QGroupBox:
        localize = self._localize
        group = QGroupBox(localize(f"ground-{part}"))
        grid = QGridLayout(group)
        for place, box in enumerate(self.classes[part].values()):
            grid.addWidget(box, *divmod(place, CLASSES_A_ROW))
        if part == "links":
            label = QLabel(localize("ground-spur"))
            label.setBuddy(self.spur)
            row = grid.rowCount()
            grid.addWidget(label, row, 0)
            grid.addWidget(self.spur, row, 1)
        return group

    def _word_group(self) -> QGroupBox:
        localize = self._localize
        group = QGroupBox(localize("ground-sheet"))
        form = QFormLayout(group)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(localize("ground-labels"), self.labels)
        form.addRow(self.grid)
        form.addRow(localize("ground-title-of"), self.title)
        form.addRow(localize("ground-credits"), self.credits)
        return group

    def _connect(self) -> None:
        for share in self.shares.values():
            share.percent.valueChanged.connect(self._tell)
            share.drawn.toggled.connect(self._tell)
        for part, boxes in self.classes.items():
            for box in boxes.values():
                box.clicked.connect(lambda _=False, part=part: self._choose(part))
        for chosen in (self.statistic, self.labels):
            chosen.currentIndexChanged.connect(self._tell)
        for metres in (self.level_metres, self.base_metres):
            metres.valueChanged.connect(self._tell)
        for fits in (self.fits_level, self.fits_base):
            fits.toggled.connect(self._tell)
        self.spur.valueChanged.connect(self._tell)
        self.title.textChanged.connect(self._tell)
        self.credits.textChanged.connect(self._tell)
        self.reset.clicked.connect(lambda: self.show_choice(self._usual()))

    # --- what is shown ----------------------------------------------------------------------------

    def show_choice(self, choice: DraftChoice) -> None:
        """Show a choice; whatever it leaves open shows its default."""
        self._is_showing = True
        for name, row in self.shares.items():
            row.show_share(choice.shares.get(name, load_tag_mapping().cover[name].share))
        self.statistic.setCurrentIndex(self.statistic.findData(choice.statistic))
        self.fits_level.setChecked(choice.level_metres is None)
        self.fits_base.setChecked(choice.base_metres is None)
        self.level_metres.setValue(choice.level_metres or self.level_metres.value())
        if choice.base_metres is not None:
            self.base_metres.setValue(choice.base_metres)
        self._chosen = {part: getattr(choice, part) for part in _tables()}
        self.spur.setValue(choice.spur)
        self.labels.setCurrentIndex(max(0, self.labels.findData(choice.labels)))
        self.title.setText(self._localize.localize_text(choice.title))
        self.credits.setText(choice.credits)
        self._title = choice.title
        self._is_showing = False
        self._tell()

    def show_quantised(self, quantised: HexSamples, *, may_ask: bool = False) -> None:
        """Offer what a piece of ground has, and what it has only on request."""
        self._quantised = quantised
        for name, row in self.shares.items():
            row.set_visible(name in quantised.cover)
        there = {"waters": set(quantised.waters), "links": set(quantised.links),
                 "places": {place.kind for place in quantised.places}}  # fmt: skip
        for part, boxes in self.classes.items():
            for name, box in boxes.items():
                box.setEnabled(name in there[part] or (may_ask and name in quantised.unlaid))
        self.credits.setPlaceholderText(quantised.elevation_credit)
        self._follow()

    def show_labels(self, map_: Map, frame: MapFrame) -> None:
        """Show what the first and the last hex are called, and where the first one truly lies."""
        grid, labels = map_.grid, map_.labels
        corners = grid.hex(0, 0), grid.hex(grid.columns - 1, grid.rows - 1)
        first, last = (labels.label(corner) for corner in corners)
        where = {"northing": frame.northing, "easting": frame.easting, "crs": frame.crs}
        self.grid.setText(self._localize("ground-at", first=first, last=last, **where))

    def _follow(self) -> None:
        """Bring what is suggested up to date with the ground."""
        self.level_metres.setEnabled(not self.fits_level.isChecked())
        self.base_metres.setEnabled(not self.fits_base.isChecked())
        if self._quantised is None:
            return
        self._is_showing = True
        metres, base = suggest_levels(self._quantised, self.choice())
        self.level_metres.setValue(metres)
        self.base_metres.setValue(base)
        self.heights.setText(self._told_heights(self._quantised, metres, base))
        size = self._quantised.frame.hex_metres
        for part, boxes in self.classes.items():
            chosen = self._chosen[part]
            shown = default_classes(_tables()[part], size) if chosen is None else chosen
            for name, box in boxes.items():
                box.setChecked(name in shown)
        self._is_showing = False

    def _told_heights(self, quantised: HexSamples, metres: float, base: float) -> str:
        heights = quantised.relief.of(self.statistic.currentData())
        if np.isnan(heights).all():
            return self._localize("ground-no-heights")
        low, high = float(np.nanmin(heights)), float(np.nanmax(heights))
        lowest, highest = (math.floor((height - base) / metres) for height in (low, high))
        values = {"low": f"{low:.0f}", "high": f"{high:.0f}", "lowest": lowest, "highest": highest}
        return self._localize("ground-heights", **values)

    # --- what is chosen ---------------------------------------------------------------------------

    def choice(self) -> DraftChoice:
        """The choice as it stands; whatever is at its default is left open."""
        shares = {
            name: row.share()
            for name, row in self.shares.items()
            if row.share() != load_tag_mapping().cover[name].share
        }
        said = self.title.text().strip()
        return DraftChoice(
            title=self._title if said == self._localize.localize_text(self._title) else said,
            statistic=self.statistic.currentData(),
            level_metres=None if self.fits_level.isChecked() else self.level_metres.value(),
            base_metres=None if self.fits_base.isChecked() else self.base_metres.value(),
            shares=shares, labels=self.labels.currentData(), credits=self.credits.text().strip(),
            spur=self.spur.value(), **self._chosen,
        )  # fmt: skip

    def _usual(self) -> DraftChoice:
        return DraftChoice(title=self._title, credits=self.credits.text().strip())

    def _choose(self, part: str) -> None:
        """The classes now ticked; None if they are the default ones."""
        ticked = frozenset(name for name, box in self.classes[part].items() if box.isChecked())
        quantised = self._quantised
        usual_ = default_classes(_tables()[part], quantised.frame.hex_metres) if quantised else None
        self._chosen[part] = None if ticked == usual_ else ticked
        self._tell()

    def _tell(self) -> None:
        if not self._is_showing:
            self._follow()
            self.changed.emit()


def _tables() -> Mapping[str, Mapping[str, TagRule]]:
    table = load_tag_mapping()
    return {"links": table.links, "waters": table.waters, "places": table.places}
