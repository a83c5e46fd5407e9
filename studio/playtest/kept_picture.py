"""A picture of a kept game: its map as it last looked, or as the one person who plays sees it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from engine.files import source_text
from engine.files.removal import remove_file
from engine.hexes.hex import Hex
from engine.session.handout import scenario_handout
from engine.session.keeper import picture_beside
from engine.session.seats import Fog
from engine.session.session import Session
from studio.drawing.counters import Counter
from studio.drawing.formats import PictureFormat
from studio.drawing.look import RenderOptions
from studio.drawing.pictures import render_map
from studio.drawing.png import encode_png
from studio.playtest.board.map_board import CounterArranger

WIDE, HIGH = 432, 270
NARROWEST_HEX = 4.0  # pixels


def save_thumbnail(canvas: QWidget, session: Session, game: Path, language: str) -> None:
    """Keep a picture of a game beside it, if anybody may see one; else remove it.

    Where sides hide things from each other it shows what the one side sees that a person plays, or
    played before a machine went on, whoever looks at the canvas now. Raises CannotRemove or
    CannotSave.
    """
    file = picture_beside(game)
    if not game.exists():
        return
    sides = session.human_sides
    if session.fog is Fog.OPEN or sides == {session.viewer}:
        picture = None if canvas.size().isEmpty() else canvas.grab().toImage()
    elif len(sides) == 1 and not session.scenario.is_on_table:
        picture = _seen_by(next(iter(sides)), session, language)
    else:
        picture = None
    if picture is None:
        remove_file(file)
    else:
        source_text.write(file, encode_png(_fitted(picture)))


def _fitted(picture: QImage) -> QImage:
    """Return the middle of a picture in the size of all."""
    shape = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    whole = picture.scaled(WIDE, HIGH, shape, Qt.TransformationMode.SmoothTransformation)
    room = whole.rect()
    room.setSize(QSize(WIDE, HIGH))
    room.moveCenter(whole.rect().center())
    return whole.copy(room)


def _seen_by(side: str, session: Session, language: str) -> QImage:
    """Return the map as a side sees it, whoever looks at the canvas."""
    known, standing = scenario_handout(session.scenario, side), session.standing(side, language)
    staging, placed = CounterArranger(known), defaultdict[Hex, list[Counter]](list)
    for counter, at in ((each.counter, each.at) for each in staging.still(standing).counters):
        placed[at].append(counter)
    aims = staging.held(standing, language).deployment
    begun = replace(aims, placed={at: tuple(each) for at, each in placed.items()}, musters=())
    across = known.map.grid.size(1.0)[0]
    look = RenderOptions(max(WIDE / across, NARROWEST_HEX), legend=False, language=language)
    drawn = render_map(known.map, look, PictureFormat.PNG, deployment=begun)
    return QImage.fromData(drawn.content)
