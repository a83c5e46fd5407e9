"""The first page: which files, and which piece of the ground they show."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.ground.area import MapFrame, SheetSpec
from studio.ground.area_form import AreaForm
from studio.ground.area_view import AreaView
from studio.ground.setup import Area
from studio.ground.source_list import SourceList
from studio.parts.boxes import FieldError
from studio.parts.scrolling import ScrollingPanel
from studio.parts.speech import Localizer
from studio.parts.text_size import scaled

COLUMN_WIDE = 360


class AreaPage(QWidget):
    """Files and numbers at the left, the ground with the rectangle at the right."""

    def __init__(self, say: Localizer, *, is_fixed: bool) -> None:
        super().__init__()
        self._say = say
        self.sources, self.form, self.view = SourceList(say), AreaForm(say), AreaView(say)
        self.form.setEnabled(not is_fixed)
        self.view.is_fixed = is_fixed
        self.view.setToolTip("" if is_fixed else say("ground-view-hint"))
        self.facts, self.fault = QLabel(), FieldError()
        self.facts.setWordWrap(True)
        self.whole = QPushButton(say("ground-whole"))
        self.whole.setToolTip(say("ground-whole-hint"))
        self.whole.setAutoDefault(False)
        self.whole.setEnabled(False)  # until there is ground
        self.whole.setVisible(not is_fixed)
        if is_fixed:
            self.facts.setText(say("ground-fixed"))
        self._lay_out()

    def _lay_out(self) -> None:
        column = QWidget()
        left = QVBoxLayout(column)
        left.setContentsMargins(0, 0, 6, 0)
        left.addWidget(self.sources, 1)
        left.addWidget(self.fault)
        left.addWidget(self.form)
        scrolled = ScrollingPanel(column)
        scrolled.setFixedWidth(scaled(COLUMN_WIDE))
        foot = QHBoxLayout()
        foot.addWidget(self.facts, 1)
        foot.addWidget(self.whole)
        right = QVBoxLayout()
        right.addWidget(self.view, 1)
        right.addLayout(foot)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolled)
        layout.addLayout(right, 1)

    def take_focus(self) -> None:
        """The keyboard goes to the files while there are none, else to the rectangle."""
        (self.view if self.sources.sources else self.sources.add).setFocus()

    def tell(self, fault: str) -> None:
        """Say what is wrong with the sources together; nothing with no words."""
        self.fault.tell(fault)

    def show_frame(self, frame: MapFrame | None, area: Area | None, sheet: SheetSpec) -> None:
        """Show the area as so many hexes; None while it cannot be mapped."""
        self.view.show_frame(frame, sheet)
        if frame is None or area is None:
            self.facts.setText("")
            return
        self.form.show_frame(frame, area)
        if self.view.is_fixed:
            return
        wide, high = frame.size
        self.facts.setText(
            self._say(
                "ground-facts", columns=frame.grid.columns, rows=frame.grid.rows,
                metres=f"{frame.hex_metres:g}", size=self._say.extent(wide, high),
                northing=frame.northing, easting=frame.easting, crs=frame.crs,
            )
        )  # fmt: skip
