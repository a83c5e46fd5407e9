"""Why somebody cannot go or stand somewhere, or a gun not act, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.littlewars import crews, orders
from engine.games.littlewars.guns import may_act, may_fire
from engine.games.littlewars.setting import OUT_OF_ZONE
from engine.games.littlewars.state import Gun, State
from engine.play.sayings import Phrase, Saying, name_of
from engine.tabletop.ground import Obstruction
from engine.tabletop.point import Point
from engine.texts import LocalText


def why(state: State, hindrance: Obstruction | None) -> Saying | None:
    """What is in the way, in words."""
    if hindrance is None:
        return None
    if hindrance.what == OUT_OF_ZONE:
        return Phrase.of("littlewars.barred-zone")
    return Phrase.of(f"littlewars.barred-{hindrance.by.value}", what=_name(state, hindrance))


def _name(state: State, hindrance: Obstruction) -> Saying:
    """The figure or the feature in the way."""
    if state.known(hindrance.what) is not None:
        return name_of(hindrance.what)
    feature = state.field.table.by_id.get(hindrance.what)
    said: LocalText = hindrance.what
    return said if feature is None else feature.name or feature.about.name


def why_not_gun(state: State, gun: Gun, path: Sequence[Point]) -> Saying:
    """Why a gun cannot do what is wanted (L4, L5, L7, L8)."""
    if gun.done or gun.shots:
        return Phrase.of("littlewars.gun-had-its-move")
    if not crews.is_in_action(state, gun):
        served = len(crews.serving(state, gun))
        return Phrase.of("littlewars.gun-unserved", count=served, needed=crews.CREW)
    if not may_act(state, gun):
        return Phrase.of("littlewars.gun-not-yet")
    if not state.customs.gun_may(state, gun, orders.MOVE if path else orders.FIRE):
        return Phrase.of("littlewars-kriegspiel.gun-wrong-order")
    if not path and not may_fire(state, gun):
        return Phrase.of("littlewars.gun-too-early")
    return Phrase.of("littlewars.gun-cannot-go")
