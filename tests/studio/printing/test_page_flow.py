"""Blocks poured over pages: none is lost, none parted from what it leads."""

from __future__ import annotations

from studio.printing.page_flow import PageBlock, gap_block, paginate_blocks
from studio.printing.turn_track_page import TOGETHER, turn_track


def block(height: float, leads: bool = False) -> PageBlock:
    return PageBlock(height, lambda painter, at, width: None, leads)


def heights(blocks: list[PageBlock], room: float) -> list[list[float]]:
    return [[each.height for _, each in page] for page in paginate_blocks(blocks, room)]


def test_what_has_no_room_begins_the_next_page() -> None:
    assert heights([block(60), block(30), block(20)], 100) == [[60, 30], [20]]


def test_room_left_at_the_foot_of_a_page_takes_no_page_of_its_own() -> None:
    assert heights([block(99), gap_block(3)], 100) == [[99]]
    assert heights([block(99), gap_block(3), block(20)], 100) == [[99], [20]]


def test_a_heading_stays_with_what_follows_it() -> None:
    assert heights([block(80), block(10, leads=True), block(15)], 100) == [[80], [10, 15]]


def test_a_turn_track_is_not_divided() -> None:
    track = turn_track("tank", 12, 180.0, "en", {})
    high = sum(each.height for each in track if not each.is_gap)
    first, second = paginate_blocks([block(200 - high + 1), *track], 200)
    assert len(first) == 1
    assert second[-1][1].is_gap
    assert sum(each.height for _, each in second if not each.is_gap) == high


def test_a_turn_track_longer_than_a_page_is_divided() -> None:
    track = turn_track("tank", 200, 180.0, "en", {})
    assert sum(each.height for each in track) > TOGETHER
    pages = paginate_blocks(track, 200)
    assert len(pages) > 3
    assert all(top + each.height <= 200 for page in pages for top, each in page)
