"""Nothing can be found out by drafting: two games with other things hidden, the same drafts."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from engine.games.littlewars.kriegspiel.work_progress import MINE
from engine.games.littlewars.pieces import Work
from engine.games.tank.state import ActiveCard
from engine.play.position import as_json, spot_formatter_for
from engine.scenario.scenario import Card, Deck, Scenario, ScenarioSide, ScenarioUnit, StartingHand
from engine.tabletop.feature_kinds import FigureScale
from engine.umpire import game_setup, recorded_game
from engine.umpire import umpired_game as room_module
from engine.umpire.game_record import record_line_text
from engine.umpire.order_trials import default
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio.web.page_messages import AskMoves, AskWhy
from studio.web.seat_views import SeatViewBroadcaster
from tests.games import boards as tank
from tests.games.littlewars import boards as littlewars
from tests.games.littlewars.cases import railhead
from tests.games.primer import boards as primer
from tests.games.tide import boards as tide
from tests.games.valor import boards as valor
from tests.studio.web.test_hidden_acts import tails

NOW = 1_800_000_000.0
WALKS, DEEP = 10, 7  # how often orders are drafted one after the other, and how many
PATIENCE = 60


@dataclass(frozen=True)
class Scene:
    """A game in a phase in which one side is asked, and what is hidden from it one way or other."""

    name: str
    made: Callable[[], Scenario]
    phase: str
    hide: Callable[[Any, bool], None]
    viewer: str = "red"


# --- what is hidden -------------------------------------------------------------------------------


def minefield() -> Scenario:
    """Nobody sees who goes, and may fire at him."""
    board = "r1 . . . h h .\n . . . . h h .\n r2 . . . h h b1"
    return valor.scenario(board, rules={"hidden_mines": True}, works={"F1": "minefield"})


def lay_minefield(state: Any, is_near: bool) -> None:
    (work,) = state.works.values()
    state.works = {}
    near, far = (state.field.board.grid.hex(*at) for at in ((1, 0), (5, 0)))
    state.lay_work(work._replace(at=near if is_near else far))
    state.clear_lookups()


def mines() -> Scenario:
    return tide.scenario(
        "r1 . . . . h\n r2 . . . . b1", rules={"hidden_mines": True}, works={"F1": "mines"}
    )


def lay_mines(state: Any, is_near: bool) -> None:
    (work,) = state.works.values()
    near, far = (state.field.board.grid.hex(*at) for at in ((1, 0), (5, 0)))
    state.works = {work.id: work._replace(at=near if is_near else far)}
    state.clear_lookups()


def woods() -> Scenario:
    """Infantry in woods is not seen from beside them."""
    return primer.scenario("ri1 w . w ra2 .\n. w bi1:w w . .\n. . w . . .")


def go_into_woods(state: Any, is_near: bool) -> None:
    near, far = (state.field.board.grid.hex(*at) for at in ((1, 0), (2, 2)))
    state.units["bi1"] = state.units["bi1"]._replace(at=near if is_near else far)


def landing() -> Scenario:
    """Red's unit is yet to be put on the board, where the enemy may stand unseen."""
    made = primer.scenario("bi1 . . . .\n. . . . .", zones={"red-deployment": ["A1", "B1", "C1"]})
    late = ScenarioUnit("ri9", "red", "infantry", zone="red-deployment")
    return replace(made, units=(*made.units, late))


def land(state: Any, is_near: bool) -> None:
    near, far = (state.field.board.grid.hex(*at) for at in ((1, 0), (4, 1)))
    state.units["bi1"] = state.units["bi1"]._replace(at=near if is_near else far)


def cards() -> Scenario:
    deck = [Card(name) for name in ("fire-boost", "reactive-armour")]
    sides = tuple(
        ScenarioSide(side, side, decks=(StartingHand("deck"),)) for side in ("red", "blue")
    )
    board = "r1 . . . .\n r2 . . . b1"
    return tank.scenario(board, sides=sides, decks={"deck": Deck("deck", tuple(deck))})


def hold_card(state: Any, is_near: bool) -> None:
    card = "reactive-armour" if is_near else "fire-boost"
    state.hands["blue"] = state.hands["blue"]._replace(held=(ActiveCard(card, 1, 1),))


def sapped() -> Scenario:
    bodies = [
        littlewars.laid("r-foot", "red", "foot", 6, 10, 10, 18, 10),
        littlewars.laid("b-foot", "blue", "foot", 6, 10, 30, 18, 30),
    ]
    ground = replace(littlewars.table(36, 34), scale=FigureScale.KRIEGSPIEL)
    made = littlewars.scenario(bodies, ground, rules={"edges": {"red": "south", "blue": "north"}})
    return replace(made, game="littlewars-kriegspiel")


def lay_mine(state: Any, is_near: bool) -> None:
    at = littlewars.at(14, 12 if is_near else 20)
    state.works["mine"] = Work("mine", MINE, "blue", at, known_to=("blue",))


def boxed() -> Scenario:
    """One of the enemy's two boxes is empty, and nobody knows which."""
    made = railhead()
    return replace(made, bodies=(*made.bodies, littlewars.body("b-other", "box", 275, 16)))


def change_boxes(state: Any, is_near: bool) -> None:
    first, second = state.vehicles["b-box"], state.vehicles["b-other"]
    if is_near:
        state.vehicles["b-box"] = first._replace(aboard=second.aboard)
        state.vehicles["b-other"] = second._replace(aboard=first.aboard)


SCENES = [
    Scene("valor", minefield, "movement", lay_minefield),
    Scene("tide", mines, "action", lay_mines),
    Scene("primer, the memo", woods, "memo", go_into_woods),
    Scene("primer, deployment", landing, "deployment", land),
    Scene("tank", cards, "movement", hold_card),
    Scene("littlewars, a mine", sapped, "men", lay_mine),
    Scene("littlewars, a box", boxed, "men", change_boxes),
]


# --- two games ------------------------------------------------------------------------------------


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes, and nobody waits for a disk."""
    monkeypatch.setattr(recorded_game, "monotonic_now", lambda: NOW)
    monkeypatch.setattr(os, "fsync", lambda file: None)


def opened(scene: Scene, file: Path, is_one: bool, monkeypatch: pytest.MonkeyPatch) -> UmpiredGame:
    """A room in which the side is asked, with something hidden from it."""
    made = scene.made()
    for module in (game_setup, room_module):
        monkeypatch.setattr(module, "load_playable", lambda path: made)
    seats = [PlayerSeat(f"{s.id}-1", s.id, s.id, secret=f"{s.id}-has-a-secret") for s in made.sides]
    room = UmpiredGame.begin(file.with_suffix(".yaml"), file, seats, 1)
    for _ in range(PATIENCE):
        game = room.session.game
        if game.decision is None:
            room.proceed()
        elif (game.decision.side, game.position().phase) == (scene.viewer, scene.phase):
            break
        else:
            room.choose(default(game))
    assert game.is_between_activities, game.position().phase
    for state in (game.state, game.marks[-1].state):
        scene.hide(state, is_one)
    game._views = game._options = None
    return room


async def heard(room: UmpiredGame, viewer: str) -> list[str]:
    """Return every answer to a page."""
    return list(_hear(room, viewer))


def _hear(room: UmpiredGame, viewer: str) -> Iterator[str]:
    """Yield what a page hears that drafts orders over and over, and asks how far they reach."""
    desks, seat, rng = SeatViewBroadcaster(room, lambda: None), f"{viewer}-1", random.Random(1)
    known = room.session.game.position(viewer)
    own = sorted(piece.id for piece in known.pieces if piece.side == viewer)
    for _ in range(WALKS):
        for _ in range(DEEP):
            desk = room.desk(seat)
            yield record_line_text(desk)
            yield from (desks._answer(seat, AskMoves("ways", unit)) for unit in own)
            if not room.session.scenario.is_on_table:
                name = room.session.scenario.map.grid.name
                hexes = rng.sample(list(room.session.scenario.map.grid), 3)
                asked = (AskWhy("why", -1, name(at), "".join(own[:1])) for at in hexes)
                yield from (desks._answer(seat, each) for each in asked)
            if not desk["options"]:
                break
            going = [one for one in desk["options"] if one["deed"] != "pass"] or desk["options"]
            room.draft(seat, rng.choice(going)["id"], room.desk_number(seat))
        for order in reversed(room.orders(viewer)):
            if any(one.id == order.id for one in room.orders(viewer)):
                room.withdraw(seat, order.id)


def test_no_draft_tells_what_is_hidden(
    tmp_path: Path, still: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = []
    for number, scene in enumerate(SCENES):
        files = [tmp_path / f"{number}-{which}.room" for which in range(2)]
        rooms = [opened(scene, file, file == files[0], monkeypatch) for file in files]
        assert len({record_line_text({"": told(room, None)}) for room in rooms}) == 2, scene.name
        assert len({record_line_text({"": told(room, scene.viewer)}) for room in rooms}) == 1, (
            scene.name
        )
        one, other = (asyncio.run(heard(room, scene.viewer)) for room in rooms)
        for room in rooms:
            room.close()
        pairs = zip_longest(one, other, fillvalue="")
        apart = next((pair for pair in pairs if pair[0] != pair[1]), None)
        if apart is not None:
            wrong.append((scene.name, tails([apart[0]], [apart[1]])))
        drafted = {len(json.loads(said)["draft"]) for said in one if '"draft":' in said}
        assert max(drafted) > 0, f"{scene.name}: nothing was drafted"
    assert wrong == []


def told(room: UmpiredGame, viewer: str | None) -> Any:
    """The position as a side, or the umpire, is told it."""
    return as_json(room.session.game.position(viewer), spot_formatter_for(room.session.scenario))
