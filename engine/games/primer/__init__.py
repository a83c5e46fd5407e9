"""Double-blind primer (简易版兵棋): a file per chapter of its rules. See turn_sequence.py first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.games.rule_system import Overrides, PackageParts

if TYPE_CHECKING:
    from engine.play.ai_support import AiSupport


def _musters(overrides: Overrides, sides: Iterable[str]) -> Mapping[str, str]:
    from engine.games.primer.adapter.scenario_limits import army_deployment_zones

    return army_deployment_zones(overrides, sides)


def _thinking() -> AiSupport[Any]:
    from engine.games.primer.ai.determinisation import determinise
    from engine.games.primer.ai.evaluation import position_advantages
    from engine.games.primer.ai.option_value import option_value, planning_stage
    from engine.play.ai_support import AiSupport

    data = Path(__file__).parent / "data"
    tempers, intents = data / "tempers.yaml", data / "intents.yaml"
    return AiSupport(
        determinise,
        option_value,
        what_speaks=position_advantages,
        tempers=tempers,
        stretch=planning_stage,
        intents=intents,
    )


_PARTS = PackageParts(
    __name__,
    rules="adapter.rules:PRIMER",
    handbook="adapter.handbook:PrimerHandbook",
    limits="adapter.scenario_limits:primer_limits",
    design="adapter.design:PrimerDesign",
    attacks="presentation.attack_report:list_attacks",
    conditions="victory:is_condition_met",
)
SYSTEM = replace(
    _PARTS.system("primer", {"en": "Double-blind primer", "zh": "简易版兵棋"}),
    harmless=frozenset({"attackers-lost", "attackers-back", "attackers-stay"}),
    musters=_musters,
    thinking=_thinking,
    is_double_blind=True,
    secret_phases=frozenset({"army", "deployment"}),
    rolls={"fight": ("P13", "P15"), "missile": ("P15", "P17"), "numbers": ("P10",)},
    paragraphs={
        "move": ("P4", "P5", "P6"), "sight": ("P7",), "fire": ("P11", "P13"), "danger": ("P12",),
        "result": ("P15", "P16", "P17"), "turn": ("P9",),
    },
    rulebook=Path(__file__).parent / "data" / "rulebook",
    looks=Path(__file__).parent / "data",
    sheets=(
        {
            "id": "primer",
            "name": {"en": "Double-blind primer", "zh": "简易版兵棋"},
            "hint": {
                "en": "The board of 14 × 7 flat hexes, A1 to N7, waste land",
                "zh": "14 × 7 平边朝上的棋盘，A1 至 N7，荒地",
            },
            "plan": {
                "columns": 14, "rows": 7, "orientation": "flat", "shifted": "even",
                "hex_metres": 5000.0, "level_metres": 100.0, "ground": "waste",
                "labels": {"style": "letter-number"},
            },
        },
    ),
)  # fmt: skip
