"""How the army would stand if the button were let go now."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from engine.scenario.bodies import Body
from engine.tabletop.point import Point
from studio.tabletop.sketch import Sketch, Stylus


@dataclass(frozen=True, eq=False)
class BodySketch(Sketch):
    """A sketch in which `ghosts` stand where they would be; those in `gone` are not shown."""

    ghosts: tuple[Body, ...] = ()
    gone: frozenset[str] = frozenset()
    front: tuple[Point, ...] = ()  # the line a formation is laid by


BodyStroke = Generator[BodySketch, Stylus, None]
REST = BodySketch()
