"""What a side may order its men in the Kriegspiel beside moving them (E2, K2, K5, K6)."""

from __future__ import annotations

from engine.games.littlewars.kriegspiel.charts import Charts
from engine.games.littlewars.orders import WarOrder, read_answer
from engine.play.asks import Answer

CHARGE, DISMOUNT, MOUNT, FORM = "charge", "dismount", "mount", "form"
CHANGES = (DISMOUNT, MOUNT, FORM)


def read_order(charts: Charts, answer: Answer) -> WarOrder | None:
    """An answer as such an order; None for what is none, whatever it is."""
    order = read_answer(WarOrder, answer)
    if order is None or order.deed not in (CHARGE, *CHANGES, *charts.works):
        return None
    sound = isinstance(order.figures, tuple) and isinstance(order.path, str)
    if not sound or not isinstance(order.target, str):
        return None
    return order if len(set(order.figures)) == len(order.figures) else None
