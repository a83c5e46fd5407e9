"""A card that is drawn or played is told over the board, and where nobody is to see it, not."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.session.seats import Seat
from engine.session.session import Session
from studio.canvas.map_canvas import MapCanvas
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import CardEvent, GameController
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.game_view.popups import CardNotice
from tests.engine.session.sessions import crossroads


def test_cards_are_told_with_their_faces_until_they_are_read(qtbot: QtBot) -> None:
    session = Session.begin(crossroads(), dict.fromkeys(("red", "blue"), Seat.GREEDY), 5)
    canvas = MapCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(500, 300)
    canvas.show_map(session.scenario.map)
    canvas.show()
    play = GameController(session, MapGameView(session.scenario, canvas, "en"), Localizer("en"))
    play.speed = PlaybackSpeed.SKIP
    notice, news = CardNotice(play, canvas, Localizer("en")), list[CardEvent]()
    play.cards_met.connect(news.extend)
    for _ in range(400):
        if news or session.result is not None:
            break
        play.run_and_show(session.play_machine_answer)
    assert news, "nobody had a card"
    assert notice.isVisible()
    assert news[-1].sentence in notice.accessibleName()
    assert not notice.picture.pixmap().isNull()
    assert canvas.rect().contains(notice.geometry())
    assert notice.width() * notice.height() < canvas.width() * canvas.height() / 4, (
        "it leaves the map"
    )
    QTest.mouseClick(notice, Qt.MouseButton.LeftButton)
    assert notice.isHidden()
    play.end()
