"""A table as a work, and what is done to the things of a country."""

from __future__ import annotations

import itertools
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from engine.editing import tabletop_map_edits
from engine.editing.shape_transforms import (
    rotation_transform,
    scaling_transform,
    shape_bounds,
    transform_shape,
)
from engine.editing.tabletop_map_edits import Alignment, TabletopClip, shape_of
from engine.files import tabletop_map_reader
from engine.files.source_text import SHIPPED
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.shapes import FOOT, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import TabletopMap
from studio.documents import document_loader
from studio.documents.recovery_journal import find_recoveries
from studio.documents.tabletop_document import TabletopDocument

TWO_FARMS = SHIPPED / "samples" / "littlewars" / "tables" / "two-farms.table.yaml"
SQUARE = Polygon((Point(0, 0), Point(10, 0), Point(10, 20), Point(0, 20)))


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    """Undo stacks need Qt running."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(shutil.copy(TWO_FARMS, tmp_path / "two-farms.table.yaml"))


def left_behind(document: TabletopDocument) -> None:
    """The program is gone, and its locks with it."""
    journal = document._protection._journal
    assert journal is not None
    assert journal._lock is not None
    journal._lock.close()
    journal._syncing.close()
    journal._steps.close()


def test_a_table_file_is_opened_as_a_table_and_saved_to_the_byte(file: Path) -> None:
    work = document_loader.open_document(file)
    assert isinstance(work, TabletopDocument)
    work.save()
    assert file.read_bytes() == TWO_FARMS.read_bytes()


def test_what_a_killed_program_left_is_recovered(file: Path, tmp_path: Path) -> None:
    document = TabletopDocument.open(file, tmp_path / "journals")
    table = tabletop_map_edits.without_objects(document.table, ["west-farm"])
    document.apply(table, "less")
    taller = tabletop_map_edits.with_features_changed(table, ["knoll"], height=80)
    document.apply(replace(taller, scale=FigureScale.KRIEGSPIEL), "other")
    left = document.table
    left_behind(document)
    (recovery,) = find_recoveries(tmp_path / "journals")
    found = document_loader.recover_document(recovery, tmp_path / "journals")
    assert isinstance(found, TabletopDocument)
    assert found.table == left
    assert found.is_dirty
    found.close()


def test_steps_are_undone_to_the_same_table(file: Path) -> None:
    document = TabletopDocument.open(file)
    before = document.table
    for number in range(20):
        moved = transform_shape(
            shape_of(document.table, "knoll"), rotation_transform(7 * number, (1500.0, 400.0))
        )
        document.apply(
            tabletop_map_edits.with_shapes(document.table, {"knoll": moved}), str(number)
        )
    for _ in range(20):
        document.history.undo()
    assert document.table == before


def test_the_picture_of_a_table_is_seen_from_where_it_is_saved(file: Path, tmp_path: Path) -> None:
    from engine.tabletop.tabletop_map import TabletopUnderlay

    document = TabletopDocument.open(file)
    points = (Point(0, 0), Point(100, 0))
    under = TabletopUnderlay(document.picture_path_in_file(tmp_path / "floor.png"), points, points)
    document.apply(replace(document.table, underlay=under), "picture")
    assert document.table.underlay is not None
    assert document.table.underlay.picture == "floor.png"
    (tmp_path / "deep").mkdir()
    document.save(tmp_path / "deep" / "other.table.yaml")
    assert tabletop_map_reader.load(
        tmp_path / "deep" / "other.table.yaml"
    ).underlay == under._replace(picture="../floor.png")


# --- things ---------------------------------------------------------------------------------------


def test_a_quarter_turn_is_clockwise_and_exact() -> None:
    turned = transform_shape(SQUARE, rotation_transform(90, (0, 0)))
    assert isinstance(turned, Polygon)
    assert turned.points == (Point(0, 0), Point(0, -10), Point(20, -10), Point(20, 0))


def test_a_course_keeps_its_width_and_a_disc_grows() -> None:
    grow = scaling_transform(2, 2, (0, 0))
    assert transform_shape(WideLine((Point(1, 1), Point(3, 1)), 8), grow) == WideLine(
        (Point(2, 2), Point(6, 2)), 8
    )
    assert transform_shape(Disc(Point(5, 5), 4), grow) == Disc(Point(10, 10), 8)


def test_things_are_aligned_and_spaced_as_whole_sixteenths() -> None:
    table, keys = TabletopMap(8 * FOOT, 6 * FOOT), []
    for x, y, radius in ((100, 100, 10), (300, 160, 20), (401, 50, 30)):
        table, key = tabletop_map_edits.with_feature(table, "tree", Disc(Point(x, y), radius))
        keys.append(key)
    boxes = [
        shape_bounds(shape_of(tabletop_map_edits.align_objects(table, keys, Alignment.TOP), key))
        for key in keys
    ]
    assert {box.top for box in boxes} == {180}
    spaced = tabletop_map_edits.distribute_objects(table, keys, is_across=True)
    first, second, third = (shape_bounds(shape_of(spaced, key)) for key in keys)
    assert abs((second.left - first.right) - (third.left - second.right)) <= 1
    assert (first, third) == tuple(shape_bounds(shape_of(table, key)) for key in (keys[0], keys[2]))


def test_a_copy_has_ids_of_its_own_and_the_rest_of_what_it_is_a_copy_of() -> None:
    table = tabletop_map_reader.load(TWO_FARMS)
    clip = TabletopClip.of(table, ["oak-1", "west-farm"])
    laid, keys = clip.pasted_on(table, FOOT, 0)
    assert keys == ("west-farm-1", "oak-5")
    assert laid.by_id["west-farm-1"].name == table.by_id["west-farm"].name
    assert tabletop_map_reader.load(TWO_FARMS) == table, "the table it was laid on is as it was"


def test_contours_nest_until_there_is_no_room() -> None:
    table, hill = tabletop_map_edits.with_feature(
        TabletopMap(8 * FOOT, 6 * FOOT), "hill",
        Polygon((Point(0, 0), Point(400, 0), Point(400, 300), Point(0, 300))),
    )  # fmt: skip
    inner: str | None = hill
    while inner is not None:
        hill = inner
        table, inner = tabletop_map_edits.with_contour(table, hill)
    levels = [feature.level for feature in table.features]
    assert levels == list(range(1, len(levels) + 1))
    assert len(levels) > 4
    boxes = [shape_bounds(feature.shape) for feature in table.features]
    assert all(outer.holds(inner_) for outer, inner_ in itertools.pairwise(boxes))
