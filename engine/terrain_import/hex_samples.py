"""Real ground on hexes, before anything is decided: what thresholds are applied to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import Hex
from engine.terrain_import.hex_elevation import HexElevation
from engine.terrain_import.hexside_streams import StreamChain
from engine.terrain_import.import_problems import Finding
from engine.terrain_import.map_frame import MapFrame


class NamedPlace(NamedTuple):
    """A place of some kind with a name, in a hex; `curve` is its line as in a `NameStyle`."""

    at: Hex
    kind: str
    name: str
    people: int = 0
    curve: tuple[tuple[float, float], ...] = ()


class NetworkParts(NamedTuple):
    """The connected parts of a network: in the source within the area, and on the hexes."""

    drawn: int = 0
    laid: int = 0


@dataclass(frozen=True)
class HexSamples:
    """An area read from its sources: of every hex what it holds, and how much of it.

    `cover` are shares from 0 to 1 by cover, at most 1 together; what is left has no land use.
    `waters` and `links` are six-bit masks by class, as in a Map. All planes are [row, column].
    """

    frame: MapFrame
    relief: HexElevation
    cover: Mapping[str, NDArray[np.float32]]
    waters: Mapping[str, NDArray[np.uint8]]
    links: Mapping[str, NDArray[np.uint8]]
    places: tuple[NamedPlace, ...]
    chains: tuple[StreamChain, ...]
    water_parts: NetworkParts
    link_parts: NetworkParts
    findings: tuple[Finding, ...]
    sources: tuple[str, ...]
    credits: str
    elevation_credit: str = ""
    unlaid: tuple[str, ...] = ()  # classes of the sources that only who asks for them gets

    @property
    def uncovered(self) -> NDArray[np.float32]:
        """The share of each hex that no area of the sources covers."""
        held = sum(self.cover.values(), np.zeros(self.frame.grid.shape, np.float32))
        return np.clip(1 - held, 0, 1).astype(np.float32)
