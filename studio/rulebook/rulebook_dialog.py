"""The reader of rules: chapters and rules beside the page, found by words or by number."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QKeySequence, QShortcut, QTextDocument
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.games import default_game, installed_games, is_installed, title_of
from engine.rulebook.rulebook import (
    Rulebook,
    RulebookChapter,
    RulebookItem,
    build_rulebook,
    rulebook_source_of,
)
from engine.rulebook.rulebook_source import ItemKind
from engine.scenario.scenario import Scenario
from engine.texts import localised
from studio.printing.reference_pages import open_row_filter
from studio.rendering.markdown_layout import set_html
from studio.rendering.rulebook.rule_figures import draw_figure
from studio.rendering.rulebook.rulebook_html import TAGS, RulebookPages
from studio.rendering.rulebook.rulebook_tables import RulebookTables
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length

WIDTH, HEIGHT, LIST_WIDTH, MARGIN = 1040, 720, 290, 44
SCREEN_MARGIN = 60
NUMBER = Qt.ItemDataRole.UserRole
FIGURE = "figure/"
PICTURE_WIDTH = 520  # pixels: a diagram is no wider


class RulebookBrowser(QTextBrowser):
    """Shows the rules of a game with its diagrams, which are drawn when they are wanted."""

    def __init__(self) -> None:
        super().__init__()
        self._game, self._language = default_game(), "en"
        self._drawn: dict[tuple[str, str, str, int], QImage] = {}

    def show_book(self, game: str, language: str, markup: str) -> None:
        """Show a rulebook as HTML."""
        self._game, self._language = game, language
        set_html(self.document(), markup)

    def loadResource(self, type_: int, name: QUrl | str) -> Any:
        """Return a diagram as a picture no wider than the page."""
        path = name.toString() if isinstance(name, QUrl) else name
        if type_ == QTextDocument.ResourceType.ImageResource.value and path.startswith(FIGURE):
            return self._picture(path.removeprefix(FIGURE))
        return super().loadResource(type_, name)

    def _picture(self, name: str) -> QImage:
        room = min(scale_length(PICTURE_WIDTH), max(self.viewport().width() - MARGIN, 200))
        key = self._game, self._language, name, room
        if key not in self._drawn:
            figure = rulebook_source_of(self._game).figures[name]
            drawing = draw_figure(self._game, figure, self._language)
            scale = min(1.0, room / drawing.width) * self.devicePixelRatioF()
            picture = drawing.picture(scale)
            picture.setDevicePixelRatio(self.devicePixelRatioF())
            self._drawn[key] = picture
        return self._drawn[key]


class RulebookDialog(QDialog):
    """The rules of a game, or of a scenario's own copy: a list that can be searched, and a page."""

    def __init__(self, localize: Localizer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._localize = localize
        self._scenario: Scenario | None = None
        self.book: Rulebook | None = None
        self.games, self.line = QComboBox(), QLineEdit()
        self.list, self.page = QTreeWidget(), RulebookBrowser()
        self.list.setHeaderHidden(True)
        self.line.setClearButtonEnabled(True)
        self.page.setOpenLinks(False)
        self._arrange()
        self.games.activated.connect(self._choose_game)
        self.line.textChanged.connect(self._fill)
        self.line.returnPressed.connect(self._open_first)
        self.list.currentItemChanged.connect(self._open)
        self.page.anchorClicked.connect(lambda link: self.page.scrollToAnchor(link.fragment()))
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.line.setFocus)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _arrange(self) -> None:
        left, column = QVBoxLayout(), QWidget()
        left.setContentsMargins(0, 0, 0, 0)
        for widget in (self.games, self.line, self.list):
            left.addWidget(widget)
        column.setLayout(left)
        column.setFixedWidth(scale_length(LIST_WIDTH))
        layout = QHBoxLayout(self)
        layout.addWidget(column)
        layout.addWidget(self.page, 1)
        room = self.screen().availableGeometry().size()
        wide, high = room.width() - SCREEN_MARGIN, room.height() - SCREEN_MARGIN
        self.resize(min(WIDTH, wide), min(HEIGHT, high))

    def retranslate(self) -> None:
        """Name the games, and show the rules, in the window's language."""
        language = self._localize.language
        self.setWindowTitle(self._localize("rules-title"))
        self.line.setPlaceholderText(self._localize("rules-search"))
        self.games.setAccessibleName(self._localize("rules-game"))
        shown = self.games.currentData()
        self.games.clear()
        for game in installed_games():
            self.games.addItem(localised(title_of(game), language), game)
        if shown is not None:
            self.games.setCurrentIndex(self.games.findData(shown))
        if self.book is not None:
            self._show_book(self.book.game)

    def read(self, game: str, scenario: Scenario | None = None, number: str = "") -> None:
        """Show the rules of a game from a rule on; those of a scenario with its changes marked."""
        self._scenario = scenario
        self.games.setCurrentIndex(self.games.findData(game))
        self._show_book(game)
        if number and self.book is not None:
            self.go_to(self.book.nearest_entry(number))

    def go_to(self, number: str) -> None:
        """Scroll to a rule, and select it in the list."""
        self.line.clear()
        found = self.list.findItems(
            "*", Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive
        )  # fmt: skip
        for item in found:
            if item.data(0, NUMBER) == number:
                self.list.setCurrentItem(item)
                self.list.scrollToItem(item)

    def _choose_game(self) -> None:
        self._show_book(str(self.games.currentData()))

    def _show_book(self, game: str) -> None:
        scenario = self._scenario if self._scenario and self._scenario.game == game else None
        language = self._localize.language
        self.book = build_rulebook(game, language, scenario.rules if scenario else None)
        keep = open_row_filter(scenario) if scenario else None
        tables = RulebookTables(self.book, scenario, keep)
        pages = RulebookPages(self.book, tables, lambda name: f"{FIGURE}{name}", lambda _: "")
        head = f"<h1>{self.book.title}</h1>"
        self.page.show_book(game, language, head + "".join(map(pages.chapter, self.book.chapters)))
        self._fill(self.line.text())

    # --- the list -----------------------------------------------------------------------------

    def _fill(self, sought: str) -> None:
        """List the chapters and rules; while something is sought, those that contain its words."""
        self.list.clear()
        words = sought.casefold().split()
        for chapter in self.book.chapters if self.book else ():
            top = QTreeWidgetItem([f"{chapter.number}  {chapter.title}"])
            top.setData(0, NUMBER, chapter.id)
            for item in _found(chapter, words):
                line = QTreeWidgetItem([f"{item.name}  {item.title}".strip()])
                line.setData(0, NUMBER, item.name)
                line.setToolTip(0, item.title)
                top.addChild(line)
            if top.childCount() or not words:
                self.list.addTopLevelItem(top)
                top.setExpanded(bool(words))
        if words and not self.list.topLevelItemCount():
            nothing = QTreeWidgetItem([self._localize("rules-none")])
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addTopLevelItem(nothing)

    def _open(self, item: QTreeWidgetItem | None) -> None:
        if item is not None and item.data(0, NUMBER):
            self.page.scrollToAnchor(item.data(0, NUMBER))

    def _open_first(self) -> None:
        """Open the first rule found."""
        top = self.list.topLevelItem(0)
        if top is not None:
            self.list.setCurrentItem(top.child(0) or top)


def _found(chapter: RulebookChapter, words: list[str]) -> Iterator[RulebookItem]:
    """Yield the rules of a chapter in which every word stands, or whose number is meant."""
    for item in chapter.items:
        if item.kind is ItemKind.RULE:
            said = unescape(TAGS.sub("", f"{item.name} {item.title} {item.text}")).casefold()
            if all(word in said for word in words):
                yield item


def show_rulebook(
    window: QWidget, localize: Localizer, shown: Scenario | str | None = None, number: str = ""
) -> RulebookDialog:
    """Open the window's reader of rules at a rule of a scenario or game; one serves for all."""
    dialog = window.findChild(RulebookDialog) or RulebookDialog(localize, window)
    game = shown.game if isinstance(shown, Scenario) else shown or default_game()
    if is_installed(game):
        dialog.read(game, shown if isinstance(shown, Scenario) else None, number)
    dialog.show()
    dialog.raise_()
    return dialog
