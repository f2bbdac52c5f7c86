"""What no screen may show, in any language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from tests.web.words import ORIGINAL, areas

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")

# Text as it stands in the boxes of the page, and what is said of things that are only drawn.
_READ = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.data.trim();
    if (text && !node.parentElement.closest('script, style')) found.push(text);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
      const text = element.getAttribute(name);
      if (text !== null) found.push(text);
    }
  }
  found.push(document.title);
  return found;
}"""

# Wider than the window, or a control that can't be brought into it.
_OUTSIDE = """() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`);
  const dialog = document.querySelector('dialog[open]');
  for (const element of (dialog ?? document).querySelectorAll('a, button, input, select, summary')) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.disabled) continue;
    if (element.matches('.skip, .visually-hidden, [type=checkbox], [type=radio]')) continue;
    element.scrollIntoView({ block: 'center', inline: 'nearest' });
    const box = element.getBoundingClientRect();
    const name = element.getAttribute('aria-label') ?? element.innerText ?? element.id;
    if (box.width === 0 || box.height === 0) continue;
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`${name}: ${box.left} to ${box.right}`);
    if (box.bottom > innerHeight + 1 && box.height < innerHeight) found.push(`${name}: down to ${box.bottom}`);
  }
  scrollTo(0, 0);
  return found;
}"""


# Something else lies over the middle of it: of a control wherever it is on the page, of a mark beside a name. Cards in
# a hand lie over one another, a bubble passes by itself and is no hindrance to a finger, one's answers come first.
_COVERED = """() => {
  const found = [];
  const dialog = document.querySelector('dialog[open]');
  const all = 'a, button, input, select, summary, [data-seat] .mark';
  const not = '.skip, .visually-hidden, [type=checkbox], [type=radio], [data-card], [aria-hidden=true]';
  for (const element of (dialog ?? document).querySelectorAll(all)) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.matches(not)) continue;
    element.scrollIntoView({ block: 'center', inline: 'nearest' });
    const box = element.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    if (box.width === 0 || y < 0 || y > innerHeight) continue;
    const seen = document.elementsFromPoint(x, y).find((e) => !e.matches('.collect, .place, .felt, .panel'));
    if (element.contains(seen) || seen?.contains(element) || seen?.closest('.toast, .auction')) continue;
    found.push(`${element.getAttribute('aria-label') ?? element.innerText}: under ${seen?.outerHTML.slice(0, 120)}`);
  }
  scrollTo(0, 0);
  return found;
}"""


_STILL = """() => !document.getAnimations().some((one) => one.playState === 'running'
  && one.effect.getTiming().iterations !== Infinity)"""


@cache
def _keys() -> re.Pattern[str]:
    """Addresses of texts: `table.bar.deal`. Areas and their first tables are enough."""
    heads = [f"{area}.{name}" for area, tables in areas(ORIGINAL).items() for name in tables]
    return re.compile(rf"(?<![\w./])({'|'.join(re.escape(head) for head in heads)})(?![\w/])")


def rubbish(page: Page) -> list[str]:
    """Texts that are no texts: addresses of texts, values that leaked, places that nothing was put into."""
    texts: list[str] = page.evaluate(_READ)
    bad = re.compile(
        r"undefined|\bnull\b|\bNaN\b|\[object|\{\w*\}|\bInfinity\b|[-−]{2}\d|(?<!\w)[-+−]€?0(?:[.,]0+)?(?![\d.,])"
    )
    found = [text for text in texts if bad.search(text) or _keys().search(text)]
    # A lonely zero is a condition that was printed, unless it stands in a table, in a counter or
    # among answers to choose from.
    lonely: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('main *')].filter((e) => e.childNodes.length > 0
          && [...e.childNodes].some((n) => n.nodeType === 3 && /^(0|false|true)$/.test(n.data.trim()))
          && !e.closest('td, th, input, output, option, svg, [aria-pressed], [aria-hidden=true]'))
          .map((e) => e.outerHTML.slice(0, 200))"""
    )
    return found + lonely


def outside(page: Page) -> list[str]:
    """What is cut off or cannot be reached, once nothing moves any more."""
    page.wait_for_function(_STILL)
    found: list[str] = page.evaluate(_OUTSIDE)
    return found


def covered(page: Page) -> list[str]:
    """Controls and marks that something else lies over, once nothing moves any more."""
    page.wait_for_function(_STILL)
    found: list[str] = page.evaluate(_COVERED)
    return found


def violations(page: Page) -> list[str]:
    """What axe finds against WCAG 2.2, levels A and AA."""
    if not page.evaluate("() => 'axe' in window"):
        # By evaluation, not as a script of the page: the content policy lets none in.
        page.evaluate(AXE.read_text("utf-8"))
    options = {"runOnly": {"type": "tag", "values": LEVELS}, "resultTypes": ["violations"]}
    result: list[dict[str, Any]] = page.evaluate(
        f"async () => (await axe.run(document, {json.dumps(options)})).violations"
    )
    return [
        f"{fault['id']} ({fault['impact']}): {node['target']} {node['failureSummary']} {node['html'][:200]}"
        for fault in result
        for node in fault["nodes"][:4]
    ]
