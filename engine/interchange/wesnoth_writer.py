"""Maps as rows of Wesnoth's codes, worked out for all hexes at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from engine.hexes.hex import SIDES
from engine.interchange.import_result import MAX_PLACES, Losses, Report
from engine.interchange.map_assembly import notes_of, notes_of_map
from engine.interchange.wesnoth_layout import SheetLayout
from engine.interchange.wesnoth_terrain import (
    CODE,
    NAME,
    PROGRAM,
    RAILS,
    ground_of,
    road_of,
    terrain_table,
)
from engine.map.map import Map
from engine.texts import localised

DEFAULT = "Gg"  # the code of ground that has none
ROWS_AT_ONCE = 50  # between two reports of progress

Index = tuple[int, int]
Truths = NDArray[np.bool_]


class CodeSheet:
    """The codes of a map's hexes: a plane of numbers, and the code that each number stands for."""

    def __init__(self, map_: Map, losses: Losses) -> None:
        self.map, self.losses = map_, losses
        self.shape = map_.grid.shape
        self.codes: dict[str, int] = {}
        usual = [terrain_table().codes.get(ground, DEFAULT) for ground in map_.grounds]
        self.plane = np.array([*map(self._number, usual)], np.int32)[map_.ground]
        self.is_water: Truths = np.array([code.startswith("W") for code in usual])[map_.ground]
        self.notes = {map_.grid.index(hex_): said for hex_, said in notes_of(map_, PROGRAM).items()}
        self.layout = SheetLayout.from_words(notes_of_map(map_, PROGRAM))
        links = self._links()
        kept = self._kept_codes(links)
        self._tell_grounds(usual, kept)
        self._lay_links(links, kept)
        for index, code in kept.items():
            self.plane[index] = self._number(code)
        self.names = self._names()
        self._tell_what_has_no_place()

    def lines(self, report: Report) -> Iterator[str]:
        """The lines of the file: its head, then each row between its ends of the border."""
        words, layout = np.array([*self.codes], object), self.layout
        rows, columns = self.shape
        ring = self._kept_ring() or self._usual_ring(words)
        wide = columns + 2
        yield from layout.head.splitlines()
        yield layout.row(ring[:wide])
        for row in range(rows):
            cells = words[self.plane[row]].tolist()
            for column, names in self.names[row].items():
                cells[column] = " ".join([*names, cells[column]])
            left, right = ring[wide + 2 * row : wide + 2 * row + 2]
            yield layout.row([left, *cells, right])
            if row % ROWS_AT_ONCE == 0:
                report(row / rows)
        yield layout.row(ring[-wide:])

    def _number(self, code: str) -> int:
        return self.codes.setdefault(code, len(self.codes))

    # --- the border -------------------------------------------------------------------------------

    def _usual_ring(self, words: NDArray[np.object_]) -> list[str]:
        """The border where nothing is said of it: what lies beside it, row by row."""
        top, bottom = (words[self.plane[row]].tolist() for row in (0, -1))
        sides = words[self.plane[:, [0, -1]]].ravel().tolist()
        return [top[0], *top, top[-1], *sides, bottom[0], *bottom, bottom[-1]]

    def _kept_ring(self) -> list[str]:
        """The border as it was brought in; nothing where the map is of another size since."""
        said = [words.split()[1:] for words in notes_of_map(self.map, PROGRAM)
                if words.startswith("border ")]  # fmt: skip
        ring, (rows, columns) = said[0] if said else [], self.shape
        if len(ring) != 2 * (columns + 2 + rows) or not all(map(CODE.fullmatch, ring)):
            return []
        return ring

    # --- links ------------------------------------------------------------------------------------

    def _links(self) -> NDArray[np.int8]:
        """The best link that runs through each hex, by its place among the levels, or -1.

        A bridge runs through no hex but its own: over water, or where one was kept.
        """
        levels = list(terrain_table().levels)
        best = np.full(self.shape, -1, np.int8)
        was_bridge, was_rail = (self._noted(sign) for sign in ("^B", RAILS))
        bears: Truths = self.is_water | was_bridge
        for kind, masks in self.map.links.items():
            runs: Truths = masks != 0
            if kind == "bridge":
                self._tell_bridges(runs & ~bears, bears)
                runs &= bears & (was_bridge | self._lead_elsewhere(masks, was_bridge))
            if kind == "rail":
                runs &= ~was_rail
            if kind not in levels:
                self._tell("board-link", kind, runs)
                continue
            place = levels.index(kind)
            best[runs & ((best < 0) | (best > place))] = place
        return best

    def _noted(self, sign: str) -> Truths:
        """The hexes whose kept codes have a sign."""
        found = np.zeros(self.shape, np.bool_)
        for index, said in self.notes.items():
            found[index] = any(sign in words for words in said)
        return found

    def _lead_elsewhere(self, masks: NDArray[np.uint8], was_bridge: Truths) -> Truths:
        """The hexes with a link to another one than a bridge that was kept: not its banks."""
        found = np.zeros(self.shape, np.bool_)
        for direction in range(SIDES):
            there = self.map.grid.neighbour_plane(was_bridge, direction, 0) != 0
            found |= ((masks >> direction & 1) == 1) & ~there
        return found

    def _tell_bridges(self, unborne: Truths, bears: Truths) -> None:
        """Report bridges between two hexes neither of which can bear one."""
        masks, counts = self.map.links["bridge"], np.zeros(self.shape, np.uint8)
        for direction in range(SIDES):
            leads = unborne & ((masks >> direction & 1) == 1)
            counts += leads & (self.map.grid.neighbour_plane(bears, direction, 0) == 0)
        self._tell("board-link", "bridge", counts)

    def _lay_links(self, best: NDArray[np.int8], kept: Mapping[Index, str]) -> None:
        """Put roads on open ground and bridges over water; report links anywhere else."""
        grounds = self.map.grounds
        is_open: Truths = np.array([ground == "open" for ground in grounds])[self.map.ground]
        free = np.ones(self.shape, np.bool_)
        for index in kept:
            free[index] = False
        over: Truths = free & self.is_water
        on: Truths = free & is_open & ~self.is_water
        for place, (link, code) in enumerate(terrain_table().levels.items()):
            here: Truths = best == place
            if link != "bridge":  # one over water is a bridge without a word
                other = (over & (link != "road")) | (on & (link != road_of(code)))
                self._tell("wesnoth-link-as", link, here & other)
            self.plane[here & on] = self._number(code)
        elsewhere: Truths = free & (best >= 0) & ~over & ~on
        for number, ground in enumerate(grounds):
            self._tell("wesnoth-link-in", ground, elsewhere & (self.map.ground == number))
        self._lay_bridges(over & (best >= 0))

    def _lay_bridges(self, over: Truths) -> None:
        """Put bridges over water, each leading most nearly as the links do."""
        masks = np.zeros(self.shape, np.uint8)
        for kind in terrain_table().levels:
            if kind in self.map.links:
                masks |= self.map.links[kind]
        signs, bridges = (
            len(terrain_table().bridges),
            np.array([*map(self._number, self._bridges())]),
        )
        by_mask = np.array([self._sign(mask) for mask in range(1 << SIDES)], np.int32)
        chosen = self.map.ground[over].astype(np.int32) * signs + by_mask[masks[over]]
        self.plane[over] = bridges[chosen]

    def _bridges(self) -> list[str]:
        """The code of a bridge of each sign over each ground, those of a ground together."""
        usual = [terrain_table().codes.get(ground, DEFAULT) for ground in self.map.grounds]
        return [f"{code}^Bw{sign}" for code in usual for sign in terrain_table().bridges]

    def _sign(self, mask: int) -> int:
        """The place of the sign of a bridge that leads most nearly as some links do."""
        names = self.map.grid.orientation.directions
        ways = {names[direction] for direction in range(SIDES) if mask >> direction & 1}
        shared = [len(ways & set(leads)) for leads in terrain_table().bridges.values()]
        return shared.index(max(shared))

    # --- ground, and what was kept ----------------------------------------------------------------

    def _kept_codes(self, best: NDArray[np.int8]) -> dict[Index, str]:
        """The codes that were kept and still hold, by hex."""
        found = {}
        for index, said in self.notes.items():
            code = next((words[5:] for words in said if words.startswith("code ")), "")
            ground = self.map.grounds[self.map.ground[index]]
            holds = CODE.fullmatch(code) and (ground_of(code) or "open") == ground
            if holds and (best[index] < 0 or road_of(code)):
                found[index] = code
        return found

    def _tell_grounds(self, usual: list[str], kept: Mapping[Index, str]) -> None:
        """Report ground that comes back as another."""
        changed = [ground_of(code) != ground
                   for ground, code in zip(self.map.grounds, usual, strict=True)]  # fmt: skip
        for number, ground in enumerate(self.map.grounds):
            if changed[number]:
                here: Truths = self.map.ground == number
                for index in kept:
                    here[index] = False
                self._tell("wesnoth-ground", ground, here)

    # --- what has no place ------------------------------------------------------------------------

    def _names(self) -> dict[int, dict[int, list[str]]]:
        """Return the names of hexes, by row and column: zones of one hex."""
        found: dict[int, dict[int, list[str]]] = defaultdict(dict)
        for name, zone in self.map.zones.items():
            said = name.removeprefix("start-") if name[6:].isdecimal() else name
            if np.count_nonzero(zone.hexes) == 1 and NAME.fullmatch(said):
                row, column = map(int, np.unravel_index(np.argmax(zone.hexes), self.shape))
                found[row].setdefault(column, []).append(said)
            else:
                self.losses.add("not-zone", name)
        return found

    def _tell_what_has_no_place(self) -> None:
        map_, losses = self.map, self.losses
        if map_.level.any():
            losses.add("not-levels", count=int(np.count_nonzero(map_.level)))
        for kind, masks in map_.sides.items():
            if masks.any():
                losses.add("board-side", kind, count=int(np.count_nonzero(masks)))
        for place in map_.places:
            losses.add("not-place", localised(place.name), map_.grid.name(place.at))

    def _tell(self, code: str, what: str, counts: Truths | NDArray[np.uint8]) -> None:
        """Report a loss so often in each hex; the first hexes are named."""
        total, told = int(counts.sum(dtype=np.int64)), 0
        rows = np.flatnonzero(counts.any(axis=1)).tolist() if total else []
        for row in rows:
            for column in np.flatnonzero(counts[row]).tolist():
                for _ in range(int(counts[row, column])):
                    self.losses.add(code, what, f"@{column},{row}")
                    told += 1
            if told >= MAX_PLACES:
                break
        if total > told:
            self.losses.add(code, what, count=total - told)
