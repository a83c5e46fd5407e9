"""Every cell of every printed table, compared with a second transcription.

The figures here were written down from the rule books column by column, apart from the data of the
games; so a slip in either is found by the other.
"""

from __future__ import annotations

from itertools import product

import pytest

from engine.games import system_of
from engine.games.primer.data import book as primer
from engine.games.tank.data import book as tank

# --- the tank game --------------------------------------------------------------------------------

A_LEVEL_UP_TO = {8: 10, 20: 9, 28: 8, 40: 7, 44: 6, 52: 5, 60: 2}  # the last range of each level
B_BY_RANGE = {  # target 1, 2 … 8 levels higher
    4: "22334455", 8: "22233445", 12: "12233445", 16: "11223344", 20: "11122333", 24: "01112223",
    28: "01112222", 32: "00111222", 36: "00111122", 40: "00011112", 44: "00011112", 45: "00001111",
}  # fmt: skip
C_BY_LEVEL = {  # 2d6: 2, 3 … 12
    1: "F·········S", 2: "FS········M", 3: "FK·······SM", 4: "FKS······KM", 5: "FKK·····SKM",
    6: "FKKS····KKM", 7: "FKKK···SKKM", 8: "FKKKS··KKKM", 9: "FKKKK·SKKKM", 10: "KKKKKKSKKKM",
}  # fmt: skip
C_DAMAGE = {1: 1, 2: 2, 3: 4, 4: 6, 5: 9, 6: 12, 7: 16, 8: 20, 9: 25, 10: 31}  # of 36 throws
D_BY_DISTANCE = {"155mm": (12, 6, 3), "122mm": (10, 5, 2)}
E_BY_LEVEL = {
    2: "SS·········", 3: "SS········S", 4: "SK·······SS", 5: "SKS·····SSS", 6: "SKSS···SSSM",
    7: "KKSS··SSSFM", 8: "KKSSSSSSSFM", 9: "KKKSSSSSMFM", 10: "KKKKSSSFMFK", 15: "KKKKSSSFMFK",
    16: "KKKKKFMFMKK", 24: "KKKKKFMFMKK",
}  # fmt: skip
ARMOUR = ("none", "light", "medium", "heavy", "composite")
F_BY_ARMOUR = {"155mm": (0, 1, 2, 3, 4), "122mm": (0, 2, 3, 4, 5)}
DIRECT_BY_ARMOUR = (0, 0, 1, 2, 3)
SUMS = range(2, 13)
CHANCES = {sum_: 6 - abs(sum_ - 7) for sum_ in SUMS}


@pytest.mark.parametrize("range_", range(63))
def test_tank_table_a_gives_the_level_of_every_range(range_: int) -> None:
    level = next((level for last, level in A_LEVEL_UP_TO.items() if range_ <= last), None)
    assert tank.book().tables["A"].number("85mm", range_) == level


@pytest.mark.parametrize(("higher", "range_"), list(product(range(1, 10), range(1, 62))))
def test_tank_table_b_takes_off_for_every_height_and_range(higher: int, range_: int) -> None:
    column = next((column for last, column in B_BY_RANGE.items() if range_ <= last), B_BY_RANGE[45])
    assert tank.book().tables["B"].number(higher, range_) == int(column[min(higher, 8) - 1])


def test_tank_table_b_row_1_is_2_2_1_1_1_0_0_0_0_0_0_0() -> None:
    """Readings settled: "Table B, row 1 is `2 2 1 1 1 0 0 0 0 0 0 0`"."""
    cells = tank.book().tables["B"].cells[0]
    assert cells == ("2", "2", "1", "1", "1", "0", "0", "0", "0", "0", "0", "0")


@pytest.mark.parametrize(("level", "sum_"), list(product(C_BY_LEVEL, SUMS)))
def test_tank_table_c_has_every_result_of_the_book(level: int, sum_: int) -> None:
    assert tank.book().direct_results[level][sum_] == C_BY_LEVEL[level][sum_ - 2]


@pytest.mark.parametrize("level", C_BY_LEVEL)
def test_tank_table_c_damages_as_often_as_the_book_says(level: int) -> None:
    results = tank.book().direct_results[level]
    assert sum(CHANCES[sum_] for sum_ in SUMS if results[sum_].is_damage) == C_DAMAGE[level]


@pytest.mark.parametrize(("level", "sum_"), list(product(C_BY_LEVEL, SUMS)))
def test_tank_table_c_prime_is_c_without_suppression(level: int, sum_: int) -> None:
    printed = C_BY_LEVEL[level].replace("S", "·")[sum_ - 2]
    wanted = {(10, 7): "·", (10, 8): "K"}.get((level, sum_), printed)
    assert tank.book({"results": "firefight"}).direct_results[level][sum_] == wanted


@pytest.mark.parametrize(("battery", "away"), list(product(D_BY_DISTANCE, range(3))))
def test_tank_table_d_gives_the_level_of_every_distance(battery: str, away: int) -> None:
    assert tank.book().tables["D"].number(battery, away) == D_BY_DISTANCE[battery][away]
    assert tank.book().tables["D"].number(battery, 3) is None


@pytest.mark.parametrize(("level", "sum_"), list(product(E_BY_LEVEL, SUMS)))
def test_tank_table_e_has_every_result_of_the_book(level: int, sum_: int) -> None:
    assert tank.book().shell_result(level, sum_) == E_BY_LEVEL[level][sum_ - 2]
    assert tank.book().shell_result(1, sum_) == "·"


@pytest.mark.parametrize(("place", "armour"), list(enumerate(ARMOUR)))
def test_tank_table_f_and_the_direct_armour_die_save_as_the_book_says(
    place: int, armour: str
) -> None:
    book = tank.book()
    assert book.armour_die(armour) == DIRECT_BY_ARMOUR[place]
    for battery, faces in F_BY_ARMOUR.items():
        assert book.shell_armour_die(battery, armour) == faces[place]


def test_no_tank_table_has_a_cell_that_is_not_compared() -> None:
    tables = tank.book().tables
    assert {name: (len(t.rows), len(t.columns)) for name, t in tables.items()} == {
        "A": (1, 7), "B": (8, 12), "C": (11, 10), "C-firefight": (11, 10), "D": (2, 3),
        "E": (11, 10), "F": (2, 5), "armour": (1, 5),
    }  # fmt: skip


# --- the primer -----------------------------------------------------------------------------------
# Its table of results is compared in tests/games/primer/test_results.py.

PRIMER_UNITS = {  # 视野 战斗力 移动力 造价
    "infantry": (1, 1, 3, 1),
    "armour": (1, 5, 5, 6),
    "artillery": (2, 3, 1, 3),
    "recon": (2, 2, 5, 8),
}
PRIMER_ENTRY = {  # road, waste, city, woods, mountain, river; None: may not enter
    "infantry": (1, 1, 1, 1, 3, None),
    "armour": (1, 2, None, None, None, None),
    "artillery": (1, 1, 1, 1, None, None),
    "recon": (1, 1, 1, 1, None, 1),
}
GROUNDS = ("road", "waste", "city", "woods", "mountain", "river")


@pytest.mark.parametrize("unit", PRIMER_UNITS)
def test_primer_units_have_the_figures_of_the_handbook(unit: str) -> None:
    kind = primer.book().units[unit]
    assert (kind.vision, kind.strength, kind.mp, kind.cost) == PRIMER_UNITS[unit]
    assert kind.ranged == (unit in ("artillery", "recon"))


def test_the_primers_missile_has_a_price_alone() -> None:
    missile = primer.book().units["missile"]
    assert (missile.cost, missile.off_board) == (20, True)


@pytest.mark.parametrize(("unit", "place"), list(product(PRIMER_ENTRY, range(len(GROUNDS)))))
def test_primer_ground_costs_what_the_legend_says(unit: str, place: int) -> None:
    printed = primer.book().terrain.entry.cell(GROUNDS[place], unit)
    assert printed == str(PRIMER_ENTRY[unit][place]).replace("None", "–")


def test_no_primer_table_has_a_cell_that_is_not_compared() -> None:
    book = primer.book()
    assert list(book.tables) == ["results"]
    assert set(book.units) == {*PRIMER_UNITS, "missile"}
    assert set(book.terrain.entry.rows) == set(GROUNDS)
    assert set(book.terrain.entry.columns) == set(PRIMER_ENTRY)


# --- tide -----------------------------------------------------------------------------------------
# Its dice and its toll are checked against a referee's reading in tests/games/tide, too.

TIDE = {
    "success": {"black": "4 5 6", "red": "5 5 5"},  # RS4: close, normal, long
    "damage": {  # RS9: 0, 1, 2, 3, 4 hits and more
        "none": "· light light heavy destroyed",
        "light": "· heavy heavy destroyed destroyed",
        "heavy": "· destroyed destroyed destroyed destroyed",
    },
    "morale": {  # RS11
        "normal": "· pinned pinned disrupted routed",
        "pinned": "· disrupted disrupted routed routed",
        "disrupted": "· routed routed routed routed",
    },
    "units": {  # U, U11: v squads, v vehicles, places, move, armour, size, transport, points
        "regular": "4/1 1/1 1 – – – – 2",
        "elite": "4/2 1/1 1 – – – – 3",
        "officer": "4/1 1/1 1 – – – – 4",
        "mg-crew": "5/3 3/2 2 – – – – 6",
        "german-mg-crew": "5/4 3/2 2 – – – – 6",
        "mortar-crew": "8/4·2 8/2 2 – – – – 7",
        "truck": "– – – 4 0 light 2 4",
        "halftrack": "5/4 3/2 – 7 1 light 1 10",
        "kubel": "4/2 1/1 – 6 0 light 1 4",
        "sherman": "5/6 6/8 – 5 4 heavy – 24",
        "panzer-iv": "5/6 8/10 – 6 4 heavy – 26",
        "tiger": "5/6 8/10 – 5 6 heavy – 32",
        "at-gun": "4/2 8/8 – – 2 light – 14",
    },
    "works": {  # X3–X9: cover of squads, of vehicles; holds units; stops them
        "entrenchment": "2 – ✓ –",
        "pillbox": "6 – ✓ –",
        "wire": "– – – ✓",
        "mines": "– – – ✓",
        "trap": "1 – – ✓",
        "smoke": "2 2 – –",
    },
}
TIDE_TRAITS = {  # U2–U10, V5–V7
    "elite": {"hardened"},
    "officer": {"officer"},
    "mg-crew": {"crew", "rapid"},
    "german-mg-crew": {"crew", "rapid"},
    "mortar-crew": {"crew", "area", "indirect", "no-op-fire"},
    "truck": {"wheeled"},
    "sherman": {"concussive", "sturdy", "overruns"},
    "panzer-iv": {"concussive", "sturdy", "overruns"},
    "tiger": {"concussive", "sturdy", "overruns", "thick"},
    "at-gun": {"towed"},
}


def test_every_cell_of_every_tide_table_is_as_the_book_has_it() -> None:
    tables = system_of("tide").handbook({}).tables()
    assert tables.keys() == TIDE.keys(), "no table that is not compared"
    for name, wanted in TIDE.items():
        columns = [str(column) for column in tables[name]["columns"]]
        found = {}
        for row, cells in zip(tables[name]["rows"], tables[name]["cells"], strict=True):
            by_column = dict(zip(columns, map(str, cells), strict=True))
            traits = by_column.pop("traits", "–")
            assert set(traits.replace("–", "").split()) == TIDE_TRAITS.get(str(row), set()), row
            found[str(row)] = " ".join(by_column.values())
        assert found == wanted, name
