"""What playing asks by a dialog of its own, loaded when it is first asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.scenario.scenario import Scenario
from engine.session.keeper import KeptGame
from studio.parts.asking import Over, is_accepted

if TYPE_CHECKING:
    from studio.playtest.begin_dialog import Setup


@dataclass(frozen=True)
class AskGame:
    """What a game begins with; `kept` are those that can be taken up instead."""

    scenario: Scenario
    kept: Sequence[KeptGame]
    usual: Setup | None

    def by_dialog(self, over: Over) -> Setup | None:
        """By the dialog before a game."""
        from studio.playtest.begin_dialog import BeginDialog

        dialog = BeginDialog(self.scenario, self.kept, self.usual, over.say, over.window)
        return dialog.setup() if is_accepted(dialog) else None
