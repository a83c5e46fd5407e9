"""Operations cards and opening hands: what a scenario lays out before the first round (O, G4).

A scenario says in its rules which card of its decks lies out, for whom, and up to which round:
`operations: {morning-mist: {until: 3}, green-troops: {side: west}}`. Without a side it is for both.
"""

from __future__ import annotations

from engine.games.tide import card_draws
from engine.games.tide.card_actions import CardInPlay, lay_card_work
from engine.games.tide.card_events import EffectBegan, OperationLaidOut, Readied
from engine.games.tide.card_targets import CardHex
from engine.games.tide.state import State, TideGame, Unit
from engine.play.decisions import Procedure, ask
from engine.scenario.scenario import CardEffect

TWICE, AGAIN = "twice", "again"


def begin_card_play(game: TideGame) -> Procedure[None]:
    """Operations cards are laid out, then both sides draw their opening cards (G4, O)."""
    for card, laid in game.state.book.operations.items():
        yield from lay_out(game, card, laid.side, laid.until)
    for side in game.state.sides_by_initiative:
        yield from deal_opening_cards(game, side)


def deal_opening_cards(game: TideGame, side: str) -> Procedure[None]:
    """A side draws the opening cards of each of its decks (G4)."""
    for deck, count in game.state.aims.openings.get(side, {}).items():
        for _ in range(count):
            yield from card_draws.draw_from(game, side, deck)


def lay_out(game: TideGame, card: str, side: str, until: int) -> Procedure[None]:
    """One operations card begins to work (O)."""
    game.emit(OperationLaidOut(card, side, until))
    for number, doing in enumerate(game.state.aims.cards[card].all_effects):
        if doing.effect == "place":
            for placing in (side,) if side else game.state.sides_by_initiative:
                yield from _place(game, CardInPlay(placing, card, number, doing.parameters))
        else:
            _begin(game, card, side, until, doing)


def _begin(game: TideGame, card: str, side: str, until: int, doing: CardEffect) -> None:
    """Put an operations card's effect in force, for one side or both."""
    said, whom = doing.parameters, "" if doing.effect == "limit" else side
    what = said.get("what", said.get("deck", ""))
    amount = said.get("amount", said.get("most", said.get("squads", 1)))
    who, against = said.get("who", ""), said.get("against", "")
    game.emit(
        EffectBegan(doing.effect, whom, card, what, amount, who, against, "game", until=until)
    )


def _place(game: TideGame, play: CardInPlay) -> Procedure[None]:
    """Works are laid near units at set-up (O5)."""
    for _ in range(play.said.get("count", 1)):
        asked = CardHex(play.side, play.card, play.number)
        if asked.options(game.state):
            at = yield from ask(asked)
            assert at is not None, "the first hex is not optional"
            lay_card_work(
                game, play, play.said.get("what", "wire"), at, bool(play.said.get("hidden"))
            )


# --- bold leaders (O8) ----------------------------------------------------------------------------


def may_act_again(state: State, unit: Unit) -> bool:
    """Return whether a fatigued squad with an officer may act once more (O8)."""
    has_acted = not unit.is_fresh and unit.is_steady and unit.is_squad
    is_officers = any(figure.is_officer for figure in state.figures_of(unit))
    return has_acted and is_officers and bool(_leaders(state, unit.side))


def _leaders(state: State, side: str) -> list[str]:
    """The cards that let a side's officers act twice, as often as they still do in this round."""
    used = [effect.card for effect in state.effects_in_force(AGAIN) if effect.side == side]
    return [
        effect.card
        for effect in state.effects_in_force(TWICE)
        if effect.side in ("", side) and used.count(effect.card) < effect.amount
    ]


def reactivate_squad(game: TideGame, unit: str) -> None:
    """A bold leader's squad is fresh once more (O8)."""
    side, now = game.state.units[unit].side, game.state.round
    card = _leaders(game.state, side)[0]
    game.emit(EffectBegan(AGAIN, side, card, unit=unit, lasts="round", until=now))
    game.emit(Readied(unit, card))
