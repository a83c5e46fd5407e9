"""Options of tide that a designer may change, as tables and choices of a form."""

from __future__ import annotations

from fractions import Fraction

from engine.games import rule_trial_fields
from engine.games.rule_data_design import GroundTable, RuleDataDesign
from engine.games.rules_design import Rules, TrialField, TrialValues
from engine.games.tide import dice_odds
from engine.games.tide.adapter import ground_data_table
from engine.games.tide.adapter.ground_data_table import FORM, TYPED
from engine.games.tide.adapter.scenario_limits import tide_limits
from engine.games.tide.data.piece_types import PLACES, UnitType
from engine.games.tide.data.rule_tables import DAMAGES, RangeBand
from engine.games.tide.data.rulebook import Rulebook, load_rulebook, rule_choices
from engine.play.forecast_blocks import ResultChance

NORMAL, SUPPRESSIVE = "normal", "suppressive"
NOTHING = "·"


class TideDesign(RuleDataDesign[Rulebook]):
    """Tide's choices, types of units, tokens and works, terrain, printed tables."""

    form, kinds = FORM, TYPED
    ground = GroundTable(ground_data_table.ground_table, ground_data_table.with_cell)

    def __init__(self) -> None:
        super().__init__(load_rulebook, rule_choices)

    def check(self, rules: Rules) -> None:
        """RuleError for what the game does not allow."""
        tide_limits(rules, ())

    # --- trials -----------------------------------------------------------------------------------

    def trial_fields(self, rules: Rules) -> tuple[TrialField, ...]:
        """An attack, normal or suppressive (RS3), within twice the longest range (RG3)."""
        now = self.rulebook_under(rules)
        furthest = 2 * max(max(unit.range, unit.range_v) for unit in now.units.values())
        return (
            rule_trial_fields.firer_field(now.units),
            rule_trial_fields.target_field(now.units),
            rule_trial_fields.distance_field(furthest),
            rule_trial_fields.manner_field(FORM.words["manners"]),
            rule_trial_fields.ground_field(now.ground.cover),
            rule_trial_fields.height_field(),
        )

    def trial_odds(self, rules: Rules, trial: TrialValues) -> tuple[ResultChance, ...]:
        """Return results of an attack by a vehicle, or a base of one kind of figure (RS)."""
        now = self.rulebook_under(rules)
        firer, target = now.units[trial["firer"]], now.units[trial["target"]]
        hits = _hits(now, firer, target, trial)
        found = dice_odds.outcome_odds(
            hits, lambda number: _result(now, target, trial["manner"], number)
        )
        return tuple(ResultChance(result, chance) for result, chance in found.items())


def _hits(
    now: Rulebook, firer: UnitType, target: UnitType, trial: TrialValues
) -> dice_odds.Distribution:
    """The net hits of a trial; none where it is out of range or nothing happens (RG, RS3)."""
    at_vehicle = target.is_vehicle
    reach, strength = (firer.range_v, firer.fp_v) if at_vehicle else (firer.range, firer.fp)
    band = _band(trial["range"], reach + (trial["higher"] > 0))
    if band is None or not strength or (at_vehicle and trial["manner"] == SUPPRESSIVE):
        return {0: Fraction(1)}
    if trial["manner"] == NORMAL and not at_vehicle and firer.fp_normal:
        strength = firer.fp_normal
    if firer.is_figure:
        strength *= PLACES // firer.places
    red = now.ground.cover_of(trial["ground"], at_vehicle) + (target.armour if at_vehicle else 0)
    black = dice_odds.DiceSet(strength, now.charts.least(band))
    return dice_odds.net_hit_odds(black, dice_odds.DiceSet(red, now.charts.least_red))


def _band(away: int, reach: int) -> RangeBand | None:
    """The range band, without the blocks of a map (RG1-RG4)."""
    if away <= 1:
        return RangeBand.CLOSE
    if away <= reach:
        return RangeBand.NORMAL
    return RangeBand.LONG if away <= 2 * reach else None


def _result(now: Rulebook, target: UnitType, manner: str, hits: int) -> str:
    """Return the result of hits: damage, morale, or figures lost (RS8, RS9, RS11)."""
    if target.is_vehicle:
        grade = now.charts.damage_after_hits(0, hits)
        return DAMAGES[grade] if grade else NOTHING
    if manner == SUPPRESSIVE:
        state = now.charts.morale_after_hits(NORMAL, hits)
        return state if state != NORMAL else NOTHING
    return str(min(hits, PLACES)) if hits else NOTHING
