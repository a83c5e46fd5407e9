"""The games of a series on other machines: a cluster of dask.distributed.

Game i depends on the seed and on i alone, so it does not matter who plays it. Where a worker dies
the scheduler hands its games to others; each is taken once, when its record has come home. Only
some games a worker are under way at a time, so that nothing grows with their number.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import math
import re
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from engine import install_commands
from engine.balance.cluster_worker import (
    ProgramVersions,
    RemoteFailure,
    RemoteSeries,
    play_remote_game,
)
from engine.balance.worker_pool import GameJob, SeriesFailedError, WorkerPool, game_failure_text
from engine.problems import SandtableError
from engine.processes import guard_imports_of_children, ignore_interrupts_in_children
from engine.texts import text

if TYPE_CHECKING:
    from engine.balance.series import GameRecord, Series

LOCAL = re.compile(r"local:([1-9]\d{0,2})")
PORT = r"(?:6553[0-5]|655[0-2]\d|65[0-4]\d\d|6[0-4]\d{3}|[1-5]\d{4}|[1-9]\d{0,3})"
ADDRESS = re.compile(rf"(?:(?:tcp|tls|ws|wss)://)?(?:[\w.-]+|\[[0-9a-fA-F:]+\]):{PORT}")
AHEAD = 4  # games under way for each thread of a worker, so that none waits for the network
LOOK = 1.0  # seconds between two looks at the workers
POLL = 0.1  # seconds until a wish to stop is heard
PATIENCE = 10.0  # seconds a scheduler is given to answer
WORKERS = 60.0  # seconds to wait for a worker where there is none


class ClusterError(SandtableError):
    """An invalid address, an unreachable scheduler, or missing workers."""


class WorkerVersionError(SandtableError):
    """A worker that would play by other rules."""


def load_dask() -> Any:
    """dask.distributed; ClusterError says how to install it."""
    try:
        found = import_module("distributed")
    except ImportError:
        told = text(
            "cluster.no-library", None, command=install_commands.extra_install_command("cluster")
        )
        raise ClusterError(told) from None
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] == "distributed":  # our own messages report what matters
            logging.getLogger(name).setLevel(logging.CRITICAL)
    return found


def is_address(told: str) -> bool:
    """Return True if a word can be the address of a scheduler, here or elsewhere."""
    return ADDRESS.fullmatch(told) is not None and not LOCAL.fullmatch(told)


@dataclass(frozen=True)
class Cluster(WorkerPool):
    """A crew at an address, or as many processes here as `local:N` says, spoken to as a cluster."""

    address: str

    def __post_init__(self) -> None:
        form = LOCAL if self.address.partition(":")[0] == "local" else ADDRESS
        if not form.fullmatch(self.address):
            raise ClusterError(text("cluster.no-address", None, found=self.address))

    def __str__(self) -> str:
        return self.address

    @property
    def is_far(self) -> bool:
        """Return True if its processes run elsewhere."""
        return is_address(self.address)

    @contextmanager
    def keep_running(self) -> Iterator[ConnectedCluster]:
        """The cluster, spoken to until the end; processes of this machine end then."""
        with self._client() as client:
            yield ConnectedCluster(self.address, client)

    @contextmanager
    def _client(self) -> Iterator[Any]:
        distributed = load_dask()
        found = LOCAL.fullmatch(self.address)
        if found:
            with (
                start_local_cluster(int(found[1])) as crew,
                distributed.Client(crew, set_as_default=False) as client,
            ):
                yield client
            return
        try:
            _hear_from(distributed, self.address)
            client = distributed.Client(self.address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:  # a TimeoutError is one of the system's
            why = str(error) or text("cluster.silent", None, seconds=math.ceil(PATIENCE))
            values = {"address": self.address, "why": why}
            raise ClusterError(text("cluster.unreachable", None, **values)) from None
        except Exception:  # noqa: BLE001 (dask takes what another program says for lengths)
            told = text("cluster.no-scheduler", None, address=self.address)
            raise ClusterError(told) from None
        with client:
            yield client


@dataclass(frozen=True)
class ConnectedCluster(WorkerPool):
    """A cluster that is spoken to from one series to the next."""

    address: str
    client: Any

    def __str__(self) -> str:
        return self.address

    def play(
        self,
        series: Sequence[Series],
        jobs: Iterable[GameJob],
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[tuple[GameJob, GameRecord]]:
        """Games of several series; raises ClusterError and WorkerVersionError too."""
        if _await_worker(self.client, is_cancelled):
            yield from _Errand(self.client, series).play(iter(jobs), is_cancelled)


def _hear_from(distributed: Any, address: str) -> None:
    """See that a scheduler speaks there: a client would wait for one that is silent for ever."""

    async def ask() -> None:
        secured = distributed.Security().get_connection_args("client")
        async with distributed.rpc(address, timeout=PATIENCE, connection_args=secured) as far:
            await far.identity()

    asyncio.run(asyncio.wait_for(ask(), PATIENCE + 1))


def start_local_cluster(count: int) -> Any:
    """A scheduler and so many workers on this machine, at ports that are free, for it alone."""
    with guard_imports_of_children(), ignore_interrupts_in_children():
        return load_dask().LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # else 8787, open to everybody
            silence_logs=logging.CRITICAL,
        )


def _await_worker(client: Any, is_cancelled: Callable[[], bool]) -> bool:
    """Wait for a first worker; False where that is not wanted any more."""
    until = time.monotonic() + WORKERS
    while not is_cancelled():
        if _threads(client):
            return True
        if time.monotonic() > until:
            raise ClusterError(text("cluster.no-workers", None, seconds=round(WORKERS)))
        time.sleep(POLL)  # `Client.wait_for_workers` would wait on after a cancellation
    return False


class _Errand:
    """The games of some series that a cluster is asked to play."""

    def __init__(self, client: Any, series: Sequence[Series]) -> None:
        self._client, self._series = client, series
        self._name = f"sandtable-{uuid.uuid4().hex}"
        self._packed = client.submit(
            bytes, RemoteSeries.packed(series), key=f"{self._name}-series", pure=False
        )
        self._ended: SimpleQueue[Any] = SimpleQueue()
        self._under_way: dict[str, tuple[GameJob, Any]] = {}
        self._threads, self._looked, self._seen = 1, 0.0, time.monotonic()

    def play(
        self, waiting: Iterator[GameJob], is_cancelled: Callable[[], bool]
    ) -> Iterator[tuple[GameJob, GameRecord]]:
        """Hand out games and take their records, until all have ended."""
        try:
            self._look_for_workers()
            self._hand_out(waiting)
            while self._under_way and not is_cancelled():
                with suppress(Empty):
                    yield from self._take(self._ended.get(timeout=POLL))
                self._look_for_workers()
                self._hand_out(waiting)
        finally:
            with suppress(Exception):  # of a scheduler that is gone nothing is wanted any more
                self._client.cancel([future for _, future in self._under_way.values()], force=True)

    def _hand_out(self, waiting: Iterator[GameJob]) -> None:
        wanted = AHEAD * self._threads - len(self._under_way)
        for job in itertools.islice(waiting, max(0, wanted)):
            key = f"{self._name}-{job.series}-{job.number}"
            future = self._client.submit(play_remote_game, self._packed, *job, key=key, pure=False)
            self._under_way[key] = job, future
            future.add_done_callback(self._ended.put)

    def _take(self, future: Any) -> Iterator[tuple[GameJob, GameRecord]]:
        """The record of a game that has ended, wherever it was played.

        None yet where the worker died that had it: the game is then being played again.
        """
        job, _ = self._under_way[future.key]
        try:
            found = future.result(timeout=PATIENCE).found
        except Exception as error:  # noqa: BLE001 (whatever dask raises: the user is to hear of it)
            if future.status in ("cancelled", "lost"):
                raise ClusterError(text("cluster.lost", None)) from None
            if future.status == "error":
                raise self._failure(job, game_failure_text(error)) from None
            future.add_done_callback(self._ended.put)
            return
        del self._under_way[future.key]
        if isinstance(found, RemoteFailure):
            raise self._failure(job, found.why)
        if isinstance(found, ProgramVersions):
            raise WorkerVersionError(_difference(found, self._series))
        yield job, found

    def _failure(self, job: GameJob, why: str) -> SeriesFailedError:
        seed = self._series[job.series].seed_of(job.number)
        values = {"number": job.number, "seed": seed, "why": why}
        return SeriesFailedError(text("balance.game-failed", None, **values))

    def _look_for_workers(self) -> None:
        """See now and then how many there are; ClusterError where there has been none for long."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return
        self._looked, threads = now, sum(_threads(self._client).values())
        self._threads = max(1, threads)
        if threads:
            self._seen = now
        elif now - self._seen > WORKERS:
            raise ClusterError(text("cluster.no-workers", None, seconds=round(WORKERS)))


def _threads(client: Any) -> dict[str, int]:
    """The workers there are, each with its threads. ClusterError if none answers."""
    try:
        found: dict[str, int] = client.sync(client.scheduler.ncores, callback_timeout=PATIENCE)
    except (OSError, ValueError):
        raise ClusterError(text("cluster.lost")) from None
    return found


def _difference(there: ProgramVersions, series: Sequence[Series]) -> str:
    """Describe how a worker's versions differ from those here, and the remedy."""
    here = ProgramVersions.here(each.scenario.game for each in series)
    rules = [(a, b) for a, b in zip(here.rules, there.rules, strict=True) if a != b]
    key = "other-rules" if rules else "other-sources" if here[0] == there[0] else "other-program"
    values = {"here": here.program, "there": there.program}
    if rules:
        (game, ours), (_, theirs) = rules[0]
        values = {"game": game, "here": str(ours), "there": str(theirs)}
    return text(f"cluster.{key}", None, **values)
