"""Tank skirmish (坦克兵棋): one file per chapter of its rules. Read turn_sequence.py first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.games.rule_system import PackageParts

if TYPE_CHECKING:
    from engine.play.ai_support import AiSupport


def _thinking() -> AiSupport[Any]:
    from engine.games.tank.ai import order_value
    from engine.games.tank.ai.determinisation import determinise
    from engine.games.tank.ai.rollout_policy import TankRolloutPolicy
    from engine.play.ai_support import AiSupport

    tempers = Path(__file__).parent / "data" / "tempers.yaml"
    return AiSupport(
        determinise,
        order_value.order_option_value,
        order_value.rank_steps,
        order_value.position_advantages,
        tempers,
        TankRolloutPolicy,
    )


_PARTS = PackageParts(
    __name__,
    rules="adapter.rules:TANK",
    handbook="adapter.handbook:TankHandbook",
    limits="adapter.scenario_limits:tank_limits",
    design="adapter.design:TankDesign",
    attacks="presentation.attack_report:list_attacks",
    conditions="victory:is_condition_met",
)
SYSTEM = replace(
    _PARTS.system("tank", {"en": "Tank skirmish", "zh": "坦克兵棋"}),
    harmless=frozenset({"none"}),
    thinking=_thinking,
    writes_in_secret=True,
    rolls={
        "initiative": ("T2", "T3"), "shot": ("F3", "F4", "F5"), "armour": ("F5", "A6"),
        "close-combat": ("B3",), "arrival": ("A2",), "scatter": ("A3",),
        "scatter-direction": ("A3",), "scatter-distance": ("A3",), "shell": ("A5", "A6"),
        "card": ("T5",),
    },
    paragraphs={
        "move": ("V1", "V2", "V3", "V9"), "sight": ("S5", "S7"), "fire": ("F1", "F2", "C4"),
        "danger": ("V5", "A7"), "result": ("F4", "F5", "F6"), "turn": ("T3", "C4"),
    },
    looks=Path(__file__).parent / "data",
    rulebook=Path(__file__).parent / "data" / "rulebook",
    sheets=(
        {
            "id": "tank",
            "name": {"en": "Tank skirmish", "zh": "坦克兵棋"},
            "hint": {
                "en": "Pointed hexes of 50 m, levels of 10 m, kilometre squares",
                "zh": "尖角朝上的 50 米六角格，每级 10 米，千米方格格号",
            },
            "plan": {
                "columns": 24, "rows": 18, "orientation": "pointy", "shifted": "odd",
                "hex_metres": 50.0, "level_metres": 10.0, "ground": "open",
                "labels": {"style": "km-square", "northing": 45975.0, "easting": 63025.0},
            },
        },
    ),
)  # fmt: skip
