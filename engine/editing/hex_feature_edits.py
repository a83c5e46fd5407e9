"""Scenarios with other features: what an author lays in hexes, and takes up again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from engine.editing.scenario_edits import free_id, likely_zone
from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario, ScenarioFeature

Features = Collection[str]  # by their ids


def with_new_feature(
    scenario: Scenario, kind: str, side: str = "", at: Hex | None = None
) -> tuple[Scenario, str]:
    """One feature more, and its id: in a hex, else in its side's likeliest zone, else anywhere."""
    id_ = free_id(f"{kind}-", {each.id for each in scenario.features})
    zone = likely_zone(scenario, side) if at is None and side else ""
    if at is None and not zone:
        at = scenario.map.grid.hex(0, 0)
    new = ScenarioFeature(id_, kind, side, at, zone)
    return replace(scenario, features=(*scenario.features, new)), id_


def without_features(scenario: Scenario, features: Features) -> Scenario:
    """Some features are gone."""
    kept = tuple(each for each in scenario.features if each.id not in features)
    return replace(scenario, features=kept)


def changed_features(scenario: Scenario, features: Features, **fields: Any) -> Scenario:
    """Some features of another kind, side, name or front."""
    changed = (replace(f, **fields) if f.id in features else f for f in scenario.features)
    return replace(scenario, features=tuple(changed))


def with_features_at(scenario: Scenario, places: Mapping[str, Hex]) -> Scenario:
    """Each of some features lies in a hex of its own."""
    changed = (
        replace(each, at=places[each.id], zone="") if each.id in places else each
        for each in scenario.features
    )  # fmt: skip
    return replace(scenario, features=tuple(changed))


def with_features_in_zone(scenario: Scenario, features: Features, zone: str) -> Scenario:
    """Some features are laid by their side in a zone."""
    return changed_features(scenario, features, at=None, zone=zone)


def renamed_feature(scenario: Scenario, feature: str, id_: str) -> Scenario:
    """A feature with another id; ValueError for one that is taken."""
    if any(each.id == id_ for each in scenario.features):
        raise ValueError(f"The id {id_!r} is taken. Choose another.")
    return changed_features(scenario, [feature], id=id_)
