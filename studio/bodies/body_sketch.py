"""How the army would stand if the button were let go now."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from engine.scenario.bodies import FigureGroup
from engine.tabletop.point import Point
from studio.tabletop.sketch import TabletopToolPointer, TabletopToolPreview


@dataclass(frozen=True, eq=False)
class GroupToolPreview(TabletopToolPreview):
    """A sketch in which `ghosts` stand where they would be; those in `gone` are not shown."""

    ghosts: tuple[FigureGroup, ...] = ()
    gone: frozenset[str] = frozenset()
    front: tuple[Point, ...] = ()  # the line a formation is laid by


BodyStroke = Generator[GroupToolPreview, TabletopToolPointer, None]
REST = GroupToolPreview()
