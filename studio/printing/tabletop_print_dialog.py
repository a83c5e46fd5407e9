"""The dialog in which the pages of a table, or of a game on one, are chosen and seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from studio.printing.game_print_dialog import GamePrintDialog, GamePrintRequest
from studio.printing.print_page import PrintedPart, Printout
from studio.printing.print_settings import TABLE_DEFAULT, GamePrintSettings
from studio.printing.tabletop_pages import FULL
from studio.rendering.map.render_options import RenderOptions
from studio.widgets.localization import Localizer

RATIOS = (1, 2, 3, 4, 6, 8, 12)  # how many times smaller than the table
ALONE = (PrintedPart.MAP, PrintedPart.COUNTERS, PrintedPart.STRIPS)  # of a table without a game
NAMES = {PrintedPart.MAP: "part-country", PrintedPart.COUNTERS: "part-figures"}

Plan = Callable[[RenderOptions, GamePrintSettings], Printout]


class TabletopPrintDialog(GamePrintDialog):
    """Parts and the scale of the country at the left, a page at the right."""

    def __init__(
        self,
        plan: Plan,
        parts: Sequence[PrintedPart],
        look: RenderOptions,
        was: GamePrintSettings,
        localize: Localizer,
        parent: QWidget | None = None,
    ) -> None:
        self._plan, self._parts = plan, tuple(parts)
        usual = dict.fromkeys((part for part in parts if part in TABLE_DEFAULT), ())
        super().__init__(None, Path(), look, replace(was, parts=usual), localize, parent)

    def offered_parts(self) -> Sequence[PrintedPart]:
        """Return the parts of a table, or of the game on it."""
        return self._parts

    def name_of(self, part: PrintedPart) -> str:
        """Return the name of a part on a table."""
        return self._localize(NAMES[part]) if part in NAMES else super().name_of(part)

    def lay_out(self, order: GamePrintRequest) -> Printout:
        """The pages."""
        return self._plan(order.look, order.settings)

    def _make_sizes(self) -> None:
        super()._make_sizes()
        self.inch = QComboBox()
        self.inch.addItem(self._localize("country-fit"), None)
        self.inch.addItem(self._localize("country-full"), FULL)
        for ratio in RATIOS[1:]:
            self.inch.addItem(f"1:{ratio}", FULL / ratio)
        self.inch.currentIndexChanged.connect(lambda _: self._change())

    def _form(self) -> QFormLayout:
        localize, form = self._localize, QFormLayout()
        form.addRow(localize("print-paper"), self.paper)
        form.addRow("", self.landscape)
        form.addRow(localize("country-scale"), self.inch)
        form.addRow(localize("game-duplex"), self.duplex)
        form.addRow(localize("print-to"), self.printer)
        form.addRow(localize("print-copies"), self.copies)
        for hidden in (self.hex, self.fit, self.sheets, self.counter, self.gap, self.counters,
                       self.bleed, *self.front_shift, *self.back_shift):  # fmt: skip
            hidden.setParent(self)
            hidden.hide()
        return form

    @property
    def settings(self) -> GamePrintSettings:
        """Return the print settings of the table."""
        return replace(super().settings, inch_mm=self.inch.currentData())
