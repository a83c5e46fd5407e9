"""The objectives of a scenario in sentences: each condition, and all together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import itemgetter

from engine.narration.scenario_names import ScenarioNames
from engine.scenario.scenario import Objective, Scenario, VictoryCondition, VictoryKind
from engine.scenario.victory_ways import DRAW, GRADES, VictoryWay, turn_limit, victory_ways
from engine.texts import has_text, text


def victory_sentences(scenario: Scenario, language: str | None = None) -> list[str]:
    """Return a sentence for each way to win: conditions of a group are one."""
    found = judged_ways(scenario)
    said = [(way.numbers[0], way_sentence(scenario, way, language)) for way in found]
    told = {number for way in found for number in way.numbers}
    said += [
        (number, condition_sentence(scenario, each, language))
        for number, each in enumerate(scenario.victory)
        if number not in told
    ]
    return [sentence for _, sentence in sorted(said, key=itemgetter(0))]


def condition_sentence(
    scenario: Scenario, condition: VictoryCondition, language: str | None = None
) -> str:
    """Describe one condition: the winner, the time, and the demand.

    Games that judge otherwise than condition by condition describe it in their own texts, under
    `means` and `whole`.
    """
    if condition.kind is VictoryKind.TURN_LIMIT:
        return _limit_sentence(scenario, condition, language)
    way = VictoryWay(condition.side, condition.grade, (0,), (condition,))
    said = way_sentence(scenario, way, language)
    if condition.group:
        said = text("aims.means-group", language, said=said, group=condition.group)
    return said


def _limit_sentence(scenario: Scenario, condition: VictoryCondition, language: str | None) -> str:
    """Describe the winner if the game ends with its last turn."""
    side = _side(ScenarioNames(scenario, language), condition.side)
    key = "aims.means-limit" if condition.side else "aims.means-limit-points"
    if condition.grade in GRADES and (condition.side or condition.grade == DRAW):
        key = f"aims.means-limit-{condition.grade}"
    return text(key, language, side=side, turns=scenario.turns)


def way_sentence(scenario: Scenario, way: VictoryWay, language: str | None) -> str:
    """Describe a way to win: the winner, the time, and all its conditions."""
    names = ScenarioNames(scenario, language)
    values = {"side": _side(names, way.side), "demand": _demands(scenario, way, names)}
    if judges_together(scenario) and _is_plain(scenario):
        return text(f"{scenario.game}.means", language, **values)
    key = f"aims.means-{way.grade}" if way.grade in GRADES else "aims.means"
    when = text(f"aims.when-{_when(scenario, way)}", language)
    return text(key, language, when=when, **values)


def _when(scenario: Scenario, way: VictoryWay) -> str:
    """Return the word for the time at which a way to win is judged."""
    if way.is_at_once:
        return "at-once"
    if judges_together(scenario):
        return "over"
    return "end" if way.is_at_end else "turn"


def _demands(scenario: Scenario, way: VictoryWay, names: ScenarioNames) -> str:
    """Return the demands of a way to win, as part of a sentence."""
    said = [_lasting(scenario, each, names) for each in way.conditions]
    return reduce(
        lambda first, following: text(
            "aims.demand-too", names.language, first=first, next=following
        ),
        said,
    )


def _lasting(scenario: Scenario, condition: VictoryCondition, names: ScenarioNames) -> str:
    """Return a demand and its duration."""
    said = _demand(scenario, condition, names)
    if not condition.turns:
        return said
    return text("aims.demand-turns", names.language, demand=said, turns=condition.turns)


def judged_ways(scenario: Scenario) -> list[VictoryWay]:
    """The ways to win; where all conditions must hold and nothing else is said, each by itself."""
    return victory_ways(scenario.victory, judges_together(scenario) and not _is_plain(scenario))


def judges_together(scenario: Scenario) -> bool:
    """Return True if the game judges all conditions of a side together, at its end."""
    return has_text(f"{scenario.game}.means")


def _is_plain(scenario: Scenario) -> bool:
    """Return True if no condition has a group, a grade or is judged at once."""
    return not any(each.group or each.grade or each.at_once for each in scenario.victory)


def all_conditions_sentence(scenario: Scenario, language: str | None = None) -> str:
    """Describe all conditions together: the time, and the outcome if none is met."""
    if has_text(f"{scenario.game}.whole"):
        key = "whole" if _is_plain(scenario) else "whole-ways"
        return text(f"{scenario.game}.{key}", language, turns=scenario.turns)
    limit, found = turn_limit(scenario.victory), judged_ways(scenario)
    last = _limit_sentence(scenario, limit, language)
    said = [text(f"aims.whole-{key}", language) for key in _when_judged(found)]
    said.append(text("aims.whole-else", language, last=_amid(last)) if found else last)
    if not limit.side or any(each.kind is VictoryKind.POINTS for each in scenario.victory):
        said.append(text("aims.whole-points", language))
    return reduce(lambda first, next_: _then(first, next_, language), said)


def _when_judged(found: list[VictoryWay]) -> Iterator[str]:
    """Yield the words for the times at which ways to win are judged, in order."""
    later = [each for each in found if not each.is_at_once]
    if len(later) < len(found):
        yield "at-once"
    if any(not each.is_at_end for each in later):
        yield "turn" if len(later) == len(found) else "rest"
    if any(each.is_at_end for each in later):
        yield "end"
    if any(len(each.conditions) > 1 for each in found):
        yield "groups"
    if len(found) > 1:
        yield "order"


def _then(first: str, following: str, language: str | None) -> str:
    return text("aims.then", language, first=first, next=following)


def objective_sentence(
    scenario: Scenario, objective: Objective, language: str | None = None
) -> str:
    """Describe an objective: its place, its holder at the start, its points."""
    names = ScenarioNames(scenario, language)
    at = names.label(objective.at) if objective.at is not None else names.zone(objective.zone)
    holder = names.side(objective.holder) if _knows(scenario, objective.holder) else "?"
    values = {"at": at, "holder": holder, "points": objective.points}
    return text("aims.objective-means", language, **values)


def condition_demand_text(
    scenario: Scenario, condition: VictoryCondition, language: str | None = None
) -> str:
    """Return the demand of a condition, as part of a sentence."""
    return _lasting(scenario, condition, ScenarioNames(scenario, language))


def _demand(scenario: Scenario, condition: VictoryCondition, names: ScenarioNames) -> str:
    """Return a demand, as part of a sentence."""
    language = names.language
    match condition.kind:
        case VictoryKind.LOSSES:
            key = "losses-all" if condition.percent >= 100 else "losses"
            return text(f"aims.demand-{key}", language, percent=condition.percent)
        case VictoryKind.POINTS:
            return text("aims.demand-points", language, points=condition.points)
        case kind if kind is not VictoryKind.OBJECTIVES:
            return _later_demand(condition, names)
    named = {each.id: names.objective(each) for each in scenario.objectives}
    wanted = [named.get(id_, id_) for id_ in condition.objectives or named]
    count = condition.count or len(wanted)
    said = _both(wanted, language)
    if count == len(wanted):
        is_all = not condition.objectives and len(wanted) > 1
        key = "all" if is_all else "these"
        key = _key_of(scenario.game, f"demand-{key}")
        return text(key, language, objectives=said or "–", count=len(wanted))
    key = _key_of(scenario.game, "demand-some")
    return text(key, language, count=count, objectives=said)


def _later_demand(condition: VictoryCondition, names: ScenarioNames) -> str:
    """Return a demand on units that leave, die or survive, as part of a sentence."""
    language, kind, count = names.language, condition.kind.value, condition.count
    who = _count(condition, names)
    match condition.kind:
        case VictoryKind.EXIT if condition.points:
            kind = "exit-points"
        case VictoryKind.EXIT | VictoryKind.SURVIVE:
            kind = f"{kind}-all" if not count else f"{kind}-one" if count == 1 else kind
    return text(
        _key_of(names.scenario.game, f"demand-{kind}"),
        language,
        zone=names.zone(condition.zone) if condition.zone else "–",
        who=who,
        count=count,
        points=condition.points,
        percent=condition.percent,
    )


def _key_of(game: str, key: str) -> str:
    """A sentence of the game's own, or that of all games."""
    return f"{game}.{key}" if has_text(f"{game}.{key}") else f"aims.{key}"


def _count(condition: VictoryCondition, names: ScenarioNames) -> str:
    """Return the units that count, in brackets; empty if all do."""
    words = [names.unit(unit) for unit in condition.units]
    words += [names.word("kind", kind) for kind in condition.kinds]
    if not words:
        return ""
    return text("aims.counted", names.language, which=_both(words, names.language))


def _both(words: list[str], language: str | None) -> str:
    """Words in a row, the last one with and."""
    comma = text("aims.comma", language)
    if len(words) < 2:
        return "".join(words)
    return text("aims.and", language, first=comma.join(words[:-1]), last=words[-1])


def _side(names: ScenarioNames, side: str) -> str:
    return names.side(side) if side and _knows(names.scenario, side) else side or "–"


def _knows(scenario: Scenario, side: str) -> bool:
    return not side or any(each.id == side for each in scenario.sides)


def _amid(sentence: str) -> str:
    """A sentence as it goes on behind another's words."""
    return sentence[:1].lower() + sentence[1:]
