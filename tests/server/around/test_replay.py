"""Records laid open: every position, coded errors with their line, size limits."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from tests.server.around import bills

from schafkopf.cli.protocols import read_protocol
from schafkopf.game.cards import NAMES, POINTS
from schafkopf.game.record import parse_record
from schafkopf.server import wire
from schafkopf.server.around import replay as replaying
from schafkopf.server.around.replay import replay

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts" / "data"
PROTOCOLS = Path(__file__).parents[2] / "formats" / "data"
POINTS_OF = dict(zip(NAMES, POINTS, strict=True))


def transcript(name: str) -> str:
    return (TRANSCRIPTS / f"{name}.jsonl").read_text("utf-8").splitlines()[0]


def opened(text: str) -> list[wire.ReplayDeal]:
    return replay(wire.RecordsAsked(text), read_protocol).deals


@pytest.mark.parametrize("name", sorted(path.stem for path in TRANSCRIPTS.glob("*.jsonl")))
def test_every_position_of_every_shipped_contract_holds_all_cards(name: str) -> None:
    line = transcript(name)
    record = parse_record(line)
    (deal,) = opened(line)
    assert deal.error is None
    assert deal.bill is not None
    assert deal.rules is not None
    assert len(deal.steps) == len(record.actions) + 1
    assert [(step.action.seat, step.action.text) for step in deal.steps if step.action] == list(record.actions)
    gone: list[str] = []
    for before, step in zip(deal.steps, deal.steps[1:], strict=False):
        assert step.action is not None
        if step.action.text in NAMES:
            gone.append(step.action.text)
            trick = step.trick or step.last_trick
            assert trick is not None
            assert trick.cards[-1] == step.action.text
            assert len(before.hands[step.action.seat]) == len(step.hands[step.action.seat]) + 1
        if step.step != "knock":
            held = [card for hand in step.hands for card in hand]
            assert sorted(held + gone) == sorted(deal.rules.cards)
    play = [step for step in deal.steps if step.contract is not None]
    taken = sum(play[-1].points)
    assert taken == sum(POINTS_OF[card] for card in gone) - sum(
        POINTS_OF[card] for card in (play[-1].trick.cards if play[-1].trick else ())
    )


def test_bill_and_outcome_are_the_referees() -> None:
    line = transcript("hochzeit")
    final = parse_record(line).replay()
    bill = final.settlement()
    facts = final.facts()
    (deal,) = opened(line)
    assert bill is not None
    assert facts is not None
    assert deal.bill is not None
    assert deal.outcome is not None
    assert tuple(deal.bill.amounts) == bill.amounts
    assert [term.name for term in deal.bill.terms] == [term.name for term in bill.terms]
    assert deal.outcome.side == sorted(facts.side)
    assert deal.outcome.points == list(facts.points)


def test_an_exchanged_card_changes_hands() -> None:
    (deal,) = opened(transcript("hochzeit"))
    gives = [index for index, step in enumerate(deal.steps) if step.action and step.action.text.startswith("give ")]
    first = gives[0]
    action = deal.steps[first].action
    assert action is not None
    card = action.text.split()[1]
    assert card in deal.steps[first - 1].hands[action.seat]
    receivers = [next(seat for seat, hand in enumerate(deal.steps[give].hands) if card in hand) for give in gives]
    assert receivers[0] == receivers[1] != action.seat


def test_the_record_that_comes_back_reads_the_same() -> None:
    line = transcript("rufspiel")
    (deal,) = opened(line)
    assert parse_record(deal.record) == parse_record(line)
    assert opened(deal.record)[0].steps == deal.steps


def test_only_the_first_packet_is_held_while_anybody_may_knock() -> None:
    record = json.loads(transcript("rufspiel"))
    record["overrides"] = {"knock": {"who": "anyone"}, "deal": {"packets": [4, 4]}}
    record["actions"] = ["0 knock"]
    record.pop("result", None)
    (deal,) = opened(json.dumps(record))
    assert deal.error is None
    assert [len(hand) for hand in deal.steps[1].hands] == [4, 4, 4, 4]
    assert deal.steps[1].step == "knock"


def test_unknown_cards_are_backs() -> None:
    record = json.loads(transcript("rufspiel"))
    record.pop("result", None)
    record["hands"] = [record["hands"][0]] + [" ".join(["??"] * 8)] * 3
    record["actions"] = []
    (deal,) = opened(json.dumps(record))
    assert deal.error is None
    assert deal.bill is None
    assert deal.steps[0].hands[1] == ["??"] * 8
    assert "??" not in deal.steps[0].hands[0]


def test_an_error_has_its_code_and_line_and_leaves_other_lines_alone() -> None:
    good = transcript("rufspiel")
    broken = good.replace('"schafkopf": 1', '"schafkopf": 9')
    deals = opened(f"{good}\n\n{broken}\nnonsense\n{good}\n")
    assert [deal.line for deal in deals] == [1, 3, 4, 5]
    assert [deal.error and deal.error.code for deal in deals] == [None, "record/version", "record/syntax", None]
    assert deals[2].record == "nonsense"
    assert deals[2].steps == []


def test_an_illegal_action_shows_the_position_it_was_tried_in() -> None:
    record = json.loads(transcript("solo"))
    record.pop("result", None)
    plays = [index for index, text in enumerate(record["actions"]) if text.split()[1] in NAMES]
    seat, card = record["actions"][plays[0]].split()
    held = set(record["hands"][int(seat)].split())
    foreign = next(card for card in NAMES if card not in held)
    record["actions"] = [*record["actions"][: plays[0]], f"{seat} {foreign}"]
    (deal,) = opened(json.dumps(record))
    assert deal.error is not None
    assert deal.error.code == "play/not-held"
    assert deal.error.action == foreign
    assert card in deal.error.allowed
    assert len(deal.steps) == plays[0] + 1
    assert deal.bill is None


def test_a_result_that_differs_is_said_with_the_deal_to_see() -> None:
    record = json.loads(transcript("solo"))
    record["result"] = {"amounts": [0, 0, 0, 0], "pot": 0}
    (deal,) = opened(json.dumps(record))
    assert deal.error is not None
    assert deal.error.code == "record/result-differs"
    assert deal.bill is not None
    assert deal.steps


def test_a_passed_out_deal_says_how_it_ended() -> None:
    record = json.loads(transcript("rufspiel"))
    record.pop("result", None)
    order = [(record["dealer"] + 1 + step) % 4 for step in range(4)]
    record["actions"] = [f"{seat} pass" for seat in order]
    (deal,) = opened(json.dumps(record))
    assert deal.error is None
    assert deal.outcome is None
    assert deal.bill is not None
    assert deal.bill.passed == "redeal"


def test_another_programs_protocol_is_read_through_the_port() -> None:
    text = (PROTOCOLS / "Schafkopfprotokoll_vom_04.08.24.txt").read_text("latin-1")
    deals = opened(text)
    assert len(deals) == 4
    assert all(deal.error is None and deal.steps for deal in deals)
    assert [deal.line for deal in deals] == sorted({deal.line for deal in deals})
    # Without the port it is no record.
    assert replay(wire.RecordsAsked(text)).deals[0].error is not None


def test_text_that_is_nothing_is_an_error_too() -> None:
    for text in ("", "  \n \n", "\ufeff", "hello", "[]", '"{}"', "\x00"):
        deals = opened(text)
        assert len(deals) == 1, text
        assert deals[0].error is not None, text


def test_size_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    line = transcript("bettel")
    monkeypatch.setattr(replaying, "MOST_DEALS", 5)
    monkeypatch.setattr(replaying, "MOST_WITH_STEPS", 2)
    deals = opened("\n".join([line] * 9))
    assert len(deals) == 6
    assert [len(deal.steps) > 1 for deal in deals] == [True, True, False, False, False, False]
    assert deals[4].steps == deals[0].steps[-1:]
    assert deals[4].bill == deals[0].bill
    assert deals[4].record == deals[0].record
    last = deals[-1].error
    assert last is not None
    assert last.code == "request/too-large"
    assert deals[-1].line == 6
    long = json.loads(line)
    long["names"] = ["A" * replaying.LONGEST_LINE, "B", "C", "D"]
    (deal,) = opened(json.dumps(long))
    assert deal.error is not None
    assert deal.error.code == "record/syntax"
    assert deal.record == ""


def test_a_thousand_deals_are_an_answer_of_a_few_megabytes() -> None:
    answer = replay(wire.RecordsAsked("\n".join([transcript("rufspiel")] * 1000)))
    assert len(answer.deals) == 1000
    assert len(msgspec.json.encode(answer)) < 4_000_000  # far less than the positions would be


def test_the_example_of_the_page_replays() -> None:
    path = Path(__file__).parents[3] / "web" / "src" / "after" / "example.json"
    (deal,) = opened(path.read_text("utf-8"))
    assert deal.error is None
    assert deal.bill is not None


def test_the_bills_that_the_client_is_tested_with_are_the_servers() -> None:
    assert bills.FILE.read_text("utf-8") == bills.fixture()
    names = {term["name"] for told in map(bills.told, bills.deals()) for term in told["bill"]["terms"]}
    assert names >= {"base", "schneider", "laufende", "tout", "knock", "kontra", "double", "bock", "pot", "virgin"}
