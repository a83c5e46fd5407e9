"""What every game's position must be: whole, on its map, silent about secrets, and JSON alike."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.play.game import Game
from engine.play.players import find_player, let_player_answer
from engine.play.position import (
    HexFeature,
    LostUnit,
    PendingUnit,
    Piece,
    Point,
    Position,
    Result,
    Spot,
    WrittenOrder,
    as_json,
    spot_formatter,
    spot_formatter_for,
)
from engine.play.unit_locations import unit_locator_of_rules, whereabouts_in
from tests.conformance.cases import CASES, Case

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
EVERY = 7  # decisions from one look to the next


def looks(case: Case, seed: int) -> Iterator[Game[Any]]:
    """A game played at random, stopped now and then, and at its end."""
    game = case.game(seed)
    players = {side: find_player("random", seed) for side in game.rules.sides(game.state)}
    number = 0
    while game.decision is not None:
        if number % EVERY == 0:
            yield game
        number += 1
        let_player_answer(game, players)
    yield game


def positions(case: Case) -> Iterator[tuple[Position, str]]:
    """Positions of a game as all and as each side see them, with where they were met."""
    for game in looks(case, 21):
        for viewer in (None, *game.rules.sides(game.state)):
            yield game.position(viewer), f"answer {len(game.answers)}, seen by {viewer}"


@every_case
def test_a_piece_is_by_itself_or_aboard_or_borne_and_always_somewhere(case: Case) -> None:
    for position, where in positions(case):
        assert len(position.by_id) == len(position.pieces), f"{where}: an id twice"
        for piece in position.pieces:
            ways = [piece.at is not None, bool(piece.inside), bool(piece.bearer)]
            assert sum(ways) == 1, f"{where}: {piece}"
            assert position.spot_of(piece.id) is not None, f"{where}: {piece} is nowhere"
        away = {unit.id for unit in position.lost} | {unit.id for unit in position.coming}
        assert not away & position.by_id.keys(), where


@every_case
def test_every_spot_of_a_position_is_on_the_map_and_every_front_of_it(case: Case) -> None:
    scenario = case.scenario
    ground: Callable[[Any], bool] = (
        scenario.table.has if scenario.is_on_table else scenario.map.grid.__contains__
    )
    directions = range(360 if scenario.is_on_table else 6)
    for position, where in positions(case):
        spots = [piece.at for piece in position.pieces if piece.at is not None]
        spots += [lying.at for lying in position.lying]
        spots += [spot for order in position.memo for spot in order.path]
        spots += position.watched or ()
        assert all(isinstance(spot, Point) is scenario.is_on_table for spot in spots), where
        assert all(map(ground, spots)), where
        fronts = {each.facing for each in position.pieces}
        fronts |= {each.facing for each in position.lying}
        assert fronts <= {None, *directions}, where


@every_case
def test_it_tells_the_turn_the_sides_and_the_end_as_the_rules_do(case: Case) -> None:
    sides = set(case.rules.sides(case.rules.start(case.scenario)))
    for game in looks(case, 21):
        position = game.position()
        assert (position.turn, position.result) == (case.rules.turn(game.state), game.result)
        assert {unit.side for unit in position.pieces} <= sides
        assert {unit.side for unit in position.lost} <= sides
        assert {unit.side for unit in position.coming} <= sides
        assert {*position.holders.values()} <= {*sides, ""}
        assert {*position.points} <= sides


@every_case
def test_a_view_tells_of_each_piece_nothing_else_than_is_true_and_no_secret(case: Case) -> None:
    for game in looks(case, 21):
        truth = game.position()
        for side in case.rules.sides(game.state):
            known = game.position(side)
            assert known.by_id.keys() <= truth.by_id.keys()
            for piece in known.pieces:
                true = truth.by_id[piece.id]
                told = (piece.side, piece.type, known.spot_of(piece.id), piece.facing)
                assert told == (true.side, true.type, truth.spot_of(piece.id), true.facing)
            said = json.dumps(as_json(known, spot_formatter_for(case.scenario)))
            secrets = case.rules.secrets(game.state, side)
            assert not [word for word in secrets if f'"{word}"' in said], f"seen by {side}"


@every_case
def test_whereabouts_say_what_the_position_says(case: Case) -> None:
    """Where everybody is, in the same order, is told twice: whole, and for the account of games."""
    tell = unit_locator_of_rules(case.rules)
    for game in looks(case, 21):
        told, true = tell(game.state), whereabouts_in(game.position())
        places = [[(unit.id, unit.side, unit.at) for unit in each.units.values()]
                  for each in (told, true)]  # fmt: skip
        assert places[0] == places[1], f"answer {len(game.answers)}"
        assert list(told.units) == [unit for unit, _, _ in places[0]]
        assert [unit.id for unit in told.lost] == [unit.id for unit in true.lost]
        assert (told.turn, told.holders, told.hands) == (true.turn, true.holders, true.hands)


@every_case
def test_whereabouts_do_not_change_with_the_state(case: Case) -> None:
    tell, game = unit_locator_of_rules(case.rules), case.played("random", 5)
    state, kept = game.opening.copy(), []
    for event in game.events:
        event.apply(state)
        told = tell(state)
        kept.append((told, copy.deepcopy((dict(told.units), told.lost, told[3:]))))
    for told, was in kept:
        assert (dict(told.units), told.lost, told[3:]) == was


# --- JSON ----------------------------------------------------------------------------------------


@every_case
def test_its_json_is_json_and_says_the_same(case: Case) -> None:
    grid = Grid(1, 1) if case.scenario.is_on_table else case.scenario.map.grid
    for position, where in positions(case):
        told = as_json(position, spot_formatter_for(case.scenario))
        said = json.dumps(told, allow_nan=False)
        assert json.loads(said) == told, f"{where}: more than JSON has"
        back = read(json.loads(said), grid)
        for name in (
            "turn", "turns", "phase", "active", "pieces", "lying", "lost", "coming", "holders",
            "points", "stocks", "result", "memo", "watched",
        ):  # fmt: skip
            assert getattr(back, name) == getattr(position, name), f"{where}: {name}"
        assert told.keys() >= position.more.keys(), where


def test_names_of_only_one_game_take_no_key_of_all() -> None:
    neutral = as_json(Position(0, 0, "", "", (), watched=(), stocks={"": {}}), str)
    for case in CASES:
        more = case.game(1).position().more
        assert not more.keys() & neutral.keys(), case.id


def test_what_is_inside_is_told_with_its_place_and_all_it_has() -> None:
    carrier = Piece("truck", "red", "truck", Hex(2, 1), facing=3)
    squad = Piece("squad", "red", "squad", inside="truck", figures=("man", "man"))
    gun = Piece("gun", "red", "mg", bearer="squad", values={"firepower": 4}, marks=("jammed",))
    position = Position(1, 8, "move", "red", (carrier, squad, gun))
    grid = Grid(6, 6)
    at = grid.name(Hex(2, 1))
    assert as_json(position, spot_formatter(grid))["units"] == [
        {"id": "truck", "side": "red", "type": "truck", "at": at, "marks": [], "facing": 3},
        {"id": "squad", "side": "red", "type": "squad", "at": at, "marks": [],
         "inside": "truck", "figures": ["man", "man"]},
        {"id": "gun", "side": "red", "type": "mg", "at": at, "marks": ["jammed"],
         "bearer": "squad", "values": {"firepower": 4}},
    ]  # fmt: skip
    assert [piece.id for piece in position.pieces_at(Hex(2, 1))] == ["truck", "squad", "gun"]
    assert [piece.id for piece in position.with_cargo("squad")] == ["gun"]


def test_points_of_a_table_are_told_in_sixteenths() -> None:
    horse = Piece("horse", "red", "horse", Point(192, 40))
    position = Position(1, 9, "men", "red", (horse,), more={"aims": {"first": Point(1, 2)}})
    told = as_json(position, spot_formatter(Grid(1, 1)))
    assert (told["units"][0]["at"], told["aims"]) == ("192,40", {"first": "1,2"})


def read(told: dict[str, Any], grid: Grid) -> Position:
    """A position out of its JSON, read by itself."""

    def spot(name: str) -> Spot:
        parts = map(int, name.removeprefix("@").split(","))
        return grid.hex(*parts) if name.startswith("@") else Point(*parts)

    def piece(entry: dict[str, Any]) -> Piece:
        aboard = entry.get("inside", ""), entry.get("bearer", "")
        return Piece(
            entry["id"], entry["side"], entry["type"],
            None if any(aboard) else spot(entry["at"]), *aboard,
            facing=entry.get("facing"), figures=tuple(entry.get("figures", ())),
            values=entry.get("values", {}), marks=tuple(entry["marks"]),
        )  # fmt: skip

    def lying(entry: dict[str, Any]) -> HexFeature:
        type_, id_, side = (entry.get(key, "") for key in ("type", "id", "side"))
        amount, marks = entry.get("amount", 0), tuple(entry.get("marks", ()))
        facing = entry.get("facing")
        return HexFeature(entry["kind"], spot(entry["at"]), type_, id_, side, facing, amount, marks)

    def written(entry: dict[str, Any]) -> WrittenOrder:
        target = None if entry["target"] is None else spot(entry["target"])
        path = tuple(map(spot, entry["path"]))
        return WrittenOrder(entry["number"], entry["kind"], tuple(entry["units"]), target, path)

    return Position(
        told["turn"], told["turns"], told["phase"], told["active"] or "",
        tuple(map(piece, told["units"])),
        tuple(map(lying, told["lying"])),
        tuple(LostUnit(**entry) for entry in told["losses"]),
        tuple(PendingUnit(**entry) for entry in told["reserves"]),
        told["objectives"], told["points"], told.get("stocks", {}),
        result=None if told["result"] is None else Result(**told["result"]),
        memo=tuple(map(written, told["memo"])),
        watched=tuple(map(spot, told["watched"])) if "watched" in told else None,
    )  # fmt: skip


# --- asking changes nothing ----------------------------------------------------------------------


@every_case
def test_what_is_asked_of_a_view_leaves_it_as_it_was(case: Case) -> None:
    """A view is made once and shared by all who ask: forecasts, ways, words."""
    rng = random.Random(8)
    for game in looks(case, 8):
        decision, rules = game.decision, game.rules
        if decision is None or decision.side not in rules.sides(game.state):
            continue
        view = game.view(decision.side)
        before, position = view.copy(), rules.position(view)
        for option in rng.sample(list(game.options), min(4, len(game.options))):
            rules.forecast(view, decision, option)
            rules.reach(view, decision, option)
            rules.weigh(view, decision, option)
            unit = rules.points_at(view, decision, option).unit
            spot = position.hex_of(unit)
            if unit and spot is not None:
                rules.reachable(view, unit)
                rules.threats(view, unit, [spot])
        assert view == before, f"answer {len(game.answers)}: {decision}"
        assert rules.position(view) == position
