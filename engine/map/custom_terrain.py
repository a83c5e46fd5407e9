"""Kinds of terrain of a map's own, as games see them: each as the kind it is taken for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.map.map import Map, Masks


def resolve_custom_kinds(map_: Map, game: str) -> Map:
    """The map as a game sees it; the same where there are no kinds of its own."""
    if not map_.kinds:
        return map_
    taken = {id_: kind.taken_for(game) for id_, kind in map_.kinds.items()}
    return replace(
        map_,
        grounds=tuple(taken.get(kind, kind) for kind in map_.grounds),
        sides=_taken(map_.sides, taken),
        links=_taken(map_.links, taken),
    )


def _taken(planes: Mapping[str, Masks], taken: Mapping[str, str]) -> dict[str, Masks]:
    """The planes by the kinds they are taken for, those of one kind together."""
    found: dict[str, Masks] = {}
    for kind, plane in planes.items():
        name = taken.get(kind, kind)
        found[name] = found[name] | plane if name in found else plane
    return found
