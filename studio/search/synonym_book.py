"""Synonyms: other words for commands, terrain, settings and pages, in every language.

`data/synonyms/LANGUAGE.yaml` has a line for each meaning: the words for it, and the ids of the
entries they lead to, the likeliest first, as `forest, trees: ground:woods, stamp:wood`. An id is of
a `command`, a `setting`, a page of `help`, or of a family of the palette.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine.languages import MADE_IN
from engine.parsed_file_cache import parse_cached
from engine.texts import parse_translated
from studio.search.search_entry import fold_words

FOLDER = Path(__file__).parent / "data" / "synonyms"


def read_synonyms(language: str) -> dict[str, list[str]]:
    """Return the ids that each word of a language leads to."""
    lines = parse_cached(FOLDER / f"{language}.yaml", parse_translated)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for words, ids in lines.items():
        for word in words.split(", "):
            found[word] += ids.split(", ")
    return found


@cache
def synonyms_by_id(language: str) -> Mapping[str, Mapping[str, int]]:
    """Return the folded synonyms of each id, in a language and in those the program is made in.

    Each synonym has the place of the id among those it leads to: the first is what is meant most.
    """
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for code in dict.fromkeys((language, *MADE_IN)):
        for word, ids in read_synonyms(code).items():
            for place, id_ in enumerate(ids):
                found[id_].setdefault(fold_words(word), place)
    return found
