"""Functions for the primitive effects of cards (D7)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import count
from typing import NamedTuple

from engine.games.tide import barrage, card_draws, card_targets, move_execution
from engine.games.tide.card_events import (
    ActionsAdded,
    CardDiscarded,
    CommandReceived,
    CommandTaken,
    EffectBegan,
    FigureJoined,
    InitiativeRaised,
    Readied,
    Recovered,
    Repaired,
    Shaken,
    SquadCalled,
)
from engine.games.tide.card_targets import CardHex, CardUnit, EnemyCard, Said
from engine.games.tide.data.piece_types import PLACES, SMOKE, WIRE
from engine.games.tide.events import WorkLaid
from engine.games.tide.state import Phase, State, TideGame
from engine.hexes.hex import Hex
from engine.play.decisions import Procedure, ask
from engine.scenario.scenario import CardEffect


class CardInPlay(NamedTuple):
    """A card being played: by whom, and which of its effects is done now."""

    side: str
    card: str
    number: int
    said: Said


SQUAD = "squad"
"""The type of all bases."""
Deed = Callable[[TideGame, CardInPlay], Procedure[None]]


def do_card_effect(game: TideGame, side: str, card: str, number: int) -> Procedure[None]:
    """One of the things a card does (D7); nothing where there is nothing left to do it to."""
    doing = game.state.aims.cards[card].all_effects[number]
    if doing.effect in _DEEDS and can_effect_act(game.state, side, doing):
        yield from _DEEDS[doing.effect](game, CardInPlay(side, card, number, doing.parameters))


def can_effect_act(state: State, side: str, doing: CardEffect) -> bool:
    """Return whether an effect would change anything now."""
    hq, enemy = state.hq[side], state.hq[state.enemy_of(side)]
    said, name = doing.parameters, doing.effect
    if name not in _DEEDS:
        return False
    if name in _IN_HEXES:
        return card_targets.has_effect_hex(state, side, doing)
    if name in _ON_UNITS or (name == "bonus" and said.get("who", "unit") == "unit"):
        return bool(card_targets.effect_units(state, side, doing))
    if name == "take-command":
        return enemy.command > 0
    if name == "draw":
        return any(pile for _, pile in hq.decks)
    if name == "discard-enemy":
        return bool(enemy.hand)
    if name == "extra-actions":
        return state.phase is Phase.ACTION
    return name != "reinforce" or bool(
        card_targets.called_squad_hexes(state, side, said.get("zone", ""))
    )


_IN_HEXES = frozenset({"barrage", "smoke", "place"})
_ON_UNITS = frozenset(
    {"ready", "recover", "condition", "strike", "repair", "replace-figures", "free-move"}
)

# --- headquarters ---------------------------------------------------------------------------------


def _command(game: TideGame, play: CardInPlay) -> Procedure[None]:
    game.emit(CommandReceived(play.side, play.said.get("amount", 1), play.card))
    yield from ()


def _take_command(game: TideGame, play: CardInPlay) -> Procedure[None]:
    there = game.state.hq[game.state.enemy_of(play.side)].command
    game.emit(CommandTaken(play.side, min(play.said.get("amount", 1), there), play.card))
    yield from ()


def _initiative(game: TideGame, play: CardInPlay) -> Procedure[None]:
    game.emit(InitiativeRaised(play.side, play.said.get("amount", 1), play.card))
    yield from ()


def _extra_actions(game: TideGame, play: CardInPlay) -> Procedure[None]:
    game.emit(ActionsAdded(play.side, play.said.get("actions", 1), play.card))
    yield from ()


def _draw(game: TideGame, play: CardInPlay) -> Procedure[None]:
    for _ in range(play.said.get("cards", 1)):
        yield from card_draws.draw(game, play.side)


def _discard_enemy(game: TideGame, play: CardInPlay) -> Procedure[None]:
    enemy = game.state.enemy_of(play.side)
    for _ in range(play.said.get("cards", 1)):
        if game.state.hq[enemy].hand:
            card = yield from ask(EnemyCard(play.side, play.card))
            game.emit(CardDiscarded(enemy, card, play.card))


# --- units ----------------------------------------------------------------------------------------


def _units(
    game: TideGame, play: CardInPlay, most: int, act: Callable[[str], None]
) -> Procedure[None]:
    """The side chooses units one by one, up to so many; each is acted on at once (D6)."""
    chosen: tuple[str, ...] = ()
    while len(chosen) < most:
        asked = CardUnit(play.side, play.card, play.number, chosen)
        if not any(asked.options(game.state)):
            return
        unit = yield from ask(asked)
        if unit is None:
            return
        act(unit)
        chosen = (*chosen, unit)


def _ready(game: TideGame, play: CardInPlay) -> Procedure[None]:
    def act(unit: str) -> None:
        game.emit(Readied(unit, play.card))

    yield from _units(game, play, play.said.get("units", 1), act)


def _recover(game: TideGame, play: CardInPlay) -> Procedure[None]:
    def act(unit: str) -> None:
        game.emit(Recovered((unit,), play.card))

    yield from _units(game, play, play.said.get("units", 1), act)


def _condition(game: TideGame, play: CardInPlay) -> Procedure[None]:
    def act(unit: str) -> None:
        game.emit(Shaken(unit, play.said.get("to", "pinned"), play.card))

    yield from _units(game, play, play.said.get("units", 1), act)


def _repair(game: TideGame, play: CardInPlay) -> Procedure[None]:
    def act(unit: str) -> None:
        grades = min(play.said.get("grades", 1), game.state.units[unit].damage)
        game.emit(Repaired(unit, grades, play.card))

    yield from _units(game, play, 1, act)


def _replace_figures(game: TideGame, play: CardInPlay) -> Procedure[None]:
    def act(unit: str) -> None:
        game.emit(FigureJoined(unit, play.said.get("kind", "regular"), play.card))

    yield from _units(game, play, play.said.get("figures", 1), act)


def _free_move(game: TideGame, play: CardInPlay) -> Procedure[None]:
    chosen: tuple[str, ...] = ()
    for _ in range(play.said.get("units", 1)):
        asked = CardUnit(play.side, play.card, play.number, chosen)
        if not any(asked.options(game.state)):
            return
        unit = yield from ask(asked)
        if unit is None:
            return
        chosen = (*chosen, unit)
        yield from move_execution.move_by_card(game, unit, play.said.get("points", 1))


# --- what stays in force --------------------------------------------------------------------------


def _bonus(game: TideGame, play: CardInPlay) -> Procedure[None]:
    said, unit = play.said, ""
    if said.get("who", "unit") == "unit":
        unit = (yield from ask(CardUnit(play.side, play.card, play.number))) or ""
    lasts = said.get("lasts", "turn")
    game.emit(
        EffectBegan(
            "bonus", play.side, play.card, said.get("what", "attack"), said.get("amount", 1),
            said.get("who", "unit"), said.get("against", "any"), lasts, unit,
            last_round(game.state, lasts),
        )
    )  # fmt: skip


def _reroll(game: TideGame, play: CardInPlay) -> Procedure[None]:
    colour, dice = play.said.get("colour", "black"), play.said.get("dice", 1)
    game.emit(EffectBegan("reroll", play.side, play.card, colour, dice, lasts="turn"))
    yield from ()


def _deny(game: TideGame, play: CardInPlay) -> Procedure[None]:
    what, enemy = play.said.get("what", "support"), game.state.enemy_of(play.side)
    until = last_round(game.state, "round")
    game.emit(EffectBegan("deny", enemy, play.card, what, lasts="round", until=until))
    yield from ()


def _limit(game: TideGame, play: CardInPlay) -> Procedure[None]:
    what, most = play.said.get("what", "sight"), play.said.get("most", 6)
    game.emit(EffectBegan("limit", "", play.card, what, most, lasts="game"))
    yield from ()


def _cost(game: TideGame, play: CardInPlay) -> Procedure[None]:
    deck, amount = play.said.get("deck", ""), play.said.get("amount", 1)
    game.emit(EffectBegan("cost", "", play.card, deck, amount, lasts="game"))
    yield from ()


def last_round(state: State, lasts: str) -> int:
    """The last round of what lasts a round: this, or after its Action phase the next; 0 for no end.

    A card of the Command phase would otherwise do nothing at all.
    """
    if lasts not in ("round", "attack"):
        return 0
    return state.round + (state.phase in (Phase.COMMAND, Phase.STATUS))


# --- hexes ----------------------------------------------------------------------------------------


def _hexes(
    game: TideGame, play: CardInPlay, most: int, act: Callable[[Hex], None]
) -> Procedure[None]:
    """The side chooses hexes one by one, up to so many; each is acted in at once (D6)."""
    chosen: tuple[Hex, ...] = ()
    while len(chosen) < most:
        asked = CardHex(play.side, play.card, play.number, chosen)
        if not any(hex_ is not None for hex_ in asked.options(game.state)):
            return
        hex_ = yield from ask(asked)
        if hex_ is None:
            return
        act(hex_)
        chosen = (*chosen, hex_)


def _barrage(game: TideGame, play: CardInPlay) -> Procedure[None]:
    aim = yield from ask(CardHex(play.side, play.card, play.number))
    assert aim is not None, "the first hex is not optional"
    yield from barrage.shell_hex(game, play.side, play.card, aim, play.said)


def _strike(game: TideGame, play: CardInPlay) -> Procedure[None]:
    target = yield from ask(CardUnit(play.side, play.card, play.number))
    assert target is not None, "the first unit is not optional"
    dice = play.said.get("dice", 6)
    yield from barrage.strike(game, play.side, play.card, target, dice)


def _smoke(game: TideGame, play: CardInPlay) -> Procedure[None]:
    def act(hex_: Hex) -> None:
        lay_card_work(game, play, SMOKE, hex_)

    yield from _hexes(game, play, play.said.get("hexes", 1), act)


def _place(game: TideGame, play: CardInPlay) -> Procedure[None]:
    kind, is_hidden = play.said.get("what", WIRE), bool(play.said.get("hidden"))

    def act(hex_: Hex) -> None:
        lay_card_work(game, play, kind, hex_, is_hidden)

    yield from _hexes(game, play, play.said.get("count", 1), act)


def lay_card_work(
    game: TideGame, play: CardInPlay, kind: str, at: Hex, is_hidden: bool = False
) -> None:
    """A work of a kind is laid by a card (D7 place, smoke)."""
    id_ = free_id(f"{play.card}-", game.state.works)
    game.emit(WorkLaid(id_, kind, play.side, at, play.card, is_hidden))


def _reinforce(game: TideGame, play: CardInPlay) -> Procedure[None]:
    """Full squads come in a Status phase, and so are there when the round after it begins."""
    state, said = game.state, play.said
    figures = (said.get("type", "regular"),)
    room = PLACES // state.book.units[figures[0]].places
    comes = state.round + said.get("rounds", 1) + 1
    hexes = card_targets.called_squad_hexes(state, play.side, said.get("zone", ""))
    for _ in range(said.get("squads", 1)):
        id_ = free_id(f"{play.card}-", [*state.units, *(each.id for each in state.reserves)])
        game.emit(SquadCalled(play.side, id_, SQUAD, figures * room, comes, hexes, play.card))
    yield from ()


def free_id(stem: str, taken: Collection[str]) -> str:
    """The first of stem1, stem2, … that nothing is called."""
    return next(id_ for number in count(1) if (id_ := f"{stem}{number}") not in taken)


_DEEDS: Mapping[str, Deed] = {
    "command": _command,
    "take-command": _take_command,
    "initiative": _initiative,
    "extra-actions": _extra_actions,
    "ready": _ready,
    "recover": _recover,
    "condition": _condition,
    "bonus": _bonus,
    "barrage": _barrage,
    "strike": _strike,
    "smoke": _smoke,
    "repair": _repair,
    "replace-figures": _replace_figures,
    "reinforce": _reinforce,
    "place": _place,
    "free-move": _free_move,
    "draw": _draw,
    "discard-enemy": _discard_enemy,
    "reroll": _reroll,
    "deny": _deny,
    "limit": _limit,
    "cost": _cost,
}
"""The primitives of the rules (D7)."""
