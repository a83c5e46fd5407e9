"""The dialogs for importing real ground, each loaded when first needed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from studio.canvas.position import Layers
from studio.parts.asking import Over, is_accepted

if TYPE_CHECKING:
    from studio.ground.setup import Again, Import


@dataclass(frozen=True)
class AskGround:
    """Real ground as a map, or onto a map that came from there."""

    again: Again | None = None

    def by_dialog(self, over: Over) -> Import | None:
        """Ask by the wizard, which remembers the last input even if it is cancelled."""
        from studio.ground.setup import as_text, from_text
        from studio.ground.wizard import GroundWizard

        layers = Layers(ramp=over.memory.ramp, language=over.say.language)
        dialog = GroundWizard(
            over.say, from_text(over.memory.ground), lambda: _source_files(over), self.again,
            layers, parent=over.window,
        )  # fmt: skip
        made = dialog.made if is_accepted(dialog) else None
        if self.again is None:
            over.memory.ground = as_text(dialog.setup())
        return made


def _source_files(over: Over) -> list[Path]:
    """The files of some ground, by the system's dialog."""
    from studio.ground.source_list import ENDINGS

    kinds = f"{over.say('files-wanted')} ({' '.join(f'*{ending}' for ending in ENDINGS)})"
    title = over.say("ground-files-title")
    names, _ = QFileDialog.getOpenFileNames(over.window, title, "", kinds)
    return [Path(name) for name in names]
