"""The index of the search: ranks, misspellings, suggestions, and what is chosen again."""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest

from studio.search.search_entry import MatchRank, SearchEntry, SearchKind, fold_words, rank_match
from studio.search.search_index import SearchHit, SearchIndex, group_hits

KEYSTROKE = 0.030  # seconds of the processor, until the first result is there


def entry(
    id_: str, title: str, kind: SearchKind = SearchKind.PLACE, reason: str = ""
) -> SearchEntry:
    return SearchEntry(id_, kind, title, lambda: None, reason=reason)


def index_of(*entries: SearchEntry) -> SearchIndex:
    index = SearchIndex()
    index.set_entries("all", entries, "en")
    return index


def ids(hits: Iterable[SearchHit]) -> list[str]:
    return [hit.entry.id for hit in hits]


def test_accents_case_and_signs_make_no_difference() -> None:
    assert fold_words("Brévílle (Süd)…") == fold_words("breville sud") == "breville sud"
    assert fold_words("Ёлка") == fold_words("елка")


@pytest.mark.parametrize(("sought", "rank"), [
    ("long barn", MatchRank.EXACT),
    ("long", MatchRank.PREFIX),
    ("barn", MatchRank.WORD),
    ("barn long", MatchRank.WORD),
    ("shed", MatchRank.SYNONYM),
    ("barn shed", MatchRank.SYNONYM),
    ("arn", MatchRank.INSIDE),
    ("barm", MatchRank.NONE),
])  # fmt: skip
def test_a_rank_says_how_well_words_match(sought: str, rank: MatchRank) -> None:
    assert rank_match(("long barn",), {"shed": 0}, sought)[0] is rank


def test_a_chinese_word_begins_anywhere() -> None:
    assert rank_match(("将选区旋转",), {}, "旋转")[0] is MatchRank.WORD


def test_better_matches_come_first_and_of_equals_the_recent_then_the_short() -> None:
    index = index_of(
        entry("inside", "Overbarn"), entry("word", "Long Barn"), entry("long", "Barnfield Farm"),
        entry("short", "Barnes"), entry("exact", "Barn"),
    )  # fmt: skip
    assert ids(index.search("barn")) == ["exact", "short", "long", "word"]
    assert ids(index.search("barn", recent=["long"])) == ["exact", "long", "short", "word"]


def test_of_equals_what_cannot_be_chosen_comes_last() -> None:
    index = index_of(entry("off", "Zoom", reason="no map"), entry("on", "Zoom"))
    assert ids(index.search("zoom")) == ["on", "off"]


def test_what_cannot_be_chosen_comes_after_the_begun_words_unless_it_was_typed() -> None:
    index = index_of(entry("off", "Zoom", reason="no map"), entry("on", "Print zoom"))
    assert ids(index.search("zoo")) == ["on", "off"]
    assert ids(index.search("zoom")) == ["off", "on"]


def test_the_manual_comes_after_commands_that_match_a_little_less() -> None:
    index = index_of(
        entry("page", "Zones of a scenario", SearchKind.HELP),
        entry("command", "Paint zones", SearchKind.COMMAND),
    )
    assert ids(index.search("zones")) == ["command", "page"]
    assert ids(index.search("zones of a scenario")) == ["page"]


def test_synonyms_come_in_the_order_of_what_is_meant() -> None:
    index = index_of(
        entry("stamp:wood", "Wood", SearchKind.PALETTE),
        entry("ground:woods", "Woods", SearchKind.PALETTE),
    )
    assert ids(index.search("forest")) == ["ground:woods", "stamp:wood"]


@pytest.mark.parametrize("sought", ["rotaet", "roatte", "rotte", "rotatte", "rotaet selction"])
def test_what_is_misspelt_is_found(sought: str) -> None:
    index = index_of(entry("turn", "Rotate selection"), entry("other", "Print"))
    hits = index.search(sought)
    assert ids(hits) == ["turn"]
    assert hits[0].rank is MatchRank.FUZZY


def test_where_nothing_matches_the_nearest_is_proposed() -> None:
    index = index_of(entry("a", "Preferences"), entry("b", "Print"))
    assert index.search("prefrnsez") == []
    assert [each.id for each in index.suggest("prefrnsez", tuple(SearchKind))] == ["a"]
    assert index.suggest("0000", tuple(SearchKind)) == []


def test_groups_come_by_their_best_hit_and_hold_so_many() -> None:
    index = index_of(
        *(entry(f"p{each}", f"Hill {each}") for each in range(9)),
        entry("c", "Hill", SearchKind.COMMAND),
        entry("d", "Hills", SearchKind.COMMAND),
    )
    groups = group_hits(index.search("hill"), 1, 5)
    assert [(group.kind.value, len(group.hits)) for group in groups] == [
        ("command", 1),
        ("place", 5),
    ]


def test_a_source_is_replaced_as_a_whole() -> None:
    index = index_of(entry("a", "Barn"))
    index.set_entries("all", [entry("b", "Mill")], "en")
    assert index.search("barn") == []
    assert ids(index.search("mill")) == ["b"]


def test_thousands_of_entries_answer_a_key_in_time() -> None:
    index = index_of(
        *(entry(f"u{each}", f"Company {each} of the Foot", SearchKind.UNIT) for each in range(3000))
    )
    for sought in ("c", "company 29", "forest", "compnay", "zzqx", "compnay foto"):
        best = min(_seconds(index, sought) for _ in range(3))
        assert best < KEYSTROKE, (sought, best)


def _seconds(index: SearchIndex, sought: str) -> float:
    start = time.process_time()
    index.search(sought)
    return time.process_time() - start
