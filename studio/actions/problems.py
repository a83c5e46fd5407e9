"""The problem actions of the Map menu: going from one problem to the next."""

from __future__ import annotations

from studio.actions.action import Action, Menu, with_work

PROBLEMS: tuple[Action, ...] = (
    Action("next-problem", Menu.MAP, lambda s: s.docks.step_problem(1), ("F8",), with_work,
           section="problems"),
    Action("previous-problem", Menu.MAP, lambda s: s.docks.step_problem(-1), ("Shift+F8",),
           with_work, section="problems"),
)  # fmt: skip
