"""Cards by their layouts: sizes, marks, backs, icons in the words, and cards without an effect."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.checks.check import check
from engine.files import card_layout_files, deck_files, scenario_reader
from engine.files.source_text import SHIPPED
from engine.games import new_game
from engine.scenario.scenario import Card, Deck
from studio.cli import main
from studio.rendering.cards.card_painter import (
    CardRenderContext,
    card_size,
    fits_on_card,
    paint_card_back,
    paint_card_face,
)
from tests.studio.printing.reading import pages, text_of

pytestmark = pytest.mark.usefixtures("qapp")
DOTS = 8  # pixels a millimetre
DECK = """\
sandtable: deck/2
title: {en: Weather, zh: 天气}
layout: LAYOUT
game: tank
cards:
  - {id: rain, copies: 3, title: {en: Rain, zh: 大雨}, text: {en: It rains., zh: 下雨。}}
  - {id: sun, title: {en: Sun, zh: 晴}, text: {en: The sun shines., zh: 天晴。}}
"""


def written(folder: Path, layout: str) -> Path:
    file = folder / "weather.deck.yaml"
    file.write_text(DECK.replace("LAYOUT", layout), encoding="utf-8")
    return file


def drawn(deck: Deck, card: Card | None = None, look: CardRenderContext | None = None) -> QImage:
    """A card's face, or its deck's back."""
    size = card_size(deck)
    image = QImage(
        round(size.width() * DOTS), round(size.height() * DOTS), QImage.Format.Format_RGB32
    )
    image.fill(QColor("#ff00ff"))
    painter = QPainter(image)
    painter.scale(DOTS, DOTS)
    room = QRectF(QPointF(), size)
    if card is None:
        paint_card_back(painter, deck, "en", room, look or CardRenderContext())
    else:
        paint_card_face(painter, card, deck, "en", room, look or CardRenderContext())
    painter.end()
    return image


def shade(image: QImage, x: float, y: float) -> str:
    return image.pixelColor(round(x * DOTS), round(y * DOTS)).name()


@pytest.mark.parametrize(("layout", "size"), [("poker", (63, 88)), ("mini", (44, 68))])
def test_cards_are_as_large_as_their_layout_says(
    tmp_path: Path, layout: str, size: tuple[int, int]
) -> None:
    found = card_size(deck_files.load(written(tmp_path, layout)))
    assert (found.width(), found.height()) == size


def test_a_deck_keeps_its_layout_when_saved(tmp_path: Path) -> None:
    file = written(tmp_path, "bulletin")
    was = deck_files.open_file(file, "weather")
    cards = (replace(was.deck.cards[0], copies=2), *was.deck.cards[1:])
    deck_files.save(replace(was.deck, cards=cards), file, was)
    assert file.read_text(encoding="utf-8") == DECK.replace("LAYOUT", "bulletin").replace(
        "copies: 3", "copies: 2"
    )


def test_a_card_without_an_effect_is_sound_and_printed_but_never_drawn(tmp_path: Path) -> None:
    file = written(tmp_path, "poker")
    assert check(file) == []
    scenario = scenario_reader.load(SHIPPED / "samples/tank/scenarios/crossroads.scenario.yaml")
    id_, deck = next(iter(scenario.decks.items()))
    weather = replace(scenario, decks={id_: replace(deck, cards=(*deck.cards, Card("rain")))})
    state = new_game(weather, 7).state
    assert all("rain" not in hand.pool for hand in state.hands.values())
    assert state.hands == new_game(scenario, 7).state.hands


def test_a_bulletin_bears_the_mark_of_its_side(tmp_path: Path) -> None:
    deck = deck_files.load(written(tmp_path, "bulletin"))
    marked = drawn(deck, deck.cards[0], CardRenderContext(side="#2b62c8"))
    assert shade(marked, 31, 85) == "#2b62c8"
    assert shade(drawn(deck, deck.cards[0]), 31, 85) == "#f6f2e4"


OWN = """\
sandtable: cards/1
size: [70, 50]
title: [5, 2, 60, 8]
text: [5, 20, 60, 25]
band: 12
icons: {sun: sun.png}
back: {picture: sun.png}
"""


def own(folder: Path) -> Deck:
    picture = QImage(20, 20, QImage.Format.Format_RGB32)
    picture.fill(QColor("#ffcc00"))
    picture.save(str(folder / "sun.png"))
    (folder / "own.cards.yaml").write_text(OWN, encoding="utf-8")
    return deck_files.load(written(folder, "own.cards.yaml"))


def test_a_picture_of_ones_own_fills_the_back(tmp_path: Path) -> None:
    back = drawn(own(tmp_path))
    assert {shade(back, x, y) for x in (10, 35, 60) for y in (10, 25, 40)} == {"#ffcc00"}


def test_an_icon_stands_in_the_words(tmp_path: Path) -> None:
    deck = own(tmp_path)
    card = replace(deck.cards[1], text="Play {sun} now; {unknown} stays.")
    image = drawn(deck, card)
    yellow = [
        (x, y)
        for x in range(image.width()) for y in range(20 * DOTS, 45 * DOTS)
        if image.pixelColor(x, y).name() == "#ffcc00"
    ]  # fmt: skip
    wide = max(x for x, _ in yellow) - min(x for x, _ in yellow)
    assert wide == pytest.approx(11.5 / 72 * 25.4 * DOTS, abs=3), "as wide as letters are high"
    assert fits_on_card(card, "en", deck.design)


def test_a_misspelt_layout_is_told_with_what_was_meant(tmp_path: Path) -> None:
    (problem,) = check(written(tmp_path, "pokr"))
    assert (problem.code, problem.mark.line) == ("no-such-card-layout", 3)
    assert "poker" in problem.hint("en")


@pytest.mark.parametrize("name", card_layout_files.shipped_layouts())
def test_a_layout_that_is_shipped_is_sound(name: str) -> None:
    assert check(card_layout_files.FOLDER / f"{name}{card_layout_files.ENDING}") == []


# --- a deck alone ---------------------------------------------------------------------------------


def ran(*words: object) -> None:
    said = CliRunner().invoke(main, [str(word) for word in words])
    assert said.exit_code == 0, said.output


def test_a_deck_is_printed_alone(tmp_path: Path) -> None:
    out = tmp_path / "weather.pdf"
    ran("print", written(tmp_path, "mini"), out, "--language", "en")
    front, back = pages(out.read_bytes())
    assert " ".join(text_of(front).split()).count("It rains.") == 3
    assert "".join(text_of(back).split()).count("EVENTCARD") == 4


def test_a_sheet_for_virtual_tables_has_ten_by_seven_places(tmp_path: Path) -> None:
    out = tmp_path / "weather.png"
    ran("export", "cards", written(tmp_path, "poker"), out, "--tabletop", "--dots", "50")
    sheet, back = QImage(str(out)), QImage(str(tmp_path / "weather-back.png"))
    assert (sheet.width(), sheet.height()) == (10 * back.width(), 7 * back.height())
    middle = back.pixelColor(back.width() // 6, back.height() // 6)
    last = (9 * back.width() + back.width() // 6, 6 * back.height() + back.height() // 6)
    assert sheet.pixelColor(*last) == middle
    assert sheet.pixelColor(4 * back.width() + 9, 9).name() == "#000000", "four cards, no fifth"


def test_each_card_is_a_picture_of_its_own(tmp_path: Path) -> None:
    ran("export", "cards", written(tmp_path, "poker"), tmp_path / "all", "--dots", "100")
    names = sorted(file.name for file in (tmp_path / "all").iterdir())
    assert names == ["rain-back.png", "rain-front.png", "sun-back.png", "sun-front.png"]
