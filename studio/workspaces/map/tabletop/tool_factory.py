"""The tool that a toolbox means."""

from __future__ import annotations

from engine.texts import text, text_languages
from studio.widgets.localization import Localizer, text_key
from studio.workspaces.map.tabletop.drawing_tools import (
    CircleTool,
    FreehandTool,
    MeasureTool,
    PlacementSettings,
    PolygonTool,
    RectangleTool,
)
from studio.workspaces.map.tabletop.selection_tool import SelectionTool
from studio.workspaces.map.tabletop.tabletop_editing_context import TabletopEditingContext
from studio.workspaces.map.tabletop.tabletop_tool_controller import TabletopTool
from studio.workspaces.map.tabletop.tabletop_toolbox import (
    PlacementMode,
    TabletopToolbox,
    kind_name,
)

STEPS = ("move", "copy", "turn", "scale", "reshape")


def tool_in_hand(
    toolbox: TabletopToolbox, localize: Localizer
) -> TabletopTool[TabletopEditingContext]:
    """The tool for the current mode and kind."""
    manner = toolbox.settings.manner
    if manner is PlacementMode.SELECT:
        return SelectionTool(tuple((step, localize(f"step-table-{step}")) for step in STEPS))
    if manner is PlacementMode.TAPE:
        return MeasureTool()
    laying = _laying(toolbox.settings.kind, localize)
    match manner:
        case PlacementMode.FREEHAND:
            return FreehandTool(laying)
        case PlacementMode.RECTANGLE:
            return RectangleTool(laying)
        case PlacementMode.DISC:
            return CircleTool(laying)
        case _:
            return PolygonTool(laying, manner is PlacementMode.LINE)


def _laying(kind: str, localize: Localizer) -> PlacementSettings:
    name = localize("step-table-lay", kind=kind_name(kind, localize))
    key = text_key("table-new-place")
    return PlacementSettings(
        kind, name, tuple((language, text(key, language)) for language in text_languages())
    )
