"""The Map menu: the sheet as a whole."""

from __future__ import annotations

from studio.actions.action import Action, Menu, Studio, with_map
from studio.document.geometry import flipped_left_right, flipped_top_bottom, rotated_180
from studio.document.sheet_edits import Replace


def _flip(studio: Studio, how: str) -> None:
    document = studio.front.document
    flipped = {
        "flip-left-right": flipped_left_right,
        "flip-top-bottom": flipped_top_bottom,
        "turn-map": rotated_180,
    }[how](document.map)
    studio.front.apply(Replace(flipped), studio.say(f"action-{how}"))


SHEET: tuple[Action, ...] = (
    Action("title", Menu.MAP, lambda s: s.requests.title(s.front), (), with_map),
    Action("resize", Menu.MAP, lambda s: s.requests.size(s.front), (), with_map),
    Action("flip-left-right", Menu.MAP, lambda s: _flip(s, "flip-left-right"), (), with_map,
           section="flip"),
    Action("flip-top-bottom", Menu.MAP, lambda s: _flip(s, "flip-top-bottom"), (), with_map,
           section="flip"),
    Action("turn-map", Menu.MAP, lambda s: _flip(s, "turn-map"), (), with_map, section="flip"),
)  # fmt: skip
