"""Reports opened in the program before they are saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from engine.files import source_text
from studio.drawing.formats import report_format
from studio.parts.filing import FileOperations
from studio.parts.jobs import Progress
from studio.parts.page_reader import ReportViewer
from studio.reports.pages import FlowingPage, ReportPage, layout_report, render_report

REPORTS = (".html", ".pdf")


class ReportOpener:
    """Makes pages behind the window and opens each in a view of its own."""

    def __init__(self, filing: FileOperations) -> None:
        self._filing = filing
        self.view: ReportViewer | None = None  # the latest

    def open(
        self,
        make: Callable[[], ReportPage],
        name: str,
        texts: Mapping[str, Callable[[], str]] | None = None,
    ) -> None:
        """Open a page; saved, its file is called `name`, or is a plain text by its ending."""
        say = self._filing.say

        def work(_: Progress) -> tuple[ReportPage, FlowingPage]:
            page = make()
            return page, layout_report(page)

        def show(made: tuple[ReportPage, FlowingPage]) -> None:
            page, flowing = made
            self.view = view = ReportViewer(
                flowing, lambda: self._save(page, name, texts or {}), say, self._filing.over
            )
            view.destroyed.connect(lambda _: self._forget(view))
            view.show()

        self._filing.make(say("job-report"), work, show)

    def _forget(self, gone: ReportViewer) -> None:
        if self.view is gone:
            self.view = None

    def _save(self, page: ReportPage, name: str, texts: Mapping[str, Callable[[], str]]) -> None:
        filing = self._filing
        endings = (*REPORTS, *texts)
        path = filing.asking.page_file(f"{name}{REPORTS[0]}", endings)
        if path is None:
            return
        text, format_ = texts.get(path.suffix.lower()), report_format(path)
        if text is not None:
            self._write(path, lambda: text().encode())
        elif format_ is not None:
            self._write(path, lambda: render_report(page, format_))
        else:
            filing.asking.tell(filing.say("page-kinds", file=path, endings=", ".join(endings)))

    def _write(self, path: Path, content: Callable[[], bytes]) -> None:
        def write(progress: Progress) -> None:
            made = content()
            progress.commit()
            source_text.write(path, made)

        say = self._filing.say
        self._filing.begin(say("job-saving", name=path.name), write, say("saved", file=path))
