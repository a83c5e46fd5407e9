"""A toy game in the dark: walkers of the toy see two hexes far, and their steps are their own."""

from __future__ import annotations

from dataclasses import replace

from tests.conformance import toy_system
from tests.conformance.toy import Lane, Toy, column

SIGHT = 2


class Dark(Toy):
    id = "dark"

    def view(self, state: Lane, side: str) -> Lane:
        seen = super().view(state, side)
        own = [column(unit) for unit in state.units.values() if unit.side == side]
        seen.units = {
            name: unit
            for name, unit in state.units.items()
            if unit.side == side or any(abs(column(unit) - here) <= SIGHT for here in own)
        }
        seen.lost = ()  # nobody hears in the dark who fell
        return seen


DARK = Dark()
SYSTEM = replace(
    toy_system.SYSTEM, id="dark", rules=lambda: DARK, is_double_blind=True, sheets=(), texts=None
)
