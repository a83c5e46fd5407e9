"""The tab comparing several series: a chart, a table, what they show, what is proposed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from engine.balance.inquiry import SeriesComparison
from engine.telling.names import Names
from studio.balance.balance_figures import CaptionedChart, ChartView
from studio.balance.balance_lists import ReportTableView
from studio.balance.balance_sheet import LocalizedBalance, ResultPage, paragraph, paragraphs
from studio.balance.side_by_side_page import comparison_chart as side_by_side_chart
from studio.balance.side_by_side_page import comparison_table


class ComparisonPage(ResultPage):
    """Variants of the scenario, or the same scenario between other players."""

    taken = Signal(str)  # the proposed change is wanted, as it would be typed

    def __init__(self) -> None:
        super().__init__("window-side-by-side")
        self.words, self.chart, self.table = paragraph(), ChartView(), ReportTableView()
        self.take = QPushButton()
        self.take.setAutoDefault(False)
        self.take.clicked.connect(self._take)
        self._proposed = ""
        self.comparison: SeriesComparison | None = None
        self.column.addWidget(self.words)
        self.add(self.take)
        self.add(self.chart)
        self.add(self.table)
        self.column.addStretch(1)

    def show_balance(self, shown: LocalizedBalance) -> None:
        """Show the comparison that the balance belongs to."""
        super().show_balance(shown)
        found = self.comparison
        if found is None:
            return
        self.words.setText(paragraphs(found.sentences(shown.language)))
        named = found.named(shown.language)
        self.chart.show_drawing(comparison_chart(found, shown))
        self.table.show_table(comparison_table(named, shown.language))
        sweep = found.sweep
        self._proposed = sweep.names[sweep.best] if sweep is not None and sweep.is_wanted else ""
        self.take.setVisible(bool(self._proposed))
        self.take.setText(shown.say("window-take", change=self._proposed))
        self.take.setToolTip(shown.say("window-take-hint"))

    def _take(self) -> None:
        self.taken.emit(self._proposed)


def comparison_chart(found: SeriesComparison, shown: LocalizedBalance) -> CaptionedChart:
    """The series beside each other, with who plays and the seed."""
    series = found.inquiry.series
    side = Names(series.scenario, shown.language).side(series.scenario.sides[0].id)
    title = shown.say("chart-side-by-side", side=side)
    note = shown.note if found.inquiry.wishes else shown.say("window-seed-note", seed=series.seed)
    return CaptionedChart(side_by_side_chart(found.named(shown.language)), title, note)
