"""How tests fire: an attack put together answer by answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.valor.attack_declaration import Use
from engine.games.valor.casualties import Casualties
from engine.games.valor.casualty_points import Deed
from engine.games.valor.close_assault import JoinAssault, Strengthen
from engine.games.valor.fire_phase import Attack, Expend, Join, Lead, Target
from engine.games.valor.state import State
from engine.games.valor.targeting import Aim, AttackMethod
from engine.play.game import Game
from tests.games.valor.boards import at


def aim_at(game: Game[State], label: str, unit: str = "", how: str = "", weapon: str = "") -> Aim:
    """An aim: the AP attack on a hex, or the AT attack on a unit there."""
    return Aim(AttackMethod(how or ("at" if unit else "ap")), at(game, label), unit, weapon)


def attack(
    game: Game[State],
    firers: Sequence[str],
    aim: Aim,
    leader: str | None = None,
    uses: Sequence[Use] = (),
) -> None:
    """Units make an attack; what it costs is left to be decided."""
    assert isinstance(game.decision, Attack), game.decision
    game.choose(firers[0])
    joins, spends = list(firers[1:]), list(uses)
    while isinstance(game.decision, Target | Join | Lead | Expend):
        match game.decision:
            case Target():
                game.choose(aim)
            case Join():
                game.choose(joins.pop(0) if joins else None)
            case Lead():
                game.choose(leader)
            case Expend():
                game.choose(spends.pop(0) if spends else None)


def able(game: Game[State]) -> set[Any]:
    """What the decision under way offers, but to do nothing."""
    return set(game.options) - {None}


def aims(game: Game[State], firer: str) -> set[tuple[str, str, str]]:
    """What a unit may attack: how, the label of the hex, the unit."""
    game.choose(firer)
    assert isinstance(game.decision, Target), game.decision
    labels = game.scenario.map.labels
    return {(str(a.how), labels.label(a.hex), a.unit) for a in game.decision.aims}


def pay(game: Game[State], *deeds: tuple[str, str]) -> None:
    """The owner of the target does these deeds, each a kind and a unit."""
    for kind, unit in deeds:
        assert isinstance(game.decision, Casualties), game.decision
        game.choose(next(d for d in game.options if (d.pays, d.unit) == (kind, unit)))


def offered(game: Game[State]) -> set[tuple[str, str]]:
    """The deeds the owner of a target may do."""
    assert isinstance(game.decision, Casualties), game.decision
    return {(str(deed.pays), deed.unit) for deed in game.options if isinstance(deed, Deed)}


def assault(game: Game[State], units: Sequence[str], label: str, uses: Sequence[Use] = ()) -> None:
    """Units assault a hex, with X weapons of either side; casualties are left to be decided."""
    game.choose(units[0])
    hex_ = at(game, label)
    found = [o for o in game.options if o is not None and (o.manner, o.hex) == ("assault", hex_)]
    game.choose(found[0])
    joins, spends = list(units[1:]), list(uses)
    while isinstance(game.decision, JoinAssault | Strengthen):
        if isinstance(game.decision, JoinAssault):
            game.choose(joins.pop(0) if joins else None)
        else:
            wanted = spends[0] if spends and spends[0] in game.options else None
            game.choose(wanted)
            if wanted is not None:
                spends.pop(0)
