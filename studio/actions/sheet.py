"""The Map menu: the sheet as a whole."""

from __future__ import annotations

from engine.editing.geometry import flipped_left_right, flipped_top_bottom, rotated_180
from engine.editing.sheet_edits import Replace
from studio.actions.action import Action, Menu, Studio, with_map, with_selection


def _flip(studio: Studio, how: str) -> None:
    document = studio.front.document
    flipped = {
        "flip-left-right": flipped_left_right,
        "flip-top-bottom": flipped_top_bottom,
        "turn-map": rotated_180,
    }[how](document.map)
    studio.front.apply(Replace(flipped), studio.say(f"action-{how}"))


def _with_underlay(studio: Studio) -> bool:
    return studio.editor is not None and studio.underlays.has_picture


UNDERLAY: tuple[Action, ...] = (
    Action("underlay", Menu.MAP, lambda s: s.docks.show_underlay(), ("Ctrl+B",), with_map,
           section="underlay"),
    Action("underlay-load", Menu.MAP, lambda s: s.underlays.choose(), (), with_map,
           section="underlay"),
    Action("underlay-fit", Menu.MAP, lambda s: s.underlays.fit(), (), _with_underlay,
           section="underlay"),
    Action("underlay-shown", Menu.MAP, lambda s: s.underlays.toggle(), ("Ctrl+Shift+B",),
           _with_underlay, lambda s: s.underlays.is_shown, "underlay"),
)  # fmt: skip

SHEET: tuple[Action, ...] = (
    Action("properties", Menu.MAP, lambda s: s.requests.properties(s.front), ("Alt+Return",),
           with_map),
    Action("size", Menu.MAP, lambda s: s.requests.size(s.front), ("Ctrl+Shift+R",), with_map),
    Action("crop", Menu.MAP, lambda s: s.requests.crop(s.front), (), with_selection),
    Action("zones", Menu.MAP, lambda s: s.docks.show_zones(), ("Shift+Z",), section="zones"),
    Action("flip-left-right", Menu.MAP, lambda s: _flip(s, "flip-left-right"), (), with_map,
           section="flip"),
    Action("flip-top-bottom", Menu.MAP, lambda s: _flip(s, "flip-top-bottom"), (), with_map,
           section="flip"),
    Action("turn-map", Menu.MAP, lambda s: _flip(s, "turn-map"), (), with_map, section="flip"),
)  # fmt: skip
