"""Options of Little Wars that a designer may change, as tables and choices of a form."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from pathlib import Path

from engine.games.littlewars.adapter.scenario_limits import check_rulebook
from engine.games.littlewars.data.piece_types import UnitType
from engine.games.littlewars.data.rulebook import Rulebook, load_rulebook, rule_choices
from engine.games.rule_data_design import RuleDataDesign
from engine.games.rule_data_tables import DesignTexts, UnitTypeTable
from engine.games.rules_design import Rules, TrialField, TrialValues
from engine.play.forecast_blocks import ResultChance
from engine.tabletop.footprints import FOOTPRINTS

FORM = DesignTexts(Path(__file__).with_name("designing.yaml"))
Reader = Callable[[Rules], Rulebook]
UNITS = UnitTypeTable(
    "units", UnitType, attrgetter("units"), FORM, {"footprint": tuple(FOOTPRINTS)}
)


class LittleWarsDesign(RuleDataDesign[Rulebook]):
    """Choices, kinds of figure, printed tables; of Little Wars, or of a book that adds to it."""

    form, kinds = FORM, {UNITS.id: UNITS}

    def __init__(self, read: Reader = load_rulebook, folder: Path | None = None) -> None:
        super().__init__(read, partial(rule_choices, folder) if folder else rule_choices)

    def check(self, rules: Rules) -> None:
        """RuleError for what the game does not allow."""
        check_rulebook(self.rulebook_under, rules)

    # --- trials: shots over a table have no hexes -------------------------------------------------

    def trial_fields(self, rules: Rules) -> tuple[TrialField, ...]:
        """Return no fields: without a table no shot can be tried."""
        return ()

    def trial_odds(self, rules: Rules, trial: TrialValues) -> tuple[ResultChance, ...]:
        """There are no trials over hexes."""
        return ()
