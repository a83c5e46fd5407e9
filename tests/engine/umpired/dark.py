"""A toy game in the dark: walkers of the toy see two hexes far, and their steps are their own."""

from __future__ import annotations

from typing import Any

from tests.conformance.toy import LANE, Lane, Toy, Walker

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
        return seen

    def as_json(self, state: Lane) -> dict[str, Any]:
        units = [
            {"id": name, "side": unit.side, "type": "walker", "at": hex_of(unit), "marks": []}
            for name, unit in state.units.items()
        ]
        return {"turn": state.turn, "secret": state.secret, "units": units}


def column(unit: Walker) -> int:
    """Red walks to the right, blue to the left."""
    return unit.at if unit.side == "red" else LANE - unit.at


def hex_of(unit: Walker) -> str:
    return f"@{column(unit)},{0 if unit.side == 'red' else 1}"


DARK = Dark()
