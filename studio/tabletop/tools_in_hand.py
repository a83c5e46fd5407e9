"""The tool that a toolbox means."""

from __future__ import annotations

from engine.texts import text, text_languages
from studio.parts.speech import Localizer, text_key
from studio.tabletop.country_hand import TabletopTool
from studio.tabletop.laying import (
    CircleTool,
    FreehandTool,
    MeasureTool,
    PlacementSettings,
    PolygonTool,
    RectangleTool,
)
from studio.tabletop.selecting import SelectionTool
from studio.tabletop.table_desk import TabletopEditingContext
from studio.tabletop.table_toolbox import PlacementMode, TabletopToolbox
from studio.tabletop.table_words import kind_name

STEPS = ("move", "copy", "turn", "scale", "reshape")


def tool_in_hand(toolbox: TabletopToolbox, say: Localizer) -> TabletopTool[TabletopEditingContext]:
    """The tool for the manner in hand, and for the kind it lays."""
    manner = toolbox.settings.manner
    if manner is PlacementMode.SELECT:
        return SelectionTool(tuple((step, say(f"step-table-{step}")) for step in STEPS))
    if manner is PlacementMode.TAPE:
        return MeasureTool()
    laying = _laying(toolbox.settings.kind, say)
    match manner:
        case PlacementMode.FREEHAND:
            return FreehandTool(laying)
        case PlacementMode.RECTANGLE:
            return RectangleTool(laying)
        case PlacementMode.DISC:
            return CircleTool(laying)
        case _:
            return PolygonTool(laying, manner is PlacementMode.LINE)


def _laying(kind: str, say: Localizer) -> PlacementSettings:
    name = say("step-table-lay", kind=kind_name(kind, say))
    key = text_key("table-new-place")
    return PlacementSettings(
        kind, name, tuple((language, text(key, language)) for language in text_languages())
    )
