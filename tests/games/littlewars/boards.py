"""Small tables for the tests of Little Wars, with lengths in inches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from engine.games.littlewars.adapter.rules import LITTLEWARS
from engine.games.littlewars.state import Figure, Gun, Phase, State
from engine.play.dice import ScriptedDice
from engine.play.game import Game
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario, ScenarioSide
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.shapes import INCH, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import TabletopEdge, TabletopFeature, TabletopMap, TabletopZone

SIDES = ("red", "blue")


def at(x: float, y: float) -> Point:
    """A point by inches."""
    return Point(round(x * INCH), round(y * INCH))


def house(name: str, west: float, south: float, east: float, north: float) -> TabletopFeature:
    """A house by the corners of its walls, in inches."""
    corners = (at(west, south), at(east, south), at(east, north), at(west, north))
    return TabletopFeature.of_kind(name, "house", Polygon(corners), FigureScale.LITTLE_WARS)


def zone(west: float, south: float, east: float, north: float) -> TabletopZone:
    """A zone by its corners, in inches."""
    return TabletopZone(
        Polygon((at(west, south), at(east, south), at(east, north), at(west, north)))
    )


def table(
    width: float = 72,
    depth: float = 60,
    features: Iterable[TabletopFeature] = (),
    zones: Mapping[str, TabletopZone] | None = None,
) -> TabletopMap:
    """A table by inches, its back lines south and north."""
    return TabletopMap(
        round(width * INCH), round(depth * INCH), "Green",
        edges={TabletopEdge.SOUTH: "South", TabletopEdge.NORTH: "North"}, features=tuple(features),
        zones=zones or {},
    )  # fmt: skip


def scenario(
    bodies: Iterable[FigureGroup],
    ground: TabletopMap | None = None,
    turns: int = 4,
    rules: Mapping[str, Any] | None = None,
    begins: str = "red",
) -> Scenario:
    """A scenario on a table."""
    sides = tuple(ScenarioSide(side, side.capitalize(), begins=side == begins) for side in SIDES)
    return Scenario(
        "littlewars", ground or table(), sides, title="Green", turns=turns,
        bodies=tuple(bodies), rules={"shots": "model", **(rules or {})},
    )  # fmt: skip


def laid(
    name: str, side: str, kind: str, strength: int, x: float, y: float, x2: float, y2: float,
    formation: str = "line",
) -> FigureGroup:  # fmt: skip
    """A body laid from one point to another."""
    return FigureGroup(name, side, kind, strength, (at(x, y), at(x2, y2)), formation)


def gun(name: str, side: str, x: float, y: float, facing: int = 0, skill: str = "") -> FigureGroup:
    """A gun at a point."""
    return FigureGroup(name, side, "gun", at=(at(x, y),), facing=facing, skill=skill)


def body(name: str, kind: str, x: float = 0, y: float = 0, **more: Any) -> FigureGroup:
    """One of the side its name begins with, at a point or aboard something."""
    side = {"r": "red", "b": "blue"}[name[0]]
    places = () if "aboard" in more else (at(x, y),)
    return FigureGroup(name, side, kind, more.pop("strength", 1), places, **more)


def line(name: str, kind: str, width: float, *corners: tuple[float, float]) -> TabletopFeature:
    shape = WideLine(tuple(at(*corner) for corner in corners), round(width * INCH))
    return TabletopFeature.of_kind(name, kind, shape, FigureScale.LITTLE_WARS)


def train(trucks: int, *riders: FigureGroup, x: float = 90) -> list[FigureGroup]:
    """An engine with so many trucks behind it."""
    cars = [
        body(f"r-truck-{number}", "truck", x - 5.8 * number, 30, facing=90)
        for number in range(1, trucks + 1)
    ]
    return [body("r-engine", "engine", x, 30, facing=90), *cars, *riders]


def state_of(
    figures: Iterable[tuple[str, str, str, float, float]] = (),
    guns: Iterable[tuple[str, str, float, float, int]] = (),
    *,
    active: str = "red",
    move: int = 3,
    phase: Phase = Phase.MEN,
    ground: TabletopMap | None = None,
    rules: Mapping[str, Any] | None = None,
    turns: int = 12,
) -> State:
    """A position in a move: figures by id, side, kind and inches, guns with their facing."""
    state = LITTLEWARS.start(scenario(_bodies(figures, guns), ground, turns, rules))
    for name, side, kind, x, y in figures:
        state.figures[name] = Figure(name, name, side, kind, at(x, y), came=at(x, y))
    for name, side, x, y, facing in guns:
        state.guns[name] = Gun(name, side, at(x, y), facing=facing, skill="practised")
    state.waiting, state.ready, state.first = (), SIDES, "red"
    state.active, state.move, state.phase = active, move, phase
    state.began_with = tuple((side, state.count_men(side)) for side in SIDES)
    return state


def _bodies(
    figures: Iterable[tuple[str, str, str, float, float]],
    guns: Iterable[tuple[str, str, float, float, int]],
) -> list[FigureGroup]:
    return [
        *(FigureGroup(name, side, kind) for name, side, kind, _, _ in figures),
        *(FigureGroup(name, side, "gun") for name, side, _, _, _ in guns),
    ]


def game_at(state: State, dice: Iterable[tuple[int, ...]] = ()) -> Game[State]:
    """A game that goes on from a position, with scripted dice."""
    return Game(LITTLEWARS, _any_scenario(), ScriptedDice.of(*dice), state)


@cache
def _any_scenario() -> Scenario:
    return scenario([])


def block(
    name: str, side: str, count: int, x: float, y: float, kind: str = "foot", step: float = 1.0,
    wide: int = 5,
) -> list[tuple[str, str, str, float, float]]:  # fmt: skip
    """So many figures in ranks of five, an inch apart, from a corner."""
    return [
        (f"{name}{n}", side, kind, x + step * ((n - 1) % wide), y + step * ((n - 1) // wide))
        for n in range(1, count + 1)
    ]
