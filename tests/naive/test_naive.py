"""The naive referee against the rule cases and recorded settlements; the deals are in data/deals.json."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

from .chalk import chalk_namer, chalk_strokes
from .play import legal_cards, trick_winner
from .price import declarers_side_wins, laufende, price, raises, who_marched
from .rules_data import RULESETS
from .table import bids, higher

DEALS = json.loads((Path(__file__).parent / "data" / "deals.json").read_text(encoding="utf-8"))
VIRGIN = {
    None: "none",
    "DoubleAll": "double_all",
    "DoubleIndividuallyOnce": "double_own",
    "DoubleIndividuallyMultiple": "double_own_per_virgin",
}
RUF_E = {"name": "rufspiel", "suit": "E", "declarer": 1, "card": "EA"}
RUF_G = {"name": "rufspiel", "suit": "G", "declarer": 2, "card": "GA"}


def cards(text):
    return text.split()


def changed(name, changes):
    rules = deepcopy(RULESETS[name])
    for table, keys in changes.items():
        rules.setdefault(table, {}).update(keys)
    return rules


def read_tricks(lines, seats=4):
    tricks = []
    for line in lines:
        leader, played = line.split(": ")
        tricks.append([((int(leader) + place) % seats, card) for place, card in enumerate(cards(played))])
    return tricks


def the_contract(deal):
    names = {"wenz+farbe": "farbwenz", "wenz+farbe tout": "farbwenz-tout", "wenz tout": "wenz-tout"}
    name = names.get(deal["contract"], deal["contract"])
    card = deal["suit"] + "A" if name == "rufspiel" else None
    return {"name": name, "suit": deal["suit"], "declarer": deal["declarer"], "card": card}


def play_through(rules, contract, dealt, tricks):
    """Every card of the deal must be legal, and whoever takes a trick leads the next."""
    hands = [list(hand) for hand in dealt]
    for number, trick in enumerate(tricks):
        for place, (seat, card) in enumerate(trick):
            allowed = legal_cards(rules, contract, hands, dealt, tricks[:number], trick[:place], seat)
            assert allowed <= set(hands[seat])
            assert card in allowed, f"trick {number + 1}: seat {seat} plays {card}, legal: {sorted(allowed)}"
            hands[seat].remove(card)
        if number + 1 < len(tricks):
            assert trick_winner(rules, contract, trick) == tricks[number + 1][0][0]


def one_hand_legal(rules, contract, hand, led=None, before=(), dealt=None):
    """Legal cards of seat 3, who follows to a card led by seat 0, or leads; `before`: leads of earlier tricks."""
    hands = [[], [], [], hand.split()]
    tricks = [[(seat, card)] for seat, card in before]
    trick = [(0, led)] if led else []
    return legal_cards(rules, contract, hands, [[], [], [], (dealt or hand).split()], tricks, trick, 3)


@pytest.mark.parametrize("deal", DEALS["games"], ids=lambda deal: deal["case"])
def test_complete_games_of_the_rule_cases(deal):
    rules, contract, tricks = RULESETS[deal["rules"]], the_contract(deal), read_tricks(deal["tricks"])
    dealt = [hand.split() for hand in deal["hands"]]
    play_through(rules, contract, dealt, tricks)
    assert [trick_winner(rules, contract, trick) for trick in tricks] == deal["winners"]
    for expected in deal["expect"]:
        rules = changed(expected.get("rules", deal["rules"]), expected.get("change", {}))
        result = price(
            rules, contract, dealt, tricks, kontra=expected.get("kontra", 0), claimed=expected.get("claimed", True)
        )
        assert result["points"] == deal["points"]
        assert result["tricks"] == [deal["winners"].count(seat) for seat in range(4)]
        if "strokes" in expected:
            team = [seat for seat in range(4) if seat % 2 == deal["declarer"] % 2]
            points = sum(result["points"][seat] for seat in team)
            taken = sum(result["tricks"][seat] for seat in team)
            assert chalk_strokes(rules, points, taken, 8, expected["club_jack"]) == tuple(expected["strokes"])
        else:
            assert result["amounts"] == expected["amounts"]


def payout_rules(deal):
    contract = the_contract(deal)
    plain = contract["name"].removesuffix("-tout")
    options = deal["options"]
    march = {"All": "all_tricks", "AtLeast(120)": "points 120"}.get(options.get("durchmarsch"), "none")
    tariff = {"schneider": deal["schneider_step"], "schwarz": 2 * deal["schneider_step"]}
    rules = changed(
        "bavaria",
        {
            "deck": {"cards": deal["deck"]},
            "tariff": {plain: deal["base"], "laufende": deal["laufende_each"], **tariff},
            "follow": {"must_win": ["bettel"] if options.get("overtake") else []},
            "ramsch": {"march": march, "virgin": VIRGIN[options.get("jungfrau")], "tie": ["highest_trump_dealt"]},
        },
    )
    if deal["laufende_min"] is not None:
        rules["laufende"]["min"][plain] = deal["laufende_min"]
    return rules, contract


@pytest.mark.parametrize("deal", DEALS["payouts"], ids=lambda deal: deal["id"])
def test_recorded_settlements(deal):
    rules, contract = payout_rules(deal)
    tricks, dealt = read_tricks(deal["tricks"]), [hand.split() for hand in deal["hands"]]
    play_through(rules, contract, dealt, tricks)
    result = price(rules, contract, dealt, tricks, knocks=deal["doublings"], kontra=deal["stoss"])
    assert result["amounts"] == deal["amounts"]


def test_called_ace_duties():
    be, pt, fi, by = (RULESETS[name] for name in ["be-1989", "pt-units", "fi-table", "bavaria"])
    hand = "GO HU HZ GA GK G8 EZ S9"
    assert one_hand_legal(be, RUF_G, hand) == set(cards("GO HU HZ GA G8 EZ S9"))  # B01
    hand = "GA GZ G9 G7 HK EU EK SZ"
    assert one_hand_legal(be, RUF_G, hand) == set(cards("GA G7 HK EU EK SZ"))  # B02
    assert one_hand_legal(fi, RUF_G, hand) == one_hand_legal(by, RUF_G, hand) == set(hand.split())
    assert one_hand_legal(be, RUF_G, "GA G9 HK EK SZ", "GZ", [(3, "G7")]) == {"GA", "G9"}  # B04
    assert one_hand_legal(be, RUF_G, "GA HK EK", "S8", [(3, "G7")]) == {"GA", "HK", "EK"}
    assert one_hand_legal(be, RUF_G, "GA HK S9", "E7") == {"HK", "S9"}  # B05
    assert one_hand_legal(be, RUF_G, "GA", "E8") == {"GA"}
    assert one_hand_legal(pt, RUF_E, "EA E8 HO HZ GK S7") == {"HO", "HZ", "GK", "S7"}  # P03
    assert one_hand_legal(pt, RUF_E, "EA EK") == {"EA"}  # P05
    assert one_hand_legal(pt, RUF_E, "EA EK E8") == {"EK", "E8"}
    assert one_hand_legal(by, RUF_E, "EA EZ EK E9", "E7") == {"EA"}
    assert one_hand_legal(by, RUF_E, "EA E7 GA SZ", "EK") == {"EA"}
    assert one_hand_legal(by, RUF_E, "EA GA S9", "HO") == {"GA", "S9"}
    bound = changed("bavaria", {"ace": {"after_run": "bound"}})
    assert one_hand_legal(bound, RUF_E, "EA EZ GA", "E8", [(3, "E7")]) == {"EA"}
    dealt = changed("bavaria", {"ace": {"run_count": "dealt"}})
    assert one_hand_legal(dealt, RUF_E, "EA EZ GO", dealt="EA EZ EK E9 GO S7") == {"EA", "EZ", "GO"}
    follow = changed("bavaria", {"ace": {"run_on_follow": True, "run_card": "lowest"}})
    assert one_hand_legal(follow, RUF_E, "EA EZ EK E9 GO", "E7") == {"EA", "E9"}
    two = changed("bavaria", {"ace": {"discard": "last_two"}})
    assert one_hand_legal(two, RUF_E, "EA GA", "S9") == {"EA", "GA"}
    assert one_hand_legal(two, RUF_E, "EA GA HK", "S9") == {"GA", "HK"}


def test_following_and_taking():
    by, ru = RULESETS["bavaria"], RULESETS["ru-chalk"]
    wenz, geier, herz = {"name": "wenz"}, {"name": "geier"}, {"name": "chalk", "suit": "H", "declarer": 0}
    bettel = {"name": "bettel", "declarer": 3}
    assert one_hand_legal(by, wenz, "EA SO", "GK") == {"EA", "SO"}
    assert one_hand_legal(by, {"name": "solo", "suit": "G"}, "SO H7 EA", "GU") == {"SO"}
    assert one_hand_legal(by, bettel, "SO S9 EA", "S7") == {"SO", "S9"}
    overtake = changed("bavaria", {"follow": {"must_win": ["bettel"]}})
    assert one_hand_legal(overtake, bettel, "SA SZ S9 EA", "SU") == {"SA"}
    assert one_hand_legal(overtake, bettel, "SZ S9 EA", "SU") == {"SZ", "S9"}
    hand = "SU G8 EA H7"
    assert one_hand_legal(ru, herz, hand, "SA") == set(hand.split())  # R09
    assert one_hand_legal(ru, herz, hand, "H9") == {"SU", "H7"}
    table = [(by, geier, 2, "EK EZ EU E9", 3), (by, wenz, 0, "GO GK GZ G9", 2), (by, RUF_G, 0, "SU SO HA EU", 1)]
    table += [(by, RUF_G, 1, "SK SZ H7 SA", 3), (ru, herz, 0, "SZ SO S9 S7", 1), (by, wenz, 0, "EZ EO EK E9", 0)]
    for rules, contract, leader, played, winner in table:
        assert trick_winner(rules, contract, read_tricks([f"{leader}: {played}"])[0]) == winner
    ober = changed("bavaria", {"deck": {"wenz_ober": "below_ace"}})
    assert trick_winner(ober, wenz, read_tricks(["0: EZ EO EK E9"])[0]) == 1


def test_auction():
    be, fi = RULESETS["be-1989"], RULESETS["fi-table"]
    solos = {name + " " + suit for name in ["solo", "solo-tout"] for suit in "EGHS"}
    assert bids(be, cards("EO GO HA HK EA EZ SA S9")) == solos | {"wenz", "wenz-tout"}  # B07
    assert bids(fi, cards("EO HA HK H8 EA E9 SA SZ")) == solos | {"wenz", "wenz-tout", "geier", "geier-tout"}  # F01
    assert {word for word in bids(be, cards("GO GU HZ EA EK GZ S9 S7")) if "ruf" in word} == {
        "rufspiel G",
        "rufspiel S",
    }
    eight_trumps = cards("EO HO SU HA HZ HK H9 H7")  # B17
    assert "sie" in bids(be, cards("EO GO HO SO EU GU HU SU"))
    assert "sie" not in bids(be, eight_trumps)
    assert "sie" in bids(changed("be-1989", {"sie": {"holding": "any8"}}), eight_trumps)
    assert higher(be, "solo E", "wenz")
    assert not higher(be, "solo H", "solo E")
    assert higher(changed("be-1989", {"auction": {"equal": "herz_first"}}), "solo H", "solo E")
    assert not higher(RULESETS["pt-units"], "solo H", "wenz")


def deal_with(hands):
    """The given hands, and the rest of the pack in the empty ones."""
    used = {card for hand in hands for card in hand.split()}
    rest = [suit + rank for suit in "EGHS" for rank in "AZKOU987" if suit + rank not in used]
    return [hand.split() or [rest.pop() for _ in range(8)] for hand in hands]


def test_sie_touts_and_long_runs():
    sie, top = {"name": "sie", "declarer": 2}, deal_with(["", "", "EO GO HO SO EU GU HU SU", ""])
    for name, claimed, each in [("be-1989", True, 28), ("be-1989", False, 20), ("pt-units", True, 8)]:
        assert price(RULESETS[name], sie, top, [], claimed=claimed)["amounts"] == [-each, -each, 3 * each, -each]
    assert price(RULESETS["fi-table"], sie, top, [])["amounts"] == [-16, -16, 48, -16]
    dealt = deal_with(["EO HO EU HU HA HK H8 E9", "", "GO SO GU SU HZ H9 H7 EA", ""])  # F13
    tricks = [[(0, a), (1, b), (2, c), (3, d)] for a, b, c, d in zip(*dealt, strict=True)]
    contract = {"name": "rufspiel", "suit": "E", "declarer": 0, "card": "EA"}
    assert all(trick_winner(RULESETS["fi-table"], contract, trick) in [0, 2] for trick in tricks)
    assert price(RULESETS["fi-table"], contract, dealt, tricks)["amounts"] == [17, -17, 17, -17]
    assert price(RULESETS["fi-table"], contract, dealt, tricks, kontra=4)["amounts"] == [272, -272, 272, -272]
    renonce = {**contract, "name": "renonce"}  # as dear as a Rufspiel, with Schwarz
    assert price(RULESETS["fi-table"], renonce, dealt, tricks)["amounts"] == [17, -17, 17, -17]


def test_pot_and_takeover():
    be_90 = next(deal for deal in DEALS["games"] if deal["case"] == "B11")
    contract, tricks = the_contract(be_90), read_tricks(be_90["tricks"])
    dealt = [hand.split() for hand in be_90["hands"]]
    won = price(RULESETS["bavaria"], contract, dealt, tricks, pot_in=45)
    assert (won["amounts"], won["pot"]) == ([20 + 23, 20 + 22, -20, -20], -45)
    b14 = next(deal for deal in DEALS["games"] if deal["case"] == "B14")  # lost with 55, five Laufende
    contract, tricks = the_contract(b14), read_tricks(b14["tricks"])
    dealt = [hand.split() for hand in b14["hands"]]
    lost = price(RULESETS["be-1989"], contract, dealt, tricks, pot_in=3)
    assert (lost["amounts"], lost["pot"]) == ([6, -9, -6, 6], 3)
    holder = changed("be-1989", {"laufende": {"pay": "holder"}})
    assert price(holder, contract, dealt, tricks)["amounts"] == [-4, 4, 4, -4]
    assert price(changed("be-1989", {"pot": {"cap": 5}}), contract, dealt, tricks, pot_in=3)["pot"] == 2
    f10 = next(deal for deal in DEALS["games"] if deal["case"] == "F10")  # lost with 30: Schneider
    contract, tricks = the_contract(f10), read_tricks(f10["tricks"])
    dealt = [hand.split() for hand in f10["hands"]]
    over = changed("fi-table", {"kontra": {"takes_over": True}})
    assert price(over, contract, dealt, tricks, kontra=1)["amounts"] == [-12, 4, 4, 4]  # 90 of 91 needed: no Schneider
    assert price(over, contract, dealt, tricks, kontra=2)["amounts"] == [-36, 12, 12, 12]


def test_laufende_when_only_the_hand_of_the_declarer_counts():
    def run(name, pool, hands, **change):
        rules = changed("bavaria", {"laufende": {"pool": pool, **change}})
        contract = {"name": name, "suit": "E", "declarer": 0, "partner": 2, "card": "EA"}
        if name in ["hochzeit", "kreuz"]:
            contract = {"name": name, "declarer": 0, "partner": 2}
        dealt = deal_with(hands)
        return laufende(rules, contract, dealt, [0, 1, 2, 3], [0, 2], True, True)

    alone = ["EO GO HO E7 E8 E9 G7 G8", "", "EA SO EU GU H7 H8 H9 G9", ""]
    divided = ["EO GO E7 E8 E9 G7 G8 G9", "", "EA HO SO EU H7 H8 H9 HK", ""]
    below = ["GO E7 E8 E9 G7 G8 G9 GK", "", "EO EA HO SO EU GU H7 H8", ""]
    without = ["HO E7 E8 E9 G7 G8 G9 GK", "EO GO S7 S8 S9 SK SZ SA", "EA SO EU GU H7 H8 H9 HK", ""]
    far = ["E7 E8 E9 EK G7 G8 G9 GK", "EO GO HO S7 S8 S9 SK SZ", "EA SO EU GU H7 H8 H9 HK", ""]
    for name in ["rufspiel", "renonce", "muss"]:
        assert run(name, "declarer_hand", alone) == (3, True)
        assert run(name, "side", alone) == (6, True)
        assert run(name, "declarer_hand", divided)[0] == 0
        assert run(name, "side", divided) == (5, True)
        assert run(name, "declarer_hand", below)[0] == 0
        assert run(name, "declarer_hand", without)[0] == 0
        assert run(name, "declarer_hand", far) == (3, False)  # SO is with the partner
    for name in ["hochzeit", "kreuz"]:
        assert run(name, "declarer_hand", divided) == run(name, "side", divided) == (5, True)


def test_takeover_promises_and_the_rest_of_the_settlement():
    over = changed("bavaria", {"kontra": {"takes_over": True}, "muss": {"low_trumps": 3}})
    over["auction"].update({"raise": 10, "step": 10})
    dealt = [["EO", "E7"], ["G7", "G8"], ["S7", "S8"], ["EA", "E8"]]
    solo, promised = {"name": "solo", "declarer": 0}, {"name": "solo", "declarer": 0, "promise": 80}
    muss = {"name": "muss", "declarer": 0, "card": "EA"}
    for contract, kontra, needs in [
        *[(solo, 0, 61), (solo, 1, 60), (solo, 2, 61), (promised, 0, 80), (promised, 1, 60), (promised, 2, 80)],
        *[(muss, 0, 60), (muss, 1, 60)],
    ]:
        assert declarers_side_wins(over, contract, dealt, needs, kontra)
        assert not declarers_side_wins(over, contract, dealt, needs - 1, kontra)
    over["win"]["declarer"] = 55
    assert declarers_side_wins(over, solo, dealt, 55, 1)
    assert not declarers_side_wins(over, solo, dealt, 54, 1)
    assert (raises(over, solo), raises(over, promised)) == (0, 20)

    march = {"march": "points 60"}
    assert who_marched(march, [0, 1, 2, 3], [60, 60, 0, 0], [4, 4, 0, 0]) is None
    assert who_marched(march, [0, 1, 2, 3], [60, 59, 1, 0], [4, 3, 1, 0]) == 0
    sie, top = {"name": "sie", "declarer": 2}, deal_with(["", "", "EO GO HO SO EU GU HU SU", ""])
    for pay, each in [("either_side", 520), ("off", 200), ("without_only", 200)]:
        rules = changed("bavaria", {"laufende": {"pay": pay}})
        assert price(rules, sie, top, [])["amounts"] == [-each, -each, 3 * each, -each]
    once = changed("bavaria", {"laufende": {"doubled": False}})  # the factor of the Sie stays, the knocks do not
    assert price(once, sie, top, [], knocks=1, kontra=1)["amounts"][2] == 3 * (4 * 200 + 320)
    low = deal_with(["", "", "EO HO SU HA HZ HK H9 H7", ""])
    any8 = {"sie": {"holding": "any8"}}
    assert price(changed("bavaria", any8), sie, low, [])["amounts"][2] == 3 * 520
    assert price(changed("be-1989", any8), sie, low, [])["amounts"][2] == 3 * 20
    below = deal_with(["", "", "SO EU GU HA HZ HK H9 H7", ""])  # without three
    assert price(changed("be-1989", any8), sie, below, [])["amounts"][2] == 3 * 23


def test_chalk_naming_and_slate():
    rules = RULESETS["ru-chalk"]
    deals = [
        (["EZ EO E9 E7 GU G9 H9 S7", "HA HO HU SA SZ SO S9 S8", "EA EK E8 GA GZ G8 H8 SK"], (1, {"S"}, False)),
        (["EO E7 G7 HZ HU H8 SA S9", "EK G9 HA H9 H7 SZ SK SO", "EA EZ E9 GK GO GU S8 S7"], (3, {"G"}, False)),
        (["EO E8 G9 HU H9 H7 SK S9", "EA EZ GK G7 HK HO SZ SU", "EU E9 GO GU HA H8 SO S7"], (2, set("EGHS"), True)),
        (["E9 E7 GZ GK HO H8 SU S9", "EA GA G9 G8 G7 H9 H7 SA", "EO E8 GO HA HK SZ SK SO"], (3, {"E", "S"}, False)),
    ]  # R01, R03, R04, R06
    for hands, expected in deals:
        assert chalk_namer(rules, deal_with([*hands, ""]), 0) == expected
    # R15: naming team, its points, by the club jack
    party = [("A", 65, 0), ("B", 92, 0), ("A", 50, 1), ("B", 60, 0), ("A", 45, 0), ("A", 25, 0), ("B", 61, 0)]
    party += [("A", 90, 0), ("A", 59, 0)]
    slate, tied, seen = {"A": 0, "B": 0}, None, []
    for team, points, jack in party:
        own, foreign = chalk_strokes(rules, points, 4, 8, bool(jack), None if tied is None else tied == team, 1)
        slate[team] += own
        slate["B" if team == "A" else "A"] += foreign
        tied = team if points == 60 else None
        seen.append((slate["A"], slate["B"]))
    assert seen == [(1, 0), (1, 2), (1, 3), (1, 3), (1, 6), (1, 10), (1, 11), (3, 11), (3, 13)]
    assert chalk_strokes(rules, 50, 3, 8, True, True, 1) == (0, 3)
    assert chalk_strokes(rules, 20, 2, 8, True, False, 1) == (0, 3)
    assert chalk_strokes(rules, 120, 8, 8, False) == (12, 0)
