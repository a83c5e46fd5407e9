"""Things of a table in the words of their users."""

from __future__ import annotations

from engine.editing.tabletop_map_edits import PLACE, ZONE, Key
from engine.tabletop.feature_kinds import feature_kinds
from engine.tabletop.tabletop_map import TabletopMap
from studio.widgets.localization import Localizer
from studio.workspaces.map.tabletop.toolbox import PLACES, ZONES, kind_of


def kind_name(kind: str, localize: Localizer) -> str:
    """What a kind is called."""
    if kind == ZONES:
        return localize("table-kind-zone")
    return (
        localize("table-kind-place") if kind == PLACES else localize.of(feature_kinds()[kind].name)
    )


def object_name(table: TabletopMap, key: Key, localize: Localizer) -> str:
    """What a thing is called: its name, else its kind and id."""
    if key.startswith(ZONE):
        zone = table.zones[key.removeprefix(ZONE)]
        return localize.of(zone.name) or key.removeprefix(ZONE)
    if key.startswith(PLACE):
        return localize.of(table.places[int(key.removeprefix(PLACE))].name)
    feature = table.by_id[key]
    return localize.of(feature.name) or key


def object_text(table: TabletopMap, key: Key, localize: Localizer) -> str:
    """The same with its kind."""
    kind, name = kind_name(kind_of(table, key), localize), object_name(table, key, localize)
    return kind if name == kind else localize("table-thing", kind=kind, name=name)
