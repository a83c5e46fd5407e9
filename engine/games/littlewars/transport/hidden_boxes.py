"""Boxes in which foot and horse march unseen, at triple speed (L21.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.games.littlewars.orders import PACK, UNPACK, ActionOrder
from engine.games.littlewars.proximity import are_near, find_paths
from engine.games.littlewars.state import Figure, State, Vehicle, WarGame
from engine.games.littlewars.transport.capacity import BOX
from engine.games.littlewars.transport.transport_events import BoxOpened, BoxSet, Packed, Put
from engine.tabletop.buffered_shapes import is_within, least_distance
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.shapes import FOOT, Point
from engine.tabletop.tabletop_paths import FINE, TabletopPaths, length_of

SEEN, APART = 10 * FOOT, 20 * FOOT
"""Distance that reveals a box to an enemy, and distance needed to pack again."""
FASTER = 3
STEP, MAX_TRIED = 14, 5_000


def box_allowance(state: State, box: Vehicle) -> int:
    """Return a box's move: three times its slowest unit; empty boxes use foot's."""
    inside = [each for id_ in box.aboard if isinstance(each := state.carried.get(id_), Figure)]
    paces = [state.customs.allowance(state, each) for each in inside]
    return FASTER * min(paces, default=state.book.rate_of(box.type))


# --- who sees it ----------------------------------------------------------------------------------


def watching_enemies(state: State, side: str) -> list[Figure]:
    """The enemy's figures on the table that look."""
    return state.fit_figures(state.enemy_of(side))


def first_enemy_near(state: State, box: Vehicle) -> Figure | None:
    """The first enemy within 10 ft of a box, who learns what is inside."""
    return next(
        (foe for foe in watching_enemies(state, box.side) if are_near(state, box, foe, SEEN)), None
    )


def first_enemy_on_path(state: State, box: Vehicle, way: Sequence[Point]) -> Figure | None:
    """An enemy who would see a box before the end of a way: there it is opened, and stops."""
    far = -(-length_of(way) // FINE) - STEP
    for at in _until(way, far):
        core = state.field.footprint_of(PlacedPiece(box.id, box.side, BOX, at, box.facing))
        for foe in watching_enemies(state, box.side):
            if is_within(core, state.field.footprint_of(state.placed_piece(foe)), SEEN):
                return foe
    return None


def _until(way: Sequence[Point], far: int) -> Iterator[Point]:
    """Places of a way, an inch or so apart, the last of it left out."""
    for start, end in pairwise(way):
        whole = max(length_of((start, end)) // FINE, 1)
        for here in range(0, whole, STEP):
            if far <= 0:
                return
            x, y = (end.x - start.x) * here // whole, (end.y - start.y) * here // whole
            yield Point(start.x + x, start.y + y)
            far -= STEP


def reveal_boxes(game: WarGame) -> None:
    """Boxes to which enemies have come near, or that have come near enemies, are opened."""
    for box in [each for each in game.state.vehicles.values() if each.type == BOX]:
        if first_enemy_near(game.state, box) is not None:
            open_box(game, box, "seen", is_spent=box.moved)


def open_box(game: WarGame, box: Vehicle, why: str, *, is_spent: bool) -> None:
    """Place the content of a box on the table about it."""
    placed = tuple(places_about(game.state, box))
    game.emit(BoxOpened(box.side, box.id, why, placed, is_spent))


def places_about(state: State, box: Vehicle) -> Iterator[Put]:
    """Yield places for the units in a box: the nearest free ones."""
    now, spots = find_paths(state).without([box.id]), _spots(box.at)
    for id_ in box.aboard:
        kind = state.type_of(state.carried[id_])
        for at in spots:
            stand = PlacedPiece(id_, box.side, kind.footprint, at, box.facing)
            if now.standing_refusal(stand) is None:
                now = TabletopPaths(now.ground, [*now.stands.values(), stand])
                yield id_, at, box.facing
                break


def _spots(middle: Point) -> Iterator[Point]:
    """Places farther and farther from one; none comes twice."""
    found, ring = 0, 0
    while found < MAX_TRIED:
        edge = range(-ring, ring + 1)
        for x in edge:
            for y in edge:
                if max(abs(x), abs(y)) == ring:
                    found += 1
                    yield Point(middle.x + x * STEP, middle.y + y * STEP)
        ring += 1


# --- orders ---------------------------------------------------------------------------------------


def packing_refusal(state: State, side: str, order: ActionOrder) -> str:
    """Return why a force may not be boxed, as a word; empty if it may (L21.3)."""
    men = [state.figures[id_] for id_ in dict.fromkeys(order.figures) if id_ in state.figures]
    if not state.book.choices.boxes or not men or len(men) < len(order.figures):
        return "no-men"
    carried = state.book.units[BOX].carries
    if any(each.type not in carried for each in men):
        return "not-carried"
    if not all(_may_pack(state, side, each) for each in men):
        return "may-not-go"
    if any(
        are_near(state, man, foe, APART - 1) for man in men for foe in watching_enemies(state, side)
    ):
        return "enemy-near"
    if order.path or order.target:
        return "no-place"
    place = box_place(state, men)
    if place is None:
        return "no-place"
    far = min(state.customs.allowance(state, man) for man in men)
    too_far = any(length_of((man.at, place)) > far * FINE for man in men)
    return "too-far" if too_far else ""


def _may_pack(state: State, side: str, man: Figure) -> bool:
    is_free = man.side == side and man.is_fit and not man.party and not man.moved
    return is_free and state.customs.may_move(state, man)


def box_place(state: State, men: Sequence[Figure]) -> Point | None:
    """Return the place for the box of some men: nearest to their middle with room."""
    x = sum(man.at.x for man in men) // len(men)
    y = sum(man.at.y for man in men) // len(men)
    now, facing = find_paths(state).without(man.id for man in men), _ahead(state, men[0].side)
    for at in _spots(Point(x, y)):
        if now.standing_refusal(PlacedPiece("", men[0].side, BOX, at, facing)) is None:
            return at
    return None


def _ahead(state: State, side: str) -> int:
    return state.field.facing_from(state.edges[side])


def pack(game: WarGame, order: ActionOrder) -> None:
    """A force is put into a box: that is its move."""
    state = game.state
    men = [state.figures[id_] for id_ in order.figures]
    place = box_place(state, men)
    assert place is not None, order
    side = men[0].side
    name = next(
        id_ for n in range(1, 1 << 16) if state.known_piece(id_ := f"{side}-box-{n}") is None
    )
    game.emit(BoxSet(side, name, place, _ahead(state, side)))
    game.emit(Packed(side, name, order.figures))


def unpacking_refusal(state: State, side: str, order: ActionOrder) -> str:
    """Return why a side may not open a box, as a word; empty if it may."""
    box = state.vehicles.get(order.figures[0]) if len(order.figures) == 1 else None
    if box is None or box.type != BOX or box.side != side or order.path or order.target:
        return "no-box"
    return "may-not-go" if box.moved else ""


def unpack(game: WarGame, order: ActionOrder) -> None:
    """A side opens a box of its own: that is the move of those inside."""
    open_box(game, game.state.vehicles[order.figures[0]], "own", is_spent=True)


def propose_boxes(state: State, side: str) -> Iterator[ActionOrder]:
    """Yield orders to open boxes near the enemy and to pack bodies far away."""
    if not state.book.choices.boxes:
        return
    for box in state.vehicles.values():
        order = ActionOrder(UNPACK, (box.id,))
        if not unpacking_refusal(state, side, order) and _is_near_enemy(state, box):
            yield order
    bodies: dict[str, list[str]] = {}
    for man in state.figures_of_side(side):
        bodies.setdefault(man.body, []).append(man.id)
    for ids in bodies.values():
        order = ActionOrder(PACK, tuple(ids))
        if not packing_refusal(state, side, order):
            yield order


def _is_near_enemy(state: State, box: Vehicle) -> bool:
    core = state.field.footprint_of(state.placed_piece(box))
    rooms = (
        state.field.footprint_of(state.placed_piece(foe))
        for foe in watching_enemies(state, box.side)
    )
    return any(least_distance(core, each) <= APART for each in rooms)
