"""Reads a program as a screen reader does, by AT-SPI, and presses one of its buttons.

Run by the Python of the system, which has the bindings: `screen_reader.py PROGRAM BUTTON`. The
answer is one JSON document: the parts there were, and those of the dialog that the button opened.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

PATIENCE = 60.0  # seconds
MAXIMUM = 500  # parts within one


def parts(of: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Everything within a part, itself first: what a reader would say of each."""
    states, relations = of.get_state_set(), of.get_relation_set()
    yield (
        of,
        {
            "role": of.get_role_name(),
            "name": of.get_name(),
            "description": of.get_description(),
            "focusable": states.contains(Atspi.StateType.FOCUSABLE),
            "showing": states.contains(Atspi.StateType.SHOWING),
            "labelled": any(
                each.get_relation_type() == Atspi.RelationType.LABELLED_BY for each in relations
            ),
            "within": list(above[-3:]),
        },
    )
    for place in range(min(of.get_child_count(), MAXIMUM)):
        inner = of.get_child_at_index(place)
        if inner is not None:
            yield from parts(inner, (*above, of.get_name()))


def wait_for(look: Any) -> Any:
    """What `look` finds, as soon as it finds something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.1)
    raise TimeoutError(look.__name__)


def program() -> Any:
    """The program, once it has a window."""
    desktop = Atspi.get_desktop(0)
    running = [desktop.get_child_at_index(place) for place in range(desktop.get_child_count())]
    for each in running:
        if each is not None and each.get_name() == sys.argv[1] and each.get_child_count():
            return each
    return None


def named() -> Any:
    """Its parts, once the button that is to be pressed is there."""
    found = list(parts(wait_for(program)))
    return found if any(told["name"] == sys.argv[2] for _, told in found) else None


def dialog() -> Any:
    """The dialog that came up."""
    within = (told for told in parts(wait_for(program)) if told[1]["role"] == "dialog")
    return next((each for each, told in within if told["showing"]), None)


Atspi.init()
window = wait_for(named)
button = next(
    each for each, told in window if told["name"] == sys.argv[2] and told["role"] == "push button"
)
button.get_action_iface().do_action(0)
opened = [told for _, told in parts(wait_for(dialog))]
json.dump({"window": [told for _, told in window], "dialog": opened}, sys.stdout)
