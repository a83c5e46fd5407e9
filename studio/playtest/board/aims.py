"""What an outlook draws on the map: lines of sight, and arrows to what is aimed at."""

from __future__ import annotations

from engine.hexes.hex import Hex
from engine.play.outlook import LineOfSight, Outlook
from studio.lookout.lookout_marks import SightLine
from studio.playtest.board.written_orders import WrittenOrders


def sight_lines(told: Outlook) -> list[SightLine]:
    """The lines of sight it is judged by."""
    return [SightLine(each.profile, False) for each in told.every(LineOfSight)]


def arrows(told: Outlook) -> list[WrittenOrders]:
    """From where to which hex it is aimed."""
    lines = ((aim.start, aim.end) for aim in told.aims)
    found = [
        (start, end) for start, end in lines if isinstance(start, Hex) and isinstance(end, Hex)
    ]
    return [WrittenOrders((), tuple(found))] if found else []
