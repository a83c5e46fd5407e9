"""What a side may order its men in the Kriegspiel beside moving them (E2, K2, K5, K6)."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.littlewars.kriegspiel.charts import Charts
from engine.games.littlewars.orders import read_answer
from engine.play.asks import Answer

CHARGE, DRIVE, DISMOUNT, MOUNT, FORM = "charge", "drive", "dismount", "mount", "form"
CHANGES = (DISMOUNT, MOUNT, FORM)


class WarOrder(NamedTuple):
    """What some do: `charge` a target, `dismount`, `mount`, `form`, `drive`, or begin a work.

    A work is named by its kind. `path` is its place, of an entrenchment both its ends, of a wagon
    its way. `target` is whom they charge, the formation they take, the gun they dig in.
    """

    deed: str
    figures: tuple[str, ...] = ()
    path: str = ""
    target: str = ""


def read_order(charts: Charts, answer: Answer) -> WarOrder | None:
    """An answer as such an order; None for what is none, whatever it is."""
    order = read_answer(WarOrder, answer)
    if order is None or order.deed not in (CHARGE, DRIVE, *CHANGES, *charts.works):
        return None
    sound = isinstance(order.figures, tuple) and isinstance(order.path, str)
    if not sound or not isinstance(order.target, str):
        return None
    return order if len(set(order.figures)) == len(order.figures) else None
