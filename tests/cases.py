"""One test for all the cells of a table, which names every wrong one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any


def check_each(
    names: str | tuple[str, ...], cases: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for each of many values in one go; report all that fail together.

    It is written as `pytest.mark.parametrize` is. A table of 500 cells is one test then: what
    pytest does around each test would take longer than the comparing.
    """
    arguments = tuple(names.replace(" ", "").split(",") if isinstance(names, str) else names)
    listed = [(case,) if isinstance(names, str) and len(arguments) == 1 else case for case in cases]
    assert listed, "no case to check"

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        @wraps(check)
        def check_all(**fixtures: Any) -> None:
            wrong = []
            for case in listed:
                given = dict(zip(arguments, case, strict=True))
                try:
                    check(**given, **fixtures)
                except AssertionError as error:
                    wrong.append(f"{given}: {error}")
                except Exception as error:
                    error.add_note(f"with {given}")
                    raise
            assert wrong == [], f"{len(wrong)} of {len(listed)} are wrong\n" + "\n".join(wrong)

        signature = inspect.signature(check)
        left = [each for name, each in signature.parameters.items() if name not in arguments]
        check_all.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return check_all

    return decorate
