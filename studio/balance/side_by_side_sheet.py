"""The tab comparing several series: a chart, a table, what they show, what is proposed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from engine.balance.inquiry import Comparison
from engine.telling.names import Names
from studio.balance.balance_figures import Captioned, FigureView
from studio.balance.balance_lists import TableView
from studio.balance.balance_sheet import BalanceSheet, ShownBalance, paragraph, paragraphs
from studio.balance.side_by_side_page import side_by_side_chart, side_by_side_table


class SideBySideSheet(BalanceSheet):
    """Variants of the scenario, or the same scenario between other players."""

    taken = Signal(str)  # the proposed change is wanted, as it would be typed

    def __init__(self) -> None:
        super().__init__("window-side-by-side")
        self.words, self.chart, self.table = paragraph(), FigureView(), TableView()
        self.take = QPushButton()
        self.take.setAutoDefault(False)
        self.take.clicked.connect(self._take)
        self._proposed = ""
        self.comparison: Comparison | None = None
        self.column.addWidget(self.words)
        self.add(self.take)
        self.add(self.chart)
        self.add(self.table)
        self.column.addStretch(1)

    def show_balance(self, shown: ShownBalance) -> None:
        """Show the comparison that the balance belongs to."""
        super().show_balance(shown)
        found = self.comparison
        if found is None:
            return
        self.words.setText(paragraphs(found.sentences(shown.language)))
        named = found.named(shown.language)
        self.chart.show_drawing(comparison_chart(found, shown))
        self.table.show_table(side_by_side_table(named, shown.language))
        sweep = found.sweep
        self._proposed = sweep.names[sweep.best] if sweep is not None and sweep.is_wanted else ""
        self.take.setVisible(bool(self._proposed))
        self.take.setText(shown.say("window-take", change=self._proposed))
        self.take.setToolTip(shown.say("window-take-hint"))

    def _take(self) -> None:
        self.taken.emit(self._proposed)


def comparison_chart(found: Comparison, shown: ShownBalance) -> Captioned:
    """The series beside each other, with who plays and the seed."""
    series = found.inquiry.series
    side = Names(series.scenario, shown.language).side(series.scenario.sides[0].id)
    title = shown.say("chart-side-by-side", side=side)
    note = shown.note if found.inquiry.wishes else shown.say("window-seed-note", seed=series.seed)
    return Captioned(side_by_side_chart(found.named(shown.language)), title, note)
