"""A battle with everything there is: all tokens and vehicles, all works, a card for each effect."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import SHIPPED
from engine.games import card_effects_of
from engine.games.tide.data.card_effects import (
    ACTION,
    COMMAND,
    NEVER_PLAYED,
    ONLY_IN_ACTION,
    OPERATION,
    WHILE_IT_STAYS,
)
from engine.scenario.scenario import Scenario

HEAD = f"""\
sandtable: scenario/2
title: Scrum
game: tide
map: {SHIPPED}/samples/tide/maps/two-lanes.map.yaml
turns: 5
sides:
  - {{id: west, begins: true, decks: [{{deck: all, hand: 6}}], stocks: {{command: 6}}}}
  - {{id: east, decks: [{{deck: all, hand: 6}}], stocks: {{command: 6}}}}
forces:
  west:
    - {{id: w1, type: squad, figures: [officer, elite, elite, regular], at: D4}}
    - {{id: w2, type: squad, figures: [regular, regular, regular], marks: [engineer], at: D4}}
    - {{id: w3, type: squad, figures: [mortar-crew, regular], at: C5}}
    - {{id: w4, type: squad, figures: [regular, regular], marks: [flamethrower], at: E4}}
    - {{id: w5, type: squad, figures: [mg-crew, regular, regular], at: D6}}
    - {{id: w6, type: squad, figures: [regular, regular], marks: [recon], aboard: wt}}
    - {{id: wt, type: truck, at: D5}}
    - {{id: wp, type: sherman, at: E5}}
  east:
    - {{id: e1, type: squad, figures: [officer, regular, regular], marks: [medic], at: H4}}
    - {{id: e2, type: squad, figures: [regular, regular, elite], marks: [anti-tank], at: H4}}
    - {{id: e3, type: squad, figures: [german-mg-crew, regular, regular], at: H6}}
    - {{id: e4, type: squad, figures: [regular, regular, regular, regular], at: G6}}
    - {{id: e5, type: squad, figures: [elite, elite], aboard: eh}}
    - {{id: eh, type: halftrack, at: H5}}
    - {{id: et, type: tiger, at: I5}}
    - {{id: eg, type: at-gun, at: I5}}
features:
  - {{id: box, kind: pillbox, side: east, at: H4}}
  - {{id: hole, kind: entrenchment, side: west, at: D6}}
  - {{id: mines, kind: mines, side: east, at: G5}}
  - {{id: wire, kind: wire, side: east, at: G4}}
  - {{id: trap, kind: trap, side: west, at: F5}}
decks:
  all:
    cards:
"""
TAIL = """\
objectives:
  - {id: cross, at: F5}
  - {id: post, at: E5, holder: west}
  - {id: camp, at: I5, holder: east}
victory: [{by: turn-limit}]
rules:
  hidden_mines: true
  operations: {veterans: {side: east}, twice: {side: west}}
  objectives:
    cross: {command: 1, neutral: 1, each_round: 2}
    post: {command: 3}
    camp: {command: 3}
"""


def cards() -> str:
    """A free card of each effect for the Action phase and, where it may be, the Command phase."""
    lines: list[dict[str, Any]] = []
    for name, effect in card_effects_of("tide").items():
        said = {**effect.new_card_parameters(), **({"deck": "all"} if name == "cost" else {})}
        for phase in (ACTION, COMMAND):
            if name in NEVER_PLAYED or (phase == COMMAND and name in ONLY_IN_ACTION):
                continue
            entry = {"id": f"{name}-{phase}", "effect": name, "phase": phase, "parameters": said}
            lines.append({**entry, "stays": True} if name in WHILE_IT_STAYS else entry)
    lines += [{"id": name, "effect": name, "phase": OPERATION} for name in NEVER_PLAYED]
    return "\n".join(f"      - {json.dumps(line)}" for line in lines)


@cache
def scrum() -> Scenario:
    """The battle; its operations cards are never drawn, for a side that has them cannot play."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "scrum.scenario.yaml"
        path.write_text(HEAD + cards() + "\n" + TAIL, encoding="utf-8")
        return load_playable(path)
