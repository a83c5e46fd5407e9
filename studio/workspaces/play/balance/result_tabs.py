"""Tabs of balance results: words, charts, tables, heat maps, games, and several series compared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QTabWidget,
)

from engine.balance import decisive_factors
from engine.balance.balance_report import provenance_text, report_sentences
from engine.balance.balance_study import SeriesComparison
from engine.balance.balance_summary import HEAT
from engine.map.map import Map
from engine.narration.scenario_names import ScenarioNames
from engine.tabletop.tabletop_map import TabletopMap
from engine.texts import text
from studio.rendering.charts.heat_map import HeatMapBase
from studio.reports.comparison_report import comparison_chart as side_by_side_chart
from studio.reports.comparison_report import comparison_table
from studio.reports.report_pages import ReportTable
from studio.workspaces.play.balance.chart_widgets import (
    CaptionedChart,
    ChartView,
    HeatMapOnGround,
    render_ground,
)
from studio.workspaces.play.balance.result_page import (
    LocalizedBalance,
    ResultPage,
    make_paragraph,
    make_paragraphs,
)
from studio.workspaces.play.balance.result_tables import GameTableView, ReportTableView


class ComparisonPage(ResultPage):
    """Variants of the scenario, or the same scenario between other players."""

    taken = Signal(str)  # the proposed change is wanted, as it would be typed

    def __init__(self) -> None:
        super().__init__("window-side-by-side")
        self.words, self.chart, self.table = make_paragraph(), ChartView(), ReportTableView()
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
        self.words.setText(make_paragraphs(found.sentences(shown.language)))
        named = found.named(shown.language)
        self.chart.show_drawing(comparison_chart(found, shown))
        self.table.show_table(comparison_table(named, shown.language))
        sweep = found.sweep
        self._proposed = (
            sweep.names[sweep.best_variant] if sweep is not None and sweep.is_wanted else ""
        )
        self.take.setVisible(bool(self._proposed))
        self.take.setText(shown.localize("window-take", change=self._proposed))
        self.take.setToolTip(shown.localize("window-take-hint"))

    def _take(self) -> None:
        self.taken.emit(self._proposed)


def comparison_chart(found: SeriesComparison, shown: LocalizedBalance) -> CaptionedChart:
    """The series beside each other, with who plays and the seed."""
    series = found.inquiry.series
    side = ScenarioNames(series.scenario, shown.language).side(series.scenario.sides[0].id)
    title = shown.localize("chart-side-by-side", side=side)
    note = (
        shown.note if found.inquiry.wishes else shown.localize("window-seed-note", seed=series.seed)
    )
    return CaptionedChart(side_by_side_chart(found.named(shown.language)), title, note)


CHARTS = ("wins", "turns", "losses", "units", "heat")


class OutcomePage(ResultPage):
    """A page with the conclusions, the winners, and the endings of games."""

    def __init__(self) -> None:
        super().__init__("window-result")
        self.words, self.origin = make_paragraph(), make_paragraph()
        self.chart = ChartView()
        self.wins, self.endings = ReportTableView(), ReportTableView()
        self.column.addWidget(self.words)
        self.add(self.chart)
        self.add(self.wins)
        self.add_heading("how-ends")
        self.add(self.endings)
        self.column.addWidget(self.origin)
        self.column.addStretch(1)

    def show_balance(self, shown: LocalizedBalance) -> None:
        """The same as the first page of the report."""
        super().show_balance(shown)
        said = report_sentences(shown.balance, shown.language)
        self.words.setText(make_paragraphs(said))
        self.chart.show_drawing(shown.chart("wins"))
        self.wins.show_table(shown.tables.wins())
        self.endings.show_table(shown.tables.endings())
        self.origin.setText(provenance_text(shown.balance, shown.language))


class LengthAndLossesPage(ResultPage):
    """A page with the lengths, losses and points of games."""

    def __init__(self) -> None:
        super().__init__("window-numbers")
        self.spreads, self.turns, self.losses = ReportTableView(), ChartView(), ChartView()
        for widget in (self.spreads, self.turns, self.losses):
            self.add(widget)
        self.column.addStretch(1)

    def show_balance(self, shown: LocalizedBalance) -> None:
        """Quartiles, and the games by their length and by their losses."""
        super().show_balance(shown)
        self.spreads.show_table(shown.tables.spreads())
        self.turns.show_drawing(shown.chart("turns"))
        self.losses.show_drawing(shown.chart("losses"))


class UnitLossesPage(ResultPage):
    """A page with the losses of units."""

    def __init__(self) -> None:
        super().__init__("window-units")
        self.chart, self.types = ChartView(), ReportTableView()
        self.add(self.chart)
        self.add_heading("type-losses")
        self.add(self.types)
        self.column.addStretch(1)

    def show_balance(self, shown: LocalizedBalance) -> None:
        """Unit by unit, and by types."""
        super().show_balance(shown)
        self.chart.show_drawing(shown.chart("units"))
        self.types.show_table(shown.tables.type_losses())


class ObjectiveFatesPage(ResultPage):
    """The fate of the objectives."""

    def __init__(self) -> None:
        super().__init__("objectives")
        self.fates, self.none = ReportTableView(), make_paragraph()
        self.add(self.fates)
        self.column.addWidget(self.none)
        self.column.addStretch(1)

    def show_balance(self, shown: LocalizedBalance) -> None:
        """Show the last holders of objectives, and how often they fell."""
        super().show_balance(shown)
        found = shown.tables.fates()
        self.fates.setVisible(found is not None)
        self.fates.show_table(found or ReportTable((), ()))
        self.none.setText(shown.note if found else shown.localize("no-objectives"))


class DecisiveCausesPage(ResultPage):
    """A page with the factors that decide games, and unused parts."""

    def __init__(self) -> None:
        super().__init__("what-decides")
        self.words = make_paragraph()
        self.column.addWidget(self.words)
        self.column.addStretch(1)

    def show_balance(self, shown: LocalizedBalance) -> None:
        """The same as in the report."""
        super().show_balance(shown)
        said = list(decisive_factors.factor_sentences(shown.balance, shown.language))
        if not shown.balance.series.looked_into:
            said.append(shown.localize("window-no-turning"))
        self.words.setText(make_paragraphs(said))


class HeatMapPage(ResultPage):
    """A page with heat maps; the selected one can be shown on the map itself."""

    laid = Signal()  # another heat map lies on the map now, or none does

    def __init__(self) -> None:
        super().__init__("window-heat")
        self.what, self.side, self.on_map = QComboBox(), QComboBox(), QCheckBox()
        self.view = ChartView()
        self.heat: HeatMapBase | None = None
        self._shown: LocalizedBalance | None = None
        self._ground: tuple[Map | TabletopMap, QImage] | None = None
        row = QHBoxLayout()
        for widget in (self.what, self.side, self.on_map):
            row.addWidget(widget)
        row.addStretch(1)
        self.column.addLayout(row)
        self.add(self.view)
        self.column.addStretch(1)
        self.what.activated.connect(self._choose)
        self.side.activated.connect(self._choose)
        self.on_map.toggled.connect(self.laid)

    def show_balance(self, shown: LocalizedBalance) -> None:
        """Show the chosen heat map."""
        super().show_balance(shown)
        self._shown = shown
        names, sides = shown.charts.names, shown.balance.sides
        _list(self.what, {what: shown.localize(f"heat-{what}") for what in HEAT})
        everybody = {"": shown.localize("window-all-sides")}
        _list(self.side, everybody | {side: names.side(side) for side in sides})
        self.on_map.setVisible(not shown.balance.series.scenario.is_on_table)
        self.on_map.setText(shown.localize("window-on-map"))
        self.on_map.setToolTip(shown.localize("window-on-map-hint"))
        self._choose()

    def _choose(self) -> None:
        shown = self._shown
        if shown is None:
            return
        heat = shown.charts.heat(self.what.currentData(), self.side.currentData())
        scenario = shown.balance.series.scenario
        if self._ground is None or self._ground[0] is not scenario.ground:
            self._ground = scenario.ground, render_ground(heat, self.devicePixelRatioF())
        self.heat = heat
        self.view.show_drawing(
            CaptionedChart(HeatMapOnGround(heat, self._ground[1]), "", shown.note)
        )
        self.laid.emit()


def _list(box: QComboBox, entries: dict[str, str]) -> None:
    """Offer entries, keeping the choice."""
    chosen = box.currentData()
    with QSignalBlocker(box):
        box.clear()
        for value, words in entries.items():
            box.addItem(words, value)
        box.setCurrentIndex(max(box.findData(chosen), 0))


class GamesPage(ResultPage):
    """The games one by one."""

    def __init__(self) -> None:
        super().__init__("window-games-played")
        self.hint, self.list = make_paragraph(), GameTableView()
        self.column.addWidget(self.hint)
        self.column.addWidget(self.list, 1)

    def show_balance(self, shown: LocalizedBalance) -> None:
        """A line a game."""
        super().show_balance(shown)
        if shown.language != self.list.language:
            self.list.games.retranslate(shown.language)
        names = shown.listed_sides()
        self.hint.setText(shown.localize("window-list-hint", sides=names))
        self.list.show_records(shown.records, shown.tables)


class ResultTabs(QTabWidget):
    """The tabs; only the one in front is rebuilt as games come in."""

    def __init__(self) -> None:
        super().__init__()
        self.result, self.numbers, self.units = (
            OutcomePage(),
            LengthAndLossesPage(),
            UnitLossesPage(),
        )
        self.goals, self.causes = ObjectiveFatesPage(), DecisiveCausesPage()
        self.heat, self.games = HeatMapPage(), GamesPage()
        self.beside = ComparisonPage()
        self.shown: LocalizedBalance | None = None
        for sheet in self.sheets:
            self.addTab(sheet, "")
        self.setTabVisible(0, False)
        self.currentChanged.connect(self._look)

    @property
    def sheets(self) -> tuple[ResultPage, ...]:
        """The tabs from left to right."""
        told = self.beside, self.result, self.numbers, self.units, self.goals, self.causes
        return *told, self.heat, self.games

    def retranslate(self, language: str) -> None:
        """Name the tabs."""
        for place, sheet in enumerate(self.sheets):
            self.setTabText(place, text(f"balance.{sheet.title}", language))

    def show_balance(
        self, shown: LocalizedBalance, comparison: SeriesComparison | None = None
    ) -> None:
        """Show the findings of a balance, and those of the comparison it belongs to."""
        was_beside = self.isTabVisible(0)
        self.shown, self.beside.comparison = shown, comparison
        self.setTabVisible(0, comparison is not None)
        if comparison is not None and not was_beside:
            self.setCurrentIndex(0)
        for sheet in self.sheets:
            sheet.is_stale = True
        if self.heat.on_map.isChecked():
            self._freshen(self.heat)  # it is seen on the map
        self._look()

    def _look(self) -> None:
        sheet = self.currentWidget()
        if isinstance(sheet, ResultPage):
            self._freshen(sheet)

    def _freshen(self, sheet: ResultPage) -> None:
        if sheet.is_stale and self.shown is not None:
            sheet.is_stale = False
            sheet.show_balance(self.shown)

    def charts(self) -> dict[str, Callable[[], CaptionedChart]]:
        """Return the functions that make each chart as it would be shown now."""
        shown = self.shown
        if shown is None:
            return {}
        made: dict[str, Callable[[], CaptionedChart]] = {
            name: partial(shown.chart, name) for name in CHARTS[:-1]
        }
        beside = self.beside.comparison
        if beside is not None:
            made["side-by-side"] = partial(comparison_chart, beside, shown)
        return {**made, "heat": self._heat_chart}

    def _heat_chart(self) -> CaptionedChart:
        self._freshen(self.heat)
        assert self.heat.heat is not None
        assert self.shown is not None
        return CaptionedChart(self.heat.heat, "", self.shown.note)
