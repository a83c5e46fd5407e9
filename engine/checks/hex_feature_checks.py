"""Checks of what sides bring besides units: features in hexes, stocks, hands of cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.checks.checked_scenario import CheckedScenario
from engine.files.valid_parts import Steps
from engine.hexes.hex import Hex
from engine.problems import Problem
from engine.scenario.scenario import ScenarioFeature


def check_places(plan: CheckedScenario) -> Iterator[Problem]:
    """Features of sides there are not, or in zones there are not."""
    for feature in plan.scenario.features:
        path = plan.file.features[feature.id]
        if feature.side and feature.side not in plan.sides:
            side, where = feature.side, [*path, "side"]
            yield plan.unknown_word_problem("no-such-side", where, side, plan.sides, side=side)
        if feature.at is None and plan.zone(feature.zone) is None:
            zone, known = feature.zone, plan.zone_names
            yield plan.unknown_word_problem("unknown-zone", [*path, "zone"], zone, known, zone=zone)


def check_hands(plan: CheckedScenario) -> Iterator[Problem]:
    """Sides that draw from one deck and from several, or hold more cards than there are."""
    for place, side in enumerate(plan.scenario.sides):
        if side.deck and side.decks:
            yield plan.error("deck-and-decks", ["sides", place, "deck"], side=side.id)
        for number, hand in enumerate(side.decks):
            deck = plan.scenario.decks.get(hand.deck)
            count = sum(card.copies for card in deck.cards) if deck else hand.cards
            if hand.cards > count:
                path: Steps = ["sides", place, "decks", number, "hand"]
                values = {"deck": hand.deck, "hand": hand.cards, "count": count}
                yield plan.error("hand-too-large", path, **values)


# --- what the game has to say ---------------------------------------------------------------------


def unknown_kinds(plan: CheckedScenario) -> Iterator[Problem]:
    """Features the game does not have, and such as face somewhere and have no front."""
    known = plan.limits.features
    for feature in plan.scenario.features:
        path, values = plan.file.features[feature.id], {"feature": feature.id, "kind": feature.kind}
        if feature.kind not in known:
            yield plan.unknown_word_problem(
                "unknown-feature", [*path, "kind"], feature.kind, known, **values
            )
        elif feature.facing is not None and not known[feature.kind].faces:
            yield plan.error("feature-without-front", [*path, "facing"], **values)


def check_fronts(plan: CheckedScenario) -> Iterator[Problem]:
    """Features with a front that lie in a hex and face nowhere; in a zone their side says where."""
    known = plan.limits.features
    for feature in plan.scenario.features:
        if feature.at is None or feature.facing is not None or feature.kind not in known:
            continue
        if known[feature.kind].faces:
            path, grid = plan.file.features[feature.id], plan.map.grid
            values = {"feature": feature.id, "kind": feature.kind}
            ways = ", ".join(grid.orientation.directions)
            yield plan.error("feature-needs-front", path, [feature.at], **values, directions=ways)


def check_ground_of_features(plan: CheckedScenario) -> Iterator[Problem]:
    """Features in hexes that do not take them."""
    here: dict[Hex, list[ScenarioFeature]] = defaultdict(list)
    for feature in plan.scenario.features:
        if feature.at is not None and feature.kind in plan.limits.features:
            here[feature.at].append(feature)
    for at, features in here.items():
        why = plan.limits.laying(plan.map, at, tuple(feature.kind for feature in features))
        if why is not None:
            values = {"feature": features[-1].id, "hex": plan.label(at), "explained": why}
            path = [*plan.file.features[features[-1].id], "at"]
            yield plan.error("cannot-lie", path, [at], **values)


def unknown_stocks(plan: CheckedScenario) -> Iterator[Problem]:
    """Stocks the game does not know, and more decks than a side may draw from."""
    known = [word.id for word in plan.limits.stocks]
    for place, side in enumerate(plan.scenario.sides):
        for name in side.stocks:
            if name not in known:
                path: Steps = ["sides", place, "stocks", name]
                yield plan.unknown_word_problem(
                    "unknown-stock", path, name, known, stock=name, side=side.id
                )
        if len(side.decks) > plan.limits.decks:
            values = {"most": plan.limits.decks, "count": len(side.decks), "side": side.id}
            yield plan.error("too-many-decks", ["sides", place, "decks"], **values)


CHECKS = (check_places, check_hands)
GAME_CHECKS = (unknown_kinds, check_fronts, check_ground_of_features, unknown_stocks)
