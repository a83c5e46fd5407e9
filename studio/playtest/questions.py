"""The dialog before a game, loaded when first needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.scenario.scenario import Scenario
from engine.session.keeper import KeptGame
from studio.parts.asking import Over, is_accepted

if TYPE_CHECKING:
    from studio.playtest.begin_dialog import BeginDialog, Setup


@dataclass(frozen=True)
class AskGame:
    """What a game begins with; `kept` are those that can be taken up instead."""

    scenario: Scenario
    kept: Sequence[KeptGame]
    usual: Setup | None

    def by_dialog(self, over: Over) -> Setup | None:
        """By the dialog before a game."""
        dialog = self.dialog(over)
        return dialog.setup() if is_accepted(dialog) else None

    def dialog(self, over: Over) -> BeginDialog:
        """The dialog, to be answered."""
        from studio.playtest.begin_dialog import BeginDialog
        from studio.playtest.seating import Seating

        seating = Seating.from_words(over.memory.seating)
        is_so_still = self.usual is not None and self.usual.seating == seating
        usual = self.usual if is_so_still else None
        return BeginDialog(self.scenario, self.kept, usual, over.say, over.window, seating)
