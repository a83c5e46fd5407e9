"""A player's hand at the window: every answer is given with the mouse."""

from __future__ import annotations

from random import Random
from time import monotonic

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine.hexes.hex import Hex
from engine.play.option_targets import OptionAction
from engine.session.option_choices import OptionChoice
from studio.main_window.main_window import MainWindow
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.panels.decision_panel import MAX_LISTED
from studio.workspaces.play.panels.option_list import CHOICE
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.assertions import require_type

ON_MAP = {
    OptionAction.STEP,
    OptionAction.MARCH,
    OptionAction.ASSAULT,
    OptionAction.PLACE,
    OptionAction.LAY,
    OptionAction.AIM,
    OptionAction.OVERSPEND,
}

PATIENCE = 20
WAIT = 60.0  # seconds for the computer's answers


class Hand:
    """Answers by the mouse alone; `rng` decides what, and where where there are two ways."""

    def __init__(self, window: MainWindow, rng: Random) -> None:
        self.window, self.rng = window, rng
        self.used: dict[str, int] = {}
        self.in_vain = 0  # clicks in a row that were no answer

    @property
    def tab(self) -> ScenarioTab:
        tab = self.window.active_tab
        assert isinstance(tab, ScenarioTab)
        return tab

    @property
    def play(self) -> GameController:
        assert self.tab.guest is not None
        return require_type(self.tab.guest, GameOnTab).play

    def give_an_answer(self) -> None:
        """Answer what is asked, once the computer has answered what it is asked."""
        self._wait_for_turn()
        question, answers = self.play.question, self.play.session.answer_count
        assert question is not None
        choice = question.choices[self.rng.randrange(len(question.choices))]
        pointing = choice.pointing
        is_listed = question.choices.index(choice) < MAX_LISTED
        on_map = not is_listed or self.rng.random() < 0.7
        if pointing.deed in ON_MAP and pointing.hex is not None and on_map:
            self._click_hex(choice, pointing.hex)
        elif pointing.deed is OptionAction.FIRE and pointing.target and self.rng.random() < 0.7:
            self._click_unit(choice, pointing.target)
        elif pointing.deed is OptionAction.PASS and (not is_listed or self.rng.random() < 0.5):
            self._press_pass()
        else:
            self._click_in_list(choice)
        self.in_vain = 0 if self.play.session.answer_count > answers else self.in_vain + 1
        assert self.in_vain < PATIENCE, f"nothing answers: {question.sentence}"

    def _wait_for_turn(self) -> None:
        until = monotonic() + WAIT
        while self.play.session.is_machines_turn or not self.window.playing.decision.list.count():
            assert monotonic() < until, "the computer does not answer"
            QTest.qWait(5)

    # --- on the map -------------------------------------------------------------------------------

    def _click_hex(self, choice: OptionChoice, hex_: Hex) -> None:
        self._note("hex")
        self._click_map(hex_, choice)

    def _click_unit(self, choice: OptionChoice, unit: str) -> None:
        self._note("unit")
        at = next(piece.at for piece in self.play.standing.pieces if piece.id == unit)
        self._click_map(at, choice)

    def _click_map(self, hex_: Hex, choice: OptionChoice) -> None:
        """Click the middle of a hex; of several meanings take the one that is meant."""
        canvas, number = self.tab.canvas, self.play.session.answer_count
        canvas.show_hex(hex_)
        x, y = canvas.camera.centre(hex_)
        point = QPoint(round(x), round(y))
        QTest.mouseMove(canvas, point)
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=point)
        menu = self.window.playing.menu
        if menu is not None and menu.isVisible():
            self._click_in_menu(menu, choice)
        self.settle()
        if self.play.session.answer_count == number and not self.play.session.game.is_over:
            self._click_in_list(choice)  # the click meant another unit in the same hex

    def _click_in_menu(self, menu: QMenu, choice: OptionChoice) -> None:
        self._note("menu")
        entry = next((each for each in menu.actions() if each.text() == choice.words), None)
        entry = entry or menu.actions()[0]
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry).center())

    # --- in the panel -----------------------------------------------------------------------------

    def _click_in_list(self, choice: OptionChoice) -> None:
        self._note("list")
        listed = self.window.playing.decision.list
        question = self.play.question
        assert question is not None
        items = map(listed.item, range(listed.count()))
        item = next(each for each in items if each.data(CHOICE) == choice)
        listed.scrollToItem(item)
        place = listed.visualItemRect(item).center()
        QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
        self.settle()

    def _press_pass(self) -> None:
        self._note("button")
        button = self.window.playing.decision.buttons["pass"]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.settle()

    def settle(self) -> None:
        """Let everything happen that happens by itself."""
        QApplication.processEvents()

    def _note(self, way: str) -> None:
        self.used[way] = self.used.get(way, 0) + 1
