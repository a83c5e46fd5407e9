"""Why a step costs what it does: parts that add up to what the searches pay, and their words."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest

from engine.files.map_reader import load
from engine.games.tank.data.rulebook import load_rulebook
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import SIDES, Hex
from engine.movement.cost_planes import CostPlanes
from engine.movement.mobility import Mobility, MovementTerrain
from engine.movement.step_explanation import (
    StepCostReason,
    explain_step,
    reason_text,
    step_text,
    total_cost,
)
from engine.texts import text
from tests.engine.movement.movement_boards import TANK, Board, board, random_board
from tests.generated import generated_map

SAMPLES = Path(__file__).parents[3] / "samples"
MAPS = sorted(SAMPLES.rglob("*.map.yaml"))
HALF = Fraction(1, 2)
GOAT = Mobility(
    "goat",
    {"open": HALF, "woods": 3, "lake": None},
    other_ground=40,
    side={"stream": 1, "cliff": None},
    link={"road": HALF, "rail": 4},
    up=HALF,
    down=1,
    max_up=2,
    links_cancel_sides=False,
    links_cancel_levels=False,
)
CLASSES = (load_rulebook().mobility, load_rulebook().mobility.marching(("road", "highway")), GOAT)


def why(mobility: Mobility, terrain: Board, here: str, there: str) -> list[tuple[str, object]]:
    """The reasons for one step as plain pairs."""
    origin, to = terrain.hexes(f"{here} {there}")
    return [(reason.cause, reason.cost) for reason in explain_step(mobility, terrain, origin, to)]


def differing(mobility: Mobility, terrain: MovementTerrain) -> Iterable[tuple[Hex, int]]:
    """The steps whose parts do not add up to the cost the search pays."""
    planes, grid = CostPlanes(mobility, terrain), terrain.grid
    for hex_ in grid:
        for direction in range(SIDES):
            reasons = explain_step(mobility, terrain, hex_, grid.neighbour(hex_, direction))
            if total_cost(reasons) != planes.step(hex_, direction):
                yield hex_, direction


@pytest.mark.parametrize("mobility", CLASSES, ids=lambda each: each.name)
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name)
def test_on_every_sample_map_the_parts_add_up_to_what_the_search_pays(
    path: Path, mobility: Mobility
) -> None:
    assert list(differing(mobility, load(path))) == []


@pytest.mark.parametrize("mobility", CLASSES, ids=lambda each: each.name)
@pytest.mark.parametrize("orientation", list(Orientation))
def test_on_random_maps_the_parts_add_up_to_what_the_search_pays(
    orientation: Orientation, mobility: Mobility
) -> None:
    for seed, shifted in enumerate(OffsetParity):
        assert list(differing(mobility, random_board(Grid(9, 8, orientation, shifted), seed))) == []
    assert list(differing(mobility, generated_map(24, 18, 3, orientation))) == []


def test_a_step_says_its_parts_with_their_causes() -> None:
    ford = board(". w").stream("0,0", "1,0").raised(("1,0", 2))
    assert why(TANK, ford, "0,0", "1,0") == [("ground-woods", 2), ("side-stream", 2)]
    assert why(GOAT, ford, "0,0", "1,0") == [("ground-woods", 3), ("side-stream", 1), ("up-2", 1)]
    assert why(GOAT, ford, "1,0", "0,0") == [
        ("ground-open", HALF),
        ("side-stream", 1),
        ("down-2", 2),
    ]


def test_on_a_bridge_the_road_alone_is_the_reason() -> None:
    assert why(TANK, board(". ~").road("0,0 1,0"), "0,0", "1,0") == [("link-road", 1)]


def test_a_march_across_country_lacks_a_road_whatever_the_ground() -> None:
    march = TANK.marching()
    ford = board(". ~").stream("0,0", "1,0")
    assert why(march, ford, "0,0", "1,0") == [("no-link", None)]
    assert why(march, board(". .").road("0,0 1,0"), "0,0", "1,0") == [("link-road", HALF)]


def test_a_step_dearer_than_any_search_can_pay_says_so() -> None:
    climber = Mobility("climber", {"open": 1}, up=100)
    cliff = board(". .").raised(("1,0", 3))
    assert why(climber, cliff, "0,0", "1,0")[-1] == ("too-dear", None)


def test_the_edge_of_the_map_forbids_a_step() -> None:
    terrain = board(".")
    off = terrain.grid.neighbour(terrain.at("0,0"), 0)
    assert explain_step(TANK, terrain, terrain.at("0,0"), off) == (
        StepCostReason("map-edge", None),
    )


def test_hexes_that_do_not_touch_are_no_step() -> None:
    terrain = board(". . .")
    with pytest.raises(ValueError, match="do not touch"):
        explain_step(TANK, terrain, terrain.at("0,0"), terrain.at("2,0"))


UPHILL = text("moves.levels-up-one", "zh", count=1)
DOWNHILL = text("moves.levels-down-other", "zh", count=4)
FORBIDDING = (
    text("moves.forbidden-side", "zh", name="悬崖"),
    text("moves.forbidden-down", "zh", name=DOWNHILL),
)


@pytest.mark.parametrize(
    ("reasons", "english", "chinese"),
    [
        ([("ground-woods", 2)], "Woods: 2 MP", text("moves.simple", "zh", name="丛林地", cost=2)),
        (
            [("ground-open", 1), ("side-stream", 2), ("up-1", 1)],
            "Open ground 1 + Stream 2 + 1 level up 1 = 4 MP",
            text("moves.sum", "zh", parts=f"开阔地 1 + 溪流 2 + {UPHILL} 1", cost=4),
        ),
        (
            [("link-road", HALF)],
            "Road: 1/2 MP",
            text("moves.simple", "zh", name="公路", cost="1/2"),
        ),
        (
            [("ground-lake", None), ("side-stream", 2)],
            "Lake: no entry",
            text("moves.forbidden-ground", "zh", name="湖泊"),
        ),
        (
            [("ground-open", 1), ("side-cliff", None), ("down-4", None)],
            "Cliff: no crossing; 4 levels down: too steep",
            "；".join(FORBIDDING),
        ),
        ([("map-edge", None)], text("moves.map-edge", "en"), text("moves.map-edge", "zh")),
        (
            [("ground-swamp-of-ours", 3)],
            "swamp-of-ours: 3 MP",
            text("moves.simple", "zh", name="swamp-of-ours", cost=3),
        ),
    ],
)
def test_a_step_reads_as_a_sum_or_as_what_forbids_it(
    reasons: list[tuple[str, int | None]], english: str, chinese: str
) -> None:
    given = [StepCostReason(*reason) for reason in reasons]
    assert step_text(given, "en") == english
    assert step_text(given, "zh") == chinese


def test_a_part_that_costs_says_what_and_one_that_forbids_says_why() -> None:
    assert reason_text(StepCostReason("side-ditch", 2), "en") == "Ditch 2"
    assert reason_text(StepCostReason("no-link", None), "zh") == text("moves.no-link", "zh")
