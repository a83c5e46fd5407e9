"""Charges, works and changes by the hand: dragged onto an enemy, laid by two points (E2, K2–K8)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.littlewars.kriegspiel import charge_planning, formation_changes, works
from engine.games.littlewars.kriegspiel.charge_losses import MIN_RIDERS
from engine.games.littlewars.kriegspiel.formation_changes import (
    CHANGES,
    CHARGE,
    DISMOUNT,
    FORM,
    MOUNT,
)
from engine.games.littlewars.kriegspiel.rulebook import charts_of
from engine.games.littlewars.kriegspiel.unit_lookups import ENGINEER, fit_enemies, is_horse
from engine.games.littlewars.orders import ActionOrder
from engine.games.littlewars.proximity import squared_distance
from engine.games.littlewars.state import State, Unit
from engine.games.littlewars.transport import transport_gestures
from engine.play.decisions import AcceptedAnswer
from engine.play.tabletop_gestures import DropTarget, Gesture, GestureKind, GesturePreview
from engine.play.translatable_phrases import TranslatablePhrase
from engine.tabletop.shapes import Point, format_path

STORES = ("burn-depot", "empty-wagons")


def possible_gestures(state: State, side: str) -> tuple[str, ...]:
    """Return the gestures for men other than placing them: works, changes, boxes."""
    men = state.fit_figures(side)
    found = list(_changes(state, side))
    found += [kind for kind in charts_of(state).works if _is_offered(state, side, kind)]
    rest = (
        word
        for word in transport_gestures.possible_gestures(state, side)
        if word in ("pack", "unpack")
    )
    return (*found, *rest) if men else ()


def _changes(state: State, side: str) -> Iterator[str]:
    mounted = [man for man in state.fit_figures(side) if state.type_of(man).mounted]
    if any(is_horse(state, man) for man in mounted):
        yield DISMOUNT
    if any(man.id in state.war.dismounted - state.war.eaten for man in mounted):
        yield MOUNT


def _is_offered(state: State, side: str, kind: str) -> bool:
    """Return whether a work makes sense now: its men and its object are on the table."""
    if kind.startswith("mend"):
        return any(cut.kind == kind.replace("mend", "blow") for cut in works.unmended_breaks(state))
    if kind in STORES:
        return any(each.load for each in state.vehicles.values() if each.side != side)
    if charts_of(state).work_requirements(kind).arm == ENGINEER:
        return any(man.type == ENGINEER for man in state.fit_figures(side))
    return kind != "gun-pit" or bool(state.guns_of(side))


def preview_gesture(state: State, side: str, stroke: Gesture) -> GesturePreview | None:
    """Return the preview of a gesture; None for one that merely sends men somewhere."""
    if stroke.touch is GestureKind.MOVE and stroke.way:
        found = _charge(state, side, stroke)
        if found is not None:
            return found
    if stroke.touch is GestureKind.LAY and stroke.way:
        order = _by_manner(state, side, stroke)
        if order is not None:
            return _show(state, side, order)
    return transport_gestures.preview_gesture(state, side, stroke)


def _charge(state: State, side: str, stroke: Gesture) -> GesturePreview | None:
    """Return the preview of a charge: enough riders dragged onto an enemy or a gun (K6.1)."""
    riders = [state.figures[id_] for id_ in stroke.pieces if id_ in state.figures]
    if len(riders) < MIN_RIDERS or not all(is_horse(state, each) for each in riders):
        return None
    foes: list[Unit] = [*fit_enemies(state, side), *state.guns_of(state.enemy_of(side))]
    target = transport_gestures.unit_at_point(state, stroke.way[-1], foes)
    if target is None:
        return None
    order = ActionOrder(CHARGE, stroke.pieces, target=target.id)
    word = charge_planning.charge_refusal(state, side, order)
    came = None if word else charge_planning.plan_charge(state, side, order)
    if came is None:
        return GesturePreview(why=TranslatablePhrase.of(f"littlewars.no-{word or 'no-way'}"))
    ghosts = tuple(DropTarget(id_, way[-1], turn, way) for id_, way, turn in came.paths)
    told = TranslatablePhrase.of(
        "littlewars-kriegspiel.told-charge", riders=len(came.riders), met=len(came.met)
    )
    return GesturePreview(AcceptedAnswer(order), ghosts, told=(told,))


def _by_manner(state: State, side: str, stroke: Gesture) -> ActionOrder | None:
    """The change or the work that is chosen in place of a formation."""
    manner, pieces, way = stroke.formation, stroke.pieces, stroke.way
    if manner in CHANGES and manner != FORM:
        return ActionOrder(manner, pieces)
    if manner not in charts_of(state).works:
        return None
    if manner == "entrenchment":
        return ActionOrder(manner, pieces, format_path(way))
    target = _nearest_gun(state, side, way[-1]) if manner == "gun-pit" else ""
    return ActionOrder(manner, pieces, format_path(way[-1:]), target)


def _nearest_gun(state: State, side: str, at: Point) -> str:
    """The gun that is dug in: the nearest of one's own."""
    guns = sorted(state.guns_of(side), key=lambda gun: squared_distance(gun.at, at))
    return next((gun.id for gun in guns), "")


def _show(state: State, side: str, order: ActionOrder) -> GesturePreview:
    if order.deed in CHANGES:
        return transport_gestures.preview_order(
            state, order, formation_changes.change_refusal(state, side, order)
        )
    word = works.work_refusal(state, charts_of(state), side, order)
    wants = charts_of(state).work_requirements(order.deed)
    told = TranslatablePhrase.of(
        "littlewars-kriegspiel.told-work", men=wants.men, moves=wants.moves
    )
    found = transport_gestures.preview_order(state, order, word)
    return GesturePreview(found.answer, found.landings, found.why, line=found.line, told=(told,))
