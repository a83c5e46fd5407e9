"""The tool that a toolbox means."""

from __future__ import annotations

from engine.texts import languages_heard, text
from studio.parts.speech import Speech, file_key
from studio.tabletop.country_hand import TableTool
from studio.tabletop.laying import CornerTool, DiscTool, FreehandTool, Laying, RectangleTool, Tape
from studio.tabletop.selecting import Selector
from studio.tabletop.table_desk import TableDesk
from studio.tabletop.table_toolbox import LayManner, TableToolbox
from studio.tabletop.table_words import kind_name

STEPS = ("move", "copy", "turn", "scale", "reshape")


def tool_in_hand(toolbox: TableToolbox, say: Speech) -> TableTool[TableDesk]:
    """The tool for the manner in hand, and for the kind it lays."""
    manner = toolbox.settings.manner
    if manner is LayManner.SELECT:
        return Selector(tuple((step, say(f"step-table-{step}")) for step in STEPS))
    if manner is LayManner.TAPE:
        return Tape()
    laying = _laying(toolbox.settings.kind, say)
    match manner:
        case LayManner.FREEHAND:
            return FreehandTool(laying)
        case LayManner.RECTANGLE:
            return RectangleTool(laying)
        case LayManner.DISC:
            return DiscTool(laying)
        case _:
            return CornerTool(laying, manner is LayManner.LINE)


def _laying(kind: str, say: Speech) -> Laying:
    name = say("step-table-lay", kind=kind_name(kind, say))
    key = file_key("table-new-place")
    return Laying(
        kind, name, tuple((language, text(key, language)) for language in languages_heard())
    )
