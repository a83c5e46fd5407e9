"""What a scenario is fought for, in sentences: each condition of victory, and all together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from engine.scenario.scenario import Objective, Scenario, Victory, VictoryKind
from engine.telling.names import Names
from engine.texts import has_text, text


def condition_sentence(scenario: Scenario, condition: Victory, language: str | None = None) -> str:
    """What one condition means: who wins when, and by what.

    Games that judge otherwise than condition by condition say so in their own texts, under `means`
    and `whole`.
    """
    names = Names(scenario, language)
    own = f"{scenario.game}.means"
    if has_text(own):
        values = {"side": _side(names, condition), "demand": _demand(scenario, condition, names)}
        return text(own, language, **values)
    if condition.kind is VictoryKind.TURN_LIMIT:
        key = "limit" if condition.side else "limit-points"
        side, turns = _side(names, condition), scenario.turns
        return text(f"aims.means-{key}", language, side=side, turns=turns)
    when = text("aims.when-at-once" if condition.at_once else "aims.when-turn", language)
    side, if_ = _side(names, condition), _demand(scenario, condition, names)
    said = text("aims.means", language, when=when, side=side, demand=if_)
    if condition.group:
        said = text("aims.means-group", language, said=said, group=condition.group)
    if condition.grade:
        said = text("aims.means-grade", language, said=said, grade=condition.grade)
    return said


def whole_sentence(scenario: Scenario, language: str | None = None) -> str:
    """What all conditions mean together: when they are judged, and what is where none holds."""
    if has_text(f"{scenario.game}.whole"):
        return text(f"{scenario.game}.whole", language, turns=scenario.turns)
    limits = [each for each in scenario.victory if each.kind is VictoryKind.TURN_LIMIT]
    others = [each for each in scenario.victory if each.kind is not VictoryKind.TURN_LIMIT]
    limit = limits[0] if limits else Victory(VictoryKind.TURN_LIMIT)
    last = condition_sentence(scenario, limit, language)
    said = [text(f"aims.whole-{key}", language) for key in _when_judged(others)]
    said.append(text("aims.whole-else", language, last=_amid(last)) if others else last)
    if not limit.side or any(each.kind is VictoryKind.POINTS for each in others):
        said.append(text("aims.whole-points", language))
    return reduce(lambda first, next_: _then(first, next_, language), said)


def _when_judged(conditions: list[Victory]) -> Iterator[str]:
    """When conditions are judged, and in what order."""
    later = [each for each in conditions if not each.at_once]
    if len(later) < len(conditions):
        yield "at-once"
    if later:
        yield "turn" if len(later) == len(conditions) else "rest"
    if len(conditions) > 1:
        yield "order"


def _then(first: str, following: str, language: str | None) -> str:
    return text("aims.then", language, first=first, next=following)


def objective_sentence(
    scenario: Scenario, objective: Objective, language: str | None = None
) -> str:
    """Where an objective lies, who holds it at the start, what it is worth."""
    names = Names(scenario, language)
    at = names.label(objective.at) if objective.at is not None else names.zone(objective.zone)
    holder = names.side(objective.holder) if _knows(scenario, objective.holder) else "?"
    values = {"at": at, "holder": holder, "points": objective.points}
    return text("aims.objective-means", language, **values)


def _demand(scenario: Scenario, condition: Victory, names: Names) -> str:
    """What must be so, amid a sentence."""
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


def _later_demand(condition: Victory, names: Names) -> str:
    """What must be so of units that leave, die or are left, amid a sentence."""
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


def _count(condition: Victory, names: Names) -> str:
    """Which units count, in brackets behind them; nothing where all do."""
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


def _side(names: Names, condition: Victory) -> str:
    known = _knows(names.scenario, condition.side)
    return names.side(condition.side) if condition.side and known else condition.side or "–"


def _knows(scenario: Scenario, side: str) -> bool:
    return not side or any(each.id == side for each in scenario.sides)


def _amid(sentence: str) -> str:
    """A sentence as it goes on behind another's words."""
    return sentence[:1].lower() + sentence[1:]
