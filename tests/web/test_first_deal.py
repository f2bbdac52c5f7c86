"""The first deal on a slow line and a slow machine, with nothing kept from before."""

from __future__ import annotations

import time

import pytest
from tests.web.people import PHONE, People

# The browser's own preset "Slow 4G" and, as Lighthouse has it for phones, 1.6 Mbit/s with 150 ms.
LINES = {"slow 4G": (562.5, 1.44e6, 0.675e6), "Lighthouse phone": (150.0, 1.6e6, 0.75e6)}
LIMIT_S = 5.0


@pytest.mark.parametrize("line", LINES)
def test_the_first_deal_is_on_the_screen_within_five_seconds(invite: People, line: str) -> None:
    """From the address typed in, over the click on "Play now", to eight cards in the hand. The machine may be busy with
    other tests, so the best of three browsers counts.
    """
    took = []
    while len(took) < 3 and min(took, default=LIMIT_S) >= LIMIT_S:
        took.append(_first_deal(invite, line))
    assert min(took) < LIMIT_S, took


def _first_deal(invite: People, line: str) -> float:
    latency_ms, down, up = LINES[line]
    player = invite("en", viewport=PHONE)
    page = player.page
    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")
    conditions = {"offline": False, "latency": latency_ms, "downloadThroughput": down / 8, "uploadThroughput": up / 8}
    cdp.send("Network.emulateNetworkConditions", conditions)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    began = time.monotonic()
    page.goto("/", wait_until="commit")
    player.button(player.words("home.play")).click()
    clicked = time.monotonic() - began
    player.hand.nth(7).wait_for()
    # The pictures too, not only their places.
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(e => e.name.includes('/cards/') && e.responseEnd > 0)"
    )
    took = time.monotonic() - began
    print(f"{line}: clicked after {clicked:.1f} s, eight cards after {took:.1f} s")
    page.context.close()
    return took
