"""What lies in a hex, in words: the line at the foot of the window."""

from __future__ import annotations

from engine.hexes.hex import SIDES, Hex, distance
from engine.map.map import Map, Masks
from engine.map.styles import MODERN
from engine.telling.names import zone_title
from studio.parts.speech import Localizer
from studio.parts.ways import compass_names

APART = "  ·  "


def hex_text(map_: Map, hex_: Hex, last: Hex | None, say: Localizer) -> str:
    """Label, place, level, ground, sides, links and zones of a hex, and how far the last click is.

    Empty for a hex off the map.
    """
    if hex_ not in map_.grid:
        return ""
    index = map_.grid.index(hex_)
    label, place = map_.labels.label(hex_), map_.grid.name(hex_)
    parts = [label if label == place else f"{label} {place}"]
    parts.append(say("reading-level", level=int(map_.level[index])))
    parts.append(_name(map_, map_.ground_at(hex_), say))
    parts += _lay(map_, map_.sides, index, say)
    parts += _lay(map_, map_.links, index, say)
    inside = [name for name, zone in map_.zones.items() if zone.hexes[index]]
    parts += [zone_title(map_.zones[name].name, name, say.language) for name in inside]
    parts += [say.of(place.name) for place in map_.places if place.at == hex_]
    if last is not None and last != hex_ and last in map_.grid:
        away = distance(last, hex_)
        values = {"count": away, "hex": map_.labels.label(last),
                  "length": say.length(away * map_.hex_metres)}  # fmt: skip
        parts.append(say("reading-distance", **values))
    return APART.join(parts)


def _lay(map_: Map, planes: dict[str, Masks], index: tuple[int, int], say: Localizer) -> list[str]:
    """Each kind in a hex, with the directions in which it lies or leads."""
    said = []
    for kind, plane in planes.items():
        mask = int(plane[index])
        ways = [way for way in range(SIDES) if mask >> way & 1]
        if ways:
            known = compass_names(map_.grid.orientation, say)
            names = " ".join(known[way] for way in ways)
            said.append(f"{_name(map_, kind, say)} {names}")
    return said


def designer_notes(map_: Map, hex_: Hex, say: Localizer) -> str:
    """What the designer remarked on a hex."""
    said = [say.of(note.text) for note in map_.notes if note.at == hex_]
    return say("reading-note", note=APART.join(said)) if said else ""


def _name(map_: Map, kind: str, say: Localizer) -> str:
    return say.of(MODERN.with_own(map_.kinds).name(kind))
