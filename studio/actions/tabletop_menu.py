"""The Table menu: what is done with the things of a country."""

from __future__ import annotations

from engine.editing.tabletop_map_edits import Alignment
from studio.actions.action import Action, Menu, StudioWindow, active_tabletop, with_reason
from studio.actions.tools_menu import is_placement_mode_active, may_use_placement_mode
from studio.workspaces.map.tabletop.tabletop_toolbox import PlacementMode


@with_reason("needs-table")
def _drawing(studio: StudioWindow) -> bool:
    return studio.table is not None


@with_reason("needs-objects")
def _has_chosen(studio: StudioWindow) -> bool:
    return studio.table is not None and studio.table.deeds.has_selection


@with_reason("needs-objects")
def _things_chosen(studio: StudioWindow) -> bool:
    return studio.object_commands is not None and studio.object_commands.has_selection


def _duplicate(studio: StudioWindow) -> None:
    assert studio.object_commands is not None, "nothing can be selected"
    studio.object_commands.duplicate()


@with_reason("needs-table")
def _on_a_table(studio: StudioWindow) -> bool:
    return studio.object_commands is not None


@with_reason("needs-several-objects")
def _several(studio: StudioWindow) -> bool:
    return studio.table is not None and studio.table.deeds.has_several


@with_reason("needs-hill")
def _on_hill(studio: StudioWindow) -> bool:
    return studio.table is not None and studio.table.deeds.can_contour


def _manner(id_: str, manner: PlacementMode, key: str) -> Action:
    return Action(
        id_,
        Menu.TABLE,
        lambda studio: studio.table_toolbox.take(manner),
        (key,),
        with_reason("needs-table")(lambda studio: may_use_placement_mode(studio, manner)),
        lambda studio: is_placement_mode_active(studio, manner),
        "manners",
    )


def _align(alignment: Alignment) -> Action:
    return Action(
        f"table-align-{alignment.value}",
        Menu.TABLE,
        lambda studio: active_tabletop(studio).deeds.align(alignment),
        when=_several,
        section="align",
    )


def _snap(id_: str, field: str, key: str) -> Action:
    return Action(
        id_,
        Menu.TABLE,
        lambda s: s.table_toolbox.snap(**{field: not _is_on(s, field)}),
        (key,),
        _on_a_table,
        lambda s: _is_on(s, field),
        section="snapping",
    )


def _is_on(studio: StudioWindow, field: str) -> bool:
    return bool(getattr(studio.table_toolbox.settings.snapping, field))


TABLE: tuple[Action, ...] = (
    Action(
        "table-properties",
        Menu.TABLE,
        lambda s: s.new_tables.change(active_tabletop(s)),
        ("Alt+Shift+Return",),
        _drawing,
    ),
    _manner("manner-disc", PlacementMode.DISC, "5"),
    _manner("table-tape", PlacementMode.TAPE, "K"),
    _snap("table-snap-grid", "is_to_grid", "Shift+G"),
    _snap("table-snap-edges", "is_to_edges", "Shift+E"),
    Action(
        "table-no-underlay",
        Menu.TABLE,
        lambda s: active_tabletop(s).remove_underlay(),
        (),
        with_reason("needs-underlay")(
            lambda s: s.table is not None and s.table.table.underlay is not None
        ),
        section="underlay",
    ),
    Action(
        "table-duplicate",
        Menu.TABLE,
        _duplicate,
        ("Ctrl+Shift+C",),
        _things_chosen,
        section="things",
    ),
    Action(
        "table-raise",
        Menu.TABLE,
        lambda s: active_tabletop(s).deeds.order(is_up=True),
        ("Ctrl+PgUp",),
        _has_chosen,
        section="things",
    ),
    Action(
        "table-lower",
        Menu.TABLE,
        lambda s: active_tabletop(s).deeds.order(is_up=False),
        ("Ctrl+PgDown",),
        _has_chosen,
        section="things",
    ),
    Action(
        "table-contour",
        Menu.TABLE,
        lambda s: active_tabletop(s).add_contour(),
        ("Ctrl+Shift+H",),
        _on_hill,
        section="things",
    ),
    *map(_align, Alignment),
    Action(
        "table-space-across",
        Menu.TABLE,
        lambda s: active_tabletop(s).deeds.distribute(is_across=True),
        (),
        _several,
        section="align",
    ),
    Action(
        "table-space-down",
        Menu.TABLE,
        lambda s: active_tabletop(s).deeds.distribute(is_across=False),
        (),
        _several,
        section="align",
    ),
)
