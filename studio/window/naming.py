"""What a screen reader calls the parts of the window that bear no name of their own."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QLineEdit,
    QMainWindow,
    QTabBar,
    QTabWidget,
    QWidget,
)

LENT = "sandtable-name"  # the property of a name that was given here, and is given anew


def name_nameless(window: QMainWindow) -> None:
    """Give every part that takes the keyboard a name: its hint, or that of what it lies in."""
    for part in focusable(window):
        if part.property(LENT) and part.property(LENT) == part.accessibleName():
            part.setAccessibleName("")
        if not spoken_name(part):
            name = _hint(part) or _name_around(part)
            part.setAccessibleName(name)
            part.setProperty(LENT, name)


def focusable(window: QMainWindow) -> Iterator[QWidget]:
    """What the keyboard can come to; not the inner parts of fields, nor lists that drop down."""
    for part in window.findChildren(QWidget):
        takes_keys = part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.focusProxy() is None
        is_empty = isinstance(part, QTabBar) and not part.count()  # Qt keeps some for later
        if takes_keys and not is_empty and part.window() is window and not _is_inner(part):
            yield part


def spoken_name(part: QWidget) -> str:
    """What a screen reader says of a part; a row of tabs is told by its tabs."""
    found = QAccessible.queryAccessibleInterface(part)
    if found is not None and isinstance(part, QTabBar):
        tabs = (found.child(place) for place in range(found.childCount()))
        return ", ".join(filter(None, (tab.text(QAccessible.Text.Name) for tab in tabs if tab)))
    return found.text(QAccessible.Text.Name) if found is not None else ""


def _is_inner(part: QWidget) -> bool:
    above = part.parentWidget()
    while above is not None and not above.isWindow():
        if isinstance(above, QComboBox | QAbstractSpinBox):
            return True
        if isinstance(above, QDockWidget | QAbstractItemView):
            return False
        above = above.parentWidget()
    return False


def _hint(part: QWidget) -> str:
    written = part.placeholderText() if isinstance(part, QLineEdit) else ""
    return written or part.toolTip()


def _name_around(part: QWidget) -> str:
    """The name of the smallest thing round it that has one: a row, a group, a page, a panel."""
    inside, around = part, part.parentWidget()
    while around is not None:
        page = _page(around, inside)
        name = around.accessibleName() or page or _title(around)
        if name:
            return name
        if around.isWindow():
            break
        inside, around = (inside if page is None else around), around.parentWidget()
    return ""


def _page(around: QWidget, inside: QWidget) -> str | None:
    """What the page of tabs is called that something lies on; None where these are no tabs."""
    if not isinstance(around, QTabWidget):
        return None
    for place in range(around.count()):
        page = around.widget(place)
        if page is not None and page.isAncestorOf(inside):
            return around.tabText(place)
    return None


def _title(around: QWidget) -> str:
    if isinstance(around, QGroupBox):
        return around.title().replace("&", "")
    is_titled = isinstance(around, QDockWidget) or around.isWindow()
    return around.windowTitle().replace("[*]", "") if is_titled else ""
