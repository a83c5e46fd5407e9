"""Entries that do not depend on a file: commands, terrain, preferences and the manual."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtGui import QKeySequence

from engine.map.terrain import load_catalogue
from studio.actions import ACTIONS, Action, StudioWindow
from studio.framework.manual_pages import heading_anchor, manual_pages, page_headings, page_name
from studio.search.search_entry import SearchEntry, SearchKind
from studio.widgets.icons import action_icon
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial
from studio.workspaces.map.material_icons import material_icon

# The preferences by the last part of their texts, and those of new games likewise.
PREFERENCES = (
    "language", "theme", "text-size", "motion", "map-style", "ramp", "units", "autosave",
)  # fmt: skip
NEW_GAMES = ("first", "other", "fog", "pace", "stops")
# The texts of what commands choose or show, by their section: many are called by an adjective.
SECTIONS = {
    "themes": "menu-themes", "languages": "menu-languages", "ramps": "menu-ramps",
    "map-styles": "menu-map-styles", "layers": "action-layers", "previews": "panel-lookout",
}  # fmt: skip
# The families of the palette; zones are found as places.
FAMILIES = tuple(
    family for family in MaterialFamily if family not in (MaterialFamily.ZONE, MaterialFamily.OTHER)
)
NATIVE = QKeySequence.SequenceFormat.NativeText
Keys = Callable[[Action], tuple[str, ...]]
"""Returns the keys of an action."""


def command_entries(
    studio: StudioWindow, keys: Keys, run: Callable[[str], None]
) -> Iterator[SearchEntry]:
    """Yield every command, with the reason where it cannot be used now."""
    localize = studio.localize
    for action in ACTIONS:
        title, key = localize.action(action.id), action.reason_key(studio)
        section = SECTIONS.get(action.section, "")
        detail = localize(section) if section else ""
        elsewhere = localize.action_elsewhere(action.id).split("\n")
        yield SearchEntry(
            f"command:{action.id}",
            SearchKind.COMMAND,
            title,
            partial(run, action.id),
            (f"{detail} {title}", *elsewhere),
            detail,
            _shown_keys(keys(action)),
            partial(action_icon, action.id),
            localize(key) if key else "",
        )


def _shown_keys(keys: tuple[str, ...]) -> str:
    return QKeySequence(keys[0]).toString(NATIVE) if keys else ""


def panel_entries(studio: StudioWindow) -> Iterator[SearchEntry]:
    """Yield the panels of the work in front; one that is chosen opens."""
    detail = studio.localize("menu-panels")
    for section in studio.layouts.present:
        name, title = section.objectName(), section.windowTitle()
        reveal = partial(studio.layouts.reveal, section)
        yield SearchEntry(f"panel:{name}", SearchKind.COMMAND, title, reveal, detail=detail)


def palette_entries(studio: StudioWindow) -> Iterator[SearchEntry]:
    """Yield what can be painted; it can be chosen while a map is in front."""
    localize, toolbox, editor = studio.localize, studio.toolbox, studio.active_map_editor
    map_ = editor.map if editor is not None else None
    reason = "" if map_ is not None else localize("needs-map")
    for family in FAMILIES:
        detail = localize(f"family-{family.value}")
        for material in toolbox.materials(family, map_):
            yield SearchEntry(
                material.id,
                SearchKind.PALETTE,
                toolbox.name(material, map_, localize),
                partial(toolbox.take, material),
                _kind_names(material),
                detail,
                icon=partial(material_icon, material, map_, toolbox.stamps),
                reason=reason,
            )


def _kind_names(material: PaletteMaterial) -> tuple[str, ...]:
    """Return the names of a kind of the catalogue in every language."""
    kind = load_catalogue().kinds.get(material.kind)
    return tuple(kind.name.values()) if kind is not None and isinstance(kind.name, dict) else ()


def setting_entries(studio: StudioWindow) -> Iterator[SearchEntry]:
    """Yield every preference; the dialog opens at it."""
    localize = studio.localize
    for name in (*PREFERENCES, *NEW_GAMES):
        title = localize(f"preferences-{name}").rstrip(":：")
        detail = localize("preferences-players") if name in NEW_GAMES else ""
        open_at = partial(studio.helping.preferences, name)
        yield SearchEntry(f"setting:{name}", SearchKind.SETTING, title, open_at, detail=detail)


def help_entries(studio: StudioWindow) -> Iterator[SearchEntry]:
    """Yield the pages of the manual and their headings."""
    read = studio.helping.read
    for path, title in manual_pages(studio.localize.language):
        name = page_name(path)
        yield SearchEntry(f"help:{name}", SearchKind.HELP, title, partial(read, name, ""))
        for heading in page_headings(path):
            anchor = heading_anchor(heading)
            yield SearchEntry(
                f"help:{name}#{anchor}", SearchKind.HELP, heading, partial(read, name, anchor),
                detail=title,
            )  # fmt: skip
