"""A report of a game on a table: its pictures show the table, turn by turn."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from engine import games
from engine.narration.chronicle import turns_played
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import find_player, play_to_end
from studio.rendering.tabletop.report_pictures import TabletopAtTurnEnd
from studio.reports.game_report import build_game_report
from studio.reports.report_pages import ReportFigure, as_html
from tests.conformance.table_toy import SIDES, TABLE_TOY, table_toy

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True)
def _toy_is_a_game(qapp: QApplication) -> Iterator[None]:
    games.install(TABLE_TOY.id, "tests.conformance.table_toy")
    yield
    games.remove(TABLE_TOY.id)


def played() -> Game[Any]:
    """A game of greedy players to its end."""
    game: Game[Any] = Game(TABLE_TOY, table_toy(), SeededDice.of(5))
    play_to_end(game, {side: find_player("greedy", 5) for side in SIDES})
    return game


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_report_has_a_picture_of_the_table_for_each_turn(language: str) -> None:
    game = played()
    page = build_game_report(game, {}, language)
    pictures = [block for block in page.blocks if isinstance(block, ReportFigure) and block.ground]
    assert len(pictures) == len(turns_played(game))
    html = as_html(page)
    ET.fromstring(html.split("\n", 1)[1])
    assert {"en": "The green", "zh": "绿地"}[language] in html


def test_the_picture_of_a_turn_shows_who_stands_where_and_where_they_came_from() -> None:
    game = played()
    drawn = TabletopAtTurnEnd(game.scenario, turns_played(game)[-1], "en")
    image = QImage(drawn.width, drawn.height, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    drawn.paint(painter)
    painter.end()
    man = next(man for man in game.state.men.values() if man.side == "red" and man.type == "foot")
    at = drawn.view.at(*man.at)
    near = [
        image.pixelColor(round(at.x()) + x, round(at.y()) + y)
        for x in (-2, 0, 2)
        for y in (-2, 0, 2)
    ]
    assert any(shade.red() > shade.green() + 60 for shade in near), [each.name() for each in near]
