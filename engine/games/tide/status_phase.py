"""The Status phase: cards, recovery, Op Fire mode, exchanges of figures (ST)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

from engine.games.shared_events import DONE, StageBegan
from engine.games.tide import active_effects, card_draws, unit_lookups
from engine.games.tide.card_events import Recovered, SideAsked
from engine.games.tide.data.piece_types import SMOKE
from engine.games.tide.events import OpFirePrepared
from engine.games.tide.move_events import WorkRemoved
from engine.games.tide.set_up_phase import Ready
from engine.games.tide.state import State, TideGame, Unit
from engine.games.tide.status_events import ActivationsRemoved, FiguresExchanged, Steadied
from engine.play.decisions import Decision, Procedure, ask

WATCH, EXCHANGE = "watch", "exchange"
"""The stages in which sides decide."""
STATUS = "status"
"""The cause of what the phase itself does."""
VETERANS = "veterans"


class Exchange(NamedTuple):
    """A figure of one squad goes to another of its hex, for nothing, for one or for two (ST6)."""

    giver: str
    figure: str
    taker: str
    back: str = ""
    second: str = ""


@dataclass(frozen=True, slots=True)
class Swap(Decision[State, Exchange | None]):
    """The next exchange of figures between squads of a hex; None ends it (ST6)."""

    def options(self, state: State) -> list[Exchange | None]:
        return [*dict.fromkeys(squad_exchanges(state, self.side)), None]


def status_activity(game: TideGame) -> Procedure[None]:
    """The next activity of the phase."""
    match game.state.stage:
        case "watch":
            return prepare_op_fire(game)
        case "exchange":
            return exchange_figures(game)
        case _:
            return begin_status_phase(game)


def begin_status_phase(game: TideGame) -> Procedure[None]:
    """Both sides draw, then everything is fresh and squads recover (ST1–ST5)."""
    for side in game.state.sides_by_initiative:
        yield from draw_cards(game, side)
    refresh_units(game)
    recover(game)
    clear_ended_effects(game)
    _ask_next(game, WATCH, game.state.sides_by_initiative)


# --- cards (ST1) ----------------------------------------------------------------------------------


def draw_cards(game: TideGame, side: str) -> Procedure[None]:
    """A side draws one strategy card; a card marked + draws one more, once (ST1)."""
    card = yield from card_draws.draw(game, side)
    if card is not None and card_draws.is_another_drawn(game.state, card):
        yield from card_draws.draw(game, side)


# --- recovery (ST2–ST5) ---------------------------------------------------------------------------


def refresh_units(game: TideGame) -> None:
    """All activation tokens off: everything is fresh, units in Op Fire mode too (ST2)."""
    acted = tuple(unit.id for unit in game.state.units.values() if not unit.is_fresh)
    if acted:
        game.emit(ActivationsRemoved(acted))


def recover(game: TideGame) -> None:
    """Pinned squads become normal, then disrupted ones pinned, or normal by an officer (ST3, ST4).

    ST3 comes before ST4, so a disrupted squad is pinned in the next round.
    """
    pinned = tuple(unit.id for unit in game.state.units.values() if unit.is_pinned)
    if pinned:
        game.emit(Recovered(pinned, STATUS))
    disrupted = [unit for unit in game.state.units.values() if unit.is_disrupted]
    led = tuple(unit.id for unit in disrupted if is_recovery_full(game.state, unit))
    rest = tuple(unit.id for unit in disrupted if unit.id not in led)
    if led:
        game.emit(Recovered(led, "officer"))
    if rest:
        game.emit(Steadied(rest))


def is_recovery_full(state: State, unit: Unit) -> bool:
    """Return whether a disrupted squad recovers fully: officer or veterans (ST4, O7)."""
    veterans = any(effect.side in ("", unit.side) for effect in state.effects_in_force(VETERANS))
    return veterans or unit_lookups.has_officer(state, unit.at, unit.side)


def clear_ended_effects(game: TideGame) -> None:
    """Smoke of last round goes, and what lasts a round is over (ST5, X3)."""
    smoke = (work for work in list(game.state.works.values()) if work.kind == SMOKE)
    for work in smoke:
        if work.since < game.state.round:
            game.emit(WorkRemoved.of(work, STATUS))
    active_effects.end_round(game)


# --- Op Fire mode and exchanges (ST6) -------------------------------------------------------------


def _ask_next(game: TideGame, stage: str, sides: Sequence[str]) -> None:
    """The next side that has anything to decide; after the last of a stage the next stage."""
    asking = Ready if stage == WATCH else Swap
    for side in sides:
        if len(asking(side).options(game.state)) > 1:
            game.emit(SideAsked(side, stage))
            return
    if stage == WATCH:
        _ask_next(game, EXCHANGE, game.state.sides_by_initiative)
    else:
        game.emit(StageBegan(DONE))


def _later(game: TideGame) -> Sequence[str]:
    """The sides that come after the one that was asked."""
    order = game.state.sides_by_initiative
    return order[order.index(game.state.active) + 1 :]


def prepare_op_fire(game: TideGame) -> Procedure[None]:
    """A side puts a unit in Op Fire mode, or wants no more (ST6)."""
    unit = yield from ask(Ready(game.state.active))
    if unit is None:
        _ask_next(game, WATCH, _later(game))
    else:
        game.emit(OpFirePrepared((unit,), STATUS))
        if len(Ready(game.state.active).options(game.state)) == 1:
            _ask_next(game, WATCH, _later(game))


def exchange_figures(game: TideGame) -> Procedure[None]:
    """Two squads of a hex exchange figures, or the side wants no more (ST6)."""
    chosen = yield from ask(Swap(game.state.active))
    if chosen is None:
        _ask_next(game, EXCHANGE, _later(game))
    else:
        game.emit(FiguresExchanged(*chosen))


def squad_exchanges(state: State, side: str) -> Iterator[Exchange]:
    """All that squads of one hex, neither pinned nor disrupted, may exchange within Q1 (ST6)."""
    for here in state.stacks_by_hex.values():
        able = [u for u in here if u.side == side and u.is_squad and u.is_steady]
        for giver, taker in permutations(able, 2):
            yield from _between(state, giver, taker, able.index(giver) < able.index(taker))


def _between(state: State, giver: Unit, taker: Unit, both: bool) -> Iterator[Exchange]:
    """Yield the exchanges between two squads: a figure for nothing, one or two others.

    Each exchange is listed once: where both give one, by the first squad of the two.
    """
    for figure in dict.fromkeys(giver.figures):
        for back in _returns(state, figure, taker, both):
            mine = _after(giver.figures, (figure,), back)
            theirs = _after(taker.figures, back, (figure,))
            if _may_be(state, giver, mine) and _may_be(state, taker, theirs):
                yield Exchange(giver.id, figure, taker.id, *back, *("", "")[len(back) :])


def _returns(state: State, figure: str, taker: Unit, both: bool) -> Iterator[tuple[str, ...]]:
    """Yield the possible returns for a figure: none, another, two for a crew (Q1)."""
    yield ()
    others = [other for other in taker.figures if other != figure]
    if both:
        yield from ((other,) for other in dict.fromkeys(others))
    if state.book.units[figure].places > 1:
        yield from dict.fromkeys(combinations(others, 2))


def _after(
    figures: Sequence[str], given: Sequence[str], received: Sequence[str]
) -> tuple[str, ...]:
    """The figures of a squad after an exchange."""
    left = list(figures)
    for figure in given:
        left.remove(figure)
    return (*left, *received)


def _may_be(state: State, unit: Unit, figures: Sequence[str]) -> bool:
    """Return whether a squad may consist of figures: places, tokens (Q1, Q2, Q4)."""
    types = [state.book.units[figure] for figure in figures]
    return unit_lookups.fits_on_base(types) and (
        not unit.token or unit_lookups.may_have_token(types)
    )
