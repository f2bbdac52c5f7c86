"""Evenings that were really played, card by card, and what `schafkopf replay` says of them."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.laws.kit import any_action, played_out, shaped_hands

from schafkopf.game import Deal, Session, load_ruleset
from schafkopf.game.alphabet import Action
from schafkopf.game.record import print_record, record_of

Data = dict[str, Any]


@dataclass(frozen=True)
class Dealt:
    """One deal: what a person at the table would type in, and what replay says it brought each seat."""

    facts: Data
    """With names; only `passed` if nobody played."""
    amounts: list[int]
    strokes: list[int] | None
    pot: int


def played(rules: str, names: tuple[str, ...], deals: int, seed: int, folder: Path) -> list[Dealt]:
    """An evening, judged by the program."""
    loaded = load_ruleset(rules)
    rng = random.Random(seed)
    session = Session.new(loaded, len(names))
    found: list[Deal] = []
    for _ in range(deals):
        hands = shaped_hands(loaded, session.at_table, session.dealer, rng)
        found.append(played_out(session.deal(hands), rng, _choice))
        session = session.after(found[-1])
    file = folder / f"{rules}.jsonl"
    file.write_text("".join(print_record(record_of(deal, names)) + "\n" for deal in found), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "schafkopf", "replay", "--json", "--session", str(file)],
        capture_output=True,
        text=True,
        check=True,
    )
    judged = [json.loads(line) for line in done.stdout.splitlines()]
    return [
        Dealt(facts_of(deal, names), line["amounts"], line["strokes"], line["pot"])
        for deal, line in zip(found, judged, strict=True)
    ]


def _choice(deal: Deal, rng: random.Random) -> Action:
    """Something that may be said or played; most evenings are made of partnership games."""
    turn = deal.turn
    if deal.phase == "auction" and turn is not None:
        texts = deal.options_of(turn)
        heads = sorted({text.split()[0] for text in texts})
        head = "rufspiel" if "rufspiel" in heads and rng.random() < 0.5 else rng.choice(heads)
        head = "pass" if "pass" in heads and rng.random() < 0.35 else head
        return Action(turn, rng.choice([text for text in texts if text.split()[0] == head]))
    return any_action(deal, rng)


def facts_of(deal: Deal, names: tuple[str, ...]) -> Data:
    """What the table knows after a deal."""
    facts = deal.facts()
    if facts is None:
        assert deal.outcome is not None
        return {"passed": deal.outcome.kind}
    contract = facts.contract
    knockers = [names[seat] for seat, knocks in deal.knocking if knocks]
    data: Data = {"contract": contract.name, "knockers": knockers, "kontra": facts.kontra}
    if not facts.side:
        data["march"] = None if facts.march is None else names[facts.march]
        if facts.march is None:
            data["losers"] = [names[seat] for seat in facts.losers]
            data["virgins"] = [names[seat] for seat in facts.virgins]
        return data
    assert facts.declarer is not None
    partner = [names[seat] for seat in facts.side if seat != facts.declarer]
    return data | {
        "declarer": names[facts.declarer],
        "partner": partner[0] if partner else None,
        "won": facts.won,
        "schneider": facts.schneider,
        "schwarz": facts.schwarz or facts.sweep,
        "laufende": facts.laufende if facts.laufende_with else -facts.laufende,
        "claimed": facts.claimed,
        "promise": contract.promise,
        "by_club_jack": facts.by_club_jack,
        "ending": "tie" if contract.name == "chalk" and facts.side_points == 60 else None,
    }
