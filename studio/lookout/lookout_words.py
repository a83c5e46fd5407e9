"""Previews in words: the line at the foot of the window, and why a hex costs what it costs."""

from __future__ import annotations

from html import escape

from engine.games.handbook import Handbook
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.paths.explained import Reason, explain_step, step_text
from engine.paths.mobility import Mobility
from engine.sight.fold_profile import HindranceProfile
from engine.texts import text
from studio.drawing.overlays import ReachOverlay, ViewshedOverlay, cost_text
from studio.lookout.lookout import PreviewSettings
from studio.lookout.shown import PreviewResult
from studio.parts.speech import Localizer


def preview_text(shown: PreviewResult, map_: Map, lookout: PreviewSettings, say: Localizer) -> str:
    """A preview in words."""
    if isinstance(shown.overlay, ViewshedOverlay):
        seen = int(shown.overlay.seen.sum()) - 1
        hex_ = map_.labels.label(shown.overlay.origin)
        return text("previews.sees", say.language, hex=hex_, count=seen)
    if isinstance(shown.overlay, ReachOverlay):
        return _reach_words(shown, shown.overlay, map_, lookout, say)
    return _line_words(shown, map_, say) if shown.profile else ""


def _line_words(shown: PreviewResult, map_: Map, say: Localizer) -> str:
    profile = shown.profile
    assert profile is not None
    ends = {"start": map_.labels.label(profile.start), "end": map_.labels.label(profile.end)}
    blocking = profile.blocking
    if blocking is not None and blocking.hex == profile.end:
        return text("previews.line-concealed", say.language, **ends)
    hidden = profile.hidden_words(map_.labels) if isinstance(profile, HindranceProfile) else None
    if hidden:
        return text("previews.line-hidden", say.language, **ends, **hidden)
    if blocking is not None:
        hex_ = map_.labels.label(blocking.hex)
        return text("previews.line-blocked", say.language, **ends, hex=hex_)
    if isinstance(profile, HindranceProfile) and profile.modifier and not shown.is_far:
        return text("previews.line-hindered", say.language, **ends, by=profile.modifier)
    key = "previews.line-far" if shown.is_far else "previews.line-clear"
    return text(key, say.language, **ends)


def _reach_words(
    shown: PreviewResult, overlay: ReachOverlay, map_: Map, lookout: PreviewSettings, say: Localizer
) -> str:
    origin, points = map_.labels.label(overlay.origin), cost_text(float(lookout.points))
    unit = unit_type_name(lookout.book, lookout.unit, say)
    if shown.target is None:
        values = {"unit": unit, "hex": origin, "points": points, "count": len(overlay.costs) - 1}
        key = "previews.reach-march" if lookout.is_marching else "previews.reach"
        return text(key, say.language, **values)
    named = {"unit": unit, "start": origin, "end": map_.labels.label(shown.target)}
    if shown.route is None:
        return text("previews.way-none", say.language, **named)
    costs = {"cost": cost_text(float(shown.route.cost)), "points": points}
    return text("previews.way", say.language, **named, **costs)


def unit_type_name(book: Handbook, unit: str, say: Localizer) -> str:
    """What a unit type is called; its id where the game gives no name."""
    return say.of(book.units()[unit].get("name") or unit)


# --- why a hex costs what it costs ----------------------------------------------------------------


def hex_cost_text(map_: Map, hex_: Hex, lookout: PreviewSettings, say: Localizer) -> str:
    """What a step into a hex costs from all round, and why, for every unit type: rich text."""
    book = lookout.book
    head = text("previews.into", say.language, hex=map_.labels.label(hex_))
    parts = [f"<b>{escape(head)}</b>"]
    for units, mobility in _classes(book):
        names = _names(book, units, say)
        parts += [_HEAD.format(escape(names)), _steps(map_, hex_, mobility, say)]
    for units, mobility in _marches(book):
        names = text("previews.marching", say.language, units=_names(book, units, say))
        parts += [_HEAD.format(escape(names)), _steps(map_, hex_, mobility, say)]
    return "".join(parts)


_HEAD = "<p style='margin: 4px 0 0 0'><i>{}</i></p>"


def _names(book: Handbook, units: list[str], say: Localizer) -> str:
    return text("previews.list", say.language).join(
        unit_type_name(book, unit, say) for unit in units
    )


def _classes(book: Handbook) -> list[tuple[list[str], Mobility]]:
    return _together([(unit, book.mobility(unit)) for unit in book.units()])


def _marches(book: Handbook) -> list[tuple[list[str], Mobility]]:
    marching = [(unit, book.march(unit)) for unit in book.units()]
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


def _steps(map_: Map, hex_: Hex, mobility: Mobility, say: Localizer) -> str:
    """One line for all neighbours a step costs the same from, for the same reasons."""
    lines: dict[tuple[Reason, ...], list[str]] = {}
    for other in map_.grid.neighbours(hex_):
        reasons = explain_step(mobility, map_, other, hex_)
        lines.setdefault(reasons, []).append(map_.labels.label(other))
    if len(lines) == 1:
        return f"<div>{escape(step_text(next(iter(lines)), say.language))}</div>"
    said = []
    for reasons, labels in sorted(lines.items(), key=lambda line: -len(line[1])):
        hexes = text("previews.list", say.language).join(labels)
        values = {"hexes": hexes, "step": step_text(reasons, say.language)}
        said.append(f"<div>{escape(text('previews.from', say.language, **values))}</div>")
    return "".join(said)
