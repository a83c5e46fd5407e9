"""The end of a game and the points of each side: finish, breakthrough, defence, time (L17–L19)."""

from __future__ import annotations

from fractions import Fraction

from engine.games.littlewars.events import Abandoned, GameEnded, Reached, RoutBegan
from engine.games.littlewars.prisoners import is_at_edge
from engine.games.littlewars.state import Figure, FigureStatus, Gun, State, Vehicle, WarGame
from engine.tabletop.buffered_shapes import BufferedShape, core_of, meet

FEW, FEW_OF_SMALL, SMALL = 15, 10, 50
"""Fewest men of a side that may win: 15, or 10 if the armies began with 50 or fewer (L17.3)."""


def points_without_bonus(state: State, side: str) -> Fraction:
    """Return a side's points without the winner's bonus (L17.2).

    Guns held or taken, men who survive, and half a point for each own or enemy prisoner.
    """
    worth = state.book.worth
    guns = sum((worth[gun.type] for gun in state.guns_of(side)), Fraction(0))
    men = sum(
        (
            worth[each.type]
            for each in state.figures_of_side(side)
            if each.status is not FigureStatus.PRISONER
        ),
        Fraction(0),
    )
    riding = sum((worth[each.type] for each in state.units_aboard(side)), Fraction(0))
    return guns + men + riding + worth["prisoner"] * count_prisoners(state, side)


def count_prisoners(state: State, side: str) -> int:
    """The prisoners that count for a side: its own men who are taken, and enemies it took."""
    on_table = sum(each.status is FigureStatus.PRISONER for each in state.figures.values())
    led_off = sum(each.why in ("led-off", "abandoned") and bool(each.captor) for each in state.gone)
    return on_table + led_off


def points_in_halves(state: State, side: str, winner: str = "") -> int:
    """The same in halves of a point, with the hundred of the winner (L17.2)."""
    more = state.book.worth["winner"] if side == winner else Fraction(0)
    return int((points_without_bonus(state, side) + more) * 2)


def points_of_draw_in_halves(state: State, side: str) -> int:
    """Return what a side counts in a draw: half the bonus beside its own points (L17.3)."""
    return int(points_without_bonus(state, side) * 2 + state.book.worth["winner"])


def weakness_limit(state: State) -> int:
    """Below how many men a side is too weak to win (L17.3)."""
    began = dict(state.began_with)
    is_small = bool(began) and all(began[side] <= SMALL for side in state.sides)
    return FEW_OF_SMALL if is_small else FEW


def are_both_few(state: State) -> bool:
    """Return whether both sides are so weak that the game is a draw (L17.3).

    Armies that began as small as that fight on.
    """
    began = dict(state.began_with)
    least = weakness_limit(state)
    return bool(began) and all(state.count_men(side) < least <= began[side] for side in state.sides)


MEN_THROUGH = 3
"""Number of men on the enemy's back line that win a breakthrough (L18.1)."""
ROUT_MOVES = 6
"""Moves from its line within which the loser keeps its men (L18.2)."""
BROKEN_THROUGH, DESTROYED, FEW_LEFT = "breakthrough", "destroyed", "few-left"
GAVE_IN, REACHED, TIME = "gave-in", "reached", "time"


def judge_immediate_end(game: WarGame) -> bool:
    """End the game if a side gives in or has no men left; return whether it is over (L17.1)."""
    state = game.state
    if not state.move:
        return False
    if state.gave_in:
        end(game, state.enemy_of(state.gave_in), GAVE_IN)
        return True
    beaten = [side for side in state.sides if not state.count_men(side)]
    if len(beaten) == 1:
        end(game, state.enemy_of(beaten[0]), DESTROYED)
    elif beaten:
        end(game, "", DESTROYED)
    return bool(beaten)


def judge_move(game: WarGame) -> bool:
    """End the game if the end of a move decides it; return whether it is over."""
    state = game.state
    if state.routed:
        return _judge_rout(game)
    if are_both_few(state):
        end(game, "", FEW_LEFT)
        return True
    for side in (state.active, state.enemy_of(state.active)):
        if _has_reached(game, side):
            return _won_by_reaching(game, side)
    if state.move >= 2 * state.aims.turns:
        _decide_by_points(game)
        return True
    return False


# --- reaching a line (L18.1, L19.5) ---------------------------------------------------------------


def men_on_enemy_line(state: State, side: str) -> list[Figure]:
    """The men of a side who stand on the enemy's back line, or on its marked part (L18.1)."""
    return [
        each
        for each in state.fit_figures(side)
        if is_at_edge(state, each, state.enemy_of(side)) and _is_marked(state, side, each)
    ]


def _is_marked(state: State, side: str, figure: Figure) -> bool:
    zone = state.field.table.zones.get(state.book.marked.get(state.enemy_of(side), ""))
    if zone is None:
        return True
    return meet(core_of(zone.shape), BufferedShape((figure.at,)))


def men_needed_to_win(state: State, side: str) -> int:
    """Return the number of men on the enemy's line that win; 0 where none do."""
    match state.book.choices.game:
        case "breakthrough":
            return MEN_THROUGH
        case "defence" if side != state.defender:
            return -(-dict(state.began_with)[side] // 4)
    return 0


def _has_reached(game: WarGame, side: str) -> bool:
    wanted = men_needed_to_win(game.state, side)
    if not wanted:
        return False
    there = len(men_on_enemy_line(game.state, side))
    if there and there != dict(game.state.reached).get(side, 0):
        game.emit(Reached(side, there))
    return there >= wanted


def _won_by_reaching(game: WarGame, side: str) -> bool:
    """A breakthrough, and what the loser abandons (L18); a defender's line reached (L19.5)."""
    state = game.state
    if state.book.choices.game == "defence":
        end(game, side, REACHED)
        return True
    loser = state.enemy_of(side)
    if state.book.choices.rout == "played":
        game.emit(RoutBegan(loser, state.move + 2 * ROUT_MOVES))
        return False
    _abandon(game, loser, measured=True)
    end(game, side, BROKEN_THROUGH)
    return True


# --- the rout (L18.2) -----------------------------------------------------------------------------


def _judge_rout(game: WarGame) -> bool:
    state = game.state
    if state.move < state.rout_until:
        return False
    loser = state.routed
    _abandon(game, loser, measured=False)
    end(game, state.enemy_of(loser), BROKEN_THROUGH)
    return True


def _abandon(game: WarGame, loser: str, *, measured: bool) -> None:
    """Abandon the loser's units beyond six of their moves from its line (L18.2)."""
    state = game.state
    units: list[Figure | Gun | Vehicle] = [
        *(
            each
            for each in state.figures_of_side(loser)
            if each.status is not FigureStatus.PRISONER
        ),
        *state.guns_of(loser),
        *(each for each in state.vehicles.values() if each.side == loser),
    ]
    left = tuple(
        each.id for each in units if not is_unit_kept(state, loser, each, measured=measured)
    )
    if left:
        game.emit(Abandoned(loser, state.enemy_of(loser), left))


def is_unit_kept(
    state: State, side: str, unit: Figure | Gun | Vehicle, *, measured: bool = True
) -> bool:
    """Return whether a loser keeps a unit: foot within 72 in of its line, horse 144 (L18.2)."""
    far = ROUT_MOVES * state.book.rate_of(unit.type) if measured else 2
    return state.field.distance_from_edge(state.edges[side], state.placed_piece(unit)) <= far


# --- the end --------------------------------------------------------------------------------------


def _decide_by_points(game: WarGame) -> None:
    """After the last move the points decide (L19.6)."""
    first, second = game.state.sides
    one, other = points_without_bonus(game.state, first), points_without_bonus(game.state, second)
    winner = "" if one == other else first if one > other else second
    end(game, winner, TIME)


def end(game: WarGame, winner: str, reason: str) -> None:
    """End the game: each side counts its points, and a draw halves the bonus (L17.2, L17.3)."""
    state = game.state
    if winner:
        shares = tuple((side, points_in_halves(state, side, winner)) for side in state.sides)
    else:
        shares = tuple((side, points_of_draw_in_halves(state, side)) for side in state.sides)
    game.emit(GameEnded(winner, reason, shares))
