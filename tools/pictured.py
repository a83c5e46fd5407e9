"""The pictures of maps and of games: each a function that is given a stage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.files import map_style_files
from engine.files.map_reader import load as load_map
from engine.files.scenario_reader import load
from engine.play.game import Game
from engine.tabletop.shapes import FOOT, INCH, Point
from studio.main_window.main_window import MainWindow
from studio.printing.game_printout import GamePrintout
from studio.printing.print_page import PrintedPart
from studio.printing.print_settings import GamePrintSettings
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_pictures import render_map
from studio.rendering.map.render_options import RenderOptions
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tools.stage import SAMPLES, Stage, canvas_of, foretold, guest_of, pictured, until

FARMS = "littlewars/scenarios/two-farms.scenario.yaml"
TURN_OF_CONTACT = 5  # of The two farms, by the automatic players
STRIP_GAP = 8  # pixels between pictures
DOTS = 6.0  # pixels a millimetre of paper


# --- pictures -------------------------------------------------------------------------------------


@pictured
def styles(stage: Stage) -> QImage:
    """A part of one map in the three styles of the program, side by side."""
    map_ = load_map(SAMPLES / "tank/maps/crossroads.map.yaml")
    names, part = map_style_files.shipped_styles(), QRect(640, 90, 430, 520)
    whole = QImage(len(names) * (part.width() + 8) - 8, part.height(), QImage.Format.Format_RGB32)
    whole.fill(QColor("#ffffff"))
    painter = QPainter(whole)
    for number, name in enumerate(names):
        look = RenderOptions(
            56.0, style=map_style_files.find(name), hillshade=True, texture=number > 0
        )
        picture = render_map(map_, replace(look, spots=number > 0), PictureFormat.PNG)
        drawn = QImage.fromData(picture.content)
        painter.drawImage(QPoint(number * (part.width() + 8), 0), drawn, part)
    painter.end()
    return whole


@pictured
def crossroads(stage: Stage) -> QImage:
    """The sample map that everything begins with, as `render` draws it."""
    map_ = load_map(SAMPLES / "tank/maps/crossroads.map.yaml")
    return QImage.fromData(render_map(map_, RenderOptions(44.0), PictureFormat.PNG).content)


@pictured
def bayreuth(stage: Stage) -> QImage:
    """A map of real ground with its title, scale and legend."""
    map_ = load_map(SAMPLES / "tank/maps/bayreuth.map.yaml")
    look = RenderOptions(16.0, labels=False)
    return QImage.fromData(render_map(map_, look, PictureFormat.PNG).content)


@pictured
def valor_editor(stage: Stage) -> QImage:
    """A vehicle is chosen: its form with facing, its passengers, its reach from a hex."""
    window = stage.window("valor/scenarios/mill-ford.scenario.yaml", size=(1400, 880))
    tab = window.active_tab
    assert isinstance(tab, ScenarioTab)
    tab.forces.choose(["us-track"])
    until(lambda: window.lookout.preparing.has("movement"))
    return stage.grab(window)


@pictured
def valor_attack(stage: Stage) -> QImage:
    """An attack before it is made: firepower, corrections, the row, the chances of its points."""
    window = stage.window("valor/scenarios/chapel-hill.scenario.yaml", size=(1400, 880))
    play = stage.play(window, 2, _is_an_attack)
    stage.point(window, foretold(play.session.game) or 0)
    return stage.grab(window)


@pictured
def valor_move(stage: Stage) -> QImage:
    """A step of a move: what it costs and why, and who may fire there; in Chinese."""
    window = stage.window(
        "valor/scenarios/mill-ford.scenario.yaml", size=(1400, 880), language="zh"
    )
    stage.play(window, 1, _is_watched)
    stage.point(window, 0)
    return stage.grab(window)


@pictured
def valor_counters(stage: Stage) -> QImage:
    """The first rows of a printed sheet of counters."""
    scenario = load(SAMPLES / "valor/scenarios/mill-ford.scenario.yaml")
    made = GamePrintout(
        scenario, RenderOptions(language="en"), GamePrintSettings({PrintedPart.COUNTERS: ()})
    )
    image = QImage(round(210 * DOTS), round(120 * DOTS), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(DOTS, DOTS)
    made.printed_pages[0].paint(painter)
    painter.end()
    return image.copy(QRect(0, 0, image.width(), round(82 * DOTS)))


@pictured
def playing(stage: Stage) -> QImage:
    """A shot before it is made: line of sight, level, chances."""
    window = stage.window("tank/scenarios/crossroads.scenario.yaml", size=(1280, 823))
    play = stage.play(window, 7, lambda game: _is_later(game) and foretold(game) is not None)
    stage.point(window, foretold(play.session.game) or 0)
    return stage.grab(window)


@pictured
def little_wars_en(stage: Stage) -> QImage:
    """A first game on a table: set-up, a gun that is aimed, men on the march, who is in contact."""
    return _first_game(stage, "en")


@pictured
def little_wars_zh(stage: Stage) -> QImage:
    """The same in Chinese."""
    return _first_game(stage, "zh")


def _first_game(stage: Stage, language: str) -> QImage:
    """Four pictures of the table in two rows."""
    window = stage.window(FARMS, size=(1300, 900), language=language)
    parts = [_lay(stage, window), _aim(stage, window), _march(stage, window)]
    stage.play(window, 3, lambda game: game.rules.turn(game.state) >= TURN_OF_CONTACT)
    parts.append(_grab(window))
    wide, high = min(each.width() for each in parts), min(each.height() for each in parts)
    strip = QImage(2 * wide + STRIP_GAP, 2 * high + STRIP_GAP, QImage.Format.Format_RGB32)
    strip.fill(QColor("white"))
    painter = QPainter(strip)
    for number, part in enumerate(parts):
        row, column = divmod(number, 2)
        at = QPoint(column * (wide + STRIP_GAP), row * (high + STRIP_GAP))
        painter.drawImage(at, part.copy(QRect(0, 0, wide, high)))
    painter.end()
    return strip


def _lay(stage: Stage, window: MainWindow) -> QImage:
    """A body on its way to the back line."""
    play = stage.play(window, 3, lambda game: type(game.decision).__name__ == "SetUp")
    pointer = guest_of(window).pointer
    pointer.hand.take(pointer.hand.gesture_handling.waiting[:20])
    y = 6 * INCH if play.session.asked == "south" else 8 * FOOT - 6 * INCH
    return _drag(window, Point(3 * FOOT, y), Point(6 * FOOT, y))


def _aim(stage: Stage, window: MainWindow) -> QImage:
    """A gun points at the nearest foot, and the chance of it is told."""
    play = stage.play(window, 3, lambda game: _asks(game, "GunDeed"))
    pointer, figures = guest_of(window).pointer, play.standing.figures
    gun = next(each for each in figures if each.id == pointer.hand.gesture_handling.takes[0])
    foes = [each.at for each in figures if each.side != gun.side and each.type == "foot"]
    aim = min(foes, key=lambda at: (at.x - gun.at.x) ** 2 + (at.y - gun.at.y) ** 2)
    pointer.hand.take((gun.id,))
    QTest.mouseMove(canvas_of(window), _pixel(window, aim))
    QTest.qWait(300)
    return _grab(window)


def _march(stage: Stage, window: MainWindow) -> QImage:
    """All of a body are dragged as far as they go."""
    play = stage.play(window, 3, lambda game: _asks(game, "MoveMen"))
    pointer = guest_of(window).pointer
    free = [one for one in play.standing.figures if one.id in pointer.hand.gesture_handling.takes]
    first = next((one for one in free if one.type == "horse"), free[0])
    pointer.hand.select_body(first.id)
    away = 3 * FOOT if first.side == "south" else -3 * FOOT
    return _drag(window, first.at, Point(first.at.x, first.at.y + away))


def _grab(window: MainWindow) -> QImage:
    """The table as it is seen."""
    picture: QImage = canvas_of(window).grab().toImage()
    return picture


def _asks(game: Game[Any], question: str) -> bool:
    return type(game.decision).__name__ == question and _is_later(game)


def _pixel(window: MainWindow, at: Point) -> QPoint:
    return QPointF(*canvas_of(window).camera.screen(*at)).toPoint()


def _drag(window: MainWindow, start: Point, end: Point) -> QImage:
    """The table while something is dragged, which is then let go of."""
    canvas, button = canvas_of(window), Qt.MouseButton.LeftButton
    QTest.qWait(300)  # panels that tell of what was taken have their room
    QTest.mousePress(canvas, button, pos=_pixel(window, start))
    for at in (Point((start.x + end.x) // 2, (start.y + end.y) // 2), end):
        place = _pixel(window, at)
        QApplication.sendEvent(
            canvas,
            QMouseEvent(
                QEvent.Type.MouseMove, QPointF(place), QPointF(canvas.mapToGlobal(place)),
                Qt.MouseButton.NoButton, button, Qt.KeyboardModifier.NoModifier,
            ),
        )  # fmt: skip
    QTest.qWait(300)
    picture = _grab(window)
    guest_of(window).pointer.escape()
    QTest.mouseRelease(canvas, button, pos=_pixel(window, end))
    return picture


def _is_later(game: Game[Any]) -> bool:
    return bool(game.rules.turn(game.state) > 1)


def _is_an_attack(game: Game[Any]) -> bool:
    """Whether a group is put together, and what it would do is foretold."""
    asked = type(game.decision).__name__
    if asked != "Join" or len(game.options) < 3:
        return False
    return _is_later(game) and foretold(game) is not None


def _is_watched(game: Game[Any]) -> bool:
    """Whether somebody may fire at the first step that is offered."""
    if game.decision is None or type(game.decision).__name__ != "Step":
        return False
    told = game.rules.forecast(game.state, game.decision, game.options[0])
    threat = getattr(told, "threat", None)
    return threat is not None and bool(threat.threat_sources)
