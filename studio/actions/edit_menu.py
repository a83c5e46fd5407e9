"""The Edit menu: steps of the history, the selection and the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.hexes.flat_index import Indices
from engine.map.map import Map
from studio.actions.action import (
    Action,
    Menu,
    StudioWindow,
    can_redo,
    can_undo,
    has_document_or_job,
    has_floating_paste,
    has_map,
    has_map_canvas,
    has_map_or_tabletop,
    has_pasteable_clipboard,
    has_selection,
    has_selection_or_objects,
    has_stamp,
    has_user_stamp,
    with_reason,
)
from studio.map_tools import selection
from studio.workspaces.map.map_toolbox import MaterialFamily


def _select_all(studio: StudioWindow) -> None:
    if studio.object_commands is not None:
        studio.object_commands.select_all()
        return
    _select_first(studio, len(studio.required_map_editor.context.grid))


def _select_none(studio: StudioWindow) -> None:
    if studio.object_commands is not None:
        studio.object_commands.select()
        return
    _select_first(studio, 0)


def _select_first(studio: StudioWindow, count: int) -> None:
    """Select the first hexes of the map, as many as asked for, row by row."""
    studio.required_map_editor.context.selection = np.arange(count, dtype=np.int32)
    studio.required_map_editor.show_selection()


def _copy(studio: StudioWindow) -> None:
    if studio.object_commands is not None:
        studio.object_commands.copy()
        return
    selection.copy(studio.required_map_editor.context)
    studio.toolbox.clipboard = studio.required_map_editor.context.clipboard


def _cut(studio: StudioWindow) -> None:
    if studio.object_commands is not None:
        studio.object_commands.cut()
        return
    front, name = studio.required_map_editor, studio.localize("action-cut")
    front.attempt(lambda: selection.cut(front.context, name))
    studio.toolbox.clipboard = front.context.clipboard


def _paste(studio: StudioWindow) -> None:
    if studio.object_commands is not None:
        studio.object_commands.paste(studio.required_active_tab.pointed_place)
        return
    clip = studio.toolbox.clipboard
    assert clip is not None, "nothing was copied"
    studio.required_map_editor.float_clip(
        replace(clip, parts=clip.parts & studio.toolbox.settings.parts)
    )


def _clear(studio: StudioWindow) -> None:
    if studio.object_commands is not None:
        studio.object_commands.clear()
        return
    front, name = studio.required_map_editor, studio.localize("action-clear")
    front.attempt(lambda: selection.clear(front.context, name))


def _turn(studio: StudioWindow) -> None:
    if studio.object_commands is not None:
        studio.object_commands.turn()
        return
    if has_floating_paste(studio):
        studio.required_map_editor.rotate_clip(1)
        return
    if has_stamp(studio):
        studio.toolbox.rotate_stamp()
        return
    front, name = studio.required_map_editor, studio.localize("action-turn")
    front.attempt(lambda: selection.turn(front.context, 1, name))


def _mirror(studio: StudioWindow) -> None:
    if studio.object_commands is not None:
        studio.object_commands.mirror()
        return
    if has_floating_paste(studio):
        studio.required_map_editor.mirror_hanging()
        return
    if has_stamp(studio):
        studio.toolbox.mirror_stamp()
        return
    front, name = studio.required_map_editor, studio.localize("action-mirror")
    front.attempt(lambda: selection.mirror(front.context, name))


@with_reason("needs-selection-or-stamp")
def _turnable(studio: StudioWindow) -> bool:
    if studio.object_commands is not None:
        return studio.object_commands.has_selection
    return has_floating_paste(studio) or has_stamp(studio) or has_selection(studio)


def _choose(studio: StudioWindow, chosen: Callable[[Map, Indices], Indices]) -> None:
    """Select what a function makes of the map and the present selection."""
    front = studio.required_map_editor
    front.context.selection = chosen(front.map, front.context.selection)
    front.show_selection()


def _select_invert(studio: StudioWindow) -> None:
    if studio.object_commands is not None:
        studio.object_commands.select_invert()
        return
    _choose(studio, lambda map_, now: selection.invert_selection(map_.grid, now))


def _of_material(studio: StudioWindow, map_: Map) -> Indices:
    """Every hex with the selected material; if that changes levels, every hex at the level set."""
    family, kind = studio.toolbox.material.family, studio.toolbox.material.kind
    match family:
        case MaterialFamily.SIDE:
            return selection.hexes_with_hexside_feature(map_, kind)
        case MaterialFamily.LINK:
            return selection.hexes_with_link(map_, kind)
        case MaterialFamily.ZONE:
            return selection.hexes_of_zone(map_, kind)
        case MaterialFamily.LEVEL:
            return selection.hexes_of_level(map_, studio.toolbox.level)
        case MaterialFamily.GROUND:
            return selection.hexes_of_ground(map_, kind)
        case _:
            return _as_here(studio, map_)


def _as_here(studio: StudioWindow, map_: Map) -> Indices:
    """Every hex with the same ground as the one under the pointer."""
    here = studio.required_map_editor.here
    if here is None or here not in map_.grid:
        return studio.required_map_editor.context.selection
    return selection.hexes_of_ground(map_, map_.ground_at(here))


def _level_here(studio: StudioWindow, map_: Map) -> Indices:
    here = studio.required_map_editor.here
    if here is None or here not in map_.grid:
        return studio.required_map_editor.context.selection
    return selection.hexes_of_level(map_, int(map_.level[map_.grid.index(here)]))


def _select_by(id_: str, chosen: Callable[[Map, Indices], Indices], *keys: str) -> Action:
    return Action(id_, Menu.EDIT, lambda studio: _choose(studio, chosen), keys, has_selection,
                  section="selection")  # fmt: skip


def _select_all_of(id_: str, chosen: Callable[[StudioWindow, Map], Indices], *keys: str) -> Action:
    return Action(
        id_, Menu.EDIT, lambda studio: _choose(studio, lambda map_, _: chosen(studio, map_)), keys,
        has_map, section="selection",
    )  # fmt: skip


EDIT: tuple[Action, ...] = (
    Action("undo", Menu.EDIT, lambda s: s.required_active_tab.undo(), ("Ctrl+Z",), can_undo),
    Action("redo", Menu.EDIT, lambda s: s.required_active_tab.redo(), ("Ctrl+Shift+Z", "Ctrl+Y"),
           can_redo),
    Action("go-to", Menu.EDIT, lambda s: s.search.open_places(), ("Ctrl+F",),
           has_map_canvas,
           section="finding"),
    Action("replace", Menu.EDIT, lambda s: s.requests.replace(s.required_map_editor), ("Ctrl+H",),
           has_map,
           section="finding"),
    Action("escape", Menu.EDIT, lambda s: s.escape(), ("Esc",), has_document_or_job,
           section="escape"),
    Action("cut", Menu.EDIT, _cut, ("Ctrl+X",), has_selection_or_objects, section="clips"),
    Action("copy", Menu.EDIT, _copy, ("Ctrl+C",), has_selection_or_objects, section="clips"),
    Action("paste", Menu.EDIT, _paste, ("Ctrl+V",), has_pasteable_clipboard, section="clips"),
    Action("clear", Menu.EDIT, _clear, ("Del",), has_selection_or_objects, section="clips"),
    Action("turn", Menu.EDIT, _turn, ("Ctrl+R",), _turnable, section="clips"),
    Action("mirror", Menu.EDIT, _mirror, ("Ctrl+M",), _turnable, section="clips"),
    Action("keep-stamp", Menu.EDIT, lambda s: s.stamp_requests.keep(s.required_map_editor),
           ("Ctrl+Shift+K",),
           has_selection, section="stamps"),
    Action("rename-stamp", Menu.EDIT,
           lambda s: s.stamp_requests.rename(s.toolbox.material.kind), (), has_user_stamp,
           section="stamps"),
    Action("remove-stamp", Menu.EDIT,
           lambda s: s.stamp_requests.remove(s.toolbox.material.kind), (), has_user_stamp,
           section="stamps"),
    Action("select-all", Menu.EDIT, _select_all, ("Ctrl+A",), has_map_or_tabletop,
           section="selection"),
    Action("select-none", Menu.EDIT, _select_none, ("Ctrl+D",), has_selection_or_objects,
           section="selection"),
    Action("select-invert", Menu.EDIT, _select_invert, ("Ctrl+Shift+I",), has_selection_or_objects,
           section="selection"),
    _select_by("select-grow", lambda map_, now: selection.grow_selection(map_.grid, now), "Ctrl+."),
    _select_by(
        "select-shrink", lambda map_, now: selection.shrink_selection(map_.grid, now), "Ctrl+,",
    ),
    _select_all_of("select-material", _of_material, "Ctrl+Shift+A"),
    _select_all_of("select-ground", _as_here),
    _select_all_of("select-level", _level_here),
)  # fmt: skip
