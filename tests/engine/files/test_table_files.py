"""Tables as files: read to the sixteenth, told with line and column, written back as they were."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.files import tabletop_map_reader
from engine.files.source_text import SHIPPED, parse
from engine.files.tabletop_map_reader import (
    TableFile,
    open_file,
    read_table,
    tabletop_file_from_source,
)
from engine.files.tabletop_map_writer import LENGTHS, POINTS, points_text, rewrite, save
from engine.problems import InvalidFileError
from engine.tabletop.feature_kinds import FigureScale, feature_kinds
from engine.tabletop.shapes import FOOT, INCH, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import (
    FeatureShape,
    TabletopEdge,
    TabletopFeature,
    TabletopMap,
    TabletopZone,
)
from engine.texts import LocalText, text

SAMPLES = SHIPPED / "samples" / "littlewars" / "tables"
FILE = """\
# A field with a comment.
sandtable: table/1
title: {en: Field, zh: 田野}
width: 10 ft
depth: 96   # eight feet
edges: {south: "", north: {en: The hill side, zh: 山坡一侧}}
features:
  - {id: farm, kind: house, rectangle: "2 ft,3.2 ft 3 ft,4 ft"}   # the farm
  - {id: oak, kind: tree, disc: "4.5 ft,4.6 ft", radius: 3}
  - {id: wall, kind: wall, line: "38.4,62.4 50 3/8,72"}

  - id: knoll
    kind: hill
    polygon: "86.4,16.8 108,14.4 112.8,28.8 93.6,33.6"
zones:
  south: {rectangle: "0,0 120,12", name: {en: South, zh: 南}}
"""


def opened(text: str = FILE) -> TableFile:
    return tabletop_file_from_source(parse(text, "field.table.yaml"))


def sentences(text: str) -> list[str]:
    return [each.sentence() for each in read_table(parse(text, "t"))[1]]


# --- reading --------------------------------------------------------------------------------------


def test_a_table_is_read_to_the_sixteenth_of_an_inch() -> None:
    """The engine counts whole sixteenths of an inch (u). 1 in = 16 u, 1 ft = 192 u."""
    table = opened().table
    assert (table.width, table.depth) == (10 * FOOT, 8 * FOOT)
    assert table.by_id["farm"].shape == Polygon(
        (Point(384, 614), Point(576, 614), Point(576, 768), Point(384, 768))
    )
    assert table.by_id["oak"].shape == Disc(Point(864, 883), 48)
    assert table.by_id["wall"].shape == WideLine((Point(614, 998), Point(806, 1152)), 12)
    assert list(table.edges) == [TabletopEdge.SOUTH, TabletopEdge.NORTH]


def test_what_the_file_leaves_out_is_as_the_catalogue_has_the_kind() -> None:
    """Each has: obstacle yes/no, height in u, fordable, level for hills (G2)."""
    table = opened().table
    for feature in table.features:
        kind = feature_kinds()[feature.kind]
        assert feature.height == kind.height(FigureScale.LITTLE_WARS)
        assert (feature.obstacle, feature.fordable) == (kind.obstacle, kind.fordable)
    small = opened(FILE.replace("title:", "scale: kriegspiel\ntitle:")).table
    assert small.by_id["oak"].height * 2 == table.by_id["oak"].height
    assert small.by_id["knoll"].height == 6 * INCH  # a contour (K9.4)


def test_the_farms_of_the_first_scenario_stand_where_its_plan_has_them() -> None:
    """Farm houses: rectangles (2.0,3.2)–(3.0,4.0) and (7.0,4.0)–(8.0,4.8), height 6 in (SC1)."""
    table = tabletop_map_reader.load(SAMPLES / "two-farms.table.yaml")
    corners = {each.id: each.shape for each in table.features_of_kind("house")}
    feet = {"west-farm": (2.0, 3.2, 3.0, 4.0), "east-farm": (7.0, 4.0, 8.0, 4.8)}
    for name, box in feet.items():
        shape = corners[name]
        assert isinstance(shape, Polygon)
        ends = (*shape.points[0], *shape.points[2])
        assert ends == tuple(round(side * FOOT) for side in box)
    assert {each.height for each in table.features_of_kind("house")} == {6 * INCH}
    assert [each.height for each in table.features_of_kind("wall")] == [2 * INCH]
    assert [each.height for each in table.features_of_kind("hill")] == [3 * INCH]
    assert all(
        isinstance(each.shape, Disc) and each.shape.radius == 3 * INCH
        for each in table.features_of_kind("tree")
    )


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("two-farms", (10, 8)),
        ("over-the-brook", (8, 10)),
        ("redoubt", (9, 9)),
        ("convoy", (20, 16)),
    ],
)
def test_the_sample_tables_have_the_sizes_of_their_scenarios(
    name: str, size: tuple[int, int]
) -> None:
    """10 × 8 ft (SC1); 8 × 10 ft (SC2); 9 × 9 ft (SC3); 20 × 16 ft (SC4)."""
    table = tabletop_map_reader.load(SAMPLES / f"{name}.table.yaml")
    assert (table.width, table.depth) == (size[0] * FOOT, size[1] * FOOT)


def test_a_fingerprint_is_that_of_what_bears_on_play() -> None:
    table = opened().table
    renamed = replace(table, title="Another", credits="me")
    oak = table.by_id["oak"]
    others = [replace(oak, height=1), replace(oak, obstacle=False), oak.moved(1, 0)]
    assert renamed.fingerprint() == table.fingerprint()
    found = {replace(table, features=(each,)).fingerprint() for each in [oak, *others]}
    assert len(found) == 4


# --- faults ---------------------------------------------------------------------------------------

FAULTS = [
    ("kind: tree", "kind: tre", "t:9:21: ", "'tre'; did you mean 'tree'?"),
    ("radius: 3", "radius: wide", "t:9:58: ", "'wide'"),
    ("width: 10 ft", "width: 40 ft", "t:4:8: ", "480 in"),
    ('"38.4,62.4 50 3/8,72"', '"38.4,62.4"', "t:10:34: ", "at least 2"),
    ("id: oak", "id: farm", "t:9:10: ", "'farm' is already used on line 8"),
    ("disc:", "polygon:", "t:9:27: ", "shapes: disc"),
    ('disc: "4.5 ft,4.6 ft"', "level: 1", "t:9:5: ", "has 0"),
    ("2 ft,3.2 ft 3 ft,4 ft", "2 ft,3.2 ft", "t:8:40: ", "2 expected"),
    ("radius: 3", "radius: 3, width: 2", "t:9:61: ", "'width' applies only to a line"),
    ("edges: {south:", "edges: {below:", "t:6:9: ", "south, north"),
    ("radius: 3", "radius: 0", "t:9:58: ", "'0' is outside the range 1/16 … 375 in"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "place", "told"), FAULTS)
def test_a_fault_is_told_with_its_line_and_column(
    right: str, wrong: str, place: str, told: str
) -> None:
    assert right in FILE
    (found,) = sentences(FILE.replace(right, wrong))
    assert found.startswith(place)
    assert told in found


def test_one_faulty_feature_hides_no_other() -> None:
    table, problems = read_table(parse(FILE.replace("kind: tree", "kind: tre"), "t"))
    assert table is not None
    assert [each.id for each in table.features] == ["farm", "wall", "knoll"]
    assert len(problems) == 1


def test_a_size_that_is_no_length_hides_no_other_fault() -> None:
    text = FILE.replace("width: 10 ft", "width: 10 fot").replace("kind: tree", "kind: tee")
    told = sentences(text)
    assert len(told) == 2
    assert "'10 fot'" in told[0]
    assert "'tee'" in told[1]
    assert read_table(parse(text, "t"))[0] is None


def test_a_million_points_are_refused_before_they_are_read() -> None:
    points = " ".join(["1,1"] * 1_000_000)
    found = sentences(FILE.replace("86.4,16.8", points))
    (told,) = found
    assert text("tables.too-many-corners", "en", most=100_000) in told


def test_a_table_of_faults_is_no_table() -> None:
    with pytest.raises(InvalidFileError, match="'ten ft'"):
        opened(FILE.replace("10 ft", "ten ft"))


# --- writing --------------------------------------------------------------------------------------


def test_a_table_that_was_not_changed_keeps_every_byte() -> None:
    file = opened()
    assert rewrite(file.table, file).text == FILE


def changed(file: TableFile, *features: TabletopFeature) -> str:
    new = {each.id: each for each in features}
    edited = tuple(new.get(each.id, each) for each in file.table.features)
    return rewrite(replace(file.table, features=edited), file).text


def lines_changed(text: str) -> list[tuple[str, str]]:
    pairs = zip(FILE.splitlines(), text.splitlines(), strict=True)
    return [pair for pair in pairs if pair[0] != pair[1]]


def test_a_feature_that_moved_changes_its_own_line_in_its_own_manner() -> None:
    file = opened()
    text = changed(file, file.table.by_id["farm"].moved(FOOT, 0))
    (line,) = lines_changed(text)
    assert (
        line[1].strip().startswith('- {id: farm, kind: house, rectangle: "3 ft,3.198 ft 4 ft,4 ft"')
    )
    assert line[1].endswith("# the farm")
    assert opened(text).table.by_id["farm"] == file.table.by_id["farm"].moved(FOOT, 0)


def test_a_corner_that_moved_leaves_the_other_corners_their_words() -> None:
    file = opened()
    knoll = file.table.by_id["knoll"]
    assert isinstance(knoll.shape, Polygon)
    first, *others = knoll.shape.points
    text = changed(file, replace(knoll, shape=Polygon((Point(first.x, 288), *others))))
    assert [new for _, new in lines_changed(text)] == [
        '    polygon: "86.375,18 108,14.4 112.8,28.8 93.6,33.6"'
    ]


def test_a_rectangle_that_is_none_any_more_becomes_a_polygon() -> None:
    file = opened()
    farm = file.table.by_id["farm"]
    assert isinstance(farm.shape, Polygon)
    bent = replace(farm, shape=Polygon((Point(400, 620), *farm.shape.points[1:])))
    text = changed(file, bent)
    assert "rectangle" not in text.splitlines()[7]
    assert opened(text).table.by_id["farm"] == bent


@pytest.mark.parametrize("name", sorted(LENGTHS | POINTS | {"rectangle", "zones", "id"}))
def test_a_zone_may_be_called_by_a_word_of_the_format(name: str) -> None:
    """Beside zones called by the two words for an area, of which one may stand for the other."""
    areas = {
        "polygon": '{rectangle: "0,30 9,40"}',
        "rectangle": '{polygon: "0,50 9,50 9,60"}',
        name: '{rectangle: "0,0 120,12"}',
    }
    zones = ", ".join(f"{zone}: {area}" for zone, area in areas.items())
    was = opened(f"{FILE[: FILE.index('zones:')]}zones: {{{zones}}}\n")
    zone = was.table.zones[name]
    moved = replace(zone, shape=Polygon(tuple(Point(p.x, p.y + INCH) for p in zone.shape.points)))
    edited = replace(was.table, zones={**was.table.zones, name: moved})
    written = rewrite(edited, was)
    assert tabletop_file_from_source(written).table == edited
    assert rewrite(was.table, was).text == was.source.text


def test_points_that_come_and_go_leave_the_others_as_they_were() -> None:
    words = "1 ft,0 2 ft,6 in 3 ft,1/2 in"
    points = [Point(192, 0), Point(16, 16), Point(384, 96), Point(576, 8)]
    assert points_text(points, words) == "1 ft,0 0.083 ft,0.083 ft 2 ft,6 in 3 ft,1/2 in"
    assert points_text(points[:1] + points[3:], words) == "1 ft,0 3 ft,1/2 in"


def random_feature(chance: random.Random, id_: str) -> TabletopFeature:
    def point() -> Point:
        return Point(chance.randrange(1920), chance.randrange(1536))

    kind = chance.choice(list(feature_kinds().values()))
    manner = chance.choice(kind.shapes).value
    shapes: dict[str, Callable[[], FeatureShape]] = {
        "polygon": lambda: Polygon(tuple(point() for _ in range(chance.randrange(3, 7)))),
        "line": lambda: WideLine((point(), point(), point()), chance.randrange(1, 200)),
        "disc": lambda: Disc(point(), chance.randrange(1, 200)),
    }
    names: list[LocalText] = ["", "A: name, with signs", {"en": "Oak", "zh": "橡树"}]
    feature = TabletopFeature.of_kind(id_, kind.id, shapes[manner](), FigureScale.LITTLE_WARS)
    return replace(
        feature,
        height=chance.choice([feature.height, chance.randrange(200)]),
        level=chance.choice([1, 1, 2]),
        obstacle=chance.choice([feature.obstacle, True]),
        name=chance.choice(names),
    )


def random_edit(chance: random.Random, table: TabletopMap) -> TabletopMap:
    features = list(table.features)
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(features)) if features else 0
        match chance.choice(["move", "new", "delete", "change", "zone", "size"]):
            case "move" if features:
                features[at] = features[at].moved(chance.randrange(-50, 50), 16)
            case "delete" if features:
                del features[at]
            case "change" if features:
                features[at] = random_feature(chance, features[at].id)
            case "zone":
                area = Polygon((Point(0, 0), Point(chance.randrange(1, 900), 0), Point(5, 70)))
                zones = {
                    **table.zones,
                    f"z{chance.randrange(3)}": TabletopZone(area, "", "#112233"),
                }
                table = replace(table, zones=zones)
            case "size":
                table = replace(table, depth=chance.randrange(1400, 1536))
            case _:
                features.insert(at, random_feature(chance, f"new-{chance.randrange(10**9)}"))
    return replace(table, features=tuple(features))


@pytest.mark.parametrize("seed", range(60))
def test_random_edits_are_written_and_read_again(seed: int, tmp_path: Path) -> None:
    """The seed is the test's number."""
    chance = random.Random(seed)
    file = opened()
    for _ in range(4):
        edited = random_edit(chance, file.table)
        source = rewrite(edited, file)
        file = tabletop_file_from_source(source)
        assert file.table == edited
    path = tmp_path / "fresh.table.yaml"
    save(file.table, path)
    assert open_file(path).table == file.table
