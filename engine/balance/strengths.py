"""A scenario between players of several strengths: who is favoured may depend on how one plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.balance.summary import Balance
from engine.balance.telling import as_json, percent, verdict, with_luck_aside
from engine.telling.names import Names
from engine.texts import text

Strengths = Mapping[str, Balance]
"""A series for each player, who sits on all sides of it; at least one."""


def sentences(strengths: Strengths, language: str | None = None) -> Iterator[str]:
    """What each series allows to say, and what all of them together do."""
    yield from strength_sentences(strengths, language)
    yield conclusion(strengths, language)


def strength_sentences(strengths: Strengths, language: str | None = None) -> Iterator[str]:
    """What each series allows to say."""
    for player, balance in strengths.items():
        named = Names(balance.series.scenario, language)
        rates = text("balance.comma", language).join(
            f"{named.side(side)} {percent(balance.wins(side).rate, language)}"
            for side in balance.sides
        )
        said = verdict(balance, language)
        values = {"player": named.player(player), "rates": rates, "verdict": said}
        whole = text("balance.strength", language, **values)
        yield with_luck_aside(whole, balance, language)


def conclusion(strengths: Strengths, language: str | None = None) -> str:
    """Whether the same side is favoured at every strength, none at any, or it depends."""
    found = {player: balance.favoured for player, balance in strengths.items()}
    favoured = set(found.values())
    named = Names(next(iter(strengths.values())).series.scenario, language)
    if favoured == {""}:
        return text("balance.strengths-even", language)
    if len(favoured) == 1:
        return text("balance.strengths-agree", language, side=named.side(favoured.pop()))
    comma = text("balance.comma", language)
    biased = [named.player(player) for player, side in found.items() if side]
    others = [named.player(player) for player, side in found.items() if not side]
    if not others:
        return text("balance.strengths-opposed", language)
    values = {"biased": comma.join(biased), "others": comma.join(others)}
    return text("balance.strengths-differ", language, **values)


def document(strengths: Strengths, language: str | None = None) -> dict[str, Any]:
    """All of it as one JSON document."""
    told = {player: as_json(balance, language) for player, balance in strengths.items()}
    return {"strengths": told, "says": list(sentences(strengths, language))}
