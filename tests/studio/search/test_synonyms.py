"""Synonyms in every language: each leads to something that exists, and is found by it."""

from __future__ import annotations

import pytest

from engine.languages import LANGUAGES
from studio.actions import ACTIONS
from studio.framework.manual_pages import SHELVES
from studio.search.search_entry import SearchEntry, SearchKind, fold_words
from studio.search.search_index import SearchIndex
from studio.search.sources.program_entries import FAMILIES, NEW_GAMES, PREFERENCES
from studio.search.synonym_book import read_synonyms
from studio.workspaces.map.map_toolbox import Toolbox

LEAST, MOST = 80, 600  # words of a language


def known_ids() -> set[str]:
    """The ids of everything that can be found without a file."""
    toolbox = Toolbox()
    return {
        *(f"command:{action.id}" for action in ACTIONS),
        *(f"setting:{name}" for name in (*PREFERENCES, *NEW_GAMES)),
        *(f"help:{page}" for shelf in SHELVES.values() for page in shelf),
        *(each.id for family in FAMILIES for each in toolbox.materials(family, None)),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_synonym_leads_to_something_that_exists(language: str) -> None:
    known = known_ids()
    missing = {
        word: gone
        for word, found in read_synonyms(language).items()
        if (gone := [id_ for id_ in found if id_ not in known])
    }
    assert missing == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_synonym_finds_the_first_thing_it_leads_to(language: str) -> None:
    index = SearchIndex()
    index.set_entries(
        "all",
        [SearchEntry(id_, SearchKind.COMMAND, f"#{id_}", lambda: None) for id_ in known_ids()],
        language,
    )
    lost = [
        word
        for word, found in read_synonyms(language).items()
        if found[0] not in [hit.entry.id for hit in index.search(word)]
    ]
    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_its_synonyms_once(language: str) -> None:
    words = [fold_words(word) for word in read_synonyms(language)]
    assert LEAST <= len(words) <= MOST
    assert all(words)
    assert all(len(set(found)) == len(found) for found in read_synonyms(language).values())


def test_each_language_is_about_the_same_things() -> None:
    """Every target with a synonym in English has one in each other language."""
    lines = {language: _targets(language) for language in LANGUAGES}
    only = {language: sorted(lines["en"] - lines[language]) for language in LANGUAGES}
    assert all(len(missing) <= 6 for missing in only.values()), only


def _targets(language: str) -> set[str]:
    return {id_ for found in read_synonyms(language).values() for id_ in found}
