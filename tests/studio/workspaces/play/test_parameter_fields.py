"""Fields of umpire's acts and filled-in answers: fronts, ways, numbers, points of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from pytestqt.qtbot import QtBot

from engine import games
from engine.hexes.grid import Grid, Orientation
from engine.map.map import Map
from engine.play.game import Intervention
from engine.play.option_targets import ActionParameter
from engine.play.position import Point
from engine.session.seats import Seat
from engine.session.session import Session
from studio.canvas.map_canvas import MapCanvas
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_view import PointedSpot
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.panels.parameter_fields import (
    FieldOption,
    ParameterField,
    create_field,
    facing_options,
)
from studio.workspaces.play.panels.umpire_commands import UmpireCommands, give_order
from tests.conformance.drill_toy import drill_ground

GRID = Grid(5, 3)
LABELS = Map.blank(GRID).labels


class Nothing:
    """Offers nothing to choose from but fronts."""

    def options(self, parameter: ActionParameter) -> Sequence[FieldOption]:
        return facing_options(LABELS, Localizer("en")) if parameter.kind == "facing" else ()

    def new_id(self) -> str:
        return "x1"


@pytest.fixture(autouse=True, scope="module")
def _is_a_game() -> Iterator[None]:
    games.install("drill-toy", "tests.conformance.drill_toy")
    yield
    games.remove("drill-toy")


def made(qtbot: QtBot, kind: str) -> ParameterField:
    found = create_field(ActionParameter("it", kind), Localizer("en"), LABELS)
    qtbot.addWidget(found)
    found.look(Nothing())
    return found


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("facing", 4),
        ("number", -12),
        ("place", Point(33, 160)),
        ("hex", GRID.hex(3, 1)),
        ("path", (GRID.hex(0, 0), GRID.hex(1, 0), GRID.hex(1, 1))),
        ("id", "x7"),
    ],
)
def test_a_field_gives_back_what_was_put_in(qtbot: QtBot, kind: str, value: object) -> None:
    found = made(qtbot, kind)
    found.set_value(value)
    assert found.argument() == value


def test_clicks_make_a_way_and_a_click_on_its_end_takes_it_back(qtbot: QtBot) -> None:
    found = made(qtbot, "path")
    for place in ((0, 0), (1, 0), (2, 0), (2, 0)):
        found.take(PointedSpot(GRID.hex(*place)))
    assert found.argument() == (GRID.hex(0, 0), GRID.hex(1, 0))


@pytest.mark.parametrize(
    ("orientation", "language", "first"),
    [
        (Orientation.POINTY, "en", "east"),
        (Orientation.FLAT, "en", "north"),
        (Orientation.FLAT, "zh", "北"),
    ],
)
def test_fronts_are_named_by_the_compass(
    orientation: Orientation, language: str, first: str
) -> None:
    named = facing_options(Map.blank(Grid(5, 3, orientation)).labels, Localizer(language))
    assert named[0] == FieldOption(0, first)
    assert len({words for _, words in named}) == 6


def test_an_umpire_turns_a_unit(qtbot: QtBot) -> None:
    session = Session.begin(drill_ground(), {"red": Seat.PERSON, "blue": Seat.PERSON}, 1)
    canvas, localize = MapCanvas(), Localizer("en")
    qtbot.addWidget(canvas)
    canvas.show_map(session.scenario.map)
    play = GameController(
        session, MapGameView(session.scenario, canvas, localize.language), localize
    )
    acts = UmpireCommands(play, localize)
    act = acts.act("face")
    assert [option.words for option in acts.options(act.parameters[1])][:2] == [
        "east",
        "north-east",
    ]
    order = Intervention("face", ("r1", 2), "me", "a test")
    assert "north-west" in acts.sentence(order)
    assert give_order(play, order) == ""
    assert session.game.state.units["r1"].facing == 2
    play.end()
