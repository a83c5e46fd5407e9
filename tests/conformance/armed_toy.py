"""The toy game with two arms a side: the van leads the first walker, the guns the others.

Each arm orders its own walkers, the van ends the turn, the guns alone fire. The two may write to
each other while their walkers are no more than two columns apart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.play.arm_commands import CommandScope
from engine.play.decisions import Answer, Decision
from tests.conformance import toy_system
from tests.conformance.toy import ChooseMover, FireAt, GoOn, Lane, Toy, column

VAN, GUNS = "van", "guns"
ARMS = {VAN: {"en": "Van", "zh": "前队"}, GUNS: {"en": "Guns", "zh": "炮队"}}
REACH = 2


def arm_of(unit: str) -> str:
    return VAN if unit.endswith("1") else GUNS


class ArmedToy(Toy):
    id = "armed-toy"

    def may_answer(
        self, view: Lane, decision: Decision[Lane, Any], answer: Answer, arm: str
    ) -> bool:
        match decision:
            case ChooseMover():
                return arm == (VAN if answer is None else arm_of(str(answer)))
            case GoOn(unit=unit):
                return arm == arm_of(unit)
            case FireAt():
                return arm == GUNS
        return True

    def may_talk(self, view: Lane, sender: CommandScope, receiver: CommandScope) -> bool:
        if not sender.arm or not receiver.arm:
            return True
        mine = [(name, unit) for name, unit in view.units.items() if unit.side == sender.side]
        stand = [(arm_of(name), column(unit)) for name, unit in mine]
        own = [at for arm, at in stand if arm == sender.arm]
        theirs = [at for arm, at in stand if arm == receiver.arm]
        return any(abs(one - other) <= REACH for one in own for other in theirs)


ARMED_TOY = ArmedToy()
SYSTEM = replace(
    toy_system.SYSTEM, id=ARMED_TOY.id, rules=lambda: ARMED_TOY, arms=ARMS, sheets=(), texts=None
)
