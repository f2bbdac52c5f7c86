"""The page that checks a shuffle, with a line that somebody has made up."""

from __future__ import annotations

import json
from pathlib import Path

from tests.web.people import People

VECTORS = Path(__file__).resolve().parents[2] / "docs" / "fairness-vectors.jsonl"


def test_a_card_that_is_there_twice_is_shown_and_found(invite: People) -> None:
    line = json.loads(VECTORS.read_text("utf-8").splitlines()[1])
    first, *others = line["hands"][0].split()
    line["hands"][0] = " ".join([first, first, *others[1:]])
    player = invite("en")
    words, main = player.words, player.page.get_by_role("main")
    player.page.goto("/fairness")
    player.page.get_by_label(words("fairness.paste.label")).fill(json.dumps(line))
    player.press(player.button(words("fairness.paste.go")))
    main.get_by_text(words("fairness.result.wrong"), exact=True).wait_for()
    seat = words("fairness.result.seat", seat=1)
    hand = main.get_by_role("listitem").filter(has=player.page.get_by_text(seat, exact=True)).last
    assert hand.inner_text().count(words.card(first)) == 2
