"""Clips: pieces of a map cut out to be pasted, turned, mirrored, or kept as stamps."""

from __future__ import annotations

from dataclasses import dataclass

from engine.hexes import Hex
from engine.map import Map
from studio.document.edits import Edit
from studio.document.flat import Indices


@dataclass(frozen=True)
class Clip:
    """Hexes with what lies in them, each seen from the clip's middle.

    Masks count in axial steps (bit k: `STEPS[k]`), so that a clip fits on maps of both
    orientations. A level or ground of None leaves what is there.
    """

    hexes: tuple[Hex, ...]
    levels: tuple[int | None, ...]
    grounds: tuple[str | None, ...]
    sides: tuple[tuple[str, tuple[int, ...]], ...] = ()
    links: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def turned(self, sixths: int) -> Clip:
        """The clip turned clockwise by so many times 60°."""
        raise NotImplementedError

    def mirrored(self) -> Clip:
        """The clip mirrored left to right."""
        raise NotImplementedError


def clip(map_: Map, indices: Indices) -> Clip:
    """What lies in some hexes of a map."""
    raise NotImplementedError


def pasted(map_: Map, clip: Clip, at: Hex) -> Edit | None:
    """The edit that lays a clip with its middle at a hex; None where nothing would change."""
    raise NotImplementedError
