"""The panel of the sides' stocks and hands, as far as the viewer may know."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from engine.narration.scenario_names import ScenarioNames
from engine.session.side_inventory import SideInventory, side_stores
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.panels.game_panel_refresh import GamePanelRefresher

Room = QHeaderView.ResizeMode


class SideInventoryPanel(QTreeWidget):
    """A branch for each side: its stocks with their numbers, then the cards that lie open to us.

    A card's words are its tool tip. In a game with open hands both sides' cards are there.
    """

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self._shown: tuple[SideInventory, ...] = ()
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.header().setStretchLastSection(False)
        for column, mode in enumerate((Room.Stretch, Room.ResizeToContents)):
            self.header().setSectionResizeMode(column, mode)
        self.setRootIsDecorated(False)
        self.setSelectionMode(QTreeWidget.SelectionMode.SingleSelection)
        self.seen = GamePanelRefresher(self, self.refresh)
        localize.changed.connect(self.seen.request_refresh)

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        self._play = play
        self.seen.follow(play)

    @property
    def is_needed(self) -> bool:
        """Return True if a side has any stock, or a card that may be read."""
        return bool(self._shown)

    def refresh(self) -> None:
        """Show what there is now, unless it is shown already in the same words."""
        play, language = self._play, self._localize.language
        found: tuple[SideInventory, ...] = ()
        if play is not None:
            session = play.session
            position = session.visible_position(session.viewer, language).position
            found = side_stores(session.scenario, position, language)
        if found != self._shown or not found:
            self._shown = found
            self._fill()

    def _fill(self) -> None:
        self.clear()
        if self._play is None:
            return
        names = ScenarioNames(self._play.session.scenario, self._localize.language)
        for store in self._shown:
            branch = QTreeWidgetItem(self, [names.side(store.side), ""])
            for stock in store.stocks:
                line = QTreeWidgetItem(branch, [stock.name, str(stock.amount)])
                line.setToolTip(0, stock.name)
                line.setTextAlignment(1, Qt.AlignmentFlag.AlignRight)
            for card in store.cards:
                line = QTreeWidgetItem(branch, [card.title, ""])
                line.setToolTip(0, card.text)
                line.setFirstColumnSpanned(True)
            branch.setExpanded(True)
