"""Bodies as scenario files say them: read with every fault found on the way, and written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.files.source_text import ParsedSource
from engine.files.valid_parts import Steps, ValidParts, without_duplicate_ids
from engine.problems import nearest_word
from engine.scenario.figure_groups import FigureGroup
from engine.tabletop.lengths import (
    PLAIN,
    InvalidLengthError,
    LengthFormat,
    length_style,
    read_points,
    write_points,
)
from engine.tabletop.shapes import Point

MAX_POINTS = 2
"""By how many points a body is laid: one, or two for a formation."""


class FigureGroupReader:
    """Reads the bodies of a file; `places` leads from each to where the file speaks of it."""

    def __init__(self, parts: ValidParts, sides: list[str]) -> None:
        self.parts, self.sides = parts, sides
        self.places: dict[str, Steps] = {}

    def valid_groups(self) -> Iterator[FigureGroup]:
        """The bodies that are sound, in their order."""
        for path, values in without_duplicate_ids(self.parts, self.parts.items(["bodies"])):
            body = self._body(path, values)
            if body is not None:
                self.places[body.id] = path
                yield body

    def _body(self, path: Steps, values: dict[str, Any]) -> FigureGroup | None:
        if values["side"] not in self.sides:
            near, known = nearest_word(values["side"], self.sides), ", ".join(self.sides)
            told = {"side": values["side"], "known": known, "near": near}
            self.parts.fault("no-such-side", [*path, "side"], **told)
            return None
        if "at" in values:
            at = self._points(values["at"], [*path, "at"])
            if at is None:
                return None
            values["at"] = at
        return FigureGroup(**values)

    def _points(self, written: str, path: Steps) -> tuple[Point, ...] | None:
        try:
            points = read_points(written)
        except InvalidLengthError as error:
            self.parts.fault("no-points", path, explained=str(error))
            return None
        if len(points) > MAX_POINTS:
            self.parts.fault("too-many-points", path, count=len(points), most=MAX_POINTS)
            return None
        return points


def length_style_of(source: ParsedSource, places: Mapping[str, Steps]) -> LengthFormat:
    """Return the format of a file's lengths: that of the first figure group with a place."""
    for path in places.values():
        at = source.root.at(path).value.get("at")
        if at is not None:
            return length_style(str(at.value).partition(",")[0].strip())
    return PLAIN


def figure_group_values(body: FigureGroup, manner: LengthFormat = PLAIN) -> dict[str, Any]:
    """Return the values of a figure group in a file; defaults are left out."""
    values: dict[str, Any] = {
        "id": body.id,
        "side": body.side,
        "type": body.type,
        "name": body.name,
        "strength": body.strength if body.strength != 1 else None,
        "at": write_points(body.at, manner),
        "zone": body.zone,
        "formation": body.formation,
        "facing": body.facing,
        "skill": body.skill,
        "arm": body.arm,
        "aboard": body.aboard,
        "load": dict(body.load),
    }
    return {key: value for key, value in values.items() if value not in ("", None, {})}
