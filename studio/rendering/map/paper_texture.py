"""The paper a map seems to be printed on: its grain, fibres and faint stains, always the same."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from studio.rendering.map.map_view import MapView
from studio.rendering.painting import clip_to

SIDE = 512  # pixels of the piece of paper that is laid again and again
PIECE = 512.0  # page units it covers
SEED = 1824
# How far grain, fibres and stains darken or lighten, of 255.
GRAIN, FIBRES, STAINS = 8.0, 7.0, 4.0
FIBRE_COUNT, FIBRE_LENGTH = 420, 26


def paint_texture(painter: QPainter, view: MapView, room: QRectF) -> None:
    """Lay the paper's grain over a part of the page, as strong as the map's style has it."""
    strength = view.style.grain
    if strength <= 0:
        return
    piece = make_paper_texture(strength)
    with clip_to(painter, room):
        for row in range(math.floor(room.top() / PIECE), math.ceil(room.bottom() / PIECE)):
            for column in range(math.floor(room.left() / PIECE), math.ceil(room.right() / PIECE)):
                at = QPointF(column * PIECE, row * PIECE)
                painter.drawImage(QRectF(at.x(), at.y(), PIECE, PIECE), piece)


@lru_cache(maxsize=8)
def make_paper_texture(strength: float) -> QImage:
    """A piece of paper as light and shade, whose edges fit each other."""
    chance = np.random.default_rng(SEED)
    light = GRAIN * _soft(chance, 1) + FIBRES * _fibres(chance)
    light += STAINS * _soft(chance, 60) + 0.7 * STAINS * _soft(chance, 14)
    depth = np.clip(np.rint(2 * strength * light), -60, 60).astype(np.int64)
    alpha = np.abs(depth).astype(np.uint32)
    shade = QColor("#5a4326")
    pixels = alpha << 24
    for shift, part in ((16, shade.red()), (8, shade.green()), (0, shade.blue())):
        channel = np.where(depth > 0, 255, part).astype(np.uint32)
        pixels |= channel << np.uint32(shift)
    content = np.ascontiguousarray(pixels, np.uint32)
    image = QImage(content.data, SIDE, SIDE, 4 * SIDE, QImage.Format.Format_ARGB32)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _soft(chance: np.random.Generator, reach: float) -> NDArray[np.float64]:
    """Noise that wraps round, smooth over so many pixels, from about -1 to 1."""
    spots = np.fft.fft2(chance.standard_normal((SIDE, SIDE)))
    step = np.fft.fftfreq(SIDE)
    away = step[:, None] ** 2 + step[None, :] ** 2
    made = np.real(np.fft.ifft2(spots * np.exp(-2 * (math.pi * reach) ** 2 * away)))
    return np.asarray(made / (2.5 * made.std()))


def _fibres(chance: np.random.Generator) -> NDArray[np.float64]:
    """Short curved hairs, light and dark."""
    found = np.zeros((SIDE, SIDE))
    for _ in range(FIBRE_COUNT):
        x, y = chance.uniform(0, SIDE, 2)
        turn, bend = chance.uniform(0, math.tau), chance.uniform(-0.06, 0.06)
        tone = chance.choice([-1.0, 1.0])
        for _ in range(chance.integers(FIBRE_LENGTH // 2, FIBRE_LENGTH)):
            found[int(y) % SIDE, int(x) % SIDE] = tone
            x, y, turn = x + math.cos(turn), y + math.sin(turn), turn + bend
    return found
