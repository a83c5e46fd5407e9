"""The start page: what can be begun, the files opened last, and the samples by game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices, QHideEvent, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.files import source_text
from engine.games import PACKAGES, title_of
from engine.session.saved_games import SavedGame
from studio.main_window.file_summary import (
    FileSummary,
    list_samples,
    sample_facts,
    samples_by_title,
    summarise,
)
from studio.main_window.start_cards import (
    ActionCard,
    CardGrid,
    FileCard,
    FilterChip,
    StartCard,
    relative_font,
)
from studio.main_window.thumbnails import Thumbnails
from studio.preferences import Preferences
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.widgets.wrapping import FlowLayout

# The cards of actions: the action of each, and its icon.
ACTIONS = {
    "new": ("new", "map"), "ground": ("new-ground", "globe"),
    "country": ("new-country", "sparkles"), "open": ("open", "open"),
    "import": ("import", "import"), "tutorial": ("tutorial", "tour"),
}  # fmt: skip
WIDEST, MARGIN, NEAR, APART = 1360, 24, 12, 20  # pixels
NARROWEST_ACTION, NARROWEST_FILE = 300, 240  # pixels at the usual size of words
ACTIONS_A_ROW, FILES_A_ROW = 3, 4
MAX_RECENT = 8
TITLE, HEADING = 2.0, 1.15  # sizes relative to that of other words
MAPS = "maps"  # the filter of maps, beside those of games
DOT = " · "
HELD_MS = 100  # until a button that is held down is looked at again
AFTER_MS = 400  # the page is there first, then its pictures


class SectionHeading(QLabel):
    """A line of words in a size of its own, relative to that of all others."""

    def __init__(self, size: float, *, is_faint: bool = False) -> None:
        super().__init__()
        self._size, self._is_bold = size, not is_faint
        self.setWordWrap(True)
        if is_faint:
            self.setForegroundRole(QPalette.ColorRole.PlaceholderText)

    def follow(self, page: QWidget) -> None:
        """Take the size from the words of a page."""
        self.setFont(relative_font(page, self._size, bold=self._is_bold))


class StartPage(QWidget):
    """Shown while no file is open; files can also be dropped on it."""

    file_wanted = Signal(object)  # Path
    removal_wanted = Signal(object)  # Path: to be removed from the files opened last

    def __init__(self, localize: Localizer, preferences: Preferences) -> None:
        super().__init__()
        self._localize, self._preferences = localize, preferences
        self._recent: list[Path] = []
        self.saved_games: Callable[[Path], Sequence[SavedGame]] = lambda scenario: ()
        self._acts: Mapping[str, QAction] = {}
        self.buttons: dict[str, StartCard] = {}
        self.chips: dict[str, FilterChip] = {}
        self.thumbnails = Thumbnails(self)
        self._begin_drawing = QTimer(self, singleShot=True, interval=AFTER_MS)
        self._begin_drawing.timeout.connect(self.thumbnails.go_on)
        self._lay_out()
        self._make_actions()
        localize.changed.connect(self.retranslate)
        self.retranslate()

    # --- its parts --------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.title, self.line = SectionHeading(TITLE), SectionHeading(HEADING, is_faint=True)
        self.recent_heading, self.samples_heading = SectionHeading(HEADING), SectionHeading(HEADING)
        self.recent_hint = SectionHeading(1.0, is_faint=True)
        self._action_row, self._action_cards = _grid(NARROWEST_ACTION, ACTIONS_A_ROW)
        self._recent_row, self._recent_cards = _grid(NARROWEST_FILE, FILES_A_ROW)
        self._sample_row, self._sample_cards = _grid(NARROWEST_FILE, FILES_A_ROW)
        self._chip_row, self._group = QWidget(), QButtonGroup(self)
        self._chips = FlowLayout(self._chip_row, NEAR // 2, Qt.AlignmentFlag.AlignRight)
        self._chips.setContentsMargins(0, 0, 0, 0)
        samples = QHBoxLayout()
        self.samples_heading.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        samples.addWidget(self.samples_heading)
        samples.addSpacing(APART)
        samples.addWidget(self._chip_row, 1)
        self._column = QWidget()
        parts = QVBoxLayout(self._column)
        parts.setContentsMargins(MARGIN, APART, MARGIN, APART)
        parts.setSpacing(NEAR)
        heads = QVBoxLayout()
        heads.setSpacing(0)
        heads.addWidget(self.title)
        heads.addWidget(self.line)
        parts.addLayout(heads)
        parts.addSpacing(NEAR // 2)
        parts.addWidget(self._action_row)
        parts.addSpacing(NEAR)
        parts.addWidget(self.recent_heading)
        parts.addWidget(self.recent_hint)
        parts.addWidget(self._recent_row)
        parts.addSpacing(NEAR)
        parts.addLayout(samples)
        parts.addWidget(self._sample_row)
        outer, middle = QVBoxLayout(self), QHBoxLayout()
        outer.setContentsMargins(0, 0, 0, 0)
        middle.addStretch(1)
        middle.addWidget(self._column, 1000)  # all the room it may take; the rest is on both sides
        middle.addStretch(1)
        outer.addLayout(middle)
        outer.addStretch(1)
        self._follow_font()

    def _follow_font(self) -> None:
        self._column.setMaximumWidth(scale_length(WIDEST))
        for heading in self.findChildren(SectionHeading):
            heading.follow(self)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size of the window."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._follow_font()

    def _make_actions(self) -> None:
        for name, (_, picture) in ACTIONS.items():
            card = self.buttons[name] = ActionCard(name, picture)
            card.arrow_pressed.connect(self._go)
            card.clicked.connect(lambda _=False, name=name: self._acts[ACTIONS[name][0]].trigger())
            self._action_cards.addWidget(card)

    def bind(self, actions: Mapping[str, QAction]) -> None:
        """Let the cards do these actions, and show their keys."""
        self._acts = actions
        for name, (action, _) in ACTIONS.items():
            actions[action].changed.connect(self._show_keys)
            self.buttons[name].setObjectName(f"start-{name}")
        self._show_keys()

    def _show_keys(self) -> None:
        for name, (action, _) in ACTIONS.items():
            card = self.buttons[name]
            assert isinstance(card, ActionCard), "every action has its card"
            keys = self._acts[action].shortcut() if self._acts else None
            shown = keys.toString(keys.SequenceFormat.NativeText) if keys else ""
            card.show_keys(shown.replace("+", " "))

    # --- what it shows ----------------------------------------------------------------------------

    def show_recent(self, files: list[Path]) -> None:
        """Show the files opened last, the latest first, and the filter as it was left."""
        self._recent = [file for file in files if source_text.is_file(file)][:MAX_RECENT]
        self._fill()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        self.title.setText(localize("welcome"))
        self.line.setText(localize("welcome-line"))
        self.recent_heading.setText(localize("welcome-recent"))
        self.recent_hint.setText(localize("welcome-recent-empty"))
        self.samples_heading.setText(localize("welcome-samples"))
        for name in ACTIONS:
            words = localize(f"welcome-{name}"), localize(f"welcome-{name}-hint")
            self.buttons[name].describe(*words)
        self._fill()

    def _fill(self) -> None:
        """Make the cards of files anew; a button that is held down is let go first."""
        if any(button.isDown() for button in (*self.buttons.values(), *self.chips.values())):
            QTimer.singleShot(HELD_MS, self, self._fill)
            return
        focused = self._name_in_focus()
        for name in self.buttons.keys() - ACTIONS.keys():
            del self.buttons[name]
        self._fill_chips()
        shown = [file for file in self._samples() if file not in self._recent]
        _replace(self._recent_cards, [self._recent_card(file) for file in self._recent])
        _replace(self._sample_cards, [self._sample_card(file) for file in shown])
        self.recent_hint.setVisible(not self._recent)
        self._recent_row.setVisible(bool(self._recent))
        self._request_pictures((*self._recent, *shown))
        if focused in self.buttons:
            self.buttons[focused].show()  # a card that its layout has not shown yet takes no keys
            self.buttons[focused].setFocus()

    def _request_pictures(self, files: Iterable[Path]) -> None:
        cards = ((file, self.buttons[str(file)]) for file in files)
        wanted = [(file, card.set_picture) for file, card in cards if isinstance(card, FileCard)]
        self.thumbnails.request(wanted, self._localize.language)
        if self.isVisible():
            self._begin_drawing.start()

    def _name_in_focus(self) -> str:
        named = self.buttons.items()
        return next((name for name, button in named if button.hasFocus()), "")

    # --- samples by game --------------------------------------------------------------------------

    @property
    def filter(self) -> str:
        """The filter of the samples: empty for all, a game, or maps."""
        chosen = self._preferences.sample_filter
        return chosen if chosen in self.chips else ""

    def choose_filter(self, chosen: str) -> None:
        """Show the samples of a game, or the maps, and remember the choice."""
        self._preferences.sample_filter = chosen
        self._fill()

    def _samples(self) -> tuple[Path, ...]:
        if not self.filter:
            return samples_by_title()
        if self.filter == MAPS:
            return tuple(file for file in list_samples() if summarise(file).kind == "map")
        return tuple(file for file in list_samples() if _family(summarise(file)) == self.filter)

    def _fill_chips(self) -> None:
        """Offer the games of the samples in their usual order, and maps."""
        games = {_family(summarise(file)) for file in list_samples()}
        wanted = ["", *(game for game in PACKAGES if game in games), MAPS]
        words = [self._chip_words(name) for name in wanted]
        if words != [chip.accessibleName() for chip in self.chips.values()]:
            self.chips = {}
            chips = [self._chip(*each) for each in zip(wanted, words, strict=True)]
            _replace(self._chips, chips)
        self.chips[self.filter].setChecked(True)

    def _chip(self, name: str, words: str) -> FilterChip:
        chip = self.chips[name] = FilterChip(words)
        chip.setObjectName(f"filter-{name or 'all'}")
        chip.clicked.connect(lambda _=False: self.choose_filter(name))
        self._group.addButton(chip)
        return chip

    def _chip_words(self, name: str) -> str:
        if name in ("", MAPS):
            return self._localize(f"welcome-filter-{name or 'all'}")
        return self._localize.localize_text(title_of(name))

    # --- cards of files ---------------------------------------------------------------------------

    def _file_card(self, file: Path, detail: str) -> FileCard:
        card = FileCard(str(file))
        title = self._localize.localize_text(summarise(file).title)
        card.describe(title, detail)
        card.setToolTip("\n".join(filter(None, (title, detail, str(file)))))
        card.clicked.connect(lambda _=False: self.file_wanted.emit(file))
        card.arrow_pressed.connect(self._go)
        self.buttons[str(file)] = card
        return card

    def _sample_card(self, file: Path) -> FileCard:
        about = summarise(file)
        return self._file_card(file, DOT.join(filter(None, self._sample_parts(file, about))))

    def _sample_parts(self, file: Path, about: FileSummary) -> Iterable[str]:
        localize, facts = self._localize, sample_facts().get(file)
        if about.kind == "map":
            yield localize("welcome-map")
            yield localize("welcome-hexes", columns=about.columns, rows=about.rows)
            yield localize(f"style-{about.style}") if about.style else ""
            return
        yield localize.localize_text(title_of(about.game))
        if facts is not None and facts.most > facts.fewest:
            yield localize("welcome-players-range", fewest=facts.fewest, most=facts.most)
        elif facts is not None:
            yield localize("welcome-players", count=facts.most)
        if facts is not None:
            yield localize("welcome-minutes", minutes=facts.minutes)

    def _recent_card(self, file: Path) -> FileCard:
        card = self._file_card(file, DOT.join(filter(None, self._recent_parts(file))))
        card.menu_wanted.connect(lambda at: self._show_menu(file, at))
        return card

    def _recent_parts(self, file: Path) -> Iterable[str]:
        localize, about = self._localize, summarise(file)
        game = localize.localize_text(title_of(about.game)) if about.game else ""
        saved = [each for each in self.saved_games(file) if not each.is_over]
        if saved and game:
            yield localize("welcome-saved-of", game=game)
            yield localize("welcome-turn", turn=saved[0].turn) if saved[0].turn else ""
            return
        named = {"map", "table", "deck", "session", "replay", "room"}
        if about.kind == "scenario":
            yield localize("welcome-scenario-of", game=game)
        elif about.kind in named:
            yield localize(f"welcome-{about.kind}")
        opened = self._preferences.opened_at(file)
        if opened is not None:
            yield localize.day(opened, datetime.now().date())

    def menu(self, file: Path) -> QMenu:
        """Make the menu of a file opened lately."""
        menu = QMenu(self)
        remove = menu.addAction(self._localize("welcome-remove"))
        remove.triggered.connect(lambda _=False: self.removal_wanted.emit(file))
        folder = menu.addAction(self._localize("welcome-folder"))
        folder.triggered.connect(lambda _=False: show_folder(file))
        return menu

    def _show_menu(self, file: Path, at: QPoint) -> None:
        menu = self.menu(file)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    # --- keys -------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Give the keyboard to the first card, unless the page has it already."""
        focused = self.window().focusWidget()
        if focused is None or not self.isAncestorOf(focused):
            self.buttons["new"].setFocus()

    def _go(self, key: int) -> None:
        """Move the keyboard from a card to the nearest one in the direction of an arrow."""
        cards = [card for card in self.buttons.values() if card.isVisible()]
        here = next((card for card in cards if card.hasFocus()), None)
        if here is None:
            return
        found = _next_card(cards, here, Qt.Key(key), self)
        if found is not None:
            found.setFocus(Qt.FocusReason.TabFocusReason)

    # --- pictures ---------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """Draw the pictures after the first frames of the window."""
        super().showEvent(event)
        self._begin_drawing.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop drawing pictures while hidden."""
        super().hideEvent(event)
        self._begin_drawing.stop()
        self.thumbnails.rest()


def show_folder(file: Path) -> None:
    """Show the folder of a file in the system's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(file.parent)))


def _grid(narrowest: int, most: int) -> tuple[QWidget, CardGrid]:
    row = QWidget()
    return row, CardGrid(row, narrowest, most, NEAR)


def _replace(layout: CardGrid | FlowLayout, widgets: Iterable[QWidget]) -> None:
    """Put widgets in the place of those of a layout."""
    while item := layout.takeAt(0):
        if widget := item.widget():
            widget.hide()
            widget.deleteLater()
    for widget in widgets:
        layout.addWidget(widget)


def _family(about: FileSummary) -> str:
    """Return the game of a scenario; of several in one package, the first."""
    package = PACKAGES.get(about.game)
    return next((game for game, of in PACKAGES.items() if of == package), "")


def _next_card(
    cards: list[StartCard], here: StartCard, key: Qt.Key, page: QWidget
) -> StartCard | None:
    """Return the card to which an arrow leads; at the end of a row, the next in order."""
    at = here.mapTo(page, here.rect().center())
    middles = {card: card.mapTo(page, card.rect().center()) for card in cards}
    if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
        ordered = sorted(cards, key=lambda card: (middles[card].y(), middles[card].x()))
        place = ordered.index(here) + (1 if key == Qt.Key.Key_Right else -1)
        return ordered[place] if 0 <= place < len(ordered) else None
    way = 1 if key == Qt.Key.Key_Down else -1
    beyond = [card for card in cards if way * (middles[card].y() - at.y()) > 0]
    if not beyond:
        return None
    row = min((middles[card].y() for card in beyond), key=lambda y: abs(y - at.y()))
    in_row = [card for card in beyond if middles[card].y() == row]
    return min(in_row, key=lambda card: abs(middles[card].x() - at.x()))
