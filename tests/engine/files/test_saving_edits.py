"""Random edits of random maps in every form a file can have: saved, they read back exactly."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy

import numpy as np
import pytest
import yaml

from engine.files.map_layer_text import pack
from engine.files.map_reader import MapFile
from engine.files.map_writer import map_file_values, new_map_text, rewrite
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.map.map import Map, PlaceName, Zone
from engine.problems import Waiver
from engine.texts import LocalText
from tests.cases import check_each
from tests.engine.comparing_maps import SOMEWHERE, facts, read_text
from tests.generated import generated_map

Form = Callable[[Map], str]
Edit = Callable[[Map, random.Random], None]


# --- how a file can look --------------------------------------------------------------------------


def new(map_: Map) -> str:
    """As the program writes it."""
    return new_map_text(map_, SOMEWHERE)


def packed(map_: Map) -> str:
    """With packed layers."""
    values = map_file_values(map_)
    values["layers"] = {"level": pack(map_.level), "ground": pack(map_.ground)}
    return json_lines(values)


def packed_lines(map_: Map) -> str:
    """With packed layers, and the legend a line a kind."""
    values = map_file_values(map_)
    values["layers"] = {"level": pack(map_.level), "ground": pack(map_.ground)}
    return yaml.safe_dump(values, sort_keys=False, default_flow_style=False, allow_unicode=True)


def json_lines(values: dict[str, object]) -> str:
    return "".join(
        f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items()
    )


def one_line(map_: Map) -> str:
    """All in brackets on one line."""
    return json.dumps(map_file_values(map_), ensure_ascii=False)


def bracketed(map_: Map) -> str:
    """All in brackets, a value a line."""
    return json.dumps(map_file_values(map_), ensure_ascii=False, indent=2) + "\n"


def indented(map_: Map) -> str:
    """Nothing in brackets, all by indentation."""
    return yaml.safe_dump(map_file_values(map_), default_flow_style=False, allow_unicode=True)


def commented(map_: Map) -> str:
    """With a comment before and beside every line that is not of a layer."""
    said, inside = ["# the beginning"], False
    for number, line in enumerate(new(map_).splitlines()):
        inside = line.startswith("    ") and (inside or said[-1].endswith("|"))
        layer = inside or line.endswith("|")
        said += [line] if layer else [f"# comment {number}", line + "   # beside"]
    return "\n".join([*said, "# the end"])


def windows(map_: Map) -> str:
    """With the line ends and the mark that some editors write."""
    return "\ufeff" + new(map_).replace("\n", "\r\n")


def with_labels(map_: Map) -> str:
    """With labels for hexes, and numbers with more zeros than they need."""
    text = new(map_)
    for hex_ in list(map_.grid)[::-1]:
        name = map_.grid.name(hex_)
        column, row = map_.grid.column_row(hex_)
        other = map_.labels.label(hex_) if (column + row) % 2 else f"@0{column},00{row}"
        for sign in ('"', " "):
            text = text.replace(f"{name}{sign}", f"{other}{sign}")
    return text


FORMS: dict[str, Form] = {
    form.__name__: form
    for form in (
        new,
        packed,
        packed_lines,
        one_line,
        bracketed,
        indented,
        commented,
        windows,
        with_labels,
    )
}


# --- what can happen to a map ---------------------------------------------------------------------


def somewhere(map_: Map, rng: random.Random) -> tuple[int, int]:
    return rng.randrange(map_.grid.rows), rng.randrange(map_.grid.columns)


def raise_level(map_: Map, rng: random.Random) -> None:
    map_.level[somewhere(map_, rng)] = rng.choice([-999, -1, 0, 3, 9999])


def paint(map_: Map, rng: random.Random) -> None:
    map_.ground[somewhere(map_, rng)] = rng.randrange(len(map_.grounds))


def add_ground(map_: Map, rng: random.Random) -> None:
    symbol, kind = rng.choice([("m", "marsh"), ("#", "city"), ("-", "field"), ("'", "jungle")])
    if kind in map_.grounds or symbol in map_.symbols:
        return
    if rng.random() < 0.5:
        map_.symbols, map_.grounds = (*map_.symbols, symbol), (*map_.grounds, kind)
    else:
        map_.symbols, map_.grounds = (symbol, *map_.symbols), (kind, *map_.grounds)
        map_.ground += 1
    paint(map_, rng)


def drop_ground(map_: Map, rng: random.Random) -> None:
    gone = rng.randrange(len(map_.grounds))
    if len(map_.grounds) < 2:
        return
    map_.ground[map_.ground == gone] = (gone + 1) % len(map_.grounds)
    map_.ground[map_.ground > gone] -= 1
    map_.symbols = map_.symbols[:gone] + map_.symbols[gone + 1 :]
    map_.grounds = map_.grounds[:gone] + map_.grounds[gone + 1 :]


def change_symbol(map_: Map, rng: random.Random) -> None:
    place, symbol = rng.randrange(len(map_.symbols)), rng.choice("xyzXYZ@:&")
    if symbol not in map_.symbols:
        map_.symbols = (*map_.symbols[:place], symbol, *map_.symbols[place + 1 :])


def lay_side(map_: Map, rng: random.Random) -> None:
    row, column = somewhere(map_, rng)
    kind = rng.choice(["stream", "wall", "cliff"])
    map_.set_side(kind, map_.grid.hex(column, row), rng.randrange(6))


def clear_side(map_: Map, rng: random.Random) -> None:
    for kind in list(map_.sides):
        clear(map_, map_.sides[kind], rng)


def lay_link(map_: Map, rng: random.Random) -> None:
    row, column = somewhere(map_, rng)
    hex_, direction = map_.grid.hex(column, row), rng.randrange(6)
    if map_.grid.neighbour(hex_, direction) in map_.grid:
        map_.set_link(rng.choice(["road", "track"]), hex_, direction)


def clear_link(map_: Map, rng: random.Random) -> None:
    for kind in list(map_.links):
        clear(map_, map_.links[kind], rng)


def clear(map_: Map, masks: np.ndarray, rng: random.Random) -> None:
    """Take one bit away, from both hexes that carry it."""
    marked = np.argwhere(masks).tolist()
    if not marked:
        return
    row, column = rng.choice(marked)
    mask, hex_ = int(masks[row, column]), map_.grid.hex(column, row)
    direction = rng.choice([d for d in range(6) if mask >> d & 1])
    masks[row, column] &= ~np.uint8(1 << direction)
    other = map_.grid.neighbour(hex_, direction)
    if other in map_.grid:
        masks[map_.grid.index(other)] &= ~np.uint8(1 << (direction + 3) % 6)


def drop_kind(map_: Map, rng: random.Random) -> None:
    masks = rng.choice([map_.sides, map_.links])
    if masks:
        del masks[rng.choice(list(masks))]


def change_zone(map_: Map, rng: random.Random) -> None:
    if not map_.zones:
        return
    zone = map_.zones[rng.choice(list(map_.zones))]
    zone.hexes[somewhere(map_, rng)] ^= True
    zone.name = rng.choice([zone.name, "", "East", {"en": "East", "zh": "东"}])
    zone.colour = rng.choice([zone.colour, "", "#123456"])


def add_zone(map_: Map, rng: random.Random) -> None:
    hexes = np.zeros(map_.grid.shape, np.bool_)
    for _ in range(rng.randrange(12)):
        hexes[somewhere(map_, rng)] = True
    map_.zones[rng.choice(["a", "b: c", "7", "区"])] = Zone(hexes, rng.choice(["", "x"]))


def drop_zone(map_: Map, rng: random.Random) -> None:
    if map_.zones:
        del map_.zones[rng.choice(list(map_.zones))]


def change_places(map_: Map, rng: random.Random) -> None:
    row, column = somewhere(map_, rng)
    names: list[LocalText] = ["Hill", {"en": "Ford", "zh": "渡口"}]
    place = PlaceName(map_.grid.hex(column, row), rng.choice(names))
    if map_.places and rng.random() < 0.4:
        map_.places[rng.randrange(len(map_.places))] = place
    elif map_.places and rng.random() < 0.3:
        del map_.places[rng.randrange(len(map_.places))]
    else:
        map_.places.insert(rng.randrange(len(map_.places) + 1), place)


def change_words(map_: Map, rng: random.Random) -> None:
    titles: list[LocalText] = ["", "One", "a\nb\n", {"en": "Two"}, {"zh": "三", "en": "Three"}]
    map_.title = rng.choice(titles)
    map_.credits = rng.choice(["", "me", "- x: y"])
    map_.origin = rng.choice(["", "drawn", map_.origin])
    map_.level_metres, map_.base_metres = rng.choice([(10.0, 0.0), (2.5, -3.0), (1e-7, 1.0)])


def waive(map_: Map, rng: random.Random) -> None:
    row, column = somewhere(map_, rng)
    at = rng.choice([(), (f"@{column},{row}",)])
    waiver = Waiver(rng.choice(["no-credits", "empty-zone"]), at, "because")
    map_.waived = rng.choice([(), (*map_.waived, waiver)])


def resize(map_: Map, rng: random.Random) -> None:
    """Another sheet: cropped or larger, or with hexes of another size."""
    if rng.random() < 0.5:
        map_.hex_metres = rng.choice([50.0, 62.5, 100.0])
        return
    rows, columns = rng.randrange(1, 9), rng.randrange(1, 9)
    old, grid = map_.grid, Grid(columns, rows, map_.grid.orientation, map_.grid.shifted)
    kept = np.s_[: min(rows, old.rows), : min(columns, old.columns)]
    level, ground = np.zeros(grid.shape, np.int16), np.zeros(grid.shape, np.uint8)
    level[kept], ground[kept] = map_.level[kept], map_.ground[kept]
    map_.grid, map_.level, map_.ground = grid, level, ground
    map_.sides, map_.links, map_.zones, map_.places, map_.waived = {}, {}, {}, [], ()


EDITS: tuple[Edit, ...] = (
    raise_level, paint, add_ground, drop_ground, change_symbol, lay_side, clear_side, lay_link,
    clear_link, drop_kind, change_zone, add_zone, drop_zone, change_places, change_words, waive,
    resize,
)  # fmt: skip
SEEDS = range(12)


@check_each("form", FORMS)
@check_each("seed", SEEDS)
def test_edits_saved_one_after_another_read_back_exactly(form: str, seed: int) -> None:
    rng = random.Random(f"{form} {seed}")
    orientation, shifted = rng.choice(list(Orientation)), rng.choice(list(OffsetParity))
    start = generated_map(rng.randrange(2, 8), rng.randrange(2, 8), seed, orientation, shifted)
    start.places.append(PlaceName(start.grid.hex(1, 1), "Mill"))
    was = read_text(FORMS[form](start))
    assert facts(was.map) == facts(start)
    assert rewrite(was.map, was).text == was.source.text
    map_ = deepcopy(was.map)
    for _ in range(5):
        chosen = rng.choices(EDITS, k=rng.randrange(1, 4))
        for edit in chosen:
            edit(map_, rng)
        source = rewrite(map_, was)
        named = [edit.__name__ for edit in chosen]
        assert facts(read_text(source.text).map) == facts(map_), (form, seed, named)
        was = MapFile(source, deepcopy(map_))


@pytest.mark.parametrize("seed", SEEDS)
def test_comments_between_parts_stay_through_every_edit(seed: int) -> None:
    rng = random.Random(seed)
    text = new(generated_map(6, 5, seed))
    lines = [
        line if line.startswith((" ", "-", "#")) else f"# on {line.split(':')[0]}\n{line}"
        for line in text.splitlines()
    ]
    was = read_text("\n".join(lines))
    comments = [line for line in was.source.text.splitlines() if line.startswith("# on")]
    assert len(comments) > 6
    for _ in range(10):
        map_ = deepcopy(was.map)
        edit = rng.choice([edit for edit in EDITS if edit is not resize])
        edit(map_, rng)
        was = MapFile(rewrite(map_, was), map_)
        left = [line for line in was.source.text.splitlines() if line.startswith("# on")]
        assert left == comments, edit.__name__
