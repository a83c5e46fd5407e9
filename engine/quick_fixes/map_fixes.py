"""One-click fixes: for each problem of a map whose remedy is clear, the edits that put it right.

A fix is a value: what it does, in words, and the edit that does it. It is made for the map as it is
now; a problem that is there no more has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from engine.editing.edits import Edit
from engine.editing.map_metadata_edits import SetField, SetZone
from engine.hexes.hex import Hex
from engine.hexes.labels import UnknownHexError
from engine.map.map import Map
from engine.map.terrain import load_catalogue
from engine.problems import Problem, Waiver
from engine.quick_fixes.loose_end_fixes import (
    LooseRoad,
    LooseStream,
    Side,
    outer_sides,
    remove_hexsides_edit,
)
from engine.texts import LocalText, localised, text, text_languages


class QuickFix(Protocol):
    """A way to put a problem right, of whatever work; `id` is the same for all of a kind."""

    @property
    def id(self) -> str:
        """Return the id of the fix."""
        ...

    def name(self, language: str | None = None) -> str:
        """Return the name of the fix, for a button and the history."""
        ...

    @property
    def is_destructive(self) -> bool:
        """Return True if the fix removes something the author made."""
        ...


R = TypeVar("R", bound=QuickFix)
DESTRUCTIVE = frozenset({"take-back", "cut-off-zone"})


def sort_by_harm(remedies: Iterable[R]) -> tuple[R, ...]:
    """Ways to put a problem right in their order, those that destroy work at the end."""
    return tuple(sorted(remedies, key=lambda remedy: remedy.is_destructive))


@dataclass(frozen=True)
class MapFix:
    """A way to put a problem right; `id` says which way, the same for all problems of a kind."""

    id: str
    values: Mapping[str, LocalText]
    edit: Edit

    def name(self, language: str | None = None) -> str:
        """Return the name of the fix, for a button and the history."""
        said = {key: localised(value, language) for key, value in self.values.items()}
        return text(f"tools.fix-{self.id}", language, **said)

    @property
    def is_destructive(self) -> bool:
        """Return True if the fix removes something that was painted."""
        return self.id in DESTRUCTIVE


def map_fixes(map_: Map, problem: Problem) -> tuple[MapFix, ...]:
    """Return the quick fixes of a map's problem, the likeliest first; none if unclear.

    There are none either if the map no longer has the problem.
    """
    if problem.code not in FIXERS:
        return ()
    try:
        hexes = [map_.labels.find(name) for name in problem.at]
    except UnknownHexError:  # the map has become smaller since
        return ()
    return sort_by_harm(FIXERS[problem.code](map_, problem, hexes))


_Fixer = Callable[[Map, Problem, list[Hex]], Iterator[MapFix]]


def _name(kind: str) -> LocalText:
    """A kind as it is said amid a sentence."""
    name = load_catalogue().name(kind)
    return (
        name.lower() if isinstance(name, str) else {key: said.lower() for key, said in name.items()}
    )


def _is_said(kind: str, problem: Problem) -> bool:
    """Return True if a problem refers to a kind, in any language."""
    name = _name(kind)
    return problem.values.get("kind") in [
        localised(name, language) for language in text_languages()
    ]


# --- roads ----------------------------------------------------------------------------------------


def _dangling_link(map_: Map, problem: Problem, hexes: list[Hex]) -> Iterator[MapFix]:
    """Joined to what is near, or taken back; a road that alone leads to an island stays."""
    road = LooseRoad.at(map_, hexes[0])
    if road is None or road.is_wet:
        return
    yield from _lead_on(map_, road)
    if not road.crosses_water:
        yield _take_back(map_, road)


def _road_into_water(map_: Map, problem: Problem, hexes: list[Hex]) -> Iterator[MapFix]:
    """Carried on to the far shore, or taken back."""
    road = LooseRoad.at(map_, hexes[0])
    if road is not None and road.is_wet:
        yield from _lead_on(map_, road)
        yield _take_back(map_, road)


def _lead_on(map_: Map, road: LooseRoad) -> Iterator[MapFix]:
    way = road.shortest_extension()
    if way:
        values = {"kind": _name(road.kind), "hex": map_.labels.label(way[-1])}
        yield MapFix("bridge" if road.is_wet else "join", values, road.extension_edit(way))


def _take_back(map_: Map, road: LooseRoad) -> MapFix:
    values = {"kind": _name(road.kind), "hex": map_.labels.label(road.end)}
    return MapFix("take-back", values, road.removal_edit())


# --- hexsides -------------------------------------------------------------------------------------


def _stream_from_nowhere(map_: Map, problem: Problem, hexes: list[Hex]) -> Iterator[MapFix]:
    stream = LooseStream.at(map_, hexes)
    if stream is None:
        return
    kind, way = _name(stream.kind), stream.shortest_extension()
    if way:
        last = next(hex_ for hex_ in (way[-1].first, way[-1].second) if hex_ in map_.grid)
        values = {"kind": kind, "hex": map_.labels.label(last)}
        yield MapFix("lead-to-water", values, stream.extension_edit(way))
    values = {"kind": kind, "hex": map_.labels.label(hexes[0])}
    yield MapFix("take-back", values, stream.removal_edit())


def _stream_in_lake(map_: Map, problem: Problem, hexes: list[Hex]) -> Iterator[MapFix]:
    side = Side(hexes[0], hexes[1])
    for kind in map_.sides:
        if _is_said(kind, problem):
            edit = remove_hexsides_edit(map_, kind, [side])
            if edit is not None:
                yield MapFix("out-of-lake", {"kind": _name(kind)}, edit)


def _side_at_edge(map_: Map, problem: Problem, hexes: list[Hex]) -> Iterator[MapFix]:
    for kind in map_.sides:
        if _is_said(kind, problem):
            edit = remove_hexsides_edit(map_, kind, outer_sides(map_, hexes[0]))
            if edit is not None:
                yield MapFix("off-edge", {"kind": _name(kind)}, edit)


# --- areas and words ------------------------------------------------------------------------------


def _empty_zone(map_: Map, problem: Problem, hexes: list[Hex]) -> Iterator[MapFix]:
    name = str(problem.values["zone"])
    if name in map_.zones and not map_.zones[name].hexes.any():
        yield MapFix("empty-zone", {"zone": name}, SetZone(name, None))


def _unreachable_zone(map_: Map, problem: Problem, hexes: list[Hex]) -> Iterator[MapFix]:
    name = str(problem.values["zone"])
    if name in map_.zones:
        yield _keep(map_, problem, "boats")
        yield MapFix("cut-off-zone", {"zone": name}, SetZone(name, None))


def _locked_ground(map_: Map, problem: Problem, hexes: list[Hex]) -> Iterator[MapFix]:
    yield _keep(map_, problem, "island")


def _keep(map_: Map, problem: Problem, why: str) -> MapFix:
    """The warning waived, with the usual reason."""
    waiver = Waiver(problem.code, problem.at, text(f"tools.reason-{why}"))
    return MapFix(f"keep-{why}", {}, SetField("waived", (*map_.waived, waiver)))


def _no_credits(map_: Map, problem: Problem, hexes: list[Hex]) -> Iterator[MapFix]:
    if not map_.credits.strip() and map_.origin.strip():
        yield MapFix(
            "credit", {"origin": map_.origin.strip()}, SetField("credits", map_.origin.strip())
        )


def _idle_waiver(map_: Map, problem: Problem, hexes: list[Hex]) -> Iterator[MapFix]:
    """Written as it was meant, where that is likely, or removed."""
    place, code = int(str(problem.values["place"])), problem.values["waived"]
    if place >= len(map_.waived) or map_.waived[place].code != code:
        return
    before, after = map_.waived[:place], map_.waived[place + 1 :]
    near = str(problem.values.get("near", ""))
    if near:
        meant = map_.waived[place]._replace(code=near)
        yield MapFix("meant-waiver", {"near": near}, SetField("waived", (*before, meant, *after)))
    yield MapFix("idle-waiver", {}, SetField("waived", (*before, *after)))


FIXERS: Mapping[str, _Fixer] = {
    "dangling-link": _dangling_link,
    "road-into-water": _road_into_water,
    "bridge-without-banks": _road_into_water,
    "side-at-edge": _side_at_edge,
    "stream-in-lake": _stream_in_lake,
    "stream-starts-nowhere": _stream_from_nowhere,
    "locked-ground": _locked_ground,
    "unreachable-zone": _unreachable_zone,
    "empty-zone": _empty_zone,
    "no-credits": _no_credits,
    "unused-waiver": _idle_waiver,
    "unknown-waiver": _idle_waiver,
}
"""By the code of the problem."""
