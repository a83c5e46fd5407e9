"""Maps of Tiled in and out."""

from __future__ import annotations

import base64
import gzip
import json
import os
import shutil
import subprocess
import zlib
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from engine.files.map_reader import load
from engine.files.map_writer import save
from engine.hexes.grid import OffsetParity, Orientation
from engine.interchange.import_result import ImportResult
from engine.interchange.tiled import guess_grounds, read, read_legend, write
from engine.interchange.tiled_layer_data import FORMS
from engine.interchange.tiled_tileset_picture import TileAppearance, encode_png, tile_sheet
from engine.interchange.tiled_writer import picture_file
from engine.map.map import ForeignData, Map, PlaceName, Zone
from engine.map.terrain import TerrainClass, load_catalogue
from engine.problems import InvalidFileError
from engine.texts import text
from studio.cli import main
from tests.cases import check_each
from tests.engine.comparing_maps import facts
from tests.engine.interchange.hostile import damaged, survives
from tests.generated import generated_map

pytest.importorskip("zstandard")
ENDINGS = ("tmx", "tmj")
TILE_SIZE = 'tilewidth="28" tileheight="32" columns="9"'


def of_ours(
    orientation: Orientation = Orientation.POINTY, shifted: OffsetParity = OffsetParity.ODD
) -> Map:
    map_ = generated_map(11, 9, 3, orientation, shifted)
    map_.places.append(PlaceName(map_.grid.hex(3, 3), {"en": "Hill", "zh": "山"}))
    map_.set_side("wall", map_.grid.hex(0, 0), 3)
    map_.level[4, 4] = -7
    map_.kept = (ForeignData("megamek", (map_.grid.hex(1, 1),), 'theme "x" <&>'),)
    return map_


def foreign(
    data: str = "1,2,3,\n2,2,1",
    *,
    head: str = "",
    encoding: str = 'encoding="csv"',
    tiles: str = "",
) -> str:
    tiles = tiles or (
        '<tile id="0" type="Deep_Forest"/>'
        '<tile id="1"><properties><property name="terrain" value="grassland"/></properties></tile>'
    )
    return (
        '<?xml version="1.0"?>\n'
        '<map version="1.0" orientation="hexagonal" width="3" height="2" tilewidth="28"\n'
        f' tileheight="32" hexsidelength="16" staggeraxis="y" staggerindex="odd" {head}>\n'
        f'<tileset firstgid="1" name="lands" tilecount="9">{tiles}</tileset>\n'
        f'<layer name="a" width="3" height="2"><data {encoding}>{data}</data></layer>\n'
        "</map>\n"
    )


def brought(path: Path, said: str) -> ImportResult:
    path.write_text(said, encoding="utf-8")
    return read(path)


def kinds(map_: Map) -> list[list[str]]:
    return [[map_.grounds[kind] for kind in row] for row in map_.ground.tolist()]


# --- ours, out and in -----------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("shifted", OffsetParity)
def test_a_map_of_ours_comes_back_as_it_was(
    tmp_path: Path, orientation: Orientation, shifted: OffsetParity, form: str, ending: str
) -> None:
    map_, path = of_ours(orientation, shifted), tmp_path / f"a.{ending}"
    assert write(map_, path, form=form) == []
    back = read(path)
    assert facts(back.map) == facts(map_)
    assert back.losses == []


needs_tiled = pytest.mark.skipif(shutil.which("tiled") is None, reason="needs Tiled")


def through_tiled(there: Path, back: Path) -> None:
    """A map written again by Tiled's own exporter."""
    form = "json" if back.suffix == ".tmj" else "tmx"
    subprocess.run(
        ["tiled", "--export-map", form, str(there), str(back)],
        check=True,
        capture_output=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )


@needs_tiled
@pytest.mark.parametrize(
    ("there", "form", "back"),
    [("a.tmx", "csv", "b.tmj"), ("a.tmx", "base64", "b.tmx"), ("a.tmx", "zlib", "b.tmx"),
     ("a.tmx", "gzip", "b.tmj"), ("a.tmx", "zstd", "b.tmx"), ("a.tmj", "csv", "b.tmx"),
     ("a.tmj", "zstd", "b.tmj")],
)  # fmt: skip
@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("shifted", OffsetParity)
def test_a_map_of_ours_survives_tiled_itself(
    tmp_path: Path,
    orientation: Orientation,
    shifted: OffsetParity,
    there: str,
    form: str,
    back: str,
) -> None:
    map_ = of_ours(orientation, shifted)
    write(map_, tmp_path / there, form=form)
    through_tiled(tmp_path / there, tmp_path / back)
    assert facts(read(tmp_path / back).map) == facts(map_)


@needs_tiled
@pytest.mark.parametrize("name", ["b.tmx", "b.tmj"])
def test_a_map_of_others_is_the_same_after_tiled_wrote_it(tmp_path: Path, name: str) -> None:
    (tmp_path / "t.png").write_bytes(
        encode_png(tile_sheet([TileAppearance("#ff0000")] * 9, (28, 32), pointy=True))
    )
    turned = ",".join(str(tile) for tile in (1, 2 | 1 << 31, 3 | 1 << 30, 1 | 1 << 28, 2, 0))
    picture = '<image source="t.png" width="252" height="32"/>'
    said = foreign(turned).replace('tilecount="9">', f'{TILE_SIZE} tilecount="9">{picture}')
    before = brought(tmp_path / "a.tmx", said)
    through_tiled(tmp_path / "a.tmx", tmp_path / name)
    after = read(tmp_path / name)
    assert kinds(after.map) == kinds(before.map)
    assert after.losses == before.losses
    assert ("tiled-turned", 3) in [(loss.code, loss.count) for loss in after.losses]


def test_the_tiles_have_a_picture_beside_the_map(tmp_path: Path) -> None:
    write(of_ours(), tmp_path / "a.tmx")
    content = picture_file(tmp_path / "a.tmx").read_bytes()
    wide, high = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert (wide % 56, high % 64) == (0, 0)
    assert (
        f'source="a.tiles.png" width="{wide}" height="{high}"' in (tmp_path / "a.tmx").read_text()
    )


def test_what_was_painted_in_tiled_is_on_the_map(tmp_path: Path) -> None:
    write(of_ours(), tmp_path / "a.tmj")
    document = json.loads((tmp_path / "a.tmj").read_text("utf-8"))
    marsh = next(
        tile["id"] + 1 for tile in document["tilesets"][0]["tiles"] if tile["type"] == "marsh"
    )
    document["layers"][0]["data"][0] = marsh
    line = [{"x": 0, "y": 0}, {"x": 56 * 3, "y": 0}]
    drawn = {"id": 99, "type": "rail", "x": 28, "y": 32, "polyline": line}
    document["layers"][-1]["objects"].append(drawn)
    (tmp_path / "a.tmj").write_text(json.dumps(document), encoding="utf-8")
    map_ = read(tmp_path / "a.tmj").map
    assert map_.ground_at(map_.grid.hex(0, 0)) == "marsh"
    assert len(set(map_.symbols)) == len(map_.symbols)
    assert [map_.has_link("rail", map_.grid.hex(c, 0), 0) for c in range(4)] == [1, 1, 1, 0]


def test_a_sheet_made_smaller_in_tiled_tells_what_fell_off(tmp_path: Path) -> None:
    map_ = of_ours()
    map_.kept = (ForeignData("megamek", (map_.grid.hex(10, 8),), "theme snow"),)
    write(map_, tmp_path / "a.tmj")
    document = json.loads((tmp_path / "a.tmj").read_text("utf-8"))
    document["height"] = 8
    for layer in document["layers"]:
        if layer["type"] == "tilelayer":
            layer["data"], layer["height"] = layer["data"][: 8 * 11], 8
    (tmp_path / "a.tmj").write_text(json.dumps(document), encoding="utf-8")
    back = read(tmp_path / "a.tmj")
    assert back.map.grid.rows == 8
    assert "tiled-said" in {loss.code for loss in back.losses}


# --- maps of others -------------------------------------------------------------------------------


def test_tiles_mean_what_their_names_say(tmp_path: Path) -> None:
    found = brought(tmp_path / "a.tmx", foreign())
    assert kinds(found.map) == [["woods", "open", "open"], ["open", "open", "woods"]]
    assert [(loss.code, loss.what, loss.count) for loss in found.losses] == [
        ("tiled-unknown", "lands#2", 1)
    ]


@pytest.mark.parametrize("name", ["b.tmx", "b.tmj"])
@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_a_map_of_others_in_and_out_and_in_again_is_the_same(
    tmp_path: Path, axis: str, index: str, name: str
) -> None:
    turned = ",".join(str(tile) for tile in (1, 2, 1 | 1 << 31, 2 | 1 << 28, 3, 0))
    said = foreign(turned).replace('axis="y"', f'axis="{axis}"').replace('="odd"', f'="{index}"')
    map_ = brought(tmp_path / "a.tmx", said).map
    write(map_, tmp_path / name)
    again = read(tmp_path / name)
    assert facts(again.map) == facts(map_)
    assert again.losses == []
    flat = Orientation.FLAT if axis == "x" else Orientation.POINTY
    assert (map_.grid.orientation, map_.grid.shifted.value) == (flat, index)


def test_a_legend_says_what_names_do_not(tmp_path: Path) -> None:
    (tmp_path / "a.tmx").write_text(foreign(), encoding="utf-8")
    (tmp_path / "legend.yaml").write_text('"lands#2": marsh\nDeep_Forest: jungle\n', "utf-8")
    found = read(tmp_path / "a.tmx", read_legend(tmp_path / "legend.yaml"))
    assert kinds(found.map) == [["jungle", "open", "marsh"], ["open", "open", "jungle"]]
    assert found.losses == []


def test_a_legend_with_a_ground_nobody_knows_is_told(tmp_path: Path) -> None:
    (tmp_path / "legend.yaml").write_text("grass: opne\n", encoding="utf-8")
    with pytest.raises(InvalidFileError) as failed:
        read_legend(tmp_path / "legend.yaml")
    assert "did you mean 'open'" in failed.value.problems[0].sentence("en")


def test_turned_and_mirrored_tiles_are_the_same_tiles(tmp_path: Path) -> None:
    turned = ",".join(
        str(1 | flag) for flag in (0, *(1 << bit for bit in (28, 29, 30, 31)), 15 << 28)
    )
    found = brought(tmp_path / "a.tmx", foreign(turned))
    assert set(found.map.grounds) == {"woods"}
    assert ("tiled-turned", 5) in [(loss.code, loss.count) for loss in found.losses]


def test_tiles_of_xml_elements_are_read(tmp_path: Path) -> None:
    tiles = "".join(f'<tile gid="{gid}"/>' for gid in (1, 2, 2, 2, 2, 1)) + ""
    found = brought(tmp_path / "a.tmx", foreign(tiles, encoding=""))
    assert kinds(found.map) == [["woods", "open", "open"], ["open", "open", "woods"]]


def test_a_tileset_beside_the_map_is_read(tmp_path: Path) -> None:
    (tmp_path / "t.tsx").write_text(
        '<tileset name="t" tilecount="2"><tile id="0" class="swamp"/></tileset>', encoding="utf-8"
    )
    said = foreign("1,1,1,1,1,1").replace("</tileset>", "</tileset>")
    start, end = said.index("<tileset"), said.index("</tileset>") + len("</tileset>")
    said = said[:start] + '<tileset firstgid="1" source="t.tsx"/>' + said[end:]
    assert set(brought(tmp_path / "a.tmx", said).map.grounds) == {"marsh"}


@pytest.mark.parametrize("source", ["/etc/x.tsx", "../../../x.tsx", "t.txt", "C:\\x.tsx"])
def test_a_tileset_elsewhere_is_not_looked_at(tmp_path: Path, source: str) -> None:
    said = foreign("1,1,1,1,1,1")
    start, end = said.index("<tileset"), said.index("</tileset>") + len("</tileset>")
    said = said[:start] + f'<tileset firstgid="1" source="{source}"/>' + said[end:]
    losses = brought(tmp_path / "a.tmx", said).losses
    (loss,) = [loss for loss in losses if loss.code != "tiled-tileset-elsewhere"]
    assert loss.what == f"{source}#0"


def test_an_infinite_map_is_as_large_as_its_chunks(tmp_path: Path) -> None:
    chunks = (
        '<chunk x="-2" y="-1" width="2" height="2">1,2,2,2</chunk>'
        '<chunk x="0" y="1" width="2" height="1">2,1</chunk>'
    )
    found = brought(tmp_path / "a.tmx", foreign(chunks, head='infinite="1"')).map
    assert kinds(found) == [
        ["woods", "open", "open", "open"],
        ["open", "open", "open", "open"],
        ["open", "open", "open", "woods"],
    ]
    # Row -1, the first now, is one of those that are shifted.
    assert found.grid.shifted is OffsetParity.EVEN


def test_every_guess_is_a_ground() -> None:
    grounds = {kind.id for kind in load_catalogue().of_class(TerrainClass.GROUND)}
    assert set(guess_grounds().values()) <= grounds


# --- hostile --------------------------------------------------------------------------------------

LAUGHS = '<!DOCTYPE map [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>\n'


def bomb(form: str) -> str:
    """Five megabytes of nothing, packed."""
    raw = bytes(5_000_000)
    content = zlib.compress(raw, 9) if form == "zlib" else gzip.compress(raw, 9)
    if form == "zstd":
        import zstandard

        content = zstandard.ZstdCompressor().compress(raw)
    return base64.b64encode(content).decode()


@pytest.mark.parametrize("form", ["zlib", "gzip", "zstd"])
def test_a_bomb_is_refused_without_being_unpacked(tmp_path: Path, form: str) -> None:
    said = foreign(bomb(form), encoding=f'encoding="base64" compression="{form}"')
    with pytest.raises(InvalidFileError) as failed:
        brought(tmp_path / "a.tmx", said)
    (problem,) = failed.value.problems
    assert (problem.code, problem.mark.line) == ("tiled-data-size", 5)


def test_entities_are_never_expanded(tmp_path: Path) -> None:
    said = foreign().replace("<map ", LAUGHS + "<map ", 1)
    with pytest.raises(InvalidFileError) as failed:
        brought(tmp_path / "a.tmx", said)
    assert failed.value.problems[0].code == "xml-entities"


def test_the_doctype_of_old_maps_is_passed_over(tmp_path: Path) -> None:
    doctype = '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\n'
    found = brought(tmp_path / "a.tmx", foreign().replace("<map ", doctype + "<map ", 1))
    assert found.map.grid.columns == 3


@pytest.mark.parametrize(
    ("said", "code", "line"),
    [
        (foreign().replace("hexagonal", "orthogonal"), "tiled-orientation", 2),
        (foreign().replace('width="3"', 'width="99999999"', 1), "sheet-size", 2),
        (foreign().replace('width="3"', 'width="x"', 1), "tiled-number", 2),
        (foreign().replace('staggeraxis="y"', 'staggeraxis="z"', 1), "tiled-stagger", 2),
        (foreign("1,2,3"), "tiled-count", 5),
        (foreign("1,2,3,x,2,1"), "tiled-csv", 5),
        (foreign("1,2,3,99999999999,2,1"), "tiled-csv", 5),
        (foreign("AAAA", encoding='encoding="base64"'), "tiled-data-size", 5),
        (foreign("A!", encoding='encoding="base64"'), "tiled-base64", 5),
        (foreign("AA==", encoding='encoding="base64" compression="lz"'), "tiled-encoding", 5),
        (foreign(head='infinite="1"'), "tiled-no-chunks", 2),
        (
            foreign(
                '<chunk x="-999999999" y="0" width="1" height="1">1</chunk>'
                '<chunk x="999999" y="0" width="1" height="1">1</chunk>',
                head='infinite="1"',
            ),
            "sheet-size",
            2,
        ),
        (foreign()[:200], "broken-xml", 4),
        ("<nap/>", "xml-root", 1),
        ("<map>" + "<a>" * 1000, "xml-too-large", 1),
        (foreign() + "<map", "broken-xml", 8),
        ("", "broken-xml", 1),
    ],
)
def test_a_fault_is_told_with_its_line(tmp_path: Path, said: str, code: str, line: int) -> None:
    with pytest.raises(InvalidFileError) as failed:
        brought(tmp_path / "a.tmx", said)
    (problem,) = failed.value.problems
    assert (problem.code, problem.mark.line) == (code, line)
    assert problem.message("zh")


def test_many_layers_of_little_are_too_much(tmp_path: Path) -> None:
    data = base64.b64encode(zlib.compress(bytes(1000 * 1000 * 4))).decode()
    packing = 'encoding="base64" compression="zlib"'
    layer = f'<layer name="a"><data {packing}>{data}</data></layer>'
    said = foreign().replace('width="3" height="2"', 'width="1000" height="1000"', 1)
    start = said.index("<layer")
    with pytest.raises(InvalidFileError) as failed:
        brought(tmp_path / "a.tmx", said[:start] + layer * 60 + "</map>")
    assert failed.value.problems[0].code == "tiled-layers"


@check_each("ending", ENDINGS)
@check_each("form", ["csv", "zlib", "zstd"])
@check_each("seed", range(25))
def test_a_damaged_map_is_refused_or_makes_a_sound_one(
    tmp_path: Path, ending: str, form: str, seed: int
) -> None:
    write(of_ours(), tmp_path / f"a.{ending}", form=form)
    content = (tmp_path / f"a.{ending}").read_bytes()
    survives(read, tmp_path / f"b.{ending}", damaged(content, seed))


@check_each("seed", range(80))
def test_a_damaged_map_of_others_is_refused_or_makes_a_sound_one(tmp_path: Path, seed: int) -> None:
    survives(read, tmp_path / "a.tmx", damaged(foreign().encode(), seed))


# --- commands -------------------------------------------------------------------------------------


def test_the_commands_take_a_legend_and_an_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.tmx").write_text(foreign(), encoding="utf-8")
    (tmp_path / "l.yaml").write_text('"lands#2": marsh\n', encoding="utf-8")
    out, again = tmp_path / "a.map.yaml", tmp_path / "b.tmx"
    words = ["import", "tiled", str(tmp_path / "a.tmx"), str(out), "--legend"]
    assert CliRunner().invoke(main, [*words, str(tmp_path / "l.yaml")]).exit_code == 0
    words = ["export", "tiled", str(out), str(again), "--encoding", "gzip", "--json"]
    answer = json.loads(CliRunner().invoke(main, words).stdout)
    assert answer["written"] == [str(again), str(tmp_path / "b.tiles.png")]
    assert 'compression="gzip"' in again.read_text("utf-8")
    assert kinds(read(again).map) == [["woods", "open", "marsh"], ["open", "open", "woods"]]


# --- names ----------------------------------------------------------------------------------------


def brought_after(tmp_path: Path, *changes: tuple[str, str]) -> ImportResult:
    """A map of ours with two zones, brought in again after its file was changed in Tiled."""
    map_ = of_ours()
    map_.zones["west"] = Zone(np.eye(9, 11, dtype=bool), {"en": "West", "zh": "西"})
    map_.zones["east"] = Zone(np.ones((9, 11), bool), "East")
    write(map_, tmp_path / "a.tmx")
    words = (tmp_path / "a.tmx").read_text(encoding="utf-8")
    for was, becomes in changes:
        assert was in words
        words = words.replace(was, becomes)
    (tmp_path / "a.tmx").write_text(words, encoding="utf-8")
    return read(tmp_path / "a.tmx")


def lost_names(brought: ImportResult) -> list[tuple[str, str]]:
    return [(loss.code, loss.what) for loss in brought.losses]


def test_names_of_places_and_zones_come_back_and_nothing_is_told(tmp_path: Path) -> None:
    brought = brought_after(tmp_path)
    assert brought.map.places[-1].name == {"en": "Hill", "zh": "山"}
    assert brought.map.zones["west"].name == {"en": "West", "zh": "西"}
    assert lost_names(brought) == []


def test_a_place_renamed_in_tiled_has_its_new_name_and_the_loss_of_the_others_is_told(
    tmp_path: Path,
) -> None:
    brought = brought_after(tmp_path, (' name="Hill"', ' name="Mound"'))
    assert brought.map.places[-1].name == "Mound"
    assert lost_names(brought) == [("tiled-renamed", "Mound")]


def test_a_ground_nobody_knows_is_told_and_the_others_are_a_sound_map(tmp_path: Path) -> None:
    brought = brought_after(tmp_path, ('"w": "woods"', '"w": "wooods"'))
    assert ("tiled-said", text("problems.unknown-ground", "en", name="wooods")) in lost_names(
        brought
    )
    save(brought.map, tmp_path / "a.map.yaml")
    assert load(tmp_path / "a.map.yaml").grounds[:1] == ("open",)


@pytest.mark.parametrize(
    ("becomes", "left"),
    [("zh_Hans", {"en": "West"}), ('zh": 5, "de', {"en": "West", "de": "西"})],
)
def test_of_a_name_that_cannot_be_kept_the_sound_part_is_and_the_rest_is_told(
    tmp_path: Path, becomes: str, left: object
) -> None:
    brought = brought_after(tmp_path, ('"zh": "西', f'"{becomes}": "西'))
    assert brought.map.zones["west"].name == left
    ((code, what),) = lost_names(brought)
    assert code == "tiled-name"
    assert "West" in what


def test_of_two_layers_of_one_zone_the_first_counts_and_the_second_is_told(tmp_path: Path) -> None:
    brought = brought_after(tmp_path, ('"zone">east<', '"zone">west<'))
    assert list(brought.map.zones) == ["west"]
    assert brought.map.zones["west"].hexes.sum() == 9
    assert lost_names(brought) == [("zone-twice", "west")]


TILESET = (
    '<tileset name="land" tilewidth="60" tileheight="52" tilecount="2" columns="0">'
    '<tile id="0" type="forest"/><tile id="1" type="lake"/></tileset>'
)
FAR = (
    '<map orientation="hexagonal" width="3" height="1" tilewidth="60" tileheight="52"'
    ' hexsidelength="30" staggeraxis="x" staggerindex="odd">'
    '<tileset firstgid="1" source="{source}"/>'
    '<layer id="1" name="g" width="3" height="1"><data encoding="csv">1,1,2</data></layer></map>'
)


def laid_out(folder: Path, source: str) -> Path:
    (folder / "maps/hex").mkdir(parents=True)
    (folder / "tiles").mkdir()
    (folder / "tiles/land.tsx").write_text(TILESET, encoding="utf-8")
    file = folder / "maps/hex/a.tmx"
    file.write_text(FAR.format(source=source), encoding="utf-8")
    return file


@pytest.mark.parametrize("source", ["../../tiles/land.tsx", "C:/art/land.tsx", "/art/land.tsx"])
def test_a_tileset_elsewhere_is_named_and_read_where_it_is_allowed(
    tmp_path: Path, source: str
) -> None:
    file = laid_out(tmp_path, source)
    told = read(file)
    assert ("tiled-tileset-elsewhere", source) in {(loss.code, loss.what) for loss in told.losses}
    found = read(file, tilesets=tmp_path / "tiles")
    assert [found.map.ground_at(hex_) for hex_ in found.map.grid] == ["woods", "woods", "lake"]
    assert found.losses == []
    out = tmp_path / "a.map.yaml"
    words = ["import", "tiled", str(file), str(out), "--tilesets", str(tmp_path / "tiles")]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert load(out).ground_at(found.map.grid.hex(0, 0)) == "woods"


@pytest.mark.parametrize(
    ("name", "image", "ground"),
    [("set", "Deep_Forest.png", "woods"), ("swamp", "tiles.png", "marsh"),
     ("all", "forest_and_lake.png", "open")],
)  # fmt: skip
def test_tiles_without_names_are_what_their_picture_s_name_says(
    tmp_path: Path, name: str, image: str, ground: str
) -> None:
    inline = (
        f'<tileset firstgid="1" name="{name}" tilecount="2"><image source="{image}"/></tileset>'
    )
    said = FAR.replace('<tileset firstgid="1" source="{source}"/>', inline)
    (tmp_path / "a.tmx").write_text(said, encoding="utf-8")
    found = read(tmp_path / "a.tmx")
    assert {found.map.ground_at(hex_) for hex_ in found.map.grid} == {ground}
    assert ("tiled-unknown" in {loss.code for loss in found.losses}) == (ground == "open")
