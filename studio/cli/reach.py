"""`sandtable reach MAP FROM --unit T`: where a unit can go, and at what cost."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import click

from engine.games.handbook import Handbook
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.problems import SandtableError, nearest_word
from engine.texts import text
from studio.cli.common_options import (
    FILE,
    LimitedNumber,
    game_option,
    json_option,
    plain_number,
    print_json,
    report_errors_of_command,
    unit_option,
    warn_about_compiling,
)
from studio.cli.map_rules import print_rules, rules_for


@click.command("reach")
@click.argument("map_file", metavar="MAP|SCENARIO", type=FILE)
@click.argument("start", metavar="FROM")
@game_option
@unit_option
@click.option("--mp", type=LimitedNumber(0, 1000), help=text("commands.reach-mp"))
@click.option("--march", is_flag=True, help=text("commands.reach-march"))
@json_option
@report_errors_of_command
def command(
    map_file: Path,
    start: str,
    game: str | None,
    unit: str | None,
    mp: float | None,
    march: bool,
    as_json: bool,
) -> None:
    rules = rules_for(map_file, game)
    book, map_ = rules.book, rules.map
    origin = map_.labels.find(start)
    points, costs = reachable_hex_costs(book, map_, origin, unit, mp, march)
    if as_json:
        steps = [{"hex": map_.grid.name(hex_), "cost": cost} for hex_, cost in costs.items()]
        told = {"from": map_.grid.name(origin), "mp": points, "reach": steps}
        print_json(told | rules.as_json())
        return
    print_rules(rules)
    by_cost = defaultdict(list)
    for hex_, cost in costs.items():
        by_cost[cost].append(map_.labels.label(hex_))
    for cost, labels in by_cost.items():
        click.echo(f"{cost:>5g}  {' '.join(labels)}")


def reachable_hex_costs(
    book: Handbook, map_: Map, origin: Hex, unit: str | None, mp: float | None, march: bool
) -> tuple[float, dict[Hex, float]]:
    """Return a unit's MP, and the cost of each hex in its reach, dearest last."""
    kind = find_unit_type(book, unit)
    mobility = book.march_mobility(kind) if march else book.mobility(kind)
    if mobility is None:
        raise SandtableError(text("commands.no-march", None, game=book.id))
    warn_about_compiling()
    from engine.movement.path_search import PathSearch

    points = Fraction(mp) if mp is not None else book.movement_points(kind)
    reach = PathSearch(mobility, map_).reach(origin, points)
    return plain_number(points), {hex_: plain_number(cost) for hex_, cost in reach.items()}


def find_unit_type(book: Handbook, unit: str | None) -> str:
    """A unit type of the game, its first if none is named; the error for others lists them."""
    unit = unit or next(iter(book.units()))
    if unit in book.units():
        return unit
    known = ", ".join(book.units())
    values = {"unit": unit, "known": known, "near": nearest_word(unit, book.units())}
    raise SandtableError(text("commands.unknown-unit", None, **values))
