"""What the first deal costs a browser that has kept nothing: what is fetched, and how often it asks.

How long that takes is measured by `python -m bench.first_deal`, not by a test.
"""

from __future__ import annotations

from tests.web.people import PHONE, People

BYTES = 260_000
"""1.44 Mbit/s carry this in a second and a half."""
REQUESTS = 24


def test_the_first_deal_takes_few_bytes_and_few_requests(invite: People) -> None:
    player = invite("en", viewport=PHONE)
    page = player.page
    page.goto("/", wait_until="commit")
    player.button(player.words("home.play")).click()
    player.hand.nth(7).wait_for()
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(e => e.name.includes('/cards/') && e.responseEnd > 0)"
    )
    fetched = page.evaluate(
        """() => performance.getEntries()
            .filter(e => (e.entryType === 'navigation' || e.entryType === 'resource') && e.responseEnd > 0)
            .map(e => [new URL(e.name).pathname, e.transferSize])"""
    )
    assert sum(size for _, size in fetched) < BYTES, fetched
    assert len(fetched) < REQUESTS, fetched
