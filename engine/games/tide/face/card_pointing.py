"""What the questions of cards, command and the Status phase point at."""

from __future__ import annotations

from typing import Any

from engine.games.tide.card_aims import CardHex, CardUnit, EnemyCard
from engine.games.tide.command import Spend
from engine.games.tide.draws import Draw
from engine.games.tide.state import State
from engine.games.tide.status import Exchange
from engine.games.tide.volley import Reroll
from engine.play.asks import Decision
from engine.play.pointing import OptionAction, OptionTarget

_AT_HEXES = {"barrage": OptionAction.AIM, "smoke": OptionAction.LAY, "place": OptionAction.LAY}


def card_targets(state: State, asked: Decision[State, Any], option: Any) -> OptionTarget | None:
    """What an option does and what it is about; None for other chapters' questions."""
    match asked:
        case Spend():
            return OptionTarget(OptionAction.CARD, card=option if isinstance(option, str) else "")
        case Draw() | EnemyCard():
            return OptionTarget(OptionAction.CARD, card=option)
        case Reroll():
            return OptionTarget(OptionAction.CARD, card=asked.card)
        case CardUnit():
            return _unit(state, asked, option)
        case CardHex():
            effect = state.aims.cards[asked.card].does[asked.number].effect
            return OptionTarget(_AT_HEXES[effect], hex=option, card=asked.card)
    if isinstance(option, Exchange):
        return OptionTarget(OptionAction.LOAD, option.giver, option.taker)
    return None


def _unit(state: State, asked: CardUnit, option: str) -> OptionTarget:
    """Own units are picked, an enemy's is a target."""
    is_own = state.units[option].side == asked.side
    if is_own:
        return OptionTarget(OptionAction.UNIT, option, card=asked.card)
    return OptionTarget(
        OptionAction.FIRE, target=option, hex=state.units[option].at, card=asked.card
    )
