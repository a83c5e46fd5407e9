"""The dialog before a game, loaded when first needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.session.saved_games import SavedGame
from studio.framework.prompts import DialogContext, run_dialog

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario
    from studio.workspaces.play.start_game_dialog import GameSetup, StartGameDialog


@dataclass(frozen=True)
class StartGameQuestion:
    """The question of a game's set-up; `kept` are the saved games that can be resumed."""

    scenario: Scenario
    kept: Sequence[SavedGame]
    usual: GameSetup | None

    def ask_by_dialog(self, over: DialogContext) -> GameSetup | None:
        """By the dialog before a game."""
        dialog = self.dialog(over)
        return dialog.setup() if run_dialog(dialog) else None

    def dialog(self, over: DialogContext) -> StartGameDialog:
        """The dialog, to be answered."""
        from studio.workspaces.play.seat_preferences import SeatPreferences
        from studio.workspaces.play.start_game_dialog import StartGameDialog

        seating = SeatPreferences.from_words(over.memory.seating)
        is_so_still = self.usual is not None and self.usual.seating == seating
        usual = self.usual if is_so_still else None
        return StartGameDialog(self.scenario, self.kept, usual, over.localize, over.window, seating)
