"""A game that is played on the canvas of a tab: what all boards have, hexes or none."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from engine.narration.scenario_names import ScenarioNames
from engine.scenario.scenario import Scenario
from studio.canvas.pan_zoom_view import PanZoomView
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.decision_banner import DecisionBanner
from studio.workspaces.play.game_view.end_card import EndCard
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.game_view.hand_over_curtain import HandOverCurtain
from studio.workspaces.play.game_view.popups import CardNotice, HintBubble
from studio.workspaces.play.game_view.recap_strip import RecapStrip

COVERED = 48, 40  # pixels of the banner and the recap, which a map that fits leaves free


class GameOnTab(QObject):
    """Has a canvas for a while; a curtain hides all of `over` when the screen is handed over."""

    number_pressed = Signal(int)  # a digit over the board chooses an option
    settled = Signal()  # another position is final, or another caller asked for it

    canvas: PanZoomView[Any]
    pointer: GamePointer

    def __init__(
        self,
        play: GameController,
        pointer: GamePointer,
        canvas: PanZoomView[Any],
        over: QWidget,
        localize: Localizer,
    ) -> None:
        super().__init__(over)
        self.play, self.pointer, self.canvas = play, pointer, canvas
        self.bubble = HintBubble(canvas, localize)
        pointer.barred.connect(self.bubble.show_text)
        self.bubble.asked_why.connect(pointer.asked_why)
        play.settled.connect(self.bubble.hide)
        self.banner = DecisionBanner(play, canvas, localize)
        self.summary = EndCard(play, canvas, localize)
        self.banner.summary_wanted.connect(self.summary.open)
        self.summary.toggled.connect(self.banner.setHidden)
        self.notice = CardNotice(play, canvas, localize)
        self.strip = RecapStrip(play, pointer, canvas, localize)
        self.curtain = HandOverCurtain(over, localize)
        self.curtain.lifted.connect(self._hand_over)
        play.afar.came.connect(lambda side: play.told.emit(self._of_page("page-came", side)))
        play.afar.went.connect(lambda side: play.refused.emit(self._of_page("page-went", side)))
        play.afar.failed.connect(
            lambda why: play.refused.emit(play.localize("page-failed", why=why))
        )
        canvas.confirm = pointer.confirm
        canvas.conclude, canvas.covered = self.banner.press, COVERED
        canvas.setAccessibleName(ScenarioNames(self.scenario, localize.language).title)
        play.settled.connect(self._cover)
        self._digits = [self._digit(number) for number in range(1, 10)]

    def _digit(self, number: int) -> QShortcut:
        digit = QShortcut(QKeySequence(str(number)), self.canvas)
        digit.setContext(Qt.ShortcutContext.WidgetShortcut)
        digit.activated.connect(partial(self.number_pressed.emit, number))
        return digit

    def _of_page(self, key: str, side: str) -> str:
        """Describe that a side's page was opened, or closed."""
        localize = self.play.localize
        return localize(key, side=ScenarioNames(self.scenario, localize.language).side(side))

    def end(self) -> None:
        """End all animation, and free the canvas."""
        self.play.end()
        self.curtain.follow(None)
        self.curtain.deleteLater()
        self.strip.dispose()
        self.notice.dispose()
        self.banner.dispose()
        self.summary.dispose()
        self.bubble.dispose()
        self.canvas.confirm = lambda: False
        self.canvas.conclude, self.canvas.covered = lambda: None, (0, 0)
        for digit in self._digits:
            digit.setEnabled(False)
            digit.deleteLater()
        self.canvas.unsetCursor()
        self.play.deleteLater()
        self.deleteLater()

    @property
    def scenario(self) -> Scenario:
        """The scenario as it was when the game began."""
        return self.play.session.scenario

    # --- who looks --------------------------------------------------------------------------------

    @property
    def is_covered(self) -> bool:
        """Return True if the screen is being handed over."""
        return not self.curtain.isHidden()

    def _cover(self) -> None:
        if self.is_covered or self.play.session.needs_hand_over:
            self.curtain.follow(self.play)
        self.settled.emit()

    def _hand_over(self) -> None:
        self.play.hand_over()
        self.canvas.setFocus()

    # --- steps ------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Return True if there is a step to undo, except during a hand-over."""
        session = self.play.session
        return session.can_undo and not session.needs_hand_over

    @property
    def can_redo(self) -> bool:
        """Return True if there is a step to redo, except during a hand-over."""
        session = self.play.session
        return session.can_redo and not session.needs_hand_over

    def undo(self) -> None:
        """Back to the last decision of a person."""
        self.play.undo()

    def redo(self) -> None:
        """On to the next one that was taken back."""
        self.play.redo()

    def escape(self) -> bool:
        """Cancel the present action on the board; True if there was anything."""
        if self.summary.close_card():
            return True
        if self.play.is_recalling:
            self.play.look_again()
            return True
        return self.pointer.escape()
