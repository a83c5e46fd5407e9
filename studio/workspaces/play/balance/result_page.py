"""The parts of the tabs on many games: a balance as shown, and a sheet that describes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from engine.balance.balance_report import players_by_side_text
from engine.balance.balance_summary import BalanceSummary
from engine.balance.series import GameRecord
from engine.texts import text
from studio.rendering.charts.report_charts import ChartDrawing
from studio.reports.balance_report import BalanceCharts, BalanceTables
from studio.workspaces.play.balance.chart_widgets import CaptionedChart
from studio.workspaces.play.balance.result_tables import APART


def series_caption(balance: BalanceSummary, language: str) -> str:
    """Return the note under every chart: players, number of games, and seed."""
    values = {
        "players": players_by_side_text(balance, language), "games": balance.games,
        "of": balance.series.games, "seed": balance.series.seed,
    }  # fmt: skip
    key = "window-note" if balance.games == balance.series.games else "window-note-so-far"
    return text(f"balance.{key}", language, **values)


class LocalizedBalance:
    """A balance with everything derived from it in one language."""

    def __init__(
        self, balance: BalanceSummary, records: Sequence[GameRecord], language: str
    ) -> None:
        """`records` are those of the balance in the order they came in."""
        self.balance, self.records, self.language = balance, records, language
        self.charts, self.tables = (
            BalanceCharts(balance, language),
            BalanceTables(balance, language),
        )
        self.note = series_caption(balance, language)

    def localize(self, key: str, **values: object) -> str:
        """A text of the balance reports."""
        return text(f"balance.{key}", self.language, **values)

    def chart(self, name: str) -> CaptionedChart:
        """A chart with its title and its note; one of CHARTS but `heat`."""
        charts: dict[str, Callable[[], ChartDrawing]] = {
            "wins": self.charts.paint_wins,
            "turns": self.charts.turns,
            "losses": self.charts.losses,
            "units": self.charts.units,
        }
        return CaptionedChart(charts[name](), self.localize(f"chart-{name}"), self.note)

    def listed_sides(self) -> str:
        """The sides in the order their numbers stand in."""
        names = self.charts.names
        return APART.join(names.side(side) for side in self.balance.sides)


class ResultPage(QScrollArea):
    """A tab that describes part of a balance, from top to bottom."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title  # the key of its name
        self.is_stale = False
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        inside = QWidget()
        self.column = QVBoxLayout(inside)
        self.setWidget(inside)
        self.headings: dict[str, QLabel] = {}

    def show_balance(self, shown: LocalizedBalance) -> None:
        """Show the findings of a balance; overridden by each tab."""
        for key, heading in self.headings.items():
            heading.setText(shown.localize(key))

    def add_heading(self, key: str) -> None:
        """A line above what follows."""
        heading = self.headings[key] = QLabel()
        letters = QFont()
        letters.setBold(True)
        heading.setFont(letters)
        self.column.addWidget(heading)

    def add(self, widget: QWidget) -> None:
        """Add something below the last; figures and tables keep their own width."""
        self.column.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)


def make_paragraph() -> QLabel:
    """Sentences that can be marked and copied."""
    label = QLabel()
    label.setWordWrap(True)
    selectable = Qt.TextInteractionFlag.TextSelectableByMouse
    label.setTextInteractionFlags(selectable | Qt.TextInteractionFlag.TextSelectableByKeyboard)
    return label


def make_paragraphs(sentences: Iterable[str]) -> str:
    """Sentences one below the other."""
    return "".join(f'<p style="margin:3px 0">{escape(each)}</p>' for each in sentences)
