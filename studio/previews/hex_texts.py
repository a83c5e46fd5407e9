"""Previews and contents of a hex in words: the status line, and why a hex costs what it costs."""

from __future__ import annotations

from html import escape

from engine.games.handbook import Handbook
from engine.hexes.hex import SIDES, Hex, distance
from engine.map.map import Map, Masks
from engine.map.styles import MODERN
from engine.movement.mobility import Mobility
from engine.movement.step_explanation import StepCostReason, explain_step, step_text
from engine.narration.scenario_names import zone_title
from engine.sight.hindrance_profile import HindranceProfile
from engine.texts import text
from studio.previews.preview_result import PreviewResult
from studio.previews.preview_settings import PreviewSettings
from studio.rendering.map.preview_tints import ReachOverlay, ViewshedOverlay, cost_text
from studio.widgets.localization import Localizer, compass_names


def preview_text(
    shown: PreviewResult, map_: Map, lookout: PreviewSettings, localize: Localizer
) -> str:
    """A preview in words."""
    if isinstance(shown.overlay, ViewshedOverlay):
        seen = int(shown.overlay.seen.sum()) - 1
        hex_ = map_.labels.label(shown.overlay.origin)
        return text("previews.sees", localize.language, hex=hex_, count=seen)
    if isinstance(shown.overlay, ReachOverlay):
        return _reach_words(shown, shown.overlay, map_, lookout, localize)
    return _line_words(shown, map_, localize) if shown.profile else ""


def _line_words(shown: PreviewResult, map_: Map, localize: Localizer) -> str:
    profile = shown.profile
    assert profile is not None
    ends = {"start": map_.labels.label(profile.start), "end": map_.labels.label(profile.end)}
    blocking = profile.blocking
    if blocking is not None and blocking.hex == profile.end:
        return text("previews.line-concealed", localize.language, **ends)
    hidden = (
        profile.hidden_end_values(map_.labels) if isinstance(profile, HindranceProfile) else None
    )
    if hidden:
        return text("previews.line-hidden", localize.language, **ends, **hidden)
    if blocking is not None:
        hex_ = map_.labels.label(blocking.hex)
        return text("previews.line-blocked", localize.language, **ends, hex=hex_)
    if isinstance(profile, HindranceProfile) and profile.modifier and not shown.is_far:
        return text("previews.line-hindered", localize.language, **ends, by=profile.modifier)
    key = "previews.line-far" if shown.is_far else "previews.line-clear"
    return text(key, localize.language, **ends)


def _reach_words(
    shown: PreviewResult,
    overlay: ReachOverlay,
    map_: Map,
    lookout: PreviewSettings,
    localize: Localizer,
) -> str:
    origin, points = map_.labels.label(overlay.origin), cost_text(float(lookout.points))
    unit = unit_type_name(lookout.handbook, lookout.unit, localize)
    if shown.target is None:
        values = {"unit": unit, "hex": origin, "points": points, "count": len(overlay.costs) - 1}
        key = "previews.reach-march" if lookout.is_marching else "previews.reach"
        return text(key, localize.language, **values)
    named = {"unit": unit, "start": origin, "end": map_.labels.label(shown.target)}
    if shown.route is None:
        return text("previews.way-none", localize.language, **named)
    costs = {"cost": cost_text(float(shown.route.cost)), "points": points}
    return text("previews.way", localize.language, **named, **costs)


def unit_type_name(book: Handbook, unit: str, localize: Localizer) -> str:
    """Return the name of a unit type; its id if the game gives none."""
    return localize.localize_text(book.units()[unit].get("name") or unit)


# --- why a hex costs what it costs ----------------------------------------------------------------


def hex_cost_text(map_: Map, hex_: Hex, lookout: PreviewSettings, localize: Localizer) -> str:
    """Describe the cost of entering a hex from all sides, for every unit type: rich text."""
    book = lookout.handbook
    head = text("previews.into", localize.language, hex=map_.labels.label(hex_))
    parts = [f"<b>{escape(head)}</b>"]
    for units, mobility in _classes(book):
        names = _names(book, units, localize)
        parts += [_HEAD.format(escape(names)), _steps(map_, hex_, mobility, localize)]
    for units, mobility in _marches(book):
        names = text("previews.marching", localize.language, units=_names(book, units, localize))
        parts += [_HEAD.format(escape(names)), _steps(map_, hex_, mobility, localize)]
    return "".join(parts)


_HEAD = "<p style='margin: 4px 0 0 0'><i>{}</i></p>"


def _names(book: Handbook, units: list[str], localize: Localizer) -> str:
    return text("previews.list", localize.language).join(
        unit_type_name(book, unit, localize) for unit in units
    )


def _classes(book: Handbook) -> list[tuple[list[str], Mobility]]:
    return _together([(unit, book.mobility(unit)) for unit in book.units()])


def _marches(book: Handbook) -> list[tuple[list[str], Mobility]]:
    marching = [(unit, book.march_mobility(unit)) for unit in book.units()]
    return _together([(unit, march) for unit, march in marching if march is not None])


def _together(moves: list[tuple[str, Mobility]]) -> list[tuple[list[str], Mobility]]:
    """Unit types that move alike, under one heading."""
    found: list[tuple[list[str], Mobility]] = []
    for unit, mobility in moves:
        alike = next((units for units, other in found if other == mobility), None)
        if alike is None:
            found.append(([unit], mobility))
        else:
            alike.append(unit)
    return found


def _steps(map_: Map, hex_: Hex, mobility: Mobility, localize: Localizer) -> str:
    """One line for all neighbours a step costs the same from, for the same reasons."""
    lines: dict[tuple[StepCostReason, ...], list[str]] = {}
    for other in map_.grid.neighbours(hex_):
        reasons = explain_step(mobility, map_, other, hex_)
        lines.setdefault(reasons, []).append(map_.labels.label(other))
    if len(lines) == 1:
        return f"<div>{escape(step_text(next(iter(lines)), localize.language))}</div>"
    said = []
    for reasons, labels in sorted(lines.items(), key=lambda line: -len(line[1])):
        hexes = text("previews.list", localize.language).join(labels)
        values = {"hexes": hexes, "step": step_text(reasons, localize.language)}
        said.append(f"<div>{escape(text('previews.from', localize.language, **values))}</div>")
    return "".join(said)


APART = "  ·  "


def hex_text(map_: Map, hex_: Hex, last: Hex | None, localize: Localizer) -> str:
    """Label, place, level, ground, sides, links and zones of a hex, and how far the last click is.

    Empty for a hex off the map.
    """
    if hex_ not in map_.grid:
        return ""
    index = map_.grid.index(hex_)
    label, place = map_.labels.label(hex_), map_.grid.name(hex_)
    parts = [label if label == place else f"{label} {place}"]
    parts.append(localize("reading-level", level=int(map_.level[index])))
    parts.append(_name(map_, map_.ground_at(hex_), localize))
    parts += _lay(map_, map_.sides, index, localize)
    parts += _lay(map_, map_.links, index, localize)
    inside = [name for name, zone in map_.zones.items() if zone.hexes[index]]
    parts += [zone_title(map_.zones[name].name, name, localize.language) for name in inside]
    parts += [localize.localize_text(place.name) for place in map_.places if place.at == hex_]
    if last is not None and last != hex_ and last in map_.grid:
        away = distance(last, hex_)
        values = {"count": away, "hex": map_.labels.label(last),
                  "length": localize.length(away * map_.hex_metres)}  # fmt: skip
        parts.append(localize("reading-distance", **values))
    return APART.join(parts)


def ground_text(map_: Map, hex_: Hex, localize: Localizer) -> str:
    """Return the ground and the level of a hex."""
    level = localize("reading-level", level=int(map_.level[map_.grid.index(hex_)]))
    return APART.join((_name(map_, map_.ground_at(hex_), localize), level))


def _lay(
    map_: Map, planes: dict[str, Masks], index: tuple[int, int], localize: Localizer
) -> list[str]:
    """Each kind in a hex, with the directions in which it lies or leads."""
    said = []
    for kind, plane in planes.items():
        mask = int(plane[index])
        ways = [way for way in range(SIDES) if mask >> way & 1]
        if ways:
            known = compass_names(map_.grid.orientation, localize)
            names = " ".join(known[way] for way in ways)
            said.append(f"{_name(map_, kind, localize)} {names}")
    return said


def designer_notes(map_: Map, hex_: Hex, localize: Localizer) -> str:
    """Return the designer's notes on a hex."""
    said = [localize.localize_text(note.text) for note in map_.notes if note.at == hex_]
    return localize("reading-note", note=APART.join(said)) if said else ""


def _name(map_: Map, kind: str, localize: Localizer) -> str:
    return localize.localize_text(MODERN.catalogue_with(map_.kinds).name(kind))
