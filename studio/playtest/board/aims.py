"""What an outlook draws on the map: lines of sight, and arrows to what is aimed at."""

from __future__ import annotations

from engine.hexes.hex import Hex
from engine.play.outlook import LineOfSight, OutcomeForecast
from studio.lookout.lookout_marks import SightLineOverlay
from studio.playtest.board.written_orders import OrdersOverlay


def forecast_sight_lines(told: OutcomeForecast) -> list[SightLineOverlay]:
    """The lines of sight it is judged by."""
    return [SightLineOverlay(each.profile, False) for each in told.every(LineOfSight)]


def forecast_arrows(told: OutcomeForecast) -> list[OrdersOverlay]:
    """From where to which hex it is aimed."""
    lines = ((aim.start, aim.end) for aim in told.aims)
    found = [
        (start, end) for start, end in lines if isinstance(start, Hex) and isinstance(end, Hex)
    ]
    return [OrdersOverlay((), tuple(found))] if found else []
