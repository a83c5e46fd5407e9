"""A report opened in the program: read, searched by its headings, saved from here.

Reports opened in the program before they are saved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextBlock
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from engine.files import source_text
from studio.framework.background_jobs import JobProgress
from studio.framework.file_operations import FileOperations
from studio.rendering.file_formats import report_format
from studio.reports.report_pages import FlowingPage, ReportPage, layout_report, render_report
from studio.widgets.localization import Localizer
from studio.widgets.sizing import open_at_size, scale_length

WIDE, HIGH, NARROW = 980, 760, 210
PAPER = "QTextBrowser { background: #fffdf7; color: #2b241a; padding: 12px; }"
PLACE = Qt.ItemDataRole.UserRole
DEEPEST = 3  # headings that are listed


class ReportViewer(QDialog):
    """A page beside the list of its headings; `save` writes it into a file that the user names."""

    def __init__(
        self,
        page: FlowingPage,
        save: Callable[[], None],
        localize: Localizer,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(page.title)
        open_at_size(self, WIDE, HIGH)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.text, self.headings, self.words = QTextBrowser(), QListWidget(), QLineEdit()
        self.save, self.shut = (
            QPushButton(localize("page-save")),
            QPushButton(localize("page-close")),
        )
        self._document = page.document()
        self._document.setParent(self.text)
        self.text.setDocument(self._document)
        self.text.setStyleSheet(PAPER)
        self.text.setOpenLinks(False)
        self.text.setAccessibleName(page.title)
        self.headings.setAccessibleName(localize("page-headings"))
        self.words.setPlaceholderText(localize("page-find"))
        self.words.setClearButtonEnabled(True)
        self.words.setMinimumWidth(scale_length(NARROW))
        for button in (self.save, self.shut):
            button.setAutoDefault(False)
        self._list_headings()
        self._lay_out()
        self.save.clicked.connect(save)
        self.shut.clicked.connect(self.close)
        self.headings.currentItemChanged.connect(self._go_to)
        self.words.textChanged.connect(self._find)
        self.words.installEventFilter(self)
        self.text.setFocus()

    def _lay_out(self) -> None:
        middle, foot, whole = QSplitter(), QHBoxLayout(), QVBoxLayout(self)
        middle.addWidget(self.headings)
        middle.addWidget(self.text)
        middle.setStretchFactor(1, 1)
        middle.setSizes([NARROW, WIDE - NARROW])
        foot.addWidget(self.words)
        foot.addStretch(1)
        foot.addWidget(self.save)
        foot.addWidget(self.shut)
        whole.addWidget(middle, 1)
        whole.addLayout(foot)

    def _list_headings(self) -> None:
        block = self._document.begin()
        while block.isValid():
            rank = block.blockFormat().headingLevel()
            if 0 < rank <= DEEPEST and block.text():
                item = QListWidgetItem("    " * max(rank - 2, 0) + block.text())
                item.setData(PLACE, block.position())
                self.headings.addItem(item)
            block = block.next()

    def _go_to(self, item: QListWidgetItem | None) -> None:
        """Bring a heading to the top."""
        if item is None:
            return
        block: QTextBlock = self._document.findBlock(item.data(PLACE))
        top = self._document.documentLayout().blockBoundingRect(block).top()
        self.text.verticalScrollBar().setValue(int(top))

    def _find(self, words: str) -> None:
        """Show the first place of some words, or the next."""
        cursor = self.text.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self.text.setTextCursor(cursor)
        if words:
            self._find_next()

    def _find_next(self) -> None:
        """Show the next place, and after the last the first again."""
        if not self.text.find(self.words.text()):
            cursor = self.text.textCursor()
            cursor.setPosition(0)
            self.text.setTextCursor(cursor)
            self.text.find(self.words.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter in the field goes on to the next place."""
        if (
            watched is self.words
            and isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            self._find_next()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Find, save, and Escape closes."""
        if event.matches(QKeySequence.StandardKey.Find):
            self.words.setFocus()
            self.words.selectAll()
        elif event.matches(QKeySequence.StandardKey.Save):
            self.save.click()
        else:
            super().keyPressEvent(event)


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
        localize = self._filing.localize

        def work(_: JobProgress) -> tuple[ReportPage, FlowingPage]:
            page = make()
            return page, layout_report(page)

        def show(made: tuple[ReportPage, FlowingPage]) -> None:
            page, flowing = made
            self.view = view = ReportViewer(
                flowing,
                lambda: self._save(page, name, texts or {}),
                localize,
                self._filing.parent_window,
            )
            view.destroyed.connect(lambda _: self._forget(view))
            view.show()

        self._filing.make_in_background(localize("job-report"), work, show)

    def _forget(self, gone: ReportViewer) -> None:
        if self.view is gone:
            self.view = None

    def _save(self, page: ReportPage, name: str, texts: Mapping[str, Callable[[], str]]) -> None:
        filing = self._filing
        endings = (*REPORTS, *texts)
        path = filing.prompts.page_file(f"{name}{REPORTS[0]}", endings)
        if path is None:
            return
        text, format_ = texts.get(path.suffix.lower()), report_format(path)
        if text is not None:
            self._write(path, lambda: text().encode())
        elif format_ is not None:
            self._write(path, lambda: render_report(page, format_))
        else:
            filing.prompts.show_message(
                filing.localize("page-kinds", file=path, endings=", ".join(endings))
            )

    def _write(self, path: Path, content: Callable[[], bytes]) -> None:
        def write(progress: JobProgress) -> None:
            made = content()
            progress.commit()
            source_text.write(path, made)

        localize = self._filing.localize
        self._filing.start_job(
            localize("job-saving", name=path.name), write, localize("saved", file=path)
        )
