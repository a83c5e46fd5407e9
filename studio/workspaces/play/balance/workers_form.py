"""The form of the workers of a series, and the file of its games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from engine.balance.cluster import Cluster, is_address
from engine.balance.worker_pool import LocalWorkerPool, WorkerPool
from engine.problems import SandtableError
from engine.texts import text

HERE, LOCAL, FAR = PLAYED_BY = ("here", "local", "address")


class InvalidSchedulerAddress(SandtableError):
    """A text that is not the address of a scheduler."""


class WorkersForm(QWidget):
    """Asks by whom games are played, and in which file they are kept."""

    def __init__(self, choose_file: Callable[[Path | None], Path | None]) -> None:
        super().__init__()
        self._choose_file = choose_file
        self.by, self.address = QComboBox(), QLineEdit()
        self.file, self.browse = QLineEdit(), QPushButton("…")
        self.file_name = QLabel()
        for each in PLAYED_BY:
            self.by.addItem("", each)
        self.file.setClearButtonEnabled(True)
        self.file_name.setBuddy(self.file)
        self.browse.setAutoDefault(False)
        self.browse.clicked.connect(self._browse)
        self.by.currentIndexChanged.connect(self._offer)
        self._lay_out()
        self._offer()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.by)
        row.addWidget(self.address, 1)
        row.addWidget(self.file_name)
        row.addWidget(self.file, 1)
        row.addWidget(self.browse)
        self.browse.setMaximumWidth(2 * self.browse.sizeHint().height())

    def _offer(self) -> None:
        """An address is asked for where others play."""
        self.address.setVisible(self.played_by == FAR)

    def _browse(self) -> None:
        chosen = self._choose_file(self.kept_in)
        if chosen is not None:
            self.file.setText(str(chosen))

    # --- what was chosen --------------------------------------------------------------------------

    @property
    def played_by(self) -> str:
        """One of PLAYED_BY."""
        return str(self.by.currentData())

    @property
    def kept_in(self) -> Path | None:
        """The file of games, if there is to be one."""
        told = self.file.text().strip()
        return Path(told).expanduser() if told else None

    def chosen(self, workers: int) -> WorkerPool:
        """Return the chosen workers, with so many processes if they are local.

        Raises InvalidSchedulerAddress.
        """
        if self.played_by == HERE:
            return LocalWorkerPool(workers)
        if self.played_by == LOCAL:
            return Cluster(f"local:{workers}")
        address = self.address.text().strip()
        if not is_address(address):
            raise InvalidSchedulerAddress(
                text("balance.window-no-address", None, found=address or "–")
            )
        return Cluster(address)

    # --- words and memory -------------------------------------------------------------------------

    def retranslate(self, language: str) -> None:
        """Say everything in a language."""
        for place, each in enumerate(PLAYED_BY):
            self.by.setItemText(place, text(f"balance.window-by-{each}", language))
        self.file_name.setText(text("balance.window-file", language))
        self.file.setPlaceholderText(text("balance.window-file-none", language))
        for widget, key in (
            (self.by, "by"), (self.address, "address"), (self.file, "file"),
            (self.browse, "file-choose"),
        ):  # fmt: skip
            said = text(f"balance.window-{key}-hint", language)
            widget.setToolTip(said)
            widget.setAccessibleName(said)

    def remembered(self) -> dict[str, Any]:
        """Return the choices, without the file, which belongs to a scenario."""
        return {"by": self.played_by, "address": self.address.text().strip()}

    def recall(self, told: dict[str, Any]) -> None:
        """Restore what was remembered, as far as it is understood."""
        self.by.setCurrentIndex(max(self.by.findData(str(told.get("by"))), 0))
        self.address.setText(str(told.get("address") or ""))
