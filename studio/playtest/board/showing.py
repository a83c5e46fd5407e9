"""What of a question is shown on the map: rings round units, hexes, reach."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play.pointing import Deed
from engine.session.choices import Choices
from engine.session.plan import Going
from studio.canvas.shots import Ring
from studio.drawing.overlays import ReachOverlay
from studio.playtest.board.marks import Wanted

# What a ring says of a unit that an option acts with; without a word of its own, that it may act.
ACTING = {Deed.JOIN: Ring.MAY_JOIN, Deed.LOSE: Ring.MAY_LOSE}
MET = {Deed.LOAD: Ring.CARRIER}  # and of one that it acts upon


def rings_of(choices: Choices, mover: str, pointed_out: Sequence[str]) -> dict[str, Ring]:
    """Rings round units that may act, those in already, those acted upon, and the one in hand."""
    rings: dict[str, Ring] = {}
    for _, points in choices.pointings:
        if points.unit and rings.get(points.unit, Ring.MAY_ACT) is Ring.MAY_ACT:
            rings[points.unit] = ACTING.get(points.deed, Ring.MAY_ACT)
    for _, points in choices.pointings:
        if points.target:
            rings[points.target] = MET.get(points.deed, Ring.TARGET)
    rings |= dict.fromkeys(choices.joined, Ring.JOINED)
    rings |= dict.fromkeys(pointed_out, Ring.SELECTED)
    return rings | ({mover: Ring.SELECTED} if mover else {})


def wanted_by(choices: Choices) -> list[Wanted]:
    """The hexes that options lead into; a unit that turns stays where it is."""
    hexes = {at: deed for at, deed in choices.hexes.items() if deed is not Deed.TURN}
    return [Wanted(hexes)] if hexes else []


def reach_overlay(going: Going | None) -> ReachOverlay | None:
    """How far the unit in hand comes, and what that costs."""
    if going is None:
        return None
    costs = {at: float(found.cost) for at, found in going.reach.arrivals.items()}
    return ReachOverlay(going.reach.start, costs)
