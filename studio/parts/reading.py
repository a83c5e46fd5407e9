"""Reports opened in the program before they are saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from engine.files import source_text
from studio.drawing.formats import page_format_of
from studio.parts.filing import Filing
from studio.parts.jobs import Progress
from studio.parts.page_reader import PageReader
from studio.reports.pages import FlowingPage, Page, compose, flow

REPORTS = (".html", ".pdf")


class Reading:
    """Makes pages behind the window and opens each in a view of its own."""

    def __init__(self, filing: Filing) -> None:
        self._filing = filing
        self.view: PageReader | None = None  # the latest

    def open(
        self,
        make: Callable[[], Page],
        name: str,
        texts: Mapping[str, Callable[[], str]] | None = None,
    ) -> None:
        """Open a page; saved, its file is called `name`, or is a plain text by its ending."""
        say = self._filing.say

        def work(_: Progress) -> tuple[Page, FlowingPage]:
            page = make()
            return page, flow(page)

        def show(made: tuple[Page, FlowingPage]) -> None:
            page, flowing = made
            self.view = view = PageReader(
                flowing, lambda: self._save(page, name, texts or {}), say, self._filing.over
            )
            view.destroyed.connect(lambda _: self._forget(view))
            view.show()

        self._filing.make(say("job-report"), work, show)

    def _forget(self, gone: PageReader) -> None:
        if self.view is gone:
            self.view = None

    def _save(self, page: Page, name: str, texts: Mapping[str, Callable[[], str]]) -> None:
        filing = self._filing
        endings = (*REPORTS, *texts)
        path = filing.asking.page_file(f"{name}{REPORTS[0]}", endings)
        if path is None:
            return
        text, format_ = texts.get(path.suffix.lower()), page_format_of(path)
        if text is not None:
            self._write(path, lambda: text().encode())
        elif format_ is not None:
            self._write(path, lambda: compose(page, format_))
        else:
            filing.asking.tell(filing.say("page-kinds", file=path, endings=", ".join(endings)))

    def _write(self, path: Path, content: Callable[[], bytes]) -> None:
        def write(progress: Progress) -> None:
            made = content()
            progress.commit()
            source_text.write(path, made)

        say = self._filing.say
        self._filing.begin(say("job-saving", name=path.name), write, say("saved", file=path))
