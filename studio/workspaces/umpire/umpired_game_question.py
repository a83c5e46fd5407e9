"""The dialogs of the umpire's console, loaded when first needed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from studio.framework.prompts import DialogContext, run_dialog, with_suffix

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario
    from studio.workspaces.umpire.umpired_game_setup import UmpiredGameSetup


@dataclass(frozen=True)
class UmpiredGameQuestion:
    """The question of an umpired game's set-up, for a scenario's file."""

    scenario: Scenario
    path: Path

    def ask_by_dialog(self, over: DialogContext) -> UmpiredGameSetup | None:
        """Ask by the dialog before an umpired game, which remembers settings for the next one."""
        from engine.session.saved_games import saved_games_folder
        from studio.workspaces.umpire.start_umpired_game_dialog import StartUmpiredGameDialog
        from studio.workspaces.umpire.umpired_game_setup import RememberedSetup, unused_record_file

        usual, file = (
            RememberedSetup.of(over.memory.umpire),
            unused_record_file(self.path, saved_games_folder()),
        )
        dialog = StartUmpiredGameDialog(
            self.scenario,
            file,
            usual,
            lambda was: _room_file(over, was),
            over.localize,
            over.window,
        )
        if not run_dialog(dialog):
            return None
        over.memory.umpire = dialog.usual().as_text()
        return dialog.setup()


def _room_file(over: DialogContext, was: Path) -> Path | None:
    """Ask by the system's dialog where the record is to be kept."""
    title, kinds = over.localize("room-begin-file"), f"{over.localize('room-files')} (*.room)"
    name, _ = QFileDialog.getSaveFileName(over.window, title, str(was), kinds)
    return with_suffix(name, ".room")
