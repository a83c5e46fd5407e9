"""A drafted map made to check clean: what real ground has and a map should not, waived where it is.

A track that ends in a wood is not a mistake here. Each such warning is kept with its reason, hex by
hex, so that one which comes in later by hand is still reported.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from engine.checks.map_checks import WARNINGS, check_map
from engine.files.map_writer import new_map_text
from engine.files.source_text import parse
from engine.languages import LANGUAGES
from engine.map.map import Map
from engine.problems import MORE, Waiver
from engine.terrain_import.import_problems import ImportReport
from engine.texts import text

REASONS = ("reason", "reason-edge")
EVERYWHERE = 500  # places of one warning; more are waived without naming them


def waive_warnings(map_: Map, account: ImportReport) -> Map:
    """The map with its warnings waived and listed in the report."""
    by_hand = [waiver for waiver in map_.waived if waiver.reason not in _reasons()]
    map_.waived = tuple(by_hand)
    places: dict[str, list[str]] = defaultdict(list)
    for problem in check_map(
        map_, parse(new_map_text(map_, Path("draft.map.yaml")), "draft.map.yaml")
    ):
        if problem.code in WARNINGS and problem.code != MORE:
            places[problem.code].extend(problem.at[:1])
    cut = {code for code, at in places.items() if len(at) > EVERYWHERE}
    map_.waived = (
        *by_hand,
        *(
            Waiver(code, () if code in cut else tuple(dict.fromkeys(at)), reason_for(code))
            for code, at in sorted(places.items())
        ),
    )
    for code, at in sorted(places.items()):
        account.note(f"waived-{code}", len(at), at)
    return map_


def _reasons() -> set[str]:
    return {text(f"ground.{key}", said) for key in REASONS for said in LANGUAGES}


def reason_for(code: str) -> str:
    """Return the reason a warning is waived: it is so on the ground, or in its sources."""
    return text(f"ground.{REASONS[code == 'bridge-without-banks']}")
