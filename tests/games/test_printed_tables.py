"""Every cell of every printed table, compared with a second transcription.

The figures here were written down from the rule books column by column, apart from the data of the
games; so a slip in either is found by the other.
"""

from __future__ import annotations

from itertools import product

import pytest

from engine.games import installed_games, rule_system_of
from engine.games.primer.data import rulebook as primer
from engine.games.tank.data import rulebook as tank
from tests.cases import check_each

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


@check_each("range_", range(63))
def test_tank_table_a_gives_the_level_of_every_range(range_: int) -> None:
    level = next((level for last, level in A_LEVEL_UP_TO.items() if range_ <= last), None)
    assert tank.load_rulebook().tables["A"].number_at("85mm", range_) == level


@check_each(("higher", "range_"), list(product(range(1, 10), range(1, 62))))
def test_tank_table_b_takes_off_for_every_height_and_range(higher: int, range_: int) -> None:
    column = next((column for last, column in B_BY_RANGE.items() if range_ <= last), B_BY_RANGE[45])
    assert tank.load_rulebook().tables["B"].number_at(higher, range_) == int(
        column[min(higher, 8) - 1]
    )


def test_tank_table_b_row_1_is_2_2_1_1_1_0_0_0_0_0_0_0() -> None:
    """Readings settled: "Table B, row 1 is `2 2 1 1 1 0 0 0 0 0 0 0`"."""
    cells = tank.load_rulebook().tables["B"].cells[0]
    assert cells == ("2", "2", "1", "1", "1", "0", "0", "0", "0", "0", "0", "0")


@check_each(("level", "sum_"), list(product(C_BY_LEVEL, SUMS)))
def test_tank_table_c_has_every_result_of_the_book(level: int, sum_: int) -> None:
    assert tank.load_rulebook().direct_results[level][sum_] == C_BY_LEVEL[level][sum_ - 2]


@check_each("level", C_BY_LEVEL)
def test_tank_table_c_damages_as_often_as_the_book_says(level: int) -> None:
    results = tank.load_rulebook().direct_results[level]
    assert sum(CHANCES[sum_] for sum_ in SUMS if results[sum_].is_damage) == C_DAMAGE[level]


@check_each(("level", "sum_"), list(product(C_BY_LEVEL, SUMS)))
def test_tank_table_c_prime_is_c_without_suppression(level: int, sum_: int) -> None:
    printed = C_BY_LEVEL[level].replace("S", "·")[sum_ - 2]
    wanted = {(10, 7): "·", (10, 8): "K"}.get((level, sum_), printed)
    assert tank.load_rulebook({"results": "firefight"}).direct_results[level][sum_] == wanted


@check_each(("battery", "away"), list(product(D_BY_DISTANCE, range(3))))
def test_tank_table_d_gives_the_level_of_every_distance(battery: str, away: int) -> None:
    assert tank.load_rulebook().tables["D"].number_at(battery, away) == D_BY_DISTANCE[battery][away]
    assert tank.load_rulebook().tables["D"].number_at(battery, 3) is None


@check_each(("level", "sum_"), list(product(E_BY_LEVEL, SUMS)))
def test_tank_table_e_has_every_result_of_the_book(level: int, sum_: int) -> None:
    assert tank.load_rulebook().shell_result(level, sum_) == E_BY_LEVEL[level][sum_ - 2]
    assert tank.load_rulebook().shell_result(1, sum_) == "·"


@pytest.mark.parametrize(("place", "armour"), list(enumerate(ARMOUR)))
def test_tank_table_f_and_the_direct_armour_die_save_as_the_book_says(
    place: int, armour: str
) -> None:
    book = tank.load_rulebook()
    assert book.armour_die(armour) == DIRECT_BY_ARMOUR[place]
    for battery, faces in F_BY_ARMOUR.items():
        assert book.shell_armour_die(battery, armour) == faces[place]


def test_no_tank_table_has_a_cell_that_is_not_compared() -> None:
    tables = tank.load_rulebook().tables
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
    kind = primer.load_rulebook().units[unit]
    assert (kind.vision, kind.strength, kind.mp, kind.cost) == PRIMER_UNITS[unit]
    assert kind.ranged == (unit in ("artillery", "recon"))


def test_the_primers_missile_has_a_price_alone() -> None:
    missile = primer.load_rulebook().units["missile"]
    assert (missile.cost, missile.off_board) == (20, True)


@check_each(("unit", "place"), list(product(PRIMER_ENTRY, range(len(GROUNDS)))))
def test_primer_ground_costs_what_the_legend_says(unit: str, place: int) -> None:
    printed = primer.load_rulebook().terrain.entry.cell(GROUNDS[place], unit)
    assert printed == str(PRIMER_ENTRY[unit][place]).replace("None", "–")


def test_no_primer_table_has_a_cell_that_is_not_compared() -> None:
    book = primer.load_rulebook()
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
    tables = rule_system_of("tide").handbook({}).tables()
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


# --- valor ----------------------------------------------------------------------------------------

AP_TOPS = {"1-4": 5, "5-10": 6, "11-18": 7, "19-28": 8, "29-40": 9, "41+": 10}  # on a roll of 2
SQUADS = {  # V1, APFP-range-CR of a squad and of its half
    "de-rifle": "4 6 5 2 6 3", "de-elite": "5 6 5 2 6 3", "us-rifle": "5 6 4 2 6 2",
    "us-para": "5 6 5 2 6 3", "uk-rifle": "4 6 4 2 6 2", "uk-elite": "5 6 5 2 6 3",
    "su-rifle": "3 5 5 1 5 3", "su-smg": "6 2 5 3 2 3", "jp-rifle": "4 5 5 2 5 3",
}  # fmt: skip
VEHICLES = {  # V1: kind, CR, ATFP, gun, mg360, mgff, front, rear, MP, transport, tows
    "m4a3e8": "afv – D 12 4 3 E C 10 – –",
    "m4a1": "afv – C 12 4 3 D B 10 – –",
    "firefly": "afv – E 12 4 – D C 10 – –",
    "t34-76": "afv – C 12 3 3 D C 12 – –",
    "pzkpfw-iv": "afv – D 12 4 3 C B 10 – –",
    "panther": "afv – E 14 4 3 E D 12 – –",
    "tiger-i": "afv – E 14 4 3 E D 10 – –",
    "stug-iii": "afv – D 12 – 3 D B 10 – –",
    "m3-halftrack": "afv – – – 4 – A A 14 T1 gun",
    "sdkfz-251": "afv – – – 4 3 A A 14 T1 gun",
    "jeep": "vehicle 3 – – 4 – – – 16 TH small-gun",
    "truck": "vehicle 4 – – – – – – 14 T2 gun",
    "6-pounder": "gun 3 C 5 – – – – 1 – –",
    "pak40": "gun 3 D 6 – – – – 1 – –",
    "flak-88": "gun 4 E 14 – – – – – – –",
}


def valor_units() -> dict[str, str]:
    """Kind, APFP, range, CR, modifier, then what vehicles have."""
    found = {}
    for squad, values in SQUADS.items():
        whole, half = values[:5], values[6:]
        found[squad] = f"squad {whole}" + " –" * 10
        found[f"{squad}-half"] = f"half {half}" + " –" * 10
    for modifier, sign in enumerate(("–", "−1", "−2")):
        found[f"leader-{modifier}"] = f"leader 1 3 1 {sign}" + " –" * 9
    for id_, values in VEHICLES.items():
        kind, cr, *others = values.split()
        found[id_] = " ".join((kind, "– –", cr, "–", *others))
    return found


VALOR = {
    "AP": {  # V14.4: from the row's top down by one a pip, from 2 to 12
        row: " ".join(str(max(0, top - pip)) if top > pip else "·" for pip in range(11))
        for row, top in AP_TOPS.items()
    },
    "hit": {  # V16.2, V18.7, V12.15: to 10 hexes, to 19, further
        "gun": "10 8 6", "infantry": "8 8 8", "mission": "8 8 8", "mortar": "6 6 6",
    },
    "armour": {  # V16.3: armour A … F
        "A": "7 5 3 · · ·", "B": "9 7 5 3 · ·", "C": "11 9 7 5 3 ·", "D": "E 11 9 7 5 3",
        "E": "E E 11 9 7 5", "F": "E E E 11 9 7",
    },
    "assault": {"kill": "3 4 5 6 8 9 10"},  # V15.5: 1-4 … 4-1
    "area": {  # V13.12, V18.1: the least APFP of the row, ATFP
        "fire-lane": "1 ·", "fighter-bomber": "19 D", "light": "29 B", "heavy": "41 C",
    },
    "units": valor_units(),
    "weapons": {  # V1: class, kind, APFP, least and most range, ATFP, modifier
        "mg34": "L mg 3 – 6 – –", "bren": "L mg 3 – 6 – –", "m1919a6": "L mg 3 – 6 – –",
        "dp28": "L mg 2 – 6 – –", "type96": "L mg 2 – 5 – –", "mmg": "H mg 5 – 8 – –",
        "hmg": "H mg 6 – 10 – –", "mortar-5cm": "H mortar 5 2 6 A –",
        "mortar-60mm": "H mortar 6 2 9 A –", "bazooka": "L at – – 4 C –",
        "panzerschreck": "L at – – 4 D –", "piat": "L at – – 3 C –",
        "flamethrower": "L flamethrower 12 – 1 – –", "grenades": "X grenade – – 1 – −1",
        "panzerfaust": "X at – – 1 D –", "at-grenade": "X at – – 1 B –",
        "satchel": "X charge 8 – 1 – –",
    },
    "positions": {  # V19: class, cover, who fits in, MP more, blocks sight, has an arc
        "bunker-concrete": "fortification 4 bunker 1 ✓ ✓",
        "bunker-wood": "fortification 3 bunker 1 ✓ ✓",
        "sandbags": "fortification 2 any 1 – –", "minefield": "fortification – any – – –",
        "wire": "fortification – any – – –", "foxholes": "entrenchment 1 infantry 1 – –",
        "trenches": "entrenchment 2 infantry 1 – –", "cave": "entrenchment 2 any 1 – –",
    },
}  # fmt: skip


def printed(game: str) -> dict[str, dict[str, str]]:
    """Every table of a game as its handbook prints it: each row's cells, by the row's head."""
    tables = rule_system_of(game).handbook({}).tables()
    return {
        name: {
            str(row): " ".join(map(str, cells))
            for row, cells in zip(table["rows"], table["cells"], strict=True)
        }
        for name, table in tables.items()
    }


def test_every_cell_of_every_valor_table_is_as_the_book_has_it() -> None:
    found = printed("valor")
    assert found.keys() == VALOR.keys(), "no table that is not compared"
    for name, wanted in VALOR.items():
        assert found[name] == wanted, name


# --- little wars ----------------------------------------------------------------------------------

MEN_A_MINUTE = 30  # L3.1


def clock_of(men: int) -> str:
    """The minutes of a move for so many men with 0 … 5 guns (L3.1), half a minute rounded up."""
    return " ".join(str((2 * men + MEN_A_MINUTE) // (2 * MEN_A_MINUTE) + guns)
                    for guns in range(6))  # fmt: skip


def melee(many: int, few: int, *, is_isolated: bool) -> str:
    """What becomes of both (L12): dead of the smaller, of the larger, and prisoners.

    Man for man, until the larger is twice the smaller; who is isolated then gives in.
    """
    if few > many:
        return "·"
    dead, left, stand = 0, few, many
    while left and not (is_isolated and many > few and stand >= 2 * left):
        dead, left, stand = dead + 1, left - 1, stand - 1
    return f"{dead}:{dead}" + (f"+{left}" if left else "")


MELEES = {
    name: {
        str(many): " ".join(melee(many, few, is_isolated=is_isolated) for few in range(1, 13))
        for many in range(1, 13)
    }
    for name, is_isolated in (("isolated", True), ("supported", False))
}
POINTS = {  # L20.3, L17.2: of an army, at the end
    "foot": "1 1", "horse": "1½ 1½", "gun": "10 10", "wagon": "0 0", "boat": "0 0",
    "engine": "0 0", "truck": "0 0", "box": "0 0", "scout": "1½ 1½", "prisoner": "· ½",
    "winner": "· 100",
}  # fmt: skip
BOTH = {
    "clock": {  # L3.1, L3.2
        "gun": "1", "men": "30", "first": "120", "second": "60", "third": "30",
    },
    "minutes": {
        f"{max(0, least)}–{least + 29}": clock_of(max(0, least)) for least in range(-15, 136, 30)
    },
    "skills": {  # S3: σ of bearing and elevation in milliradians, of speed in percent
        "marksman": "0.82 1.4 0.4", "practised": "2.1 4.4 1.2", "plain": "4.4 8.7 2",
        "hasty": "8.7 17.5 4",
    },
    **MELEES,
}  # fmt: skip
LITTLE_WARS = {
    **BOTH,
    "rates": {  # L6.1, L6.2, L8.3, L21.4, L21.5
        "foot": "12", "horse": "24", "gun": "12", "team": "24", "wagon": "12", "boat": "12",
        "engine": "96",
    },
    "points": POINTS,
}  # fmt: skip
KRIEGSPIEL = {
    **BOTH,
    "rates": {  # K1.1, K8.3: off the road, on it, in column on it
        "foot": "12 12 18", "horse": "36 36 54", "engineer": "24 24 24", "gun": "24 24 24",
        "wagon": "6 12 12", "general": "36 72 72", "boat": "12 12 12", "team": "24 24 24",
        "engine": "0 96 96", "truck": "0 96 96",
    },
    "points": {**POINTS, "engineer": "1 1", "general": "1½ 1½", "howitzer": "10 10"},
    "changes": {  # K2.1–K2.8, in halves of a move: foot, horse, engineers, guns, wagons
        "ford": "2 2 – – –", "formation": "1 1 1 – –", "mount": "– 2 – – –",
        "limber": "– – – 1 –",
    },
    "extended": {"horse": "1/5 1/10 1/15", "foot": "1/1 2/1 3/1"},  # K6.2
    "close": {"horse": "3/1 2/1 1/1", "foot": "1/15 1/10 1/5"},  # K6.3
    "column": {"horse": "0/1 0/1 0/1", "foot": "2/1 3/1 3/1"},  # K6.5
    "guns": {"horse": "4 3 1"},  # K8.1
    "shells": {"field": "20", "howitzer": "30"},  # K3.3
    "rations": {"food": "30 6", "fodder": "6 6", "ammunition": "30 6"},  # K4.1
    "works": {  # K5.1–K5.5: men, moves, whose work
        "blow-bridge": "1 2 engineer", "mend-bridge": "1 10 engineer",
        "blow-line": "1 1 engineer", "mend-line": "1 5 engineer", "burn-depot": "1 2 men",
        "empty-wagons": "4 1 men", "mine": "2 6 men", "entrenchment": "2 4 foot",
        "gun-pit": "6 4 men",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "wanted"), [("littlewars", LITTLE_WARS), ("littlewars-kriegspiel", KRIEGSPIEL)]
)
def test_every_cell_of_every_table_for_toy_soldiers_is_as_the_book_has_it(
    game: str, wanted: dict[str, dict[str, str]]
) -> None:
    found = printed(game)
    assert found.keys() == wanted.keys(), "no table that is not compared"
    for name, rows in wanted.items():
        assert found[name] == rows, name


def test_every_game_s_tables_are_compared_here() -> None:
    games = {"tank", "primer", "tide", "valor", "littlewars", "littlewars-kriegspiel"}
    assert set(installed_games()) == games
