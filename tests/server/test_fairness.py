"""The fair shuffle: docs/fairness.md, the vectors beside it, and what a shuffle must not be."""

from __future__ import annotations

import json
import re
import secrets as randomness
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from schafkopf.game.cards import NAMES, deck
from schafkopf.game.dealing import seats_with_cards, shuffled_hands
from schafkopf.game.ruleset import load_ruleset
from schafkopf.server.fairness import Checked, Stream, Unfair, check_line, commitment, fairness_line, hands, seed

DOCS = Path(__file__).parents[2] / "docs"
VECTORS = DOCS / "fairness-vectors.jsonl"


def typed(first: int) -> bytes:
    """A secret that is easy to type."""
    return bytes((first + place) % 256 for place in range(32))


CASES: list[dict[str, Any]] = [
    {"rules": "bavaria", "seats": 4, "dealer": 3, "entrants": [(0, None, typed(32))]},
    {
        "rules": "bavaria",
        "seats": 4,
        "dealer": 0,
        "number": 7,
        "entrants": [(s, "", typed(64 + 9 * s)) for s in range(4)],
    },
    {
        "rules": "bavaria+five",
        "seats": 5,
        "dealer": 2,
        "entrants": [(1, "", typed(5)), (2, "", typed(6)), (4, "", None)],
    },
    {
        "rules": "bavaria+six",
        "seats": 6,
        "dealer": 5,
        "number": 12,
        "entrants": [(5, "", typed(200)), (0, "", typed(201))],
    },
    {"rules": "bavaria-short", "seats": 4, "dealer": 1, "entrants": [(3, "", typed(100)), (1, None, None)]},
    {"rules": "three", "seats": 3, "dealer": 2, "number": 999, "entrants": [(2, "", typed(77)), (0, "", typed(78))]},
    {"rules": "be-1989", "seats": 4, "dealer": 1, "entrants": [(1, None, typed(0))]},
    {"rules": "pt-units", "seats": 4, "dealer": 1, "entrants": [(0, "", typed(3)), (1, "", typed(3))]},
    {"rules": "fi-table", "seats": 4, "dealer": 0, "entrants": [(2, None, None)]},
    {"rules": "ru-chalk", "seats": 4, "dealer": 0, "entrants": []},
    {
        "rules": "bavaria",
        "overrides": {"deal": {"packets": [3, 2, 3]}},
        "seats": 4,
        "dealer": 2,
        "entrants": [(3, None, typed(250))],
    },
]


def vector(place: int, case: dict[str, Any]) -> str:
    """The line of a case; a hash "" stands for the right one."""
    rules = load_ruleset(case["rules"]).with_overrides(case.get("overrides", {}))
    table, number, server = f"vector-{place}", case.get("number", 1), typed(place - 1)
    entrants = [
        (seat, commitment(secret or typed(seat)) if hash == "" else hash, secret)
        for seat, hash, secret in case["entrants"]
    ]
    shown = [(seat, secret) for seat, _, secret in entrants if secret is not None]
    dealt = hands(rules, case["seats"], case["dealer"], table=table, number=number, server_secret=server, secrets=shown)
    return fairness_line(
        rules,
        table=table,
        number=number,
        dealer=case["dealer"],
        server_secret=server,
        entrants=entrants,
        hands=dealt,
    )


def all_vectors() -> list[str]:
    return [vector(place, case) for place, case in enumerate(CASES, start=1)]


def bavaria(**changes: Any) -> tuple[Any, ...]:
    asked: dict[str, Any] = {
        "table": "t",
        "number": 1,
        "server_secret": typed(1),
        "secrets": [(0, typed(2))],
        **changes,
    }
    return hands(load_ruleset("bavaria"), 4, 0, **asked)


# What the document says, written a second time without any of the library's parts.


def plainly(line: dict[str, Any]) -> list[str]:
    """docs/fairness.md, "The function", word for word."""
    pack = line["pack"].split()
    message = b""
    parts: list[str | bytes] = [
        "schafkopf shuffle 1",
        line["table"],
        str(line["number"]),
        str(len(pack)),
        bytes.fromhex(line["server_secret"]),
    ]
    for seat, _, secret in sorted(line["secrets"], key=lambda row: row[0]):
        if secret is not None:
            parts += [str(seat), bytes.fromhex(secret)]
    for part in parts:
        raw = part.encode("utf-8") if isinstance(part, str) else part
        message += len(raw).to_bytes(4, "big") + raw
    start = sha256(message).digest()
    stream = b"".join(sha256(start + block.to_bytes(8, "big")).digest() for block in range(40))
    at = 0
    for i in reversed(range(1, len(pack))):
        while stream[at] >= 256 - 256 % (i + 1):
            at += 1
        j = stream[at] % (i + 1)
        at += 1
        pack[i], pack[j] = pack[j], pack[i]
    dealt: list[list[str]] = [[] for _ in range(line["seats"])]
    for size in line["packets"]:
        for seat in line["playing"]:
            dealt[seat] += pack[:size]
            pack = pack[size:]
    assert not pack
    return [" ".join(hand) for hand in dealt]


def test_the_vectors_beside_the_document_are_those_of_the_library() -> None:
    assert VECTORS.read_text("utf-8").splitlines() == all_vectors(), (
        "written anew by: python -m tests.server.test_fairness"
    )


@pytest.mark.parametrize("text", all_vectors())
def test_the_document_alone_leads_to_the_same_cards(text: str) -> None:
    line = json.loads(text)
    assert plainly(line) == line["hands"]


def test_the_example_of_the_document_is_right() -> None:
    page = (DOCS / "fairness.md").read_text("utf-8")
    said = dict(re.findall(r"^    (its hash|seed|stream begins|order begins)  +(.+)$", page, re.MULTILINE))
    assert said == example()


def example() -> dict[str, str]:
    start = seed("vector-1", 1, 32, typed(0), [(0, typed(32))])
    drawn = Stream(start)
    pack = list(deck(32))
    Stream(start).shuffle(pack)
    return {
        "its hash": commitment(typed(0)),
        "seed": start.hex(),
        "stream begins": bytes(drawn.below(256) for _ in range(16)).hex(),
        "order begins": " ".join(NAMES[card] for card in pack[:8]),
    }


@pytest.mark.parametrize("text", all_vectors())
def test_a_line_checks_and_says_who_took_part(text: str) -> None:
    line = json.loads(text)
    found = check_line(text)
    assert found == Checked(
        line["table"],
        line["number"],
        tuple(sorted(seat for seat, _, secret in line["secrets"] if secret is not None)),
        tuple(seat for seat, _, secret in line["secrets"] if secret is None),
    )


def test_the_order_in_which_secrets_came_makes_no_difference() -> None:
    secrets = [(seat, typed(seat)) for seat in range(4)]
    assert bavaria(secrets=secrets) == bavaria(secrets=secrets[::-1])


def test_a_seat_has_one_secret() -> None:
    with pytest.raises(ValueError, match="one secret"):
        bavaria(secrets=[(0, typed(1)), (0, typed(2))])


# DF-05: two deals without anything in common differ; two with the same secrets are equal.


@pytest.mark.parametrize(
    "change",
    [
        {"table": "u"},
        {"number": 2},
        {"server_secret": typed(3)},
        {"secrets": [(0, typed(3))]},
        {"secrets": [(1, typed(2))]},
        {"secrets": []},
        {"secrets": [(0, typed(2)), (1, typed(3))]},
    ],
)
def test_every_part_changes_the_cards(change: dict[str, Any]) -> None:
    assert bavaria() == bavaria()
    assert bavaria(**change) != bavaria()


def test_parts_cannot_run_into_each_other() -> None:
    assert seed("a1", 1, 32, typed(0), []) != seed("a", 11, 32, typed(0), [])
    assert seed("a", 1, 32, typed(0), [(1, typed(1))]) != seed("a", 13, 2, typed(0), [(1, typed(1))])


# DF-02: no card lost or doubled, and the same as the plain way of dealing with the same numbers.


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["rules"])
def test_each_card_is_dealt_once(case: dict[str, Any]) -> None:
    rules = load_ruleset(case["rules"])
    for number in range(50):
        dealt = hands(
            rules,
            case["seats"],
            case["dealer"],
            table="t",
            number=number,
            server_secret=randomness.token_bytes(32),
            secrets=[(1, randomness.token_bytes(32))],
        )
        assert sorted(card for hand in dealt for card in hand if card is not None) == list(deck(rules["deck.cards"]))
        playing = seats_with_cards(rules, case["seats"], case["dealer"])
        assert [seat for seat, hand in enumerate(dealt) if hand] == sorted(playing)


# DF-03: even, and measured in a way that finds the shuffles that real programs had.


def chi_square(shuffle: Callable[[int, list[int]], None], deals: int, cards: int = 32) -> float:
    """Of the table card x place, against every card as often at every place. (cards - 1) squared degrees of freedom."""
    found = [[0] * cards for _ in range(cards)]
    for deal in range(deals):
        pack = list(range(cards))
        shuffle(deal, pack)
        for place, card in enumerate(pack):
            found[card][place] += 1
    expected = deals / cards
    return sum((count - expected) ** 2 / expected for row in found for count in row)


def far_off(cards: int = 32) -> float:
    """Exceeded by an even shuffle about once in ten million runs (5.2 standard deviations)."""
    freedom = (cards - 1) ** 2
    return freedom + 5.2 * (2 * freedom) ** 0.5


DEALS = 40_000


def test_every_card_is_as_often_at_every_place() -> None:
    rng = Random(1)

    def ours(deal: int, pack: list[int]) -> None:
        secrets = [(0, rng.randbytes(32)), (2, rng.randbytes(32))]
        Stream(seed("t", deal, 32, rng.randbytes(32), secrets)).shuffle(pack)

    assert chi_square(ours, DEALS) < far_off()


def test_the_measure_finds_a_swap_with_any_place() -> None:
    rng = Random(1)

    def unfair(deal: int, pack: list[int]) -> None:
        for place in range(len(pack)):
            other = rng.randrange(len(pack))
            pack[place], pack[other] = pack[other], pack[place]

    assert chi_square(unfair, DEALS) > far_off()


def test_the_measure_finds_a_plain_remainder() -> None:
    rng = Random(1)

    def unfair(deal: int, pack: list[int]) -> None:
        for place in range(len(pack) - 1, 0, -1):
            other = rng.randrange(256) % (place + 1)
            pack[place], pack[other] = pack[other], pack[place]

    assert chi_square(unfair, DEALS) > far_off()


def test_the_eichel_ober_is_with_each_seat_in_a_quarter_of_the_deals() -> None:
    eichel_ober = NAMES.index("EO")
    rules = load_ruleset("bavaria")
    held, rng = [0] * 4, Random(1)
    for number in range(DEALS):
        dealt = hands(rules, 4, 0, table="t", number=number, server_secret=rng.randbytes(32), secrets=[])
        held[next(seat for seat, hand in enumerate(dealt) if eichel_ober in hand)] += 1
    spread = (DEALS * 3 / 16) ** 0.5
    assert all(abs(count - DEALS / 4) < 5.5 * spread for count in held), held


@pytest.mark.parametrize("bound", [1, 2, 3, 24, 31, 32, 255, 256])
def test_numbers_are_below_their_bound_and_all_come(bound: int) -> None:
    stream = Stream(typed(9))
    assert {stream.below(bound) for _ in range(40 * bound)} == set(range(bound))


# What does not check.


def changed(text: str, **changes: Any) -> str:
    return json.dumps({**json.loads(text), **changes})


def refusal(text: str) -> Unfair:
    with pytest.raises(Unfair) as caught:
        check_line(text)
    return caught.value


FOUR = vector(2, CASES[1])


def test_another_server_secret_is_found() -> None:
    assert refusal(changed(FOUR, server_secret=typed(9).hex())).code == "fairness/server-hash"


def test_another_server_secret_with_its_own_hash_gives_other_cards() -> None:
    text = changed(FOUR, server_secret=typed(9).hex(), server_hash=commitment(typed(9)))
    assert refusal(text).code == "fairness/hands"


def test_a_secret_that_was_not_promised_is_found() -> None:
    rows = json.loads(FOUR)["secrets"]
    rows[2][2] = typed(1).hex()
    error = refusal(changed(FOUR, secrets=rows))
    assert (error.code, error.seat) == ("fairness/hash", 2)


def test_of_several_people_nobody_may_show_a_secret_without_a_hash() -> None:
    rows = json.loads(FOUR)["secrets"]
    rows[3][1] = None
    error = refusal(changed(FOUR, secrets=rows))
    assert (error.code, error.seat) == ("fairness/hash", 3)


def test_who_was_left_out_afterwards_is_found() -> None:
    rows = json.loads(FOUR)["secrets"]
    assert refusal(changed(FOUR, secrets=rows[:3])).code == "fairness/hands"
    rows[3][2] = None
    assert refusal(changed(FOUR, secrets=rows)).code == "fairness/hands"


def test_swapped_cards_are_found_with_their_seat() -> None:
    dealt = json.loads(FOUR)["hands"]
    one, two = dealt[1].split(), dealt[2].split()
    one[7], two[7] = two[7], one[7]
    dealt[1:3] = " ".join(one), " ".join(two)
    error = refusal(changed(FOUR, hands=dealt))
    assert (error.code, error.seat) == ("fairness/hands", 1)


@pytest.mark.parametrize(("key", "value"), [("number", 8), ("table", "other")])
def test_another_deal_gives_other_cards(key: str, value: Any) -> None:
    assert refusal(changed(FOUR, **{key: value})).code == "fairness/hands"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pack", "EZ EA"),
        ("packets", [3, 2, 3]),
        ("playing", [0, 1, 2, 3]),
        ("dealer", 4),
        ("dealer", -1),
        ("dealer", True),
        ("seats", 5),
        ("seats", 6.0),
        ("number", True),
        ("server_secret", "00" * 31),
        ("server_secret", "AB" * 32),
        ("server_hash", "x" * 64),
        ("secrets", [[0, None]]),
        ("secrets", [[0, None, typed(1).hex()], [0, None, typed(2).hex()]]),
        ("secrets", [[4, None, typed(1).hex()]]),
        ("secrets", {}),
        ("hands", ["EO"] * 3),
        ("hands", [1, 2, 3, 4]),
        ("overrides", []),
        ("rules", 1),
        ("more", 1),
    ],
)
def test_a_line_of_the_wrong_kind_names_the_place(key: str, value: Any) -> None:
    error = refusal(changed(FOUR, **{key: value}))
    assert error.code == "fairness/syntax"
    assert error.where


@pytest.mark.parametrize("key", list(json.loads(FOUR)))
def test_a_part_that_is_missing_is_found(key: str) -> None:
    line = json.loads(FOUR)
    del line[key]
    assert refusal(json.dumps(line)).code == "fairness/syntax"


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{}", "[" * 50_000, "x" * 70_000, '{"fairness":1,"fairness":1}', "NaN"]
)
def test_what_is_no_line_at_all(text: str) -> None:
    assert refusal(text).code == "fairness/syntax"


@pytest.mark.parametrize("version", [0, 2, "1", None, True])
def test_another_version(version: Any) -> None:
    assert refusal(changed(FOUR, fairness=version)).code == "fairness/version"


def test_rules_deal_as_the_game_does() -> None:
    rules = load_ruleset("bavaria+five")
    start = seed("t", 1, 32, typed(1), [])
    assert hands(rules, 5, 2, table="t", number=1, server_secret=typed(1), secrets=[]) == shuffled_hands(
        rules, 5, 2, Stream(start)
    )


if __name__ == "__main__":
    VECTORS.write_text("".join(f"{text}\n" for text in all_vectors()), "utf-8")
    print(json.dumps(example(), indent=2))
