"""The manual inside the window: the pages of docs with their pictures, to be searched and read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QKeySequence, QShortcut, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from studio.framework.manual_pages import (
    CHANGES,
    DOCS,
    heading_anchor,
    manual_pages,
    page_name,
    page_shelf,
    page_text,
)
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length

PAGE = Qt.ItemDataRole.UserRole
WIDTH, HEIGHT, LIST_WIDTH, MARGIN = 980, 640, 230, 40
SCREEN_MARGIN = 60


class ManualBrowser(QTextBrowser):
    """Shows a page; pictures are no wider than it, links lead to other pages."""

    folder = DOCS  # of the page that is shown

    def loadResource(self, type_: int, name: QUrl | str) -> Any:
        """Pictures lie beside the pages."""
        path = self.folder / (name.toString() if isinstance(name, QUrl) else name)
        if type_ == QTextDocument.ResourceType.ImageResource.value and path.is_file():
            picture, room = QImage(str(path)), self.viewport().width() - MARGIN
            if picture.width() > room > 0:
                return picture.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
            return picture
        return super().loadResource(type_, name)


class ManualDialog(QDialog):
    """A searchable list of the pages, beside the page that is read."""

    def __init__(self, localize: Localizer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._localize = localize
        self.line, self.list, self.page = QLineEdit(), QListWidget(), ManualBrowser()
        self.line.setClearButtonEnabled(True)
        self.page.setOpenLinks(False)
        left, column = QVBoxLayout(), QWidget()
        left.setContentsMargins(0, 0, 0, 0)
        left.addWidget(self.line)
        left.addWidget(self.list, 1)
        column.setLayout(left)
        column.setFixedWidth(scale_length(LIST_WIDTH))
        layout = QHBoxLayout(self)
        layout.addWidget(column)
        layout.addWidget(self.page, 1)
        self.line.textChanged.connect(self._fill)
        self.line.returnPressed.connect(self.find_next)
        self.list.currentItemChanged.connect(self._show)
        self.page.anchorClicked.connect(self._follow)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.line.setFocus)
        QShortcut(QKeySequence("F3"), self, self.find_next)
        room = self.screen().availableGeometry().size()
        wide, high = room.width() - SCREEN_MARGIN, room.height() - SCREEN_MARGIN
        self.resize(min(WIDTH, wide), min(HEIGHT, high))
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Pages are read in the window's language, where they are written in it."""
        self.setWindowTitle(self._localize("manual-title"))
        self.line.setPlaceholderText(self._localize("manual-search"))
        self._fill(self.line.text())

    def begin(self) -> None:
        """Show the first page: the first tutorial."""
        self.line.clear()
        self._select_first()
        self.list.setFocus()

    def read(self, name: str, fragment: str = "") -> None:
        """Show a page by its place in docs without the ending, from a heading on."""
        self.line.clear()
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(PAGE) and page_name(item.data(PAGE)) == page_name(DOCS / f"{name}.md"):
                self.list.setCurrentItem(item)
                self._go_to_heading(fragment)

    def _fill(self, sought: str) -> None:
        """List the pages that contain every word; without words, all pages by shelf."""
        words = sought.casefold().split()
        self.list.clear()
        shelf = ""
        for path, title in manual_pages(self._localize.language):
            if not words and shelf != (shelf := page_shelf(path)):
                self._add_heading(self._localize(f"manual-shelf-{shelf}"))
            text = page_text(path).casefold()
            if all(word in text for word in words):
                item = QListWidgetItem(title)
                item.setData(PAGE, path)
                self.list.addItem(item)
        self._select_first()

    def _add_heading(self, words: str) -> None:
        heading = QListWidgetItem(words)
        font = heading.font()
        font.setBold(True)
        heading.setFont(font)
        heading.setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.addItem(heading)

    def _select_first(self) -> None:
        rows = (row for row in range(self.list.count()) if self.list.item(row).data(PAGE))
        self.list.setCurrentRow(next(rows, -1))

    def _show(self, item: QListWidgetItem | None) -> None:
        if item is None or item.data(PAGE) is None:
            self.page.clear()
            return
        self.page.folder = item.data(PAGE).parent
        self.page.document().setMarkdown(
            page_text(item.data(PAGE)), QTextDocument.MarkdownFeature.MarkdownDialectGitHub
        )
        self.page.moveCursor(QTextCursor.MoveOperation.Start)
        if self.line.text().strip():
            self.find_next()

    def find_next(self) -> None:
        """The next place of the first word sought, from the top again after the last."""
        word = next(iter(self.line.text().split()), "")
        if word and not self.page.find(word):
            self.page.moveCursor(QTextCursor.MoveOperation.Start)
            self.page.find(word)

    def _follow(self, link: QUrl) -> None:
        """To another page, or a heading of this one; what lies elsewhere is not opened."""
        path, fragment = link.path(), link.fragment()
        if link.scheme():
            return
        if path.endswith(".md"):
            there = Path(os.path.normpath(self.page.folder / path))
            if there.is_relative_to(DOCS):
                self.read(there.relative_to(DOCS).with_suffix("").as_posix(), fragment)
        elif not path:
            self._go_to_heading(fragment)

    def _go_to_heading(self, fragment: str) -> None:
        block = self.page.document().begin()
        while fragment and block.isValid():
            if block.blockFormat().headingLevel() and heading_anchor(block.text()) == fragment:
                self.page.setTextCursor(QTextCursor(block))
                bar = self.page.verticalScrollBar()
                bar.setValue(bar.value() + self.page.cursorRect().top())
                return
            block = block.next()


class ChangelogDialog(QDialog):
    """A dialog with the changelog."""

    def __init__(self, localize: Localizer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(localize("action-news"))
        self.page = QTextBrowser()
        self.page.setMarkdown(page_text(CHANGES))
        self.page.setOpenLinks(False)
        QVBoxLayout(self).addWidget(self.page)
        self.resize(WIDTH * 3 // 4, HEIGHT)
