"""Counters by their layouts: what stands where, in which colours, front and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter

from engine.files import counter_layout_files
from engine.files.counter_layout_files import find, shipped_layouts
from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.problems import InvalidFileError
from engine.scenario.counter_layout import FormationStripe, TextSlot
from engine.scenario.scenario import SIZES, Formation, Scenario, ScenarioSide, ScenarioUnit
from studio.rendering.counters import nato_symbols, printed_counters
from studio.rendering.counters.counter import STRIPES, Counter, counter_customiser_for_layout
from studio.rendering.counters.counter_painter import build_counter
from studio.rendering.counters.layout_painter import slot_text

pytestmark = pytest.mark.usefixtures("qapp")
WIDE = 300
TYPES = {"heavy": {"name": "heavy", "symbol": "armour", "gun": "85mm", "mp": 5, "armour": "medium"}}


def scenario() -> Scenario:
    units = (
        ScenarioUnit("u7", "red", "heavy", {"en": "Heavy 7", "zh": "重7"}, "1-coy", size="company"),
        ScenarioUnit("u8", "red", "heavy", "Heavy 8", "2-coy"),
    )
    formations = (
        Formation("bn", "red", {"en": "1st Battalion", "zh": "第1营"}, size="battalion"),
        Formation("1-coy", "red", "A", within="bn"),
        Formation("2-coy", "red", "B", within="bn", colour="#102030"),
    )
    map_ = Map.blank(Grid(4, 4))
    return Scenario("tank", map_, (ScenarioSide("red"),), units, formations=formations)


def counter(layout: str, unit: int = 0) -> Counter:
    one = scenario()
    return build_counter(one.units[unit], {"red": "#a02020"}, TYPES,
                      dress=counter_customiser_for_layout(one, find(layout)))  # fmt: skip


def drawn(counter: Counter, *, is_back: bool = False) -> QImage:
    face = (
        printed_counters.back_face(counter, "", "en", 16.0)
        if is_back
        else printed_counters.front_face(counter, "en", 16.0)
    )
    image = QImage(QSize(WIDE, WIDE), QImage.Format.Format_RGB32)
    image.fill(QColor(face.ground))
    painter = QPainter(image)
    face.paint(painter, WIDE)
    painter.end()
    return image


def shade(image: QImage, right: float, down: float) -> str:
    """The colour at a place in hundredths of the counter."""
    return image.pixelColor(round(right * WIDE / 100), round(down * WIDE / 100)).name()


def test_layouts_are_shipped_the_usual_one_first() -> None:
    assert shipped_layouts() == ("standard", "classic", "silhouette", "valued")


def test_values_stand_along_the_foot_as_the_game_orders_them() -> None:
    classic = find("classic")
    first = classic.front.texts[0]
    assert first.show == ("values",)
    assert slot_text(counter("classic"), first, "en") == "85mm-5"


def test_of_several_values_those_there_are_stand_joined() -> None:
    slot = replace(find("classic").front.texts[0], show=("attack", "morale", "move"), join="/")
    assert slot_text(counter("classic"), slot, "en") == "85mm/5"


def test_the_stripe_has_the_colour_of_the_formation_that_holds_all() -> None:
    layout = find("classic")
    whole = replace(layout, stripe=FormationStripe("top", 9.0, "top"))
    for unit in (0, 1):
        worn = replace(counter("classic", unit), layout=whole)
        assert shade(drawn(worn), 50, 4) == STRIPES[0]


def test_a_formation_without_a_colour_has_that_of_the_next_above_which_names_one() -> None:
    one = scenario()
    platoon = Formation("p", "red", "P", within="2-coy")
    unit = replace(one.units[0], formation="p")
    changed = replace(one, formations=(*one.formations, platoon), units=(unit,))
    worn = build_counter(
        unit,
        {"red": "#a02020"},
        TYPES,
        dress=counter_customiser_for_layout(changed, find("classic")),
    )
    assert shade(drawn(worn), 50, 4) == "#102030"


def test_a_headquarters_is_marked_and_has_the_size_of_what_it_leads() -> None:
    one = scenario()
    formation = replace(one.formations[0], headquarters="staff")
    unit = replace(one.units[0], id="staff", name="Col Ames", formation="bn", size="")
    changed = replace(one, formations=(formation, *one.formations[1:]), units=(unit,))
    worn = build_counter(
        unit,
        {"red": "#a02020"},
        TYPES,
        dress=counter_customiser_for_layout(changed, find("classic")),
    )
    assert worn.size == "battalion"
    assert slot_text(worn, TextSlot(("number",), (50, 50)), "en") == "HQ"
    numbered = replace(worn, designation="7")
    assert slot_text(numbered, TextSlot(("number",), (50, 50)), "en") == "7"
    plain = replace(worn, leads=False)
    assert shade(drawn(worn), 25.2, 66) != shade(drawn(plain), 25.2, 66), "the line of a staff"


def test_a_stripe_of_its_own_has_the_formations_colour() -> None:
    assert shade(drawn(counter("silhouette", 1)), 50, 97) == "#102030"


def test_the_body_has_the_sides_colour_and_the_back_another() -> None:
    assert shade(drawn(counter("classic")), 14, 68) == "#a02020"
    assert shade(drawn(counter("classic"), is_back=True), 14, 68) == "#fbf6e6"


def test_a_unit_says_its_formation_in_the_readers_language() -> None:
    slot = replace(find("classic").front.texts[0], show=("formation",))
    named = replace(counter("classic"), formation={"en": "A Company", "zh": "一连"})
    assert [slot_text(named, slot, language) for language in ("en", "zh")] == ["A Company", "一连"]


@pytest.mark.parametrize("size", SIZES)
def test_every_size_has_a_mark_over_the_frame(size: str) -> None:
    with_mark = drawn(replace(counter("classic"), size=size))
    without = drawn(replace(counter("classic"), size=""))
    rows = [
        y
        for y in range(WIDE)
        if any(with_mark.pixel(x, y) != without.pixel(x, y) for x in range(WIDE))
    ]
    assert rows, "no mark"
    assert min(rows) > 0.09 * WIDE  # below the stripe
    assert max(rows) < 0.27 * WIDE  # above the frame


@pytest.mark.parametrize("symbol", ["infantry", "tank", "gun", "mortar", "headquarters", "supply"])
def test_the_standards_signs_leave_ink_in_their_frames(symbol: str) -> None:
    assert nato_symbols.has_nato_symbol(symbol)
    with_sign = drawn(replace(counter("classic"), symbol=symbol))
    ink = [with_sign.pixelColor(x, y).lightness() < 90
           for x in range(90, 210, 3) for y in range(90, 170, 3)]  # fmt: skip
    assert any(ink)


def test_signs_differ() -> None:
    symbols = ("infantry", "tank", "gun", "mortar", "anti-tank", "mechanized", "recon", "engineer")
    pictures = [drawn(replace(counter("classic"), symbol=symbol)) for symbol in symbols]
    assert len({bytes(picture.constBits()) for picture in pictures}) == len(symbols)


LAYOUT = """\
sandtable: counters/1
symbol: {style: app6, at: [20, 20, 60, 40]}
pictures: {heavy: heavy.png}
texts: [{show: number, at: [50, 80]}]
"""


def test_ones_own_picture_takes_the_symbols_place(tmp_path: Path) -> None:
    picture = QImage(QSize(30, 20), QImage.Format.Format_RGB32)
    picture.fill(QColor("#00ff00"))
    picture.save(str(tmp_path / "heavy.png"))
    (tmp_path / "own.counters.yaml").write_text(LAYOUT, encoding="utf-8")
    one = scenario()
    layout = find("own.counters.yaml", tmp_path)
    dressed = build_counter(
        one.units[0], {"red": "#a02020"}, TYPES, dress=counter_customiser_for_layout(one, layout)
    )
    assert shade(drawn(dressed), 50, 40) == "#00ff00"


def test_ones_own_drawing_may_be_svg(tmp_path: Path) -> None:
    blue = '<rect width="6" height="4" fill="#0000ff"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 4">{blue}</svg>'
    (tmp_path / "heavy.svg").write_text(svg, encoding="utf-8")
    (tmp_path / "own.counters.yaml").write_text(LAYOUT.replace("png", "svg"), encoding="utf-8")
    one = scenario()
    layout = find("own.counters.yaml", tmp_path)
    dressed = build_counter(
        one.units[0], {"red": "#a02020"}, TYPES, dress=counter_customiser_for_layout(one, layout)
    )
    assert shade(drawn(dressed), 50, 40) == "#0000ff"


def test_a_picture_that_is_not_there_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "own.counters.yaml"
    file.write_text(LAYOUT, encoding="utf-8")
    with pytest.raises(InvalidFileError) as raised:
        counter_layout_files.load(file)
    (problem,) = raised.value.problems
    assert (problem.code, problem.mark.line) == ("no-such-picture", 3)


def test_a_misspelt_colour_word_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "own.counters.yaml"
    file.write_text(LAYOUT.replace("pictures: {heavy: heavy.png}", "body: sidee"), encoding="utf-8")
    with pytest.raises(InvalidFileError) as raised:
        counter_layout_files.load(file)
    (problem,) = raised.value.problems
    assert (problem.code, problem.mark.line) == ("wrong-form", 3)
