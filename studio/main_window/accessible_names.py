"""Names for screen readers of the parts of the window without one of their own."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QTabBar,
    QTabWidget,
    QWidget,
)

from studio.widgets.panel_section import PanelSection

LENT = "sandtable-name"  # the property of a name that was given here, and is given anew

FIRST_MS = 500  # after the window is made: by then Qt has found out whether a screen reader listens


class AccessibleNames(QObject):
    """Names nameless parts of the window and its dialogs once a screen reader listens."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._in: QWidget | None = None  # the window or dialog that has the keyboard
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)
        QTimer.singleShot(FIRST_MS, self, self.look)

    def look(self) -> None:
        """There may be new parts, or other names."""
        if QAccessible.isActive():
            set_accessible_names(self._window)

    def _follow(self, _: QWidget | None, now: QWidget | None) -> None:
        """Name the widgets of a window when a screen reader first enters it."""
        if now is None or not QAccessible.isActive():
            return
        if now.window() is not self._in or not spoken_name(now):
            self._in = now.window()
            set_accessible_names(self._in)


def set_accessible_names(window: QWidget) -> None:
    """Give every part that takes the keyboard a name: its label, its hint, or what it lies in.

    A box to choose from is called on Linux by what is chosen, whatever name it has; what it is for
    is its label there, or its description.
    """
    _join_labels(window)
    for part in focusable_widgets(window):
        if part.property(LENT) and part.property(LENT) == part.accessibleName():
            part.setAccessibleName("")
        chosen = part.currentText() if isinstance(part, QComboBox) else ""
        if spoken_name(part) in ("", chosen):
            name = _label(part) or _hint(part) or _name_around(part)
            part.setAccessibleName(name)
            part.setProperty(LENT, name)
            if isinstance(part, QComboBox) and not _label(part):
                part.setAccessibleDescription(name)


def focusable_widgets(window: QWidget) -> Iterator[QWidget]:
    """Yield the widgets in keyboard order; not inner parts of fields, nor popup lists."""
    for part in window.findChildren(QWidget):
        takes_keys = part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.focusProxy() is None
        is_empty = isinstance(part, QTabBar) and not part.count()  # Qt keeps some for later
        if takes_keys and not is_empty and part.window() is window and not _is_inner(part):
            yield part


def spoken_name(part: QWidget) -> str:
    """Return the name a screen reader gives a widget; a tab bar has its tabs' names."""
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
        if isinstance(above, PanelSection | QDockWidget | QAbstractItemView):
            return False
        above = above.parentWidget()
    return False


def _join_labels(window: QWidget) -> None:
    """Let the label of a row of a form be that of the first part of it."""
    for form in window.findChildren(QFormLayout):
        for row in range(form.rowCount()):
            named = form.itemAt(row, QFormLayout.ItemRole.LabelRole)
            field = form.itemAt(row, QFormLayout.ItemRole.FieldRole)
            label = named.widget() if named is not None else None
            if isinstance(label, QLabel) and label.buddy() is None and field is not None:
                part = _first_part(field.widget())
                if part is not None:
                    label.setBuddy(part)


def _first_part(field: QWidget | None) -> QWidget | None:
    inner = [] if field is None else [field, *field.findChildren(QWidget)]
    return next((each for each in inner if each.focusPolicy() & Qt.FocusPolicy.TabFocus), None)


def _label(part: QWidget) -> str:
    labels = part.window().findChildren(QLabel)
    return next((each.text().replace("&", "") for each in labels if each.buddy() is part), "")


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
    """Return the name of the tab page around a widget; None if there are no tabs."""
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
    is_titled = isinstance(around, PanelSection | QDockWidget) or around.isWindow()
    return around.windowTitle().replace("[*]", "") if is_titled else ""
