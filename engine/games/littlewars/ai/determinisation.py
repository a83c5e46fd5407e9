"""A position as it may be: behind a curtain the enemy has all of his bodies yet to set up (E6)."""

from __future__ import annotations

from engine.games.littlewars import armies
from engine.games.littlewars.state import Figure, Phase, State
from engine.tabletop.shapes import Point


def determinise(view: State, side: str, seed: int) -> State:
    """A side's view with what a curtain hides of the enemy beside the table again (L2.2)."""
    dealt = view.copy()
    dealt.viewer = ""
    if view.phase is Phase.CURTAIN:
        foes = [each for each in view.aims.bodies.values() if each.side != side and not each.at]
        dealt.waiting = (*dealt.waiting, *armies.waiting_figures(foes))
    _fill_boxes(dealt, side)
    return dealt


def _fill_boxes(dealt: State, side: str) -> None:
    """Whoever of the enemy is nowhere to be seen is in one of his boxes (L21.3)."""
    boxes = [
        each.id for each in dealt.vehicles.values() if each.type == "box" and each.side != side
    ]
    foes = [each for each in dealt.aims.bodies.values() if each.side != side]
    lost = [each for each in armies.waiting_figures(foes) if dealt.known(each.id) is None]
    dealt.unseen = ()
    for number, each in enumerate(lost if boxes else ()):
        made = dealt.as_placed(each, Point(0, 0), 0)
        if isinstance(made, Figure):
            box = dealt.vehicles[boxes[number * len(boxes) // len(lost)]]
            dealt.carried[each.id] = made
            dealt.vehicles[box.id] = box._replace(aboard=(*box.aboard, each.id))
