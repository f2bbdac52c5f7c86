"""Seconds from the address typed in, over the click on "Play now", to eight cards in the hand, on a slow line.

Wall time, in a browser that has kept nothing, its processor slowed down four times. Aim: under 5 s.
Usage: python -m bench.first_deal [times]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.web.people import CHROMIUM, FLAGS, PHONE, People, missing, serve

# The browser's own preset "Slow 4G" and, as Lighthouse has it for phones, 1.6 Mbit/s with 150 ms.
LINES = {"slow 4G": (562.5, 1.44e6, 0.675e6), "Lighthouse phone": (150.0, 1.6e6, 0.75e6)}


def first_deal(invite: People, line: str) -> float:
    """One first visit."""
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
    player.hand.nth(7).wait_for()
    # The pictures too, not only their places.
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(e => e.name.includes('/cards/') && e.responseEnd > 0)"
    )
    took = time.monotonic() - began
    page.context.close()
    return took


def main() -> None:
    """Print the measurements."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    why = missing()
    if why is not None:
        sys.exit(why)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = serve(Path(folder))
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        for line in LINES:
            found = [first_deal(People(browser, server), line) for _ in range(times)]
            print(
                f"{line}: {statistics.median(found):.1f} s to eight cards (median of {times}, worst {max(found):.1f})"
            )
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
