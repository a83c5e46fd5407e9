"""The dialogs for importing real ground, each loaded when first needed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from studio.canvas.canvas_content import LayerSettings
from studio.framework.prompts import DialogContext, run_dialog

if TYPE_CHECKING:
    from studio.workspaces.map.terrain_import.import_setup import ImportedMap, ReimportedMap


@dataclass(frozen=True)
class TerrainImportQuestion:
    """Real ground as a map, or onto a map that came from there."""

    again: ReimportedMap | None = None

    def ask_by_dialog(self, over: DialogContext) -> ImportedMap | None:
        """Ask by the wizard, which remembers the last input even if it is cancelled."""
        from studio.workspaces.map.terrain_import.import_setup import as_text, from_text
        from studio.workspaces.map.terrain_import.import_wizard import TerrainImportWizard

        layers = LayerSettings(ramp=over.memory.ramp, language=over.localize.language)
        dialog = TerrainImportWizard(
            over.localize, from_text(over.memory.ground), lambda: _source_files(over), self.again,
            layers, parent=over.window,
        )  # fmt: skip
        made = dialog.made if run_dialog(dialog) else None
        if self.again is None:
            over.memory.ground = as_text(dialog.setup())
        return made


def _source_files(over: DialogContext) -> list[Path]:
    """The files of some ground, by the system's dialog."""
    from studio.workspaces.map.terrain_import.source_list import ENDINGS

    kinds = f"{over.localize('files-wanted')} ({' '.join(f'*{ending}' for ending in ENDINGS)})"
    title = over.localize("ground-files-title")
    names, _ = QFileDialog.getOpenFileNames(over.window, title, "", kinds)
    return [Path(name) for name in names]
