"""The findings of many games as files: a report, a table, numbers, a picture of a chart."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.balance import decisive_factors
from engine.balance.balance_report import as_csv, as_json, provenance_text, report_sentences
from engine.balance.balance_study import SeriesComparison
from engine.balance.balance_summary import BalanceSummary
from engine.files import source_text
from engine.narration.scenario_names import ScenarioNames
from engine.texts import text
from studio.framework.background_jobs import JobProgress
from studio.framework.file_operations import FileOperations
from studio.framework.report_viewer import ReportOpener
from studio.rendering.charts.report_charts import ChartDrawing
from studio.rendering.file_formats import picture_format
from studio.rendering.map.map_pictures import render_drawing
from studio.reports.balance_report import build_balance_report
from studio.reports.comparison_report import build_comparison_report
from studio.reports.report_pages import ReportPage

TABLES, NUMBERS = (".csv",), (".json",)


class BalanceExporter:
    """Writes files that the user names; says when one is written, or why it could not be."""

    def __init__(self, filing: FileOperations) -> None:
        self._filing, self.reading = filing, ReportOpener(filing)

    def open_report(self, balance: BalanceSummary, beside: SeriesComparison | None) -> None:
        """The whole report, to be read, and saved as HTML or PDF."""
        language = self._filing.localize.language

        def page() -> ReportPage:
            if beside is None:
                return build_balance_report(balance, language)
            return build_comparison_report(
                beside.named(language), beside.sentences(language), language
            )

        self.reading.open(page, self._name(balance))

    def write_games(self, balance: BalanceSummary, beside: SeriesComparison | None) -> None:
        """The games of a series as CSV, one line per game; of several series, the one shown."""
        path = self._filing.prompts.page_file(self._name(balance) + TABLES[0], TABLES)
        if path is not None:
            self._write(path, lambda: as_csv(balance))

    def write_numbers(self, balance: BalanceSummary, beside: SeriesComparison | None) -> None:
        """All numbers as JSON, the document of `sandtable balance --json`."""
        language = self._filing.localize.language
        path = self._filing.prompts.page_file(self._name(balance) + NUMBERS[0], NUMBERS)
        if path is not None:
            told = _numbers(balance, language) if beside is None else beside.document(language)
            self._write(path, lambda: _json(told))

    def write_picture(self, drawing: ChartDrawing, title: str) -> None:
        """A chart as PNG, SVG or PDF."""
        path = self._filing.prompts.picture_file(None)
        if path is None:
            return
        format_ = picture_format(path)
        if format_ is None:
            self._filing.prompts.show_message(self._filing.localize("unknown-picture", file=path))
            return
        paint, wide, high = drawing.paint, drawing.width, drawing.height
        self._write(path, lambda: render_drawing(paint, wide, high, format_, title).content)

    def _write(self, path: Path, content: Callable[[], str | bytes]) -> None:
        def write(progress: JobProgress) -> None:
            made = content()
            progress.commit()
            source_text.write(path, made)

        localize = self._filing.localize
        self._filing.start_job(
            localize("job-saving", name=path.name), write, localize("exported", file=path)
        )

    def _name(self, balance: BalanceSummary) -> str:
        """Return the name of its files."""
        language = self._filing.localize.language
        return self._filing.fit_name(ScenarioNames(balance.series.scenario, language).title)


def summary_text(
    balance: BalanceSummary, language: str, beside: SeriesComparison | None = None
) -> str:
    """Return the supported conclusions, as plain text with title and source."""
    title = ScenarioNames(balance.series.scenario, language).title
    head = text("balance.title", language, title=title)
    said = report_sentences(balance, language) if beside is None else beside.sentences(language)
    return "\n".join([head, "", *said, "", provenance_text(balance, language), ""])


def _numbers(balance: BalanceSummary, language: str) -> dict[str, Any]:
    return {**as_json(balance, language), "causes": decisive_factors.factors_document(balance)}


def _json(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, indent=2) + "\n"
