"""The dialogs for painting maps, each loaded when first needed."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.editing.blank_maps import BlankMapChoice, BlankMapPlan, plan_from_values, plan_to_values
from engine.editing.map_metadata_edits import Field
from engine.editing.name_curves import Curve
from engine.editing.sheet_transforms import Margins
from engine.editing.terrain_replacement import TerrainReplacement
from engine.files import strict_json
from engine.hexes.flat_index import Indices
from engine.hexes.labels import Labels
from engine.map.map import DEFAULT_LOOK, Map, NameStyle
from engine.map.terrain import CustomTerrainKind
from engine.texts import LocalText
from studio.framework.prompts import DialogContext, DialogQuestion, run_dialog

if TYPE_CHECKING:
    from studio.workspaces.map.dialogs.name_dialogs import PlaceNameText, ZoneNames
    from studio.workspaces.map.dialogs.replace_terrain_dialog import ReplaceTerrainRequest


@dataclass(frozen=True)
class NewMapQuestion:
    """The blank map to begin with, planned from a template."""

    template: str = ""

    def ask_by_dialog(self, over: DialogContext) -> BlankMapChoice | None:
        """By the dialog of a new map, which remembers what was made last."""
        from studio.workspaces.map.dialogs.new_map_dialog import NewMapDialog

        dialog = NewMapDialog(
            over.localize, last_plan(over.memory.plan), self.template, over.window
        )
        if not run_dialog(dialog):
            return None
        over.memory.plan = json.dumps(plan_to_values(dialog.plan()))
        sheet = dialog.sheet()
        return GenerateMapQuestion(sheet).ask_by_dialog(over) if dialog.wants_country else sheet


@dataclass(frozen=True)
class GenerateMapQuestion:
    """A map with country on it: on a sheet that is planned, or on one like the last."""

    sheet: BlankMapChoice | None = None

    def ask_by_dialog(self, over: DialogContext) -> BlankMapChoice | None:
        """By the dialog that shows the country while its amounts are turned."""
        from studio.workspaces.map.dialogs.generate_map_dialog import GenerateMapDialog

        sheet = self.sheet or BlankMapChoice((last_plan(over.memory.plan) or FIRST_PLAN).map())
        dialog = GenerateMapDialog(sheet.map, over.memory.country, over.localize, over.window)
        if not run_dialog(dialog) or dialog.made is None:
            return None
        over.memory.country = dialog.remembered()
        return replace(sheet, map=dialog.made, is_made=True)


@dataclass(frozen=True)
class MapPropertiesQuestion:
    """The question of a map's properties."""

    map: Map

    def ask_by_dialog(self, over: DialogContext) -> dict[Field, Any] | None:
        """By the dialog of the map's properties."""
        from studio.workspaces.map.dialogs.map_properties_dialog import MapPropertiesDialog

        dialog = MapPropertiesDialog(self.map, over.localize, over.window)
        return dialog.values() if run_dialog(dialog) else None


@dataclass(frozen=True)
class TerrainKindsQuestion:
    """The terrain kinds of a map's own."""

    map: Map

    def ask_by_dialog(self, over: DialogContext) -> dict[str, CustomTerrainKind] | None:
        """By the dialog of own kinds."""
        from studio.workspaces.map.dialogs.terrain_kinds_dialog import TerrainKindsDialog

        dialog = TerrainKindsDialog(self.map, over.localize, over.window)
        return dialog.kinds() if run_dialog(dialog) else None


@dataclass(frozen=True)
class MapSizeQuestion:
    """The question of hexes to add to a sheet on each side, with the initial margins."""

    map: Map
    selection: Indices
    begin: Margins

    def ask_by_dialog(self, over: DialogContext) -> Margins | None:
        """By the dialog of the sheet's size."""
        from studio.workspaces.map.dialogs.resize_map_dialog import ResizeMapDialog

        dialog = ResizeMapDialog(self.map, self.selection, over.localize, over.window)
        dialog.set_margins(self.begin)
        return dialog.margins() if run_dialog(dialog) else None


@dataclass(frozen=True)
class ReplaceTerrainQuestion:
    """The question of terrain to replace, beginning with the selected material."""

    map: Map
    selection: Indices
    begin: TerrainReplacement | None = None

    def ask_by_dialog(self, over: DialogContext) -> ReplaceTerrainRequest | None:
        """By the dialog that counts first."""
        from studio.workspaces.map.dialogs.replace_terrain_dialog import ReplaceTerrainDialog

        dialog = ReplaceTerrainDialog(
            self.map, self.selection, self.begin, over.localize, over.window
        )
        return dialog.order() if run_dialog(dialog) else None


@dataclass(frozen=True)
class ZoneQuestion:
    """The question of a zone's name, with an id that is neither taken nor a label."""

    was: ZoneNames
    taken: list[str]
    labels: Labels

    def ask_by_dialog(self, over: DialogContext) -> ZoneNames | None:
        """By a small dialog."""
        from studio.workspaces.map.dialogs.name_dialogs import ZoneDialog

        dialog = ZoneDialog(self.was, self.taken, self.labels, over.localize, over.window)
        return dialog.words() if run_dialog(dialog) else None


@dataclass(frozen=True)
class PlaceNameQuestion(DialogQuestion["PlaceNameText"]):
    """The name at a hex, which is given by its label; an empty one takes the name away."""

    was: LocalText
    hex: str
    look: NameStyle = DEFAULT_LOOK
    along: Curve | None = None  # the water near it

    def ask_by_dialog(self, over: DialogContext) -> PlaceNameText | None:
        """By a small dialog."""
        from studio.workspaces.map.dialogs.name_dialogs import PlaceNameDialog

        dialog = PlaceNameDialog(
            self.was, self.hex, over.localize, over.window, look=self.look, along=self.along
        )
        return dialog.words() if run_dialog(dialog) else None


FIRST_PLAN = BlankMapPlan(columns=44, rows=32)


def last_plan(remembered: str) -> BlankMapPlan | None:
    """The plan of the map made last; None if none is remembered, or it is not sound."""
    try:
        return plan_from_values(strict_json.loads(remembered)) if remembered else None
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return None  # settings from another version, or edited by hand
