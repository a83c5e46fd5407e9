"""Options of valor that a designer may change, as tables and choices of a form."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from typing import Any

from engine.games import rule_trial_fields
from engine.games.rule_data_design import GroundTable, RuleDataDesign
from engine.games.rule_data_tables import parse_whole
from engine.games.rules_design import (
    DataColumn,
    DataRow,
    RuleDataTable,
    Rules,
    TrialField,
    TrialValues,
)
from engine.games.valor import dice_odds
from engine.games.valor.adapter.counter_data_tables import FORM, TYPED
from engine.games.valor.adapter.scenario_limits import valor_limits
from engine.games.valor.data.piece_types import MovementClass
from engine.games.valor.data.rulebook import Rulebook, load_rulebook, rule_choices
from engine.map.terrain import TerrainClass, load_catalogue
from engine.play.forecast_blocks import PrintedTableCell, ResultChance

TERRAIN, COVER, NO_ENTRY = "terrain", "cover", "–"
GOINGS = (MovementClass.INFANTRY, MovementClass.VEHICLE)
IN_THE_OPEN = -1  # opportunity fire at a target without cover (V13.9)

NEAR = 4  # hexes: within reach of rifles


class ValorDesign(RuleDataDesign[Rulebook]):
    """Valor's choices, types of units, weapons and positions, terrain, printed tables."""

    form, kinds = FORM, TYPED

    def __init__(self) -> None:
        super().__init__(load_rulebook, rule_choices)
        self.ground = GroundTable(_terrain, _with_terrain)

    def check(self, rules: Rules) -> None:
        """RuleError for what the game does not allow."""
        valor_limits(rules, ())

    # --- trials -----------------------------------------------------------------------------------

    def trial_fields(self, rules: Rules) -> tuple[TrialField, ...]:
        """An attack in a fire phase, or as opportunity fire, as far as the longest arms reach."""
        now = self.rulebook_under(rules)
        arms = [unit.range for unit in now.units.values()]
        arms += [weapon.range for weapon in now.weapons.values()]
        return (
            rule_trial_fields.firer_field(now.units),
            rule_trial_fields.distance_field(max(arms), NEAR),
            rule_trial_fields.manner_field(FORM.words["manners"]),
            rule_trial_fields.ground_field(now.ground.cover),
        )  # fmt: skip

    def trial_odds(self, rules: Rules, trial: TrialValues) -> tuple[ResultChance, ...]:
        """The casualty points of an attack by one unit (V14.4)."""
        now = self.rulebook_under(rules)
        firer = now.units[trial["firer"]]
        strength = firer.apfp or firer.gun + firer.mg360 + firer.mgff
        if not strength or (firer.range and trial["range"] > firer.range):
            return (ResultChance("0", Fraction(1)),)
        modifier = now.ground.cover_of(trial["ground"])
        if trial["manner"] == "opportunity" and not modifier:
            modifier = IN_THE_OPEN
        found = dice_odds.casualty_point_odds(now.charts, strength, modifier)
        return tuple(ResultChance(str(points), chance) for points, chance in sorted(found.items()))


# --- terrain --------------------------------------------------------------------------------------


def _terrain(now: Rulebook, usual: Rulebook) -> RuleDataTable:
    columns = tuple(DataColumn(name, FORM.say("columns", name)) for name in (*GOINGS, COVER))
    kinds = [kind.id for kind in load_catalogue().of_class(TerrainClass.GROUND)]
    rows = tuple(DataRow(kind, load_catalogue().name(kind)) for kind in kinds)
    return RuleDataTable(
        TERRAIN, FORM.say(TERRAIN, "label"), FORM.say(TERRAIN, "title"), FORM.say("id"), "",
        columns, rows, _effects(now, kinds), _effects(usual, kinds), False,
        FORM.say(TERRAIN, "hint"),
    )  # fmt: skip


def _effects(of: Rulebook, kinds: list[str]) -> dict[PrintedTableCell, str]:
    cells = {}
    for kind in kinds:
        for going in GOINGS:
            cost = of.mobility[going].entry(kind)
            cells[PrintedTableCell(TERRAIN, kind, going)] = NO_ENTRY if cost is None else str(cost)
        cells[PrintedTableCell(TERRAIN, kind, COVER)] = str(of.ground.cover_of(kind))
    return cells


def _with_terrain(
    rules: Rules, printed: Rulebook, cell: PrintedTableCell, word: str
) -> dict[str, Any]:
    """Return rules with a changed cell of the terrain table.

    The rulebook's own value removes the entry.
    """
    changed, path = deepcopy(dict(rules)), [TERRAIN, cell.row, cell.column]
    value = None if word in (NO_ENTRY, "-") and cell.column != COVER else parse_whole(word, path)
    terrain = changed.setdefault(TERRAIN, {})
    if cell.column == COVER:
        terrain.setdefault(COVER, {})[cell.row] = value
    else:
        moves = terrain.setdefault("mobility", {}).setdefault(str(cell.column), {})
        moves.setdefault("ground", {})[cell.row] = value
    if word == _effects(printed, [cell.row])[cell]:
        _drop(terrain, cell)
    if not terrain:
        del changed[TERRAIN]
    return changed


def _drop(terrain: dict[str, Any], cell: PrintedTableCell) -> None:
    """Take what equals the rulebook out again, and what is empty then."""
    if cell.column == COVER:
        terrain[COVER].pop(cell.row)
        if not terrain[COVER]:
            del terrain[COVER]
        return
    moves = terrain["mobility"]
    moves[cell.column]["ground"].pop(cell.row)
    if not moves[cell.column]["ground"]:
        del moves[cell.column]["ground"]
    if not moves[cell.column]:
        del moves[cell.column]
    if not moves:
        del terrain["mobility"]
