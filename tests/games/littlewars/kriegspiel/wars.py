"""Small Kriegspiels for tests: bodies laid in inches on an empty table, dice by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.littlewars.kriegspiel.rules import KRIEGSPIEL_RULES
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import DONE, ActionOrder, GunOrder, MenOrder
from engine.games.littlewars.state import Phase, State
from engine.play.dice import ScriptedDice
from engine.play.game import Game
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario, ScenarioSide
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.shapes import INCH, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import TabletopEdge, TabletopFeature, TabletopMap

TRUE_SHOT = (500, 500, 500)


def at(x: float, y: float) -> Point:
    return Point(round(x * INCH), round(y * INCH))


def body(
    id_: str, type_: str, *places: tuple[float, float], strength: int = 1, **more: Any
) -> FigureGroup:
    """A body laid in inches; its side is the first letter of its id: r or b."""
    side = {"r": "red", "b": "blue"}[id_[0]]
    return FigureGroup(id_, side, type_, strength, tuple(at(*place) for place in places), **more)


RESERVES = (
    body("r-rest", "foot", (5, 180), (5, 150), strength=20, formation="extended"),
    body("b-rest", "foot", (235, 150), (235, 180), strength=20, formation="extended"),
)


def of(game: Game[State], side: str) -> list[str]:
    """The fit men of a side, its reserve left out."""
    return [each.id for each in game.state.fit_figures(side) if not each.body.endswith("-rest")]


def hill(id_: str, level: int, *corners: tuple[float, float]) -> TabletopFeature:
    shape = Polygon(tuple(at(*corner) for corner in corners))
    return TabletopFeature(id_, "hill", shape, 6 * INCH, level=level)


def line(id_: str, kind: str, width: float, *corners: tuple[float, float]) -> TabletopFeature:
    shape = WideLine(tuple(at(*corner) for corner in corners), round(width * INCH))
    return TabletopFeature.of_kind(id_, kind, shape, FigureScale.KRIEGSPIEL)


def ford(id_: str, width: float, *corners: tuple[float, float]) -> TabletopFeature:
    shape = WideLine(tuple(at(*corner) for corner in corners), round(width * INCH))
    return TabletopFeature(id_, "river", shape, fordable=True)


def tree(id_: str, x: float, y: float) -> TabletopFeature:
    return TabletopFeature.of_kind(id_, "tree", Disc(at(x, y), 32), FigureScale.KRIEGSPIEL)


def war(
    *bodies: FigureGroup,
    features: Sequence[TabletopFeature] = (),
    dice: Sequence[tuple[int, ...]] = (),
    turns: int = 20,
    **rules: Any,
) -> Game[State]:
    """A Kriegspiel in which red moves first; twenty men of each side wait far behind."""
    bodies = (*bodies, *RESERVES)
    table = TabletopMap(
        240 * INCH,
        192 * INCH,
        scale=FigureScale.KRIEGSPIEL,
        edges={TabletopEdge.WEST: "", TabletopEdge.EAST: ""},
        features=tuple(features),
    )
    scenario = Scenario(
        "littlewars-kriegspiel",
        table,
        (ScenarioSide("red", begins=True), ScenarioSide("blue")),
        turns=turns,
        rules={"shots": "model", **rules},
        bodies=bodies,
    )
    return Game(KRIEGSPIEL_RULES, scenario, ScriptedDice(list(dice)))


def to_men(game: Game[State]) -> None:
    """On to the orders of the side that moves: nobody is fed, no gun moves, no rifle fires."""
    while not isinstance(game.decision, MoveMen):
        game.choose(_nothing(game))


def _nothing(game: Game[State]) -> Any:
    name = type(game.decision).__name__
    if name == "GunDeed":
        return GunOrder(DONE)
    return {"Feed": "nothing", "Volley": None, "Guards": "rest"}[name]


def done(game: Game[State]) -> None:
    """The side that moves is done with its men; on to those of the other."""
    side = game.state.active
    to_men(game)
    game.choose(MenOrder(DONE))
    while game.state.active == side and not game.is_over:
        answers = list(game.options)
        game.choose(answers[0])
    if not game.is_over:
        to_men(game)


def ids(body_: str, count: int, first: int = 1) -> tuple[str, ...]:
    return tuple(f"{body_}.{number}" for number in range(first, first + count))


def go(game: Game[State], figures: Sequence[str], *ways: tuple[float, float]) -> None:
    """Figures go along a way drawn in inches, from where its first point is."""
    path = " ".join(f"{point.x},{point.y}" for point in (at(*way) for way in ways))
    game.choose(MenOrder("go", tuple(figures), path))


def order(deed: str, figures: Sequence[str], path: str = "", target: str = "") -> ActionOrder:
    return ActionOrder(deed, tuple(figures), path, target)


def said(x: float, y: float) -> str:
    return "{},{}".format(*at(x, y))


def events(game: Game[State], name: str) -> list[Any]:
    return [event for event in game.events if type(event).__name__ == name]


def is_men(game: Game[State]) -> bool:
    return game.state.phase is Phase.MEN
