"""The sides of a module of VASSAL, and whose its counters are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.interchange.making import free_id, id_of, plain_title
from engine.interchange.setups import COLOURS, MOST_SIDES, RESERVED
from engine.scenario.scenario import ScenarioSide, ScenarioUnit

FEWEST = 2
# Who sits at a table in VASSAL without a side of the game.
NO_SIDES = re.compile(r"(?i)\b(solo|solitaire|referee|umpire|observer|moderator|host|admin|gm)\b")


class VassalSides:
    """The sides of a module, and whose a counter is by the words on it."""

    def __init__(self, names: Sequence[str]) -> None:
        plain = [plain_title(name) for name in names]
        self.names = [name for name in plain if name and not NO_SIDES.search(name)]
        self.left = self.names[MOST_SIDES:]
        del self.names[MOST_SIDES:]
        while len(self.names) < FEWEST:
            self.names.append(free_id(str(len(self.names) + 1), self.names))
        self.ids: dict[str, str] = {}
        for name in self.names:
            taken = {*self.ids.values(), RESERVED}
            self.ids.setdefault(name, free_id(id_of(name) or "side", taken))
        self.first = self.ids[self.names[0]]
        longest = sorted(self.ids, key=len, reverse=True)
        self._patterns = [(re.compile(rf"(?i)(?<!\w){re.escape(name)}(?!\w)"), self.ids[name])
                          for name in longest]  # fmt: skip

    def of(self, said: str) -> str | None:
        """The side whose name stands among some words; None where that of none or several does."""
        found = {id_ for pattern, id_ in self._patterns if pattern.search(said)}
        return found.pop() if len(found) == 1 else None

    def _used(self, units: Sequence[ScenarioUnit]) -> list[str]:
        with_units = {unit.side for unit in units}
        used = [name for name, id_ in self.ids.items() if id_ in with_units]
        rest = [name for name in self.ids if name not in used]
        kept = {*used, *rest[: max(0, FEWEST - len(used))]}
        return [name for name in self.ids if name in kept]

    def listed(self, units: Sequence[ScenarioUnit]) -> list[ScenarioSide]:
        """The sides with counters, two at least."""
        return [ScenarioSide(self.ids[name], name, colour)
                for name, colour in zip(self._used(units), COLOURS, strict=False)]  # fmt: skip

    def unused(self, units: Sequence[ScenarioUnit]) -> list[str]:
        """The sides without a counter that are left out."""
        used = self._used(units)
        return [*(name for name in self.ids if name not in used), *self.left]
