"""The report comparing several series: a chart, a table, and what they show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.balance.balance_report import format_percent, luck_free_percentages, provenance_text
from engine.balance.balance_summary import BalanceSummary
from engine.narration.scenario_names import ScenarioNames
from engine.texts import text
from studio.rendering.charts.report_charts import SeriesStyle, ShareBar, ShareChart
from studio.rendering.counters.counter_painter import side_colours
from studio.reports.report_pages import (
    NOT_TOLD,
    Block,
    Heading,
    Paragraph,
    ReportFigure,
    ReportPage,
    ReportTable,
)

Named = Sequence[tuple[str, BalanceSummary]]
"""Series by what they are called; at least one."""


def comparison_chart(found: Named) -> ShareChart:
    """The share of decided games that the first side wins, series by series."""
    first = found[0][1]
    side = first.sides[0]
    ink = SeriesStyle(side_colours(first.series.scenario)[side])
    shares = [(name, balance.decided_wins(side)) for name, balance in found]
    return ShareChart([ShareBar(name, s.rate, s.low, s.high, ink) for name, s in shares])


def comparison_table(found: Named, language: str) -> ReportTable:
    """Games, how often each side won, and the first without luck where known, series by series."""
    first = found[0][1]
    names = ScenarioNames(first.series.scenario, language)
    head = ["", text("balance.games", language)]
    for side in first.sides:
        head += [names.side(side), text("balance.interval", language)]
    head.append(text("balance.draw", language))
    rows = [_row(name, balance, language) for name, balance in found]
    if not has_luck_adjusted_result(found):
        return ReportTable(head, rows)
    head.append(text("balance.luck-aside", language, side=names.side(first.sides[0])))
    aside = [_luck_aside(balance, language) for _, balance in found]
    return ReportTable(head, [[*row, cell] for row, cell in zip(rows, aside, strict=True)])


def has_luck_adjusted_result(found: Named) -> bool:
    """Return True if the luck-free win rate of any series is known."""
    return any(balance.luck_free_balance(balance.sides[0]) for _, balance in found)


def _luck_aside(balance: BalanceSummary, language: str) -> str:
    """Return the luck-free win rate of the first side, with its interval."""
    aside = balance.luck_free_balance(balance.sides[0])
    if aside is None:
        return NOT_TOLD
    words = luck_free_percentages(aside, language)
    return f"{words['rate']} ({text('balance.from-to', language, **words)})"


def _row(name: str, balance: BalanceSummary, language: str) -> list[str]:
    cells = [name, str(balance.games)]
    for side in balance.sides:
        share = balance.wins(side)
        low, high = format_percent(share.low, language), format_percent(share.high, language)
        cells += [
            format_percent(share.rate, language),
            text("balance.from-to", language, low=low, high=high),
        ]
    return [*cells, format_percent(balance.draws.rate, language)]


def build_comparison_report(found: Named, said: Sequence[str], language: str) -> ReportPage:
    """The report."""
    names = ScenarioNames(found[0][1].series.scenario, language)
    title = text("balance.title", language, title=names.title)
    return ReportPage(title, language, list(_blocks(found, said, names, language)))


def _blocks(
    found: Named, said: Sequence[str], names: ScenarioNames, language: str
) -> Iterator[Block]:
    for sentence in said:
        yield Paragraph(sentence, "lead")
    yield Paragraph(provenance_text(found[0][1], language), "note")
    first = found[0][1].sides[0]
    yield Heading(text("balance.side-by-side", language, side=names.side(first)))
    chart = comparison_chart(found)
    caption = text("balance.chart-side-by-side", language, side=names.side(first))
    yield ReportFigure(chart.paint, chart.width, chart.height, caption)
    yield comparison_table(found, language)
    yield Paragraph(text("balance.source", language), "note")
    if has_luck_adjusted_result(found):
        yield Paragraph(text("balance.luck-source", language), "note")
