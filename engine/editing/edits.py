"""Edits: frozen values that change a map in place and give back what undoes them.

Every edit's `apply` either changes the map and returns its inverse, or raises and leaves the map as
it was. The inverse of the inverse is the edit again. Hexes are counted by flat index (see
`engine.hexes.flat_index`). Edits of the sheet as a whole are in
`engine.editing.map_metadata_edits`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.editing.edit_extent import EditExtent, MapPart
from engine.hexes import flat_index
from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.map.map import HIGHEST_LEVEL, LOWEST_LEVEL, Map, Masks

ALL_SIDES = (1 << SIDES) - 1
OPPOSITE = tuple((direction + SIDES // 2) % SIDES for direction in range(SIDES))


class Edit(Protocol):
    """One change of a map."""

    def apply(self, map_: Map) -> Edit:
        """Change the map; the inverse, which changes it back."""
        ...

    def touched(self, grid: Grid) -> EditExtent:
        """Return the extent of the edit on a map of this grid.

        The earlier state may have reached further: the whole extent is that of the edit and its
        inverse together.
        """
        ...


class CellLayer(StrEnum):
    """The planes with one value a hex."""

    LEVEL = "level"
    GROUND = "ground"


class MaskGroup(StrEnum):
    """The planes of masks: hexside features, and links from hex to hex."""

    SIDES = "sides"
    LINKS = "links"


@dataclass(frozen=True, eq=False)
class SetCells:
    """New levels, or new ground as positions in the map's legend, one value a hex."""

    layer: CellLayer
    indices: Indices
    values: NDArray[Any]

    def __post_init__(self) -> None:
        _fix(self, indices=np.int32, values=np.int16 if self.layer is CellLayer.LEVEL else np.uint8)

    def apply(self, map_: Map) -> SetCells:
        """ValueError for hexes off the map, levels out of range, or ground not in the legend."""
        plane = map_.level if self.layer is CellLayer.LEVEL else map_.ground
        _require_inside(self.indices, map_.grid)
        self._require_sound(map_)
        before = SetCells(self.layer, self.indices, plane.take(self.indices))
        plane.put(self.indices, self.values)
        return before

    def touched(self, grid: Grid) -> EditExtent:
        """The hexes."""
        return EditExtent.at_hexes(grid, MapPart(self.layer.value), self.indices)

    def _require_sound(self, map_: Map) -> None:
        if not self.values.size:
            return
        low, high = int(self.values.min()), int(self.values.max())
        if self.layer is CellLayer.LEVEL and not LOWEST_LEVEL <= low <= high <= HIGHEST_LEVEL:
            raise ValueError(
                f"Levels {low}…{high} are out of range. Use {LOWEST_LEVEL}…{HIGHEST_LEVEL}."
            )
        if self.layer is CellLayer.GROUND and high >= len(map_.grounds):
            raise ValueError(f"Ground {high} is not in the legend. Use 0…{len(map_.grounds) - 1}.")


@dataclass(frozen=True, eq=False)
class SetMasks:
    """New masks of one kind of hexside feature or link in some hexes.

    Their neighbours are kept consistent: each is given or loses the bit of the side it shares with
    a hex named here. Where two of the hexes disagree about the side between them, it bears the
    feature. Links that would lead off the map are left out.
    """

    group: MaskGroup
    kind: str
    indices: Indices
    masks: Masks

    def __post_init__(self) -> None:
        _fix(self, indices=np.int32, masks=np.uint8)

    def apply(self, map_: Map) -> Edit:
        """ValueError for hexes off the map or masks of more than six bits."""
        lifted = np.bitwise_xor(self.masks, ALL_SIDES)
        return LayMasks(self.group, self.kind, self.indices, self.masks, lifted).apply(map_)

    def touched(self, grid: Grid) -> EditExtent:
        """The hexes and those round them."""
        return EditExtent.at_hexes(grid, MapPart(self.group.value), self.indices, border=1)


@dataclass(frozen=True, eq=False)
class LayMasks:
    """Sides or links laid in some hexes, and others lifted; the rest stays.

    `laid` and `lifted` are masks; a side in both is laid. Neighbours are kept consistent.
    """

    group: MaskGroup
    kind: str
    indices: Indices
    laid: Masks
    lifted: Masks

    def __post_init__(self) -> None:
        _fix(self, indices=np.int32, laid=np.uint8, lifted=np.uint8)

    def apply(self, map_: Map) -> Edit:
        """ValueError for hexes off the map or masks of more than six bits."""
        _require_inside(self.indices, map_.grid)
        most = int((self.laid | self.lifted).max(initial=0))
        if most > ALL_SIDES:
            raise ValueError(f"Mask {most} has more than six bits. Use one bit per side.")
        planes = mask_planes(map_, self.group)
        if self.kind in planes:
            return self._write(map_.grid, planes[self.kind])
        if not self.laid.any():
            return SetMasks(self.group, self.kind, self.indices[:0], self.laid[:0])
        added = AddKind(self.group, self.kind).apply(map_)
        self._write(map_.grid, planes[self.kind])
        return added

    def touched(self, grid: Grid) -> EditExtent:
        """The hexes and those round them."""
        return EditExtent.at_hexes(grid, MapPart(self.group.value), self.indices, border=1)

    def _write(self, grid: Grid, plane: Masks) -> SetMasks:
        """Change both hexes of every side; the inverse names all hexes whose mask changed."""
        around = flat_index.neighbour_indices(grid, self.indices)
        laid, lifted = _bits(self.laid), _bits(self.lifted)
        if self.group is MaskGroup.LINKS:
            laid &= around >= 0
        every = np.unique(np.concatenate((self.indices, around[around >= 0])))
        before = plane.take(every)
        after = before.copy()
        here = np.searchsorted(every, self.indices)
        there = np.searchsorted(every, around)  # of no meaning off the map
        on_map = around >= 0
        for direction, opposite in enumerate(OPPOSITE):
            off, out = lifted[:, direction], lifted[:, direction] & on_map[:, direction]
            after[here[off]] &= np.uint8(ALL_SIDES ^ 1 << direction)
            after[there[out, direction]] &= np.uint8(ALL_SIDES ^ 1 << opposite)
        for direction, opposite in enumerate(OPPOSITE):
            on, out = laid[:, direction], laid[:, direction] & on_map[:, direction]
            after[here[on]] |= np.uint8(1 << direction)
            after[there[out, direction]] |= np.uint8(1 << opposite)
        plane.put(every, after)
        changed = before != after
        return SetMasks(self.group, self.kind, every[changed], before[changed])


@dataclass(frozen=True)
class AddKind:
    """A kind of hexside feature or link the map may bear from now on, still nowhere laid.

    `place` is where it stands among the map's kinds: the last one by default.
    """

    group: MaskGroup
    kind: str
    place: int | None = None

    def apply(self, map_: Map) -> RemoveKind:
        """ValueError for a kind that is there."""
        planes = mask_planes(map_, self.group)
        if self.kind in planes:
            raise ValueError(f"The map already has {self.kind!r} among its {self.group}.")
        insert_entry(planes, self.kind, np.zeros(map_.grid.shape, np.uint8), self.place)
        return RemoveKind(self.group, self.kind)

    def touched(self, grid: Grid) -> EditExtent:
        """No hex yet."""
        return EditExtent(frozenset({MapPart(self.group.value)}))


@dataclass(frozen=True)
class RemoveKind:
    """A kind of hexside feature or link taken off the whole map."""

    group: MaskGroup
    kind: str

    def apply(self, map_: Map) -> Edit:
        """ValueError for a kind that is not there."""
        planes = mask_planes(map_, self.group)
        if self.kind not in planes:
            raise ValueError(f"The map has no {self.kind!r} among its {self.group}. Add it first.")
        place = list(planes).index(self.kind)
        plane = planes.pop(self.kind).reshape(-1)
        laid = np.flatnonzero(plane).astype(np.int32)
        added = AddKind(self.group, self.kind, place)
        return Compound((added, SetMasks(self.group, self.kind, laid, plane[laid])))

    def touched(self, grid: Grid) -> EditExtent:
        """The inverse knows where it lay."""
        return EditExtent(frozenset({MapPart(self.group.value)}))


@dataclass(frozen=True, eq=False)
class SetZoneCells:
    """Hexes put into a zone (true) or taken out of it."""

    zone: str
    indices: Indices
    values: NDArray[np.bool_]

    def __post_init__(self) -> None:
        _fix(self, indices=np.int32, values=np.bool_)

    def apply(self, map_: Map) -> SetZoneCells:
        """ValueError for hexes off the map or a zone it has not."""
        _require_inside(self.indices, map_.grid)
        if self.zone not in map_.zones:
            raise ValueError(
                f"Unknown zone {self.zone!r}. Known: {', '.join(map_.zones) or 'none'}."
            )
        plane = map_.zones[self.zone].hexes
        before = SetZoneCells(self.zone, self.indices, plane.take(self.indices))
        plane.put(self.indices, self.values)
        return before

    def touched(self, grid: Grid) -> EditExtent:
        """The hexes."""
        return EditExtent.at_hexes(grid, MapPart.ZONES, self.indices)


@dataclass(frozen=True)
class Compound:
    """Several edits made as one, in their order: all of them or none."""

    edits: tuple[Edit, ...]

    def apply(self, map_: Map) -> Compound:
        """Apply the edits in order; if one raises, undo those before it and raise again."""
        inverses: list[Edit] = []
        try:
            for edit in self.edits:
                inverses.append(edit.apply(map_))
        except Exception:
            for inverse in reversed(inverses):
                inverse.apply(map_)
            raise
        return Compound(tuple(reversed(inverses)))

    def touched(self, grid: Grid) -> EditExtent:
        """Return the extent of all edits together."""
        return EditExtent.together(edit.touched(grid) for edit in self.edits)


def combine_edits(edits: Iterable[Edit | None]) -> Edit | None:
    """Several edits as one, where some may be none; None where all are."""
    made = tuple(edit for edit in edits if edit is not None)
    if len(made) < 2:
        return made[0] if made else None
    return Compound(made)


def compound_inverse(inverses: Iterable[Edit]) -> Edit:
    """The inverses of edits, the last edit's first, as one edit that names every hex once.

    Only for inverses: of the values several give a hex the last is kept, which is right because
    they name all the hexes that changed, on both sides of a hexside.
    """
    done: list[Edit] = []
    writes: dict[Hashable, list[SetCells | SetMasks | SetZoneCells]] = {}
    for edit in _simple(inverses):
        if isinstance(edit, SetCells | SetMasks | SetZoneCells):
            writes.setdefault(_target(edit), []).append(edit)
        else:
            done += [*map(_last_written, writes.values()), edit]
            writes = {}
    done += map(_last_written, writes.values())
    return done[0] if len(done) == 1 else Compound(tuple(done))


def _simple(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Edits without compounds, in the order in which they are applied."""
    for edit in edits:
        if isinstance(edit, Compound):
            yield from _simple(edit.edits)
        else:
            yield edit


def _target(edit: SetCells | SetMasks | SetZoneCells) -> Hashable:
    """The plane an edit writes to; writes to different planes can change places."""
    match edit:
        case SetCells():
            return edit.layer
        case SetMasks():
            return edit.group, edit.kind
        case SetZoneCells():
            return edit.zone, None


def _last_written(edits: Sequence[SetCells | SetMasks | SetZoneCells]) -> Edit:
    """Writes to one plane as one."""
    if len(edits) == 1:
        return edits[0]
    indices = np.concatenate([edit.indices for edit in edits])[::-1]
    values = np.concatenate(
        [edit.masks if isinstance(edit, SetMasks) else edit.values for edit in edits]
    )[::-1]
    indices, last = np.unique(indices, return_index=True)
    match edits[0]:
        case SetCells(layer=layer):
            return SetCells(layer, indices, values[last])
        case SetMasks(group=group, kind=kind):
            return SetMasks(group, kind, indices, values[last])
        case SetZoneCells(zone=zone):
            return SetZoneCells(zone, indices, values[last])


def mask_planes(map_: Map, group: MaskGroup) -> dict[str, Masks]:
    """The planes of masks of a group, by kind."""
    return map_.sides if group is MaskGroup.SIDES else map_.links


def insert_entry(entries: dict[str, Any], key: str, value: Any, place: int | None) -> None:
    """Put an entry at a place among others, or last."""
    behind = [] if place is None else list(entries.items())[place:]
    for name, _ in behind:
        del entries[name]
    entries[key] = value
    entries.update(behind)


def _bits(masks: Masks) -> NDArray[np.bool_]:
    """Masks taken apart, shape [hexes, 6]."""
    return (masks[:, None] >> np.arange(SIDES, dtype=np.uint8) & 1).astype(np.bool_)


def _fix(edit: Any, **dtypes: type[np.generic]) -> None:
    """Make the arrays of an edit its own and unchangeable; ValueError when their sizes differ."""
    sizes = set()
    for name, dtype in dtypes.items():
        given = np.asarray(getattr(edit, name))
        fixed = given.astype(dtype)
        if given.dtype != dtype and not np.array_equal(given, fixed):
            raise ValueError(f"The values of {name!r} do not fit into {np.dtype(dtype)}.")
        fixed.flags.writeable = False
        object.__setattr__(edit, name, fixed)
        sizes.add(fixed.shape)
    if len(sizes) > 1 or any(len(size) != 1 for size in sizes):
        raise ValueError(f"Arrays of {sorted(sizes)} do not match. Give one value per hex.")


def _require_inside(indices: Indices, grid: Grid) -> None:
    if indices.size and not 0 <= indices.min() <= indices.max() < len(grid):
        raise ValueError(
            f"Hexes {indices.min()}…{indices.max()} are off the map of {grid.columns} × "
            f"{grid.rows}."
        )
