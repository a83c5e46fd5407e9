"""What playing asks by a dialog of its own, loaded when it is first asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.scenario.scenario import Scenario
from studio.parts.asking import Over, is_accepted

if TYPE_CHECKING:
    from studio.playtest.begin_dialog import Setup


@dataclass(frozen=True)
class AskGame:
    """What a game begins with; `kept` names one that can be taken up."""

    scenario: Scenario
    kept: str
    usual: Setup | None

    def by_dialog(self, over: Over) -> Setup | None:
        """By the dialog before a game."""
        from studio.playtest.begin_dialog import BeginDialog

        dialog = BeginDialog(self.scenario, self.kept, self.usual, over.say, over.window)
        return dialog.setup() if is_accepted(dialog) else None
