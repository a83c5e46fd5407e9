"""What the reader of a drawn map may choose."""

from __future__ import annotations

from dataclasses import dataclass

# Below these hex widths in page units a detail would only be grey: it is left out.
SMALLEST_PATTERNED = 9.0
SMALLEST_GRIDDED = 7.0
SMALLEST_LABELLED = 24.0
SMALLEST_LABELLED_THINLY = 10.0


@dataclass(frozen=True)
class Look:
    """How a map is drawn. `hex_px` is a hex's width across its flats in page units (1/96 inch)."""

    hex_px: float = 48.0
    grid: bool = True
    labels: bool = True
    legend: bool = True
    language: str = "en"
    ramp: str = "ochre"
    zones: bool = False

    @property
    def has_patterns(self) -> bool:
        """Whether hexes are large enough for trees, houses and smooth outlines."""
        return self.hex_px >= SMALLEST_PATTERNED

    @property
    def has_grid(self) -> bool:
        """Whether the hex grid is drawn."""
        return self.grid and self.hex_px >= SMALLEST_GRIDDED
