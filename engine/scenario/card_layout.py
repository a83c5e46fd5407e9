"""Layouts of cards, as data: size, frame, title, picture, words, the back.

Lengths are millimetres from the upper left corner, letters in points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.texts import LocalText

Box = tuple[float, float, float, float]  # left, top, width, height
SIZES: Mapping[str, tuple[float, float]] = {"poker": (63.0, 88.0), "mini": (44.0, 68.0)}


@dataclass(frozen=True)
class CardBack:
    """The back of a card; with a picture of its own, that alone."""

    ground: str = "#2f3a33"
    hexes: bool = True  # a pattern of hexes over it
    plate: Box = (19.5, 9.0, 24.0, 70.0)  # with the words for event cards, and the deck's title
    picture: Path | None = None


@dataclass(frozen=True)
class CardLayout:
    """The layout of a deck's cards. A part without a box is left out."""

    id: str
    size: tuple[float, float]
    title: Box
    text: Box
    name: LocalText = field(default="", hash=False)
    paper: str = "#fbf7ec"
    band: float = 16.0  # how high the band in the colour of the effect is
    picture: Box | None = None
    terms: Box | None = None
    foot: Box | None = None
    side_mark: Box | None = None  # in the colour of the side that draws the card
    title_points: float = 14.0
    text_points: float = 11.5
    back: CardBack = CardBack()
    icons: Mapping[str, Path] = field(default_factory=dict, hash=False)
