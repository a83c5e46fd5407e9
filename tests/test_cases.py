"""A test of many cells names each wrong one."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from tests.cases import check_each


def test_every_wrong_cell_is_named_with_what_is_wrong() -> None:
    @check_each(("row", "column"), [(1, 1), (1, 2), (2, 1)])
    def check(row: int, column: int) -> None:
        assert row == column, "uneven"

    with pytest.raises(AssertionError) as failed:
        check()
    said = str(failed.value)
    assert "'row': 1, 'column': 2" in said
    assert "'row': 2, 'column': 1" in said
    assert "'row': 1, 'column': 1" not in said
    assert said.startswith("2 of 3 are wrong\n{'row': 1, 'column': 2}: uneven")


def test_a_mistake_in_the_test_stops_at_its_cell() -> None:
    @check_each("divisor", [1, 0, 2])
    def check(divisor: int) -> None:
        assert 1 // divisor >= 0

    with pytest.raises(ZeroDivisionError) as failed:
        check()
    assert failed.value.__notes__ == ["with {'divisor': 0}"]


def test_a_table_without_cells_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="no case"):
        check_each("cell", [])


@check_each("half", [1, 2])
@check_each("whole", [2, 4])
def test_tables_multiply_and_leave_fixtures_to_pytest(
    half: int, whole: int, tmp_path: Path
) -> None:
    assert tmp_path.is_dir()
    with (tmp_path / "pairs").open("a") as pairs:
        print(half, whole, file=pairs)
    assert len((tmp_path / "pairs").read_text().split()) <= 8


def test_what_is_left_of_the_signature_are_the_fixtures() -> None:
    left = inspect.signature(test_tables_multiply_and_leave_fixtures_to_pytest)
    assert list(left.parameters) == ["tmp_path"]
