"""Units of heights in rasters: by their band, their vertical projection, or the user."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.terrain_import.import_problems import load_library

FOOT, SURVEY_FOOT = 0.3048, 1200 / 3937
HEIGHT_UNITS: Mapping[str, float] = {
    "m": 1.0, "dm": 0.1, "cm": 0.01, "mm": 0.001, "km": 1000.0, "ft": FOOT, "us-ft": SURVEY_FOOT,
}  # fmt: skip
"""Metres of each unit that a user may name."""

SAME_AS_FOREIGN: Mapping[str, tuple[str, ...]] = {
    "m": ("metre", "meter", "mtr"),
    "dm": ("decimetre", "decimeter"),
    "cm": ("centimetre", "centimeter"),
    "mm": ("millimetre", "millimeter"),
    "km": ("kilometre", "kilometer"),
    "ft": ("foot", "feet", "international foot", "international feet", "foot international"),
    "us-ft": ("us survey foot", "us survey feet", "us foot", "us feet", "ftus", "us ft", "sft",
              "foot us", "feet us", "us surveyfoot", "u s survey foot", "usfoot", "usft"),
}  # fmt: skip


@dataclass(frozen=True)
class HeightScale:
    """The conversion of a band's numbers to metres: `number * factor + offset`.

    `unit` is empty if the raster does not state one; its numbers then count as metres.
    """

    factor: float = 1.0
    offset: float = 0.0
    unit: str = ""

    def metres(self, numbers: NDArray[np.float32]) -> NDArray[np.float32]:
        """Convert numbers of the band to metres."""
        if self.factor == 1 and self.offset == 0:
            return numbers
        return np.asarray(numbers * self.factor + self.offset, np.float32)

    @property
    def is_converted(self) -> bool:
        """Return True if the band's numbers are not metres themselves."""
        return self.factor != 1 or self.offset != 0


def parse_unit(words: str) -> str:
    """Return the short name of a unit by any of its usual names; "" if it is unknown."""
    plain = " ".join(words.lower().replace("_", " ").replace(".", " ").strip("[]() ").split())
    plain = plain.replace("(", "").replace(")", "")
    for name, foreign in SAME_AS_FOREIGN.items():
        if plain in (name, name.replace("-", " "), *foreign, *(f"{each}s" for each in foreign)):
            return name
    return ""


def read_height_scale(source: Any, wanted: str = "") -> HeightScale:
    """Return the conversion of a raster's first band to metres.

    A unit that the user wants overrules the band's, which overrules that of a vertical projection.
    """
    unit = wanted or parse_unit(source.units[0] or "") or _vertical_unit(source.crs)
    metres = HEIGHT_UNITS.get(unit, 1.0)
    factor, offset = (source.scales or (1.0,))[0], (source.offsets or (0.0,))[0]
    return HeightScale(factor * metres, offset * metres, unit)


def _vertical_unit(crs: Any) -> str:
    """The unit of the axis of a projection that points up, or nothing."""
    pyproj = load_library("pyproj")
    try:
        axes = pyproj.CRS.from_wkt(crs.to_wkt()).axis_info
    except pyproj.exceptions.CRSError:
        return ""
    return next((parse_unit(axis.unit_name) for axis in axes if axis.direction == "up"), "")
