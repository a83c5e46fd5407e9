"""The Map menu: actions on the whole sheet, and going from one problem to the next."""

from __future__ import annotations

from dataclasses import replace

from engine.editing.map_metadata_edits import Replace
from studio.actions.action import (
    Action,
    Menu,
    StudioWindow,
    has_document,
    has_map,
    has_map_or_tabletop,
    has_selection,
    with_reason,
)
from studio.underlay.underlay_image import picture_endings

PROBLEMS: tuple[Action, ...] = (
    Action("next-problem", Menu.MAP, lambda s: s.docks.step_problem(1), ("F8",), has_document,
           section="problems"),
    Action("previous-problem", Menu.MAP, lambda s: s.docks.step_problem(-1), ("Shift+F8",),
           has_document, section="problems"),
)  # fmt: skip


def _flip(studio: StudioWindow, how: str) -> None:
    from engine.editing.sheet_transforms import flipped_left_right, flipped_top_bottom, rotated_180

    document = studio.required_map_editor.document
    flipped = {
        "flip-left-right": flipped_left_right,
        "flip-top-bottom": flipped_top_bottom,
        "turn-map": rotated_180,
    }[how](document.map)
    studio.required_map_editor.apply(Replace(flipped), studio.localize(f"action-{how}"))


def _load_underlay(studio: StudioWindow) -> None:
    """Lay a picture that the user chooses over the map or the table in front."""
    table = studio.table
    if table is None:
        studio.underlays.choose()
        return
    endings = [f".{ending}" for ending in sorted(picture_endings())]
    title = studio.localize("underlay-open-title")
    path = studio.filing.prompts.file_to_read(title, endings, table.document.picture)
    if path is not None:
        table.load_underlay(path)


def _fit_underlay(studio: StudioWindow) -> None:
    if studio.table is not None:
        studio.table.fit_underlay()
    else:
        studio.underlays.fit()


def _toggle_underlay(studio: StudioWindow) -> None:
    if studio.table is None:
        studio.underlays.toggle()
        return
    layers = studio.looks.layers
    studio.looks.show_layers(replace(layers, underlay=not layers.underlay))


def _shows_underlay(studio: StudioWindow) -> bool:
    if studio.table is not None:
        return studio.looks.layers.underlay
    return studio.underlays.is_shown


@with_reason("needs-underlay")
def _with_underlay(studio: StudioWindow) -> bool:
    if studio.table is not None:
        return studio.table.table.underlay is not None
    return studio.active_map_editor is not None and studio.underlays.has_picture


UNDERLAY: tuple[Action, ...] = (
    Action("underlay", Menu.MAP, lambda s: s.docks.show_underlay(), ("Ctrl+B",), has_map,
           section="underlay"),
    Action("underlay-load", Menu.MAP, _load_underlay, (), has_map_or_tabletop,
           section="underlay"),
    Action("underlay-fit", Menu.MAP, _fit_underlay, (), _with_underlay,
           section="underlay"),
    Action("underlay-shown", Menu.MAP, _toggle_underlay, ("Ctrl+Shift+B",),
           _with_underlay, _shows_underlay, "underlay"),
)  # fmt: skip

SHEET: tuple[Action, ...] = (
    Action("properties", Menu.MAP, lambda s: s.requests.properties(s.required_map_editor),
           ("Alt+Return",),
           has_map),
    Action("own-kinds", Menu.MAP, lambda s: s.requests.kinds(s.required_map_editor), (), has_map),
    Action("note", Menu.MAP, lambda s: s.requests.note(s.required_map_editor), ("Shift+N",),
           has_map),
    Action("size", Menu.MAP, lambda s: s.requests.size(s.required_map_editor), ("Ctrl+Shift+R",),
           has_map),
    Action("crop", Menu.MAP, lambda s: s.requests.crop(s.required_map_editor), (), has_selection),
    Action("zones", Menu.MAP, lambda s: s.docks.show_zones(), ("Shift+Z",), section="zones"),
    Action("layers", Menu.MAP, lambda s: s.docks.show_layers(), ("Shift+L",), section="zones"),
    Action("flip-left-right", Menu.MAP, lambda s: _flip(s, "flip-left-right"), (), has_map,
           section="flip"),
    Action("flip-top-bottom", Menu.MAP, lambda s: _flip(s, "flip-top-bottom"), (), has_map,
           section="flip"),
    Action("turn-map", Menu.MAP, lambda s: _flip(s, "turn-map"), (), has_map, section="flip"),
)  # fmt: skip
