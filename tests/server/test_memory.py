"""PE-02: what a long evening with many lost connections leaves in memory."""

from __future__ import annotations

import asyncio
import random

import pytest
from bench.scripted import Address, FourAtTable, Tally
from tests.server.serving import Server

TABLES = 4
WARM = 40
"""Deals after which everything that is kept for a while is there: the last events and commands of each table."""
LONG = 120
"""Deals in which nothing more may be kept than what the evenings themselves are."""


async def _until(tally: Tally, tables: list[FourAtTable], deals: int) -> None:
    """Play on, while somebody loses his stream all the time."""
    dice = random.Random(1)
    while tally.deals < deals:
        await asyncio.sleep(0.05)
        await dice.choice(dice.choice(tables).people).listen()
        assert not any(table.failed for table in tables), [table.failed for table in tables]


async def _evenings(server: Server) -> tuple[int, int, Tally]:
    tally = Tally()
    tables = [FourAtTable([Address(server.port)], tally, 0.0, f"evening {i}") for i in range(TABLES)]
    for table in tables:
        await table.sit_down()
        await table.start()
    async with asyncio.timeout(600):
        await _until(tally, tables, WARM)
        # The allocator may still be given pages for a crowd that is larger by chance; not again and again.
        for _ in range(3):
            before, played = server.resident_kb(), tally.deals
            await _until(tally, tables, played + LONG)
            after = server.resident_kb()
            if after < before * 1.1:
                break
    for table in tables:
        table.close()
    return before, after, tally


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
def test_memory_stays_flat_over_deals_and_reconnects(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    before, after, tally = asyncio.run(_evenings(server))
    assert tally.deals >= WARM + LONG
    assert tally.reconnects > 100
    assert after < before * 1.1, (before, after)
    # Nobody was refused anything, and nobody waited for more than he was told.
    assert tally.streams_lost == 0
    metrics = server.metrics()
    assert metrics["schafkopf_tables_in_memory"] == TABLES
    assert metrics["schafkopf_streams"] <= 4 * TABLES
