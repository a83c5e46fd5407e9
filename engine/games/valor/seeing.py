"""Who sees whom as things lie now, each pair worked out once (V9)."""

from __future__ import annotations

from engine.hexes.hex import Hex
from engine.sight.folded import FoldingSight


class Seeing:
    """The sight of one position, with its smoke and bunkers; answers are remembered."""

    def __init__(self, sight: FoldingSight) -> None:
        self.sight = sight
        self._found: dict[tuple[Hex, Hex], int | None] = {}

    def modifier(self, start: Hex, target: Hex) -> int | None:
        """What sight adds to an attack from a hex into another; None where it is blocked (V9.3)."""
        key = start, target
        try:
            return self._found[key]
        except KeyError:
            return self._found.setdefault(key, self.sight.modifier(start, target))

    def sees(self, start: Hex, target: Hex) -> bool:
        """Whether two hexes see each other (V9.1)."""
        return self.modifier(start, target) is not None
