"""AI values of cards, command and exchanges, in points of units.

Barrages and strikes are reckoned by their exact odds; other effects of cards are estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.games.tide import (
    attack_dice,
    card_play,
    card_targets,
    dice_odds,
    unit_lookups,
)
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.attack_dice import AttackDice, Reroll
from engine.games.tide.barrage import units_struck
from engine.games.tide.card_draws import Draw
from engine.games.tide.card_targets import CardHex, CardUnit, EnemyCard, Said
from engine.games.tide.command_phase import Spend
from engine.games.tide.data.rule_tables import RangeBand
from engine.games.tide.state import ActivationMode, State, Unit
from engine.games.tide.status_phase import Exchange
from engine.hexes.hex import Hex, distance
from engine.play.decisions import Answer, Decision
from engine.scenario.scenario import CardEffect

COMMAND = 0.6
"""Value of a command point."""
FIRST = 2.0
"""Value of the initiative."""
CARD = 1.5
"""Value of a card held."""
SHARE = 0.3
"""Share of a squad's points for its action, or for its being pinned."""
TRIES = 3
"""Of how many attacks a bonus for many units is expected to count."""
LITTLE = 0.01

Judged = Callable[[State, str, Said], float]


def card_option_value(view: State, decision: Decision[State, Any], option: Answer) -> float | None:
    """Return the deciding side's gain by an option; None for decisions elsewhere."""
    side = decision.side
    match decision:
        case Spend():
            return _of_spending(view, side, option)
        case CardUnit():
            return 0.0 if option is None else _of_unit(view, decision, option)
        case CardHex():
            return 0.0 if option is None else _of_hex(view, decision, option)
        case EnemyCard():
            return float(view.aims.cards[option].cost)
        case Draw():
            return float(len(dict(view.hq[side].decks)[option]))
        case Reroll():
            return 1.0 if option else 0.0
    if isinstance(option, Exchange):
        return -LITTLE
    return None


def card_play_value(view: State, side: str, id_: str) -> float:
    """Return the expected gain of playing a card, less its cost (D2)."""
    card = view.aims.cards[id_]
    gain = sum(card_effect_value(view, side, doing) for doing in card.all_effects)
    return gain - COMMAND * card_play.card_cost(view, side, card)


def card_effect_value(view: State, side: str, doing: CardEffect) -> float:
    """Return the expected gain of one effect of a card."""
    judged = _JUDGED.get(doing.effect)
    return judged(view, side, doing.parameters) if judged else 0.0


# --- command (CM3) --------------------------------------------------------------------------------


def _of_spending(view: State, side: str, option: Answer) -> float:
    if option is None:
        return 0.0
    if isinstance(option, str):
        return card_play_value(view, side, option)
    mine, raised = view.hq[side].initiative, int(option)
    more = _of_initiative(view, side, mine + raised) - _of_initiative(view, side, mine)
    return more - COMMAND * raised


def _of_initiative(view: State, side: str, points: int) -> float:
    """Return the value of points on the initiative card against the enemy's (CM4)."""
    there = view.hq[view.enemy_of(side)].initiative
    keeps = points >= there if side == view.initiative else points > there
    return FIRST if keeps else 0.0


# --- what cards do (D7) ---------------------------------------------------------------------------


def _amount(worth: float, name: str = "amount") -> Judged:
    def judge(view: State, side: str, said: Said) -> float:
        return worth * float(said.get(name, 1))

    return judge


def _of_actions(view: State, side: str, said: Said) -> float:
    """More actions help who has more fresh units than actions left."""
    idle = len(unit_lookups.activatable_units(view, side)) - view.left
    return 0.8 * max(min(int(said.get("actions", 1)), idle), 0)


def _best(effect: str, count: str) -> Judged:
    """The best units an effect may act on, so many of them."""

    def judge(view: State, side: str, said: Said) -> float:
        doing = CardEffect(effect, said)
        gains = [unit_effect_value(view, view.units[unit], effect, said)
                 for unit in card_targets.effect_units(view, side, doing)]  # fmt: skip
        return sum(sorted(gains, reverse=True)[: int(said.get(count, 1))])

    return judge


def unit_effect_value(view: State, unit: Unit, effect: str, said: Said) -> float:
    """Return the value of an effect on a unit to the side that plays it."""
    whole = float(unit_lookups.unit_points(view, unit))
    match effect:
        case "ready":
            return SHARE * whole
        case "recover":
            return (2 if unit.is_disrupted else 1) * SHARE * whole
        case "condition":
            waits = 1.5 if unit.mode is not ActivationMode.FATIGUED else 1.0
            return waits * SHARE * whole
        case "repair":
            return whole * unit.damage / 6
        case "replace-figures":
            return float(view.book.units[said.get("kind", "regular")].points) / (1 + whole / 20)
        case "strike":
            return card_attack_value(view, _striking(view, unit, said))
        case "bonus":
            return _of_bonus(said) * (1.0 + whole / 20) if unit.is_fresh else LITTLE
        case _:
            return 0.1 * whole


def _of_bonus(said: Said) -> float:
    """Return the value of a bonus to one unit that uses it once."""
    each = {"attack": 0.7, "defence": 0.6, "hit": -1.5, "armour": 0.6, "move": 0.3, "range": 0.3}
    return each.get(said.get("what", "attack"), 0.3) * float(said.get("amount", 1))


def _bonus(view: State, side: str, said: Said) -> float:
    who = said.get("who", "unit")
    if who == "unit":
        return _best("bonus", "")(view, side, said)
    able = [
        unit for unit in view.units_of(side) if who == "all" or unit.is_squad == (who == "squads")
    ]
    for_good = 2.0 if said.get("lasts") == "game" else 1.0
    return _of_bonus(said) * min(len(able), TRIES) * for_good


def _of_barrage(view: State, side: str, said: Said) -> float:
    hexes = card_targets.effect_hexes(view, side, CardEffect("barrage", said))
    return max(
        (_harm_of_shells(view, side, at, said) for at in hexes if view.units_at(at)), default=0.0
    )


def _harm_of_shells(view: State, side: str, at: Hex, said: Said) -> float:
    """A barrage's harm in a hex; one that scatters falls elsewhere a third of the time."""
    kind = AttackKind(said.get("kind", "normal"))
    dice = int(said.get("dice", 4))
    made = (
        attack_dice.card_attack_dice(view, side, "", unit, kind, dice, RangeBand.NORMAL, True)
        for unit in units_struck(view, side, at, kind)
    )
    return sum(card_attack_value(view, each) for each in made) * (
        2 / 3 if said.get("scatter") else 1
    )


def _striking(view: State, unit: Unit, said: Said) -> AttackDice:
    side, dice = view.enemy_of(unit.side), int(said.get("dice", 6))
    return attack_dice.card_attack_dice(
        view, side, "", unit, AttackKind.NORMAL, dice, RangeBand.CLOSE, False
    )


def card_attack_value(view: State, made: AttackDice) -> float:
    """The harm a card's attack is expected to do, in points."""
    unit = view.units[made.target]
    hits = dice_odds.net_hit_odds(made.black, made.red)
    whole = float(unit_lookups.unit_points(view, unit))
    lives = len(unit.figures) if unit.is_squad else 4 - unit.damage
    if unit.is_squad and made.kind is AttackKind.SUPPRESSIVE:
        lives = 4
    return sum(float(chance) * min(count, lives) / lives for count, chance in hits.items()) * whole


def _of_works(view: State, side: str, said: Said) -> float:
    worth = {"entrenchment": 1.5, "wire": 0.8, "mines": 1.5, "trap": 0.5}
    return worth.get(said.get("what", "wire"), 0.5) * float(said.get("count", 1))


def _of_squads(view: State, side: str, said: Said) -> float:
    figure = view.book.units[said.get("type", "regular")]
    late = view.round + int(said.get("rounds", 1)) >= view.aims.turns
    return 0.0 if late else 0.6 * 4 * figure.points * float(said.get("squads", 1))


def _of_taking(view: State, side: str, said: Said) -> float:
    return 2 * COMMAND * min(int(said.get("amount", 1)), view.hq[view.enemy_of(side)].command)


def _of_drawing(view: State, side: str, said: Said) -> float:
    left = sum(len(pile) for _, pile in view.hq[side].decks)
    return CARD * min(int(said.get("cards", 1)), left)


def _of_denial(view: State, side: str, said: Said) -> float:
    what, enemy = said.get("what", "support"), view.hq[view.enemy_of(side)]
    if what in ("support", "op-fire", "assault"):
        return CARD
    held = [card for card in enemy.hand if what == "cards" or card in view.aims.decks.get(what, ())]
    return 0.7 * len(held)


_JUDGED: Mapping[str, Judged] = {
    "command": _amount(COMMAND),
    "take-command": _of_taking,
    "initiative": _amount(FIRST / 3),
    "extra-actions": _of_actions,
    "ready": _best("ready", "units"),
    "recover": _best("recover", "units"),
    "condition": _best("condition", "units"),
    "bonus": _bonus,
    "barrage": _of_barrage,
    "strike": _best("strike", ""),
    "smoke": _amount(0.4, "hexes"),
    "repair": _best("repair", ""),
    "replace-figures": _best("replace-figures", "figures"),
    "reinforce": _of_squads,
    "place": _of_works,
    "free-move": _best("free-move", "units"),
    "draw": _of_drawing,
    "discard-enemy": _amount(CARD, "cards"),
    "reroll": _amount(0.5, "dice"),
    "deny": _of_denial,
}

# --- whom and where -------------------------------------------------------------------------------


def _of_unit(view: State, asked: CardUnit, option: str) -> float:
    doing = view.aims.cards[asked.card].all_effects[asked.number]
    return LITTLE + unit_effect_value(view, view.units[option], doing.effect, doing.parameters)


def _of_hex(view: State, asked: CardHex, option: Hex) -> float:
    doing = view.aims.cards[asked.card].all_effects[asked.number]
    if doing.effect == "barrage":
        return _harm_of_shells(view, asked.side, option, doing.parameters)
    here = float(sum(unit_lookups.unit_points(view, unit) for unit in view.units_at(option)))
    if doing.effect == "place" and doing.parameters.get("what") == "entrenchment":
        return LITTLE * here - LITTLE * len(view.works_at(option))
    return LITTLE * (10 - _far(option, _enemies(view, asked.side)) - bool(here) * 5)


def _enemies(view: State, side: str) -> Iterable[Hex]:
    return (unit.at for unit in view.units.values() if unit.side != side)


def _far(hex_: Hex, others: Iterable[Hex]) -> int:
    return min((distance(hex_, other) for other in others), default=9)
