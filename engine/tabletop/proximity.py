"""The proximity of pieces on a table: contacts, groups, support (G4, L10, L11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np

from engine.tabletop.buffered_shapes import BufferedShape, least_distance
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.footprints import PlacedPiece, footprint_core
from engine.tabletop.movement_obstacles import CONTACT
from engine.tabletop.shape_arrays import ShapeArrays, Truths, Wholes


class ProximityIndex:
    """All who stand on a table, and how far they are apart."""

    def __init__(
        self, stands: Iterable[PlacedPiece], scale: FigureScale = FigureScale.LITTLE_WARS
    ) -> None:
        self.stands: Mapping[str, PlacedPiece] = {stand.id: stand for stand in stands}
        self.scale = scale

    @cached_property
    def unit_shapes(self) -> Mapping[str, BufferedShape]:
        """The room each takes up."""
        return {id_: footprint_core(stand, self.scale) for id_, stand in self.stands.items()}

    @cached_property
    def _cores(self) -> ShapeArrays:
        return ShapeArrays.of(list(self.unit_shapes.values()))

    @cached_property
    def _ids(self) -> tuple[str, ...]:
        return tuple(self.stands)

    @cached_property
    def _index(self) -> Mapping[str, int]:
        return {id_: each for each, id_ in enumerate(self.stands)}

    @cached_property
    def _sides(self) -> Wholes:
        names: dict[str, int] = {}
        sides = [names.setdefault(one.side, len(names)) for one in self.stands.values()]
        return np.array(sides, np.int64)

    def gap(self, one: str, other: str) -> int:
        """Return the distance between two pieces, rounded up to whole sixteenths (G4)."""
        return least_distance(self.unit_shapes[one], self.unit_shapes[other])

    def within(
        self, of: Iterable[str], length: int | Mapping[str, int], among: Iterable[str] | None = None
    ) -> tuple[str, ...]:
        """Those within a length of any of some, edge to edge, without these; in their order.

        Where lengths differ each has its own.
        """
        of = tuple(of)
        there = self._ids if among is None else tuple(among)
        lengths = [length if isinstance(length, int) else length[one] for one in of]
        found = self._reached(of, lengths, self._marked(there))
        return tuple(other for other in there if found[self._index[other]])

    def _marked(self, ids: Iterable[str]) -> Truths:
        marked = np.zeros(len(self._ids), np.bool_)
        marked[[self._index[id_] for id_ in ids]] = True
        return marked

    def _reached(self, of: Sequence[str], lengths: Sequence[int], others: Truths) -> Truths:
        """Return True for the others within the length of each."""
        from engine.tabletop.distance_kernels import reached_by

        chosen = np.array([self._index[one] for one in of], np.int64)
        found, cores = np.zeros(len(self._ids), np.bool_), self._cores
        others = others.copy()
        others[chosen] = False
        reached_by(
            chosen, np.array(lengths, np.int64), others,
            cores.corners, cores.starts, cores.areas, cores.doubled, cores.bounds, found,
        )  # fmt: skip
        return found

    def contacts(self, among: Iterable[str] | None = None) -> tuple[tuple[str, str], ...]:
        """The pairs of enemies in contact, each named once (L11.1)."""
        from engine.tabletop.distance_kernels import pairs_within

        cores, pairs = self._cores, np.empty((len(self._ids), 2), np.int64)
        line = (cores.corners, cores.starts, cores.areas, cores.bounds, cores.doubled, self._sides)
        count = pairs_within(*line, CONTACT, pairs)
        if count > len(pairs):
            pairs = np.empty((count, 2), np.int64)
            pairs_within(*line, CONTACT, pairs)
        chosen = set(self._ids if among is None else among)
        named = [(self._ids[one], self._ids[other]) for one, other in pairs[:count]]
        return tuple(pair for pair in named if chosen.issuperset(pair))

    def supporters(
        self, groups: Sequence[Sequence[str]], reach: Mapping[str, int], counted: Iterable[str]
    ) -> tuple[int, ...]:
        """Return the number of supporters of each group (L10).

        They are counted pieces of its side, not in it, and within their own reach of one of its
        members. An empty group has none.
        """
        marked = self._marked(counted)
        return tuple(self._supporters(group, reach, marked) if group else 0 for group in groups)

    def _supporters(self, group: Sequence[str], reach: Mapping[str, int], counted: Truths) -> int:
        own = self._sides == self._sides[self._index[group[0]]]
        return int(self._reached(group, [reach[one] for one in group], counted & own).sum())

    def clusters(self, ids: Iterable[str], length: int) -> tuple[tuple[str, ...], ...]:
        """Figures in groups: of one side, each within a length of another of its group."""
        from engine.tabletop.distance_kernels import label_groups

        cores = self._cores
        labels = np.where(self._marked(ids), np.arange(len(self._ids)), -1)
        line = (cores.corners, cores.starts, cores.areas, cores.bounds, cores.doubled, self._sides)
        label_groups(*line, length, labels)
        found: dict[int, list[str]] = {}
        for each in np.flatnonzero(labels >= 0):
            found.setdefault(int(labels[each]), []).append(self._ids[each])
        return tuple(map(tuple, found.values()))
