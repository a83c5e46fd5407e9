"""Who sees whom as things lie now, worked out once for every hex that somebody looks from (V9)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hexes.hex import Hex
from engine.sight.folded import HindranceSight


class SightCache:
    """The sight of one position, with its smoke and bunkers; what a hex sees is remembered."""

    def __init__(self, sight: HindranceSight) -> None:
        self.sight, self._hexes = sight, tuple(sight.grid)
        self._rows: dict[Hex, Mapping[Hex, int]] = {}

    def seen(self, start: Hex) -> Mapping[Hex, int]:
        """The hexes seen from a hex, with what sight adds to an attack into each (V9.3)."""
        try:
            return self._rows[start]
        except KeyError:
            return self._rows.setdefault(start, self._row(start))

    def modifier(self, start: Hex, target: Hex) -> int | None:
        """What sight adds to an attack from a hex into another; None where it is blocked (V9.3)."""
        return self.seen(start).get(target)

    def sees(self, start: Hex, target: Hex) -> bool:
        """Whether two hexes see each other (V9.1)."""
        return target in self.seen(start)

    def _row(self, start: Hex) -> dict[Hex, int]:
        modifiers = self.sight.modifiers(start).ravel().tolist()
        found = zip(self._hexes, modifiers, strict=True)
        return {hex_: modifier for hex_, modifier in found if modifier >= 0}
