"""Who sees whom as smoke lies now, worked out once for every hex that somebody looks from (LS)."""

from __future__ import annotations

from engine.hexes.hex import Hex
from engine.sight.folded import HindranceSight


class SightCache:
    """The sight of one position with its smoke; what a hex sees is remembered."""

    def __init__(self, sight: HindranceSight) -> None:
        self.sight, self._hexes = sight, tuple(sight.grid)
        self._rows: dict[Hex, frozenset[Hex]] = {}

    def sees(self, one: Hex, other: Hex) -> bool:
        """Whether two hexes see each other; adjacent ones always do (LS5)."""
        return other in self.seen(one)

    def seen(self, start: Hex) -> frozenset[Hex]:
        """The hexes seen from a hex, itself included (LS1)."""
        try:
            return self._rows[start]
        except KeyError:
            return self._rows.setdefault(start, self._row(start))

    def _row(self, start: Hex) -> frozenset[Hex]:
        seen = self.sight.viewshed(start).ravel().tolist()
        return frozenset(h for h, is_seen in zip(self._hexes, seen, strict=True) if is_seen)
