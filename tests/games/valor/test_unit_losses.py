"""What points cost an owner who spends them well (V14.5 to V14.12)."""

from __future__ import annotations

import pytest

from engine.games.valor.casualty_points import CasualtyAssignment, CasualtyBearer, payment_options
from engine.games.valor.presentation.casualty_costs import (
    LossPrices,
    least_casualty_cost,
    payment_cost,
)

SQUAD, LEADER = CasualtyBearer("squad", 5, 3), CasualtyBearer("leader", 1)
PRICES = {"squad": LossPrices(2, 4, 9), "leader": LossPrices(1, 0, 6), "truck": LossPrices(1, 0, 4)}


@pytest.mark.parametrize(
    ("points", "wanted"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 7), (5, 9), (6, 10), (9, 15)]
)
def test_a_squad_and_its_leader_pay_as_cheaply_as_the_rules_let_them(
    points: int, wanted: float
) -> None:
    """1: pin the leader; 2: pin both; 3: reduce, pin the leader; 4: the half pinned as well."""
    assert least_casualty_cost(points, [SQUAD, LEADER], PRICES) == wanted


def test_the_names_of_units_do_not_matter() -> None:
    renamed = [SQUAD._replace(unit="truck"), LEADER._replace(unit="squad")]
    prices = {"truck": PRICES["squad"], "squad": PRICES["leader"]}
    assert least_casualty_cost(3, renamed, prices) == least_casualty_cost(
        3, [SQUAD, LEADER], PRICES
    )


def test_a_survival_die_weighs_a_pin_against_the_loss() -> None:
    truck = CasualtyBearer("truck", 4, is_crew=True)
    assert least_casualty_cost(2, [truck], PRICES) == pytest.approx(4 / 6 * 1 + 2 / 6 * 4)


def test_the_best_deed_is_the_one_that_costs_least_with_what_follows() -> None:
    toll = CasualtyAssignment(3, (SQUAD, LEADER))
    costs = {
        (str(deed.pays), deed.unit): payment_cost(toll, deed, PRICES)
        for deed in payment_options(toll)
    }
    assert costs == {("reduce", "squad"): 5, ("eliminate", "leader"): 6 + 4}
