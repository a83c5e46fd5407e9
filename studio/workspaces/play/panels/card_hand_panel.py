"""The cards that lie open, always in view: of each side what it holds, and what works before it.

A card that may be played now has a bright rim; a click on it plays it. Where not all have room the
hand of the side that is asked comes into view; what is scrolled meanwhile stays so.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QEnterEvent, QHideEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from engine.narration.scenario_names import ScenarioNames
from engine.play.option_targets import OptionAction
from engine.session.option_choices import OptionChoice
from engine.session.side_inventory import CardHeld, SideInventory, has_cards, side_stores
from studio.rendering.counters.counter_painter import side_colours
from studio.widgets.chips import card_style, chip_style
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length, sized_font
from studio.widgets.tokens import TextSize, current_colours
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.game_view.popups import CardFaces
from studio.workspaces.play.panels.game_panel_refresh import (
    GamePanelRefresher,
    open_cards_panel_reads,
)

CARD_WIDTH, SIDE_WIDTH, FACE = 208, 112, 72  # pixels


class CardHandPanel(QScrollArea):
    """A row of cards for each side, one after the other, with their texts in full."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self._shown: object = None
        self._asked: str | None = None
        self._faces: CardFaces | None = None
        self.stores: tuple[SideInventory, ...] = ()
        self.cards: list[CardView] = []
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.seen = GamePanelRefresher(self, self.refresh, open_cards_panel_reads)
        localize.changed.connect(self.seen.request_refresh)

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        self._play, self._shown = play, None
        self._faces = None if play is None else CardFaces(play.session)
        self.seen.follow(play)

    @property
    def is_needed(self) -> bool:
        """Return True if there are open cards in this game, or may be some."""
        return self._play is not None and has_cards(self._play.session.scenario)

    def refresh(self) -> None:
        """Show what lies open now, unless it is shown already."""
        play = self._play
        self.stores = (
            inventories_open_to_viewer(play, self._localize.language) if play is not None else ()
        )
        wanted = play is not None and (self.stores, self._localize.language, id(play.choices))
        if wanted == self._shown and wanted:
            return
        self._shown = wanted
        self._fill(self._playable())

    def _playable(self) -> dict[str, OptionChoice]:
        """The choices that play a card, by the card."""
        play = self._play
        if play is None or play.choices is None or not play.may_answer:
            return {}
        found = {p.card: option for option, p in play.choices.pointings
                 if p.deed is OptionAction.CARD and p.card}  # fmt: skip
        return {card: play.choices.choice_of_option(option) for card, option in found.items()}

    def _fill(self, playable: dict[str, OptionChoice]) -> None:
        inside, self.cards = QWidget(), []
        heads: dict[str, QLabel] = {}
        row = QHBoxLayout(inside)
        row.setContentsMargins(4, 2, 4, 2)
        row.setSpacing(6)
        for store in self.stores:
            heads[store.side] = self._head(store)
            row.addWidget(heads[store.side])
            for card in store.cards:
                view = CardView(card, self._play_card(store.side, card, playable))
                view.show_face(self._faces, self._localize.language)
                self.cards.append(view)
                row.addWidget(view)
        if not self.cards:
            empty = QLabel(self._localize("hand-empty"), wordWrap=True)
            empty.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            row.addWidget(empty, 1)
        row.addStretch(1)
        left = self.horizontalScrollBar().value()
        self.setWidget(inside)
        row.activate()
        asked = self._play.session.asked if self._play is not None else None
        if asked != self._asked and asked in heads:
            left = heads[asked].x() - row.contentsMargins().left()
        self._asked = asked
        self.horizontalScrollBar().setValue(left)

    def _head(self, store: SideInventory) -> QLabel:
        """Return the label of a side's cards, with its stocks."""
        assert self._play is not None
        scenario = self._play.session.scenario
        name = ScenarioNames(scenario, self._localize.language).side(store.side)
        told = "<br>".join(f"{stock.name}: <b>{stock.amount}</b>" for stock in store.stocks)
        label = QLabel(f"<b>{name}</b><br><small>{told}</small>")
        label.setFixedWidth(scale_length(SIDE_WIDTH))
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignTop)
        label.setStyleSheet(chip_style(side_colours(scenario).get(store.side, "")))
        return label

    def _play_card(
        self, side: str, card: CardHeld, playable: dict[str, OptionChoice]
    ) -> Callable[[], None] | None:
        """Return the action of a click on a card; None if it cannot be played now."""
        play = self._play
        choice = playable.get(card.id)
        if play is None or choice is None or card.is_laid_out or play.session.asked != side:
            return None
        return lambda: play.choose(choice)


def inventories_open_to_viewer(play: GameController, language: str) -> tuple[SideInventory, ...]:
    """Return the stocks and cards that the viewer of a game may see."""
    session = play.session
    position = session.visible_position(session.viewer, language).position
    return side_stores(session.scenario, position, language)


class CardView(QFrame):
    """A card with its title, its terms and its text; one that may be played can be clicked."""

    def __init__(self, card: CardHeld, play: Callable[[], None] | None) -> None:
        super().__init__()
        self.card, self._play = card, play
        self.setObjectName("card")
        self.setFixedWidth(scale_length(CARD_WIDTH))
        beside = QHBoxLayout(self)
        beside.setContentsMargins(6, 4, 6, 4)
        self.picture, self._large = QLabel(), QLabel(self, Qt.WindowType.ToolTip)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.picture.hide()
        beside.addWidget(self.picture)
        layout = QVBoxLayout()
        beside.addLayout(layout, 1)
        layout.setSpacing(1)
        for words, is_bold, role in (
            (card.title, True, QPalette.ColorRole.WindowText),
            (card.terms, False, QPalette.ColorRole.PlaceholderText),
            (card.text, False, QPalette.ColorRole.WindowText),
        ):
            if words:
                label = QLabel(words)
                label.setWordWrap(True)
                label.setFont(sized_font(TextSize.SMALL, is_bold=is_bold))
                label.setForegroundRole(role)
                layout.addWidget(label)
        layout.addStretch(1)
        rim = current_colours().accent if play else ""
        line = "dashed" if card.is_laid_out else "solid"
        width = 2 if play else 1
        self.setStyleSheet(card_style("card", rim=rim, width=width, line=line))
        self.setAccessibleName(". ".join(filter(None, (card.title, card.terms, card.text))))
        if play:
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_face(self, faces: CardFaces | None, language: str) -> None:
        """Show the card as it is printed, small beside its words and large under the pointer."""
        small = faces.face(self.card.id, language, FACE) if faces is not None else None
        large = faces.face(self.card.id, language) if faces is not None else None
        if small is not None and large is not None:
            self.picture.setPixmap(small)
            self.picture.show()
            self._large.setPixmap(large)
            self._large.adjustSize()
            self.setFixedWidth(CARD_WIDTH + FACE)
        else:
            self.setToolTip(self.card.text)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Under the pointer the card can be read as it is printed."""
        if not self._large.pixmap().isNull():
            above = self.mapToGlobal(QPoint(0, -self._large.height() - 4))
            self._large.move(max(above.x(), 0), max(above.y(), 0))
            self._large.show()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Put the card down again."""
        self._large.hide()
        super().leaveEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Put the card down when the panel goes."""
        self._large.hide()
        super().hideEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click plays the card."""
        inside = self.rect().contains(event.position().toPoint())
        if self._play is not None and inside and event.button() is Qt.MouseButton.LeftButton:
            self._play()
        else:
            super().mouseReleaseEvent(event)
