"""The Tools menu: what the hand holds, and how it covers hexes."""

from __future__ import annotations

from dataclasses import replace

from studio.actions.action import Action, Menu, StudioWindow, is_always_enabled, with_reason
from studio.workspaces.map.map_toolbox import CoverMode, MaterialFamily, PaletteMaterial
from studio.workspaces.map.tabletop.tabletop_toolbox import PlacementMode

# How the hand works on a table, by the tool or manner of maps that is done by the same key.
ON_TABLES = {
    "select": PlacementMode.SELECT,
    CoverMode.LINE: PlacementMode.LINE,
    CoverMode.RECTANGLE: PlacementMode.RECTANGLE,
    CoverMode.POLYGON: PlacementMode.POLYGON,
    CoverMode.LASSO: PlacementMode.FREEHAND,
}


def may_use_placement_mode(studio: StudioWindow, manner: PlacementMode | None) -> bool:
    """Return True if the selected material can be placed in this mode on the active table."""
    on_tables = studio.table is not None and manner is not None
    return on_tables and manner is not None and studio.table_toolbox.may_take(manner)


def is_placement_mode_active(studio: StudioWindow, manner: PlacementMode | None) -> bool:
    """Return True if this placement mode is active on the active table."""
    return studio.table is not None and studio.table_toolbox.settings.manner is manner


@with_reason("needs-map-in-front")
def _is_off_table(studio: StudioWindow) -> bool:
    """While no table is in front."""
    return studio.table is None


def _family(family: MaterialFamily, key: str) -> Action:
    """The tool that paints one family of the palette."""
    return Action(
        f"tool-{family.value}",
        Menu.TOOLS,
        lambda studio: studio.toolbox.select_family(family),
        (key,),
        _is_off_table,
        checked=lambda studio: studio.toolbox.material.family is family,
        section="families",
        on_bar=True,
    )


def _other(kind: str, key: str) -> Action:
    on_table = ON_TABLES.get(kind)

    def take(studio: StudioWindow) -> None:
        if studio.table is None or on_table is None:
            studio.toolbox.take(PaletteMaterial(MaterialFamily.OTHER, kind))
        else:
            studio.table_toolbox.take(on_table)

    def is_taken(studio: StudioWindow) -> bool:
        if studio.table is not None:
            return is_placement_mode_active(studio, on_table)
        return studio.toolbox.material == PaletteMaterial(MaterialFamily.OTHER, kind)

    return Action(
        f"tool-{kind}",
        Menu.TOOLS,
        take,
        (key,),
        _is_off_table if on_table is None else is_always_enabled,
        checked=is_taken,
        section="others",
        on_bar=True,
    )


def _manner(manner: CoverMode, key: str) -> Action:
    on_table = ON_TABLES.get(manner)

    def take(studio: StudioWindow) -> None:
        if studio.table is None or on_table is None:
            studio.toolbox.set_cover_mode(manner)
        else:
            studio.table_toolbox.take(on_table)

    @with_reason("needs-other-material")
    def may_take(studio: StudioWindow) -> bool:
        if studio.table is not None:
            return may_use_placement_mode(studio, on_table)
        return manner in studio.toolbox.available_manners

    def is_taken(studio: StudioWindow) -> bool:
        if studio.table is not None:
            return is_placement_mode_active(studio, on_table)
        return studio.toolbox.current_manner is manner

    return Action(
        f"manner-{manner.value}",
        Menu.TOOLS,
        take,
        (key,),
        may_take,
        is_taken,
        section="manners",
        on_bar=True,
    )


TOOLS: tuple[Action, ...] = (
    _family(MaterialFamily.GROUND, "G"),
    replace(_family(MaterialFamily.MIX, "Shift+D"), on_bar=False),
    _family(MaterialFamily.SIDE, "S"),
    _family(MaterialFamily.LINK, "D"),
    _family(MaterialFamily.LEVEL, "E"),
    _family(MaterialFamily.ZONE, "Z"),
    _family(MaterialFamily.STAMP, "T"),
    _other("name", "N"),
    _other("erase", "X"),
    _other("select", "M"),
    _other("move", "Shift+M"),
    _other("pick", "I"),
    _manner(CoverMode.BRUSH, "B"),
    _manner(CoverMode.LINE, "1"),
    _manner(CoverMode.RECTANGLE, "2"),
    _manner(CoverMode.POLYGON, "3"),
    _manner(CoverMode.LASSO, "4"),
    _manner(CoverMode.BUCKET, "F"),
    _manner(CoverMode.WAY, "W"),
    Action("brush-smaller", Menu.TOOLS, lambda s: s.toolbox.resize(-1), ("[",), section="size"),
    Action("brush-larger", Menu.TOOLS, lambda s: s.toolbox.resize(1), ("]",), section="size"),
    # With Shift a keyboard may give the brace that is printed on the key.
    Action("brush-turn-back", Menu.TOOLS, lambda s: s.toolbox.rotate_brush(-1), ("Shift+[", "{"),
           section="size"),
    Action("brush-turn", Menu.TOOLS, lambda s: s.toolbox.rotate_brush(1), ("Shift+]", "}"),
           section="size"),
    Action("level-higher", Menu.TOOLS, lambda s: s.toolbox.raise_level(1), ("PgUp",),
           section="level"),
    Action("level-lower", Menu.TOOLS, lambda s: s.toolbox.raise_level(-1), ("PgDown",),
           section="level"),
    Action("limit-painting", Menu.TOOLS,
           lambda s: s.toolbox.set(is_limited=not s.toolbox.settings.is_limited),
           ("Ctrl+Shift+L",), checked=lambda s: s.toolbox.settings.is_limited, section="limit"),
)  # fmt: skip
