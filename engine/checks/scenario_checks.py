"""The errors that keep a readable scenario from being played, and the warnings about it.

Each check is a function that reads like the sentence it yields; those of forces, cargo, features
and objectives have files of their own. A designer waives a warning in the file, as in maps:
``waived: [{code: over-budget, reason: …}]``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from engine.checks import deck_checks as decklint
from engine.checks import (
    figure_group_checks,
    force_checks,
    hex_feature_checks,
    objective_checks,
    unit_checks,
    victory_checks,
)
from engine.checks.checked_scenario import CheckedScenario
from engine.checks.deck_checks import (
    Names,
    card_problems,
    check_effect_names,
    check_translations,
    deck_problems,
)
from engine.checks.waivers import apply_waivers
from engine.files import source_text
from engine.files.format_versions import migrate
from engine.files.scenario_reader import ScenarioFile, read_scenario
from engine.files.source_text import ParsedSource, SourceNode
from engine.files.valid_parts import Steps
from engine.games.card_effects import ParameterKind
from engine.map.map import Map
from engine.map.styles import MODERN
from engine.problems import InvalidFileError, Problem, Severity
from engine.scenario.map_change import altered_hexes, altered_parts
from engine.scenario.scenario import Card, Scenario
from engine.tabletop.tabletop_map import TabletopMap
from engine.texts import localised, text


def load_playable(path: Path) -> Scenario:
    """The scenario in a file, ready to be played; InvalidFileError lists every error."""
    return playable_scenario_from_source(migrate(source_text.read(path), "scenario"))


def playable_scenario_from_source(
    source: ParsedSource,
    ground: Map | TabletopMap | None = None,
    decks: Mapping[Path, ParsedSource] | None = None,
) -> Scenario:
    """The same of a file as parsed, with a ground and decks that are not what their files say."""
    found, problems = read_scenario(source, ground, decks)
    if found is not None:
        problems += lint_scenario(found)
    problems += check_names(source)
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if found is None or errors:
        raise InvalidFileError(errors)
    return found.scenario


def lint_scenario(file: ScenarioFile) -> list[Problem]:
    """Every error and doubt about a scenario that its designer has not waived."""
    plan = CheckedScenario(file)
    own, of_game = CHECKS, GAME_CHECKS
    if file.scenario.is_on_table:
        own, of_game = TABLE_CHECKS, TABLE_GAME_CHECKS
    checks = [*own, *(of_game if plan.knows_game else ())]
    found = [*plan.faults, *(problem for check in checks for problem in check(plan))]
    return list(apply_waivers(found, file.scenario.waived, file.source, WARNINGS))


# --- sides, texts and the map ---------------------------------------------------------------------


def _side_count(plan: CheckedScenario) -> Iterator[Problem]:
    if len(plan.sides) != plan.limits.sides:
        values = {"wanted": plan.limits.sides, "found": len(plan.sides)}
        yield plan.error("side-count", ["sides"], **values)


def _texts(plan: CheckedScenario) -> Iterator[Problem]:
    """Texts that are not there in a language Sandtable speaks."""
    yield from check_translations(plan.source)


def _map_changed(plan: CheckedScenario) -> Iterator[Problem]:
    """A map that is not as it was when the scenario was written."""
    if not plan.scenario.map_hash:
        return
    file, what = plan.source.file, altered_parts(plan.scenario)
    if what:
        said = text("scenario.and-so-on").join(what)
        yield plan.warning("map-changed", ["map_hash"], what=said, file=file)
    for change in altered_hexes(plan.scenario):
        here = [unit for unit in plan.scenario.units if unit.at == change.at]
        goals = [entry for entry in plan.scenario.objectives if entry.at == change.at]
        laid = [each for each in plan.scenario.features if each.at == change.at]
        paths = [*(plan.path(unit, "at") for unit in here)]
        paths += [plan.file.objectives[goal.id] for goal in goals]
        paths += [plan.file.features[each.id] for each in laid]
        values = {"hex": plan.label(change.at), "was": change.was, "now": change.now}
        named = [unit.id for unit in here] + [goal.id for goal in goals]
        named += [each.id for each in laid]
        values["who"] = text("scenario.and-so-on").join(named)
        yield plan.warning("hex-changed", paths[0], [change.at], file=file, **values)


def _hidden_zones(plan: CheckedScenario) -> Iterator[Problem]:
    """Zones of the scenario called as one of the map's."""
    for name in plan.scenario.zones:
        if name in plan.map.zones:
            yield plan.warning("zone-hides-another", ["zones", name], zone=name)


def _unknown_ground(plan: CheckedScenario) -> Iterator[Problem]:
    """Ground the game has no figures for: it counts as open ground (tank M4), said once a kind."""
    known = {kind for mobility in plan.limits.mobility.values() for kind in mobility.ground}
    grounds = plan.scenario.played_map.grounds
    for number, (drawn, kind) in enumerate(zip(plan.map.grounds, grounds, strict=True)):
        lies = np.argwhere(plan.map.ground == number)
        if kind not in known and len(lies):
            first = plan.map.grid.hex(int(lies[0, 1]), int(lies[0, 0]))
            values = {
                "ground": localised(MODERN.catalogue_with(plan.map.kinds).name(drawn)),
                "count": len(lies),
            }
            yield plan.warning("ground-as-open", ["map"], [first], **values)


# --- decks ----------------------------------------------------------------------------------------


def _unknown_decks(plan: CheckedScenario) -> Iterator[Problem]:
    """Sides that draw from decks that are not there."""
    named = [name for name, _ in plan.deck_entries]
    for place, side in enumerate(plan.scenario.sides):
        if side.deck and side.deck not in named:
            path: Steps = ["sides", place, "deck"]
            yield plan.unknown_word_problem("unknown-deck", path, side.deck, named, deck=side.deck)
        for number, hand in enumerate(side.decks):
            if hand.deck not in named:
                path = ["sides", place, "decks", number, "deck"]
                yield plan.unknown_word_problem(
                    "unknown-deck", path, hand.deck, named, deck=hand.deck
                )


def _decks(plan: CheckedScenario) -> Iterator[Problem]:
    """Yield the problems of the cards, those of deck files included."""
    limits = plan.limits if plan.knows_game else None
    for name, deck in plan.scenario.decks.items():
        if name in plan.file.decks:
            file = plan.file.decks[name]
            found = list(deck_problems(file, limits))
            yield from apply_waivers(found, file.waived, file.source, decklint.WARNINGS)
        else:
            yield from card_problems(plan.source, ["decks", name, "cards"], deck.cards, limits)


def _name_by_cards(plan: CheckedScenario) -> Iterator[Problem]:
    """Zones, types and decks that cards name, and that the scenario has not."""
    decks = [name for name, _ in plan.deck_entries]
    names: Names = {
        ParameterKind.ZONE: plan.zone_names,
        ParameterKind.TYPE: [*plan.limits.mobility],
        ParameterKind.DECK: decks,
    }
    for name, deck in plan.scenario.decks.items():
        file = plan.file.decks.get(name)
        source: ParsedSource = file.source if file else plan.source
        path: Steps = ["cards"] if file else ["decks", name, "cards"]
        for card in deck.cards:
            place = decklint.card_path(source, path, card)
            yield from check_effect_names(source, place, card, plan.limits, names)


def _differing_cards(plan: CheckedScenario) -> Iterator[Problem]:
    """Cards of one id that do one thing in one deck and another elsewhere."""
    own = text("scenario.in-rules")
    seen: dict[str, tuple[Card, str]] = {name: (c, own) for name, c in plan.limits.cards.items()}
    for name, deck in plan.scenario.decks.items():
        where = text("scenario.in-deck", None, deck=name)
        for card in deck.cards:
            known, elsewhere = seen.setdefault(card.id, (card, where))
            if known.all_effects != card.all_effects:
                path = ["decks", name]
                yield plan.error("card-differs", path, card=card.id, elsewhere=elsewhere)


# --- rules ----------------------------------------------------------------------------------------


def _named_by_rules(plan: CheckedScenario) -> Iterator[Problem]:
    """Cards, objectives and sides that the rules of the scenario name, and that are not there."""
    cards = [card for deck in plan.scenario.decks.values() for card in deck.cards]
    known = {
        "card": [card.id for card in cards],
        "operation": [card.id for card in cards if card.phase == "operation"],
        "objective": [objective.id for objective in plan.scenario.objectives],
        "side": plan.sides,
    }
    for named in plan.limits.named:
        if named.word not in known[named.kind]:
            what, words = text(f"scenario.what-{named.kind}"), known[named.kind]
            path: Steps = ["rules", *named.path]
            yield plan.unknown_word_problem(
                "rules-name", path, named.word, words, what=what, found=named.word
            )


_Check = Callable[[CheckedScenario], Iterator[Problem]]
CHECKS: tuple[_Check, ...] = (
    _map_changed,
    _hidden_zones,
    _texts,
    _unknown_decks,
    _decks,
    *force_checks.CHECKS,
    force_checks.check_formations,
    *unit_checks.CHECKS,
    *hex_feature_checks.CHECKS,
    *objective_checks.CHECKS,
    *victory_checks.CHECKS,
)
# What can be checked only by a game that is installed, under overrides it knows.
GAME_CHECKS: tuple[_Check, ...] = (
    _side_count,
    _unknown_ground,
    _differing_cards,
    _name_by_cards,
    _named_by_rules,
    *force_checks.GAME_CHECKS,
    *unit_checks.GAME_CHECKS,
    *hex_feature_checks.GAME_CHECKS,
    *objective_checks.GAME_CHECKS,
    *victory_checks.GAME_CHECKS,
)
TABLE_CHECKS: tuple[_Check, ...] = (_texts, _unknown_decks, _decks, *figure_group_checks.CHECKS)
TABLE_GAME_CHECKS: tuple[_Check, ...] = (
    _side_count,
    _differing_cards,
    _name_by_cards,
    _named_by_rules,
    *figure_group_checks.GAME_CHECKS,
)
WARNINGS = (
    frozenset({"map-changed", "hex-changed", "zone-hides-another", "ground-as-open"})
    | decklint.WARNINGS
    | force_checks.WARNINGS
    | objective_checks.WARNINGS
)

NAMING = frozenset({"name", "title"})  # keys that name something, in one language or in several
LONGEST = 200  # letters
SHOWN = 40  # letters of a name that is too long
# Embeddings, overrides and isolates of the Unicode Bidirectional Algorithm (UAX #9). Marks between
# marks of two scripts (LRM, RLM, ALM) do not reorder what follows, and occur in maps.
TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})

KeyPath = tuple[str | int, ...]


def check_names(source: ParsedSource) -> Iterator[Problem]:
    """Return names without end, or with signs that turn the direction, in any language."""
    for path, name in _names(source.root, (), is_name=False):
        if any(map(_is_hidden, name)):
            seen = "".join(" " if _is_hidden(sign) else sign for sign in name)
            yield source.problem("hidden-in-name", path, {"name": seen[:SHOWN]})
        if len(name) > LONGEST:
            values = {"name": f"{name[:SHOWN]}…", "letters": len(name), "most": LONGEST}
            yield source.problem("long-name", path, values)


def _names(node: SourceNode, path: KeyPath, *, is_name: bool) -> Iterator[tuple[KeyPath, str]]:
    """Every name below a node with the way to it."""
    value = node.value
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from _names(inside, (*path, key), is_name=is_name or key in NAMING)
    elif isinstance(value, list):
        for number, inside in enumerate(value):
            yield from _names(inside, (*path, number), is_name=False)
    elif is_name and isinstance(value, str):
        yield path, value


def _is_hidden(sign: str) -> bool:
    return unicodedata.bidirectional(sign) in TURNING
