"""What the figures and tokens of a squad make of it (Q3, U2–U6, U10, SP)."""

from __future__ import annotations

from engine.games.tide.state import State, Unit
from engine.hexes.hex import Hex

ANTI_TANK, FLAMETHROWER, ENGINEER, MEDIC, RECON = (
    "anti-tank", "flamethrower", "engineer", "medic", "recon",
)  # fmt: skip


def is_heavy(state: State, unit: Unit) -> bool:
    """A squad with the crew of a heavy weapon (Q3, U10)."""
    return any(figure.is_crew for figure in state.figures_of(unit))


def is_hardened(state: State, unit: Unit) -> bool:
    """A squad with an elite figure (U2)."""
    return any(figure.has("hardened") for figure in state.figures_of(unit))


def leads(state: State, unit: Unit) -> bool:
    """An officer's squad whose officer does something: not while it is disrupted (U6)."""
    officer = any(figure.is_officer for figure in state.figures_of(unit))
    return officer and not unit.is_disrupted and not unit.inside


def has_officer(state: State, hex_: Hex, side: str) -> bool:
    """Whether an officer of a side leads in a hex (U4, U5)."""
    return any(unit.side == side and leads(state, unit) for unit in state.at(hex_))


def has_medic(state: State, hex_: Hex, side: str) -> bool:
    """Whether a medic of a side is in a hex (SP4)."""
    return any(unit.side == side and unit.token == MEDIC for unit in state.at(hex_))


def worth(state: State, unit: Unit) -> int:
    """What a unit is worth as it is now, in points: figures, token or vehicle (U11)."""
    if not unit.is_squad:
        return state.type_of(unit).points
    token = state.book.tokens[unit.token].points if unit.token else 0
    return sum(figure.points for figure in state.figures_of(unit)) + token
