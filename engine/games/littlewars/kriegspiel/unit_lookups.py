"""Bodies and their men as the Kriegspiel asks for them: who is mounted, where a body stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.littlewars.proximity import unit_shape
from engine.games.littlewars.state import Figure, State, Unit
from engine.tabletop.buffered_shapes import BufferedShape, distance_code

ENGINEER, GENERAL = "engineer", "general"
EXTENDED_ORDER = ("extended", "dispersed")
COLUMNS = ("column", "fours")


def fit_men_of_group(state: State, body: str) -> list[Figure]:
    """The fit men of a body that are on the table."""
    return [each for each in state.figures.values() if each.body == body and each.is_fit]


def fit_bodies(state: State, side: str) -> list[str]:
    """The bodies of a side that have fit men, in their order."""
    return list(dict.fromkeys(each.body for each in state.fit_figures(side)))


def is_horse(state: State, figure: Figure) -> bool:
    """Return whether a figure is on horseback now (K2.2, K4.5)."""
    return state.type_of(figure).mounted and figure.id not in state.war.dismounted


def is_foot(state: State, figure: Figure) -> bool:
    """Return whether a figure fights on foot, as dismounted horse does (K7.1)."""
    return not is_horse(state, figure)


def movement_arm_of(state: State, figure: Figure) -> str:
    """Return the row for a figure in the table of rates (K1.1)."""
    if is_horse(state, figure):
        return GENERAL if figure.type == GENERAL else "horse"
    return ENGINEER if figure.type == ENGINEER else "foot"


def footprints_of(state: State, figures: Iterable[Figure]) -> list[BufferedShape]:
    """The room each of some figures takes up."""
    return [unit_shape(state, each) for each in figures]


def nearest_figure(state: State, to: BufferedShape, figures: Iterable[Figure]) -> Figure | None:
    """Return the figure nearest to a shape; of several the first."""
    return min(figures, key=lambda each: distance_code(unit_shape(state, each), to), default=None)


def fit_enemies(state: State, side: str) -> list[Figure]:
    """The fit figures of the other side."""
    return state.fit_figures(state.enemy_of(side))


def all_units(state: State) -> Iterator[Unit]:
    """All figures, guns and vehicles on the table."""
    yield from state.figures.values()
    yield from state.guns.values()
    yield from state.vehicles.values()


def find_generals(state: State, side: str) -> Iterator[Figure]:
    """Yield the general of a side, if on the table (K9.1)."""
    return (each for each in state.fit_figures(side) if each.type == GENERAL)
