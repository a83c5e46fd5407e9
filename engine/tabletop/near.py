"""Who is near whom on a table, edge to edge: contacts, groups, who supports them (G4, L10, L11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from engine.tabletop.cores import Core, gap, is_within
from engine.tabletop.footprints import Stand, stand_core
from engine.tabletop.kinds import TableScale
from engine.tabletop.ways import CONTACT


class Throng:
    """All who stand on a table, and how far they are apart."""

    def __init__(self, stands: Iterable[Stand], scale: TableScale = TableScale.LITTLE_WARS) -> None:
        self.stands: Mapping[str, Stand] = {stand.id: stand for stand in stands}
        self.scale = scale

    @cached_property
    def rooms(self) -> Mapping[str, Core]:
        """The room each takes up."""
        return {id_: stand_core(stand, self.scale) for id_, stand in self.stands.items()}

    def gap(self, one: str, other: str) -> int:
        """How far two are apart, rounded up to whole sixteenths (G4)."""
        return gap(self.rooms[one], self.rooms[other])

    def within(
        self, of: Iterable[str], length: int | Mapping[str, int], among: Iterable[str] | None = None
    ) -> tuple[str, ...]:
        """Those within a length of any of some, edge to edge, without these; in their order.

        Where lengths differ each has its own.
        """
        of = tuple(of)
        there = self.stands if among is None else among
        return tuple(
            other
            for other in there
            if other not in of
            and any(
                is_within(
                    self.rooms[one],
                    self.rooms[other],
                    length if isinstance(length, int) else length[one],
                )
                for one in of
            )
        )

    def near_point(self, room: Core, length: int) -> tuple[str, ...]:
        """Those within a length of a shape: of a point, of a line between two."""
        return tuple(id_ for id_, one in self.rooms.items() if is_within(one, room, length))

    def contacts(self, among: Iterable[str] | None = None) -> tuple[tuple[str, str], ...]:
        """The pairs of enemies in contact, each named once (L11.1)."""
        ids = list(self.stands if among is None else among)
        return tuple(
            (one, other)
            for place, one in enumerate(ids)
            for other in ids[place + 1 :]
            if self.stands[one].side != self.stands[other].side
            and is_within(self.rooms[one], self.rooms[other], CONTACT)
        )

    def friends(
        self, group: Sequence[str], reach: Mapping[str, int], counted: Iterable[str]
    ) -> tuple[str, ...]:
        """Those who support a group: counted, of its side, within a member's own reach (L10)."""
        side = self.stands[group[0]].side
        own = [one for one in counted if self.stands[one].side == side]
        return self.within(group, {one: reach[one] for one in group}, own)

    def is_isolated(
        self, group: Sequence[str], reach: Mapping[str, int], counted: Iterable[str]
    ) -> bool:
        """Whether fewer than half a group's number support it: 2f < n (L10.1)."""
        return 2 * len(self.friends(group, reach, counted)) < len(group)

    def isolations(
        self, groups: Sequence[Sequence[str]], reach: Mapping[str, int], counted: Iterable[str]
    ) -> tuple[int, ...]:
        """How many support each of many groups."""
        counted = tuple(counted)
        return tuple(len(self.friends(group, reach, counted)) for group in groups)

    def clusters(self, ids: Iterable[str], length: int) -> tuple[tuple[str, ...], ...]:
        """Figures in groups: of one side, each within a length of another of its group."""
        left, found = list(ids), []
        while left:
            group, edge = [left[0]], [left.pop(0)]
            while edge:
                side = self.stands[edge[0]].side
                own = [one for one in left if self.stands[one].side == side]
                edge = list(self.within(edge, length, own))
                group += edge
                left = [one for one in left if one not in edge]
            found.append(tuple(group))
        return tuple(found)
