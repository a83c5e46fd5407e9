"""The directions of a map by their points of the compass, as people read them."""

from __future__ import annotations

from engine.hexes.grid import Orientation
from studio.parts.speech import Localizer


def compass_names(orientation: Orientation, say: Localizer) -> tuple[str, ...]:
    """The directions 0…5, short: `E`, `NE`, … in English."""
    return tuple(say(f"way-{name.lower()}") for name in orientation.directions)
