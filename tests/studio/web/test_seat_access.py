"""Who may come in, and how often somebody may try."""

from __future__ import annotations

import hmac
import secrets

import pytest

from engine.umpire import seats
from studio.web import seat_access
from studio.web.rate_limits import (
    MAX_STRANGERS,
    WRONG_WAITS,
    FailedLogins,
    RateLimit,
    network_of,
)
from tests.engine.umpire.rooms import SEATS, SECRETS

BY_ID = {seat.id: seat for seat in SEATS}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_ticket_opens_the_seat_behind_its_own_door_alone() -> None:
    anna, carl = SECRETS[0], SECRETS[2]
    door, ticket = seat_access.seat_path_name(anna), seat_access.make_ticket(anna)
    assert seat_access.seat_for_ticket(BY_ID, door, ticket) is BY_ID["anna"]
    assert seat_access.seat_for_ticket(BY_ID, seat_access.seat_path_name(carl), ticket) is None
    assert seat_access.seat_for_ticket(BY_ID, door, "") is None


def test_doors_and_tickets_say_nothing_of_the_secret_or_of_each_other() -> None:
    for secret in SECRETS:
        assert secret not in seat_access.seat_path_name(secret) + seat_access.make_ticket(secret)
        assert seat_access.seat_path_name(secret) not in seat_access.make_ticket(secret)
    assert len({seat_access.seat_path_name(secret) for secret in SECRETS}) == len(SECRETS)


def test_tickets_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bytes] = []

    def compare(right: bytes, shown: bytes) -> bool:
        compared.append(right)
        return right == shown

    monkeypatch.setattr(hmac, "compare_digest", compare)
    seat_access.seat_for_ticket(
        BY_ID, seat_access.seat_path_name(SECRETS[0]), seat_access.make_ticket(SECRETS[0])
    )
    assert len(compared) == len(SECRETS), "all of them, found or not"


def test_secrets_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bytes] = []

    def compare(right: bytes, shown: bytes) -> bool:
        compared.append(right)
        return right == shown

    monkeypatch.setattr(secrets, "compare_digest", compare)
    assert seats.with_secret(SEATS, SECRETS[0]) is SEATS[0]
    assert compared == [secret.encode() for secret in SECRETS], "all of them, found or not"


def test_an_allowance_is_used_up_and_comes_back() -> None:
    clock = Clock()
    allowance = RateLimit(2, 0.5, clock)
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    clock.now = 2.0
    assert [allowance.take() for _ in range(2)] == [True, False]


def test_wrong_answers_are_slow_after_some_by_address_and_seat() -> None:
    clock = Clock()
    failures = FailedLogins(clock)
    delays = [failures.delay("10.0.0.1", "door") for _ in range(12)]
    assert delays == [0.0] * 10 + [WRONG_WAITS] * 2
    assert not failures.delay("10.0.0.2", "door")
    assert not failures.delay("10.0.0.1", "another")
    clock.now = 6.0
    assert not failures.delay("10.0.0.1", "door")


def test_addresses_of_one_network_in_ipv6_are_one_stranger() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1")
    assert network_of("2001:db8::1") != network_of("2001:db8:0:1::1")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1")


def test_a_crowd_of_strangers_takes_no_more_room_than_some() -> None:
    failures = FailedLogins(Clock())
    for number in range(2 * MAX_STRANGERS):
        failures.delay(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(failures._known) == MAX_STRANGERS
