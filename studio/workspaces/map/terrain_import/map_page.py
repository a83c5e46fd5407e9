"""The second page: the map as it will be drawn, what can be adjusted, and the report."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.map.map import Map
from engine.narration.number_format import format_decimal
from engine.terrain_import.hex_samples import HexSamples
from engine.terrain_import.import_diff import ImportDiff, map_differences
from engine.terrain_import.import_problems import Finding
from studio.canvas.canvas_content import LayerSettings
from studio.canvas.map_canvas import MapCanvas
from studio.widgets.containers import ScrollingPanel
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.map.terrain_import.conversion_form import ConversionForm

COLUMN_WIDTH, REPORT_HEIGHT = 360, 112


class MapPage(QWidget):
    """The canvas shows the map that the choice makes; a line of the report shows its hexes."""

    def __init__(self, localize: Localizer, layers: LayerSettings) -> None:
        super().__init__()
        self._localize, self._layers = localize, layers
        self.map: Map | None = None
        self.form = ConversionForm(localize)
        self.canvas, self.words = MapCanvas(), QLabel()
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setWordWrap(True)
        self.words.setMargin(40)
        self.middle = QStackedWidget()
        self.middle.addWidget(self.words)
        self.middle.addWidget(self.canvas)
        self.facts, self.report = QLabel(), QListWidget()
        self.facts.setWordWrap(True)
        self.report.setFixedHeight(scale_length(REPORT_HEIGHT))
        self.report.setWordWrap(True)
        self.report.setToolTip(localize("ground-report-hint"))
        self.report.currentItemChanged.connect(self._point_out)
        self._lay_out()

    def _lay_out(self) -> None:
        heading = QLabel(self._localize("ground-report"))
        heading.setBuddy(self.report)
        left = QVBoxLayout()
        for part, stretch in ((self.middle, 1), (self.facts, 0), (heading, 0), (self.report, 0)):
            left.addWidget(part, stretch)
        right = ScrollingPanel(self.form)
        right.setFixedWidth(scale_length(COLUMN_WIDTH))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(left, 1)
        layout.addWidget(right)

    def focus(self) -> None:
        """The keyboard goes to the first threshold there is."""
        rows = [row for row in self.form.shares.values() if not row.slider.isHidden()]
        (rows[0].slider if rows else self.form.statistic).setFocus()

    def show_empty_state(self, words: str) -> None:
        """Say why there is no map."""
        self.map = None
        self.words.setText(words)
        self.middle.setCurrentWidget(self.words)
        self.form.setEnabled(False)
        self.facts.setText("")
        self.report.clear()

    def show_error(self, words: str) -> None:
        """Say why the choice makes no map; the last one stays in sight."""
        self.map = None
        self.form.fault.tell(words)

    def show_map(
        self, map_: Map, quantised: HexSamples, findings: Sequence[Finding], now: Map | None
    ) -> None:
        """Show a map and what is worth knowing about it; if `now` is given, what changes."""
        self.map = map_
        self.form.setEnabled(True)
        self.form.fault.tell("")
        self.canvas.show_map(map_)
        self.canvas.set_layers(self._layers)
        self.middle.setCurrentWidget(self.canvas)
        self.form.show_labels(map_, quantised.frame)
        if now is None:
            self.facts.setText(self._told_parts(map_, quantised))
        else:
            differing = map_differences(now, map_)
            self.canvas.set_selection(differing.hexes)
            self.facts.setText(self._told_changes(now, map_, differing))
        self._fill(findings)

    # --- the report -------------------------------------------------------------------------------

    def _told_parts(self, map_: Map, quantised: HexSamples) -> str:
        """Compare the map's networks with those of the files, in words."""
        waters, links, grid = quantised.water_parts, quantised.link_parts, map_.grid
        return self._localize(
            "ground-parts", columns=grid.columns, rows=grid.rows, waters=waters.laid,
            waters_drawn=waters.drawn, links=links.laid, links_drawn=links.drawn,
        )  # fmt: skip

    def _told_changes(self, now: Map, map_: Map, differing: ImportDiff) -> str:
        """Describe the changes to the existing map."""
        localize = self._localize
        told = [
            localize(f"ground-changed-{part}", count=getattr(differing, part))
            for part in ("levels", "grounds", "sides", "links", "places")
            if getattr(differing, part)
        ]
        if (now.level_metres, now.base_metres) != (map_.level_metres, map_.base_metres):
            metres, base = (
                format_decimal(f"{each:g}", localize.language)
                for each in (map_.level_metres, map_.base_metres)
            )
            steps = {"metres": metres, "base": base}
            told.append(localize("ground-changed-steps", **steps))
        if now.label_style != map_.label_style:
            told.append(localize("ground-changed-labels"))
        if not told:
            return localize("ground-changes-nothing")
        return localize("ground-changes", changes=localize("listing").join(told))

    def _fill(self, findings: Sequence[Finding]) -> None:
        """List the findings, one per line, keeping the one selected."""
        was = self.report.currentItem()
        code = was.data(Qt.ItemDataRole.UserRole).code if was else ""
        self.report.blockSignals(True)
        self.report.clear()
        for found in findings:
            words = found.words(self._localize.language)
            item = QListWidgetItem(
                words if found.at else self._localize("ground-found-nowhere", words=words)
            )
            item.setToolTip(found.sentence(self._localize.language))
            item.setData(Qt.ItemDataRole.UserRole, found)
            self.report.addItem(item)
            if found.code == code:
                self.report.setCurrentItem(item)
        if not findings:
            self.report.addItem(self._localize("ground-report-empty"))
        self.report.blockSignals(False)

    def _point_out(self, item: QListWidgetItem | None) -> None:
        """Outline the hexes of a line of the report."""
        found = item.data(Qt.ItemDataRole.UserRole) if item else None
        if self.map is None or not isinstance(found, Finding):
            return
        hexes = [self.map.labels.find(name) for name in found.at]
        self.canvas.set_outline(hexes)
        if hexes and not self.canvas.is_well_in_view(hexes[0]):
            self.canvas.centre_on(hexes[0])
