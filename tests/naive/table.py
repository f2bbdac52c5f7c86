"""What a hand may say in the auction, and which word is the higher one."""

from .cards import SUITS

OBERS_AND_UNTERS = ["EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU"]


def plain_cards(hand, suit):
    """The cards of a suit that are not trumps in the Rufspiel (Herz is not asked)."""
    return [card for card in hand if card[0] == suit and card[1] not in ["O", "U"]]


def herz_trumps(hand):
    return [card for card in hand if card[0] == "H" or card[1] in ["O", "U"]]


def bids(rules, hand):
    """Every contract, as it is said ("rufspiel G", "wenz", ...), that this hand may ever name."""
    said = set()
    for name in rules["contracts"]:
        if name == "rufspiel":
            for suit in ["E", "G", "S"]:
                if may_call(rules, hand, suit):
                    said.add("rufspiel " + suit)
        elif name == "renonce":
            for suit in ["E", "G", "S"]:
                if rules["call"]["renonce"] != "off" and not plain_cards(hand, suit):
                    said.add("renonce " + suit)
        elif name.removesuffix("-tout") in ["solo", "farbwenz", "farbgeier"]:
            for suit in SUITS:
                said.add(name + " " + suit)
        elif name.removesuffix("-tout") in ["wenz", "geier", "bettel"]:
            said.add(name)
        elif name == "hochzeit":
            if len(herz_trumps(hand)) == 1:
                said.add("hochzeit")
        elif name == "sie" and is_sie(rules, hand):
            said.add("sie")
    return said


def may_call(rules, hand, suit):
    if suit + "A" in hand and rules["call"]["own_ace"] == "forbid":
        return False
    beside_the_ace = [card for card in plain_cards(hand, suit) if card[1] != "A"]
    return len(beside_the_ace) >= rules["call"]["min_cards"]


def is_sie(rules, hand):
    holding = rules["sie"]["holding"]
    if holding == "top8":
        return all(card in hand for card in OBERS_AND_UNTERS)
    if holding == "any8":
        for suit in SUITS:
            trumps = [card for card in hand if card[0] == suit or card[1] in ["O", "U"]]
            if len(trumps) >= 8:
                return True
        return False
    if holding == "top_of_hand":
        return sorted(hand) == sorted(OBERS_AND_UNTERS[: len(hand)])
    raise ValueError(f"sie.holding = {holding}")


def higher(rules, a, b):
    """Whether `a` is a higher contract than `b`."""
    words_a, words_b = a.split(), b.split()
    order = rules["auction"]["order"]
    if words_a[0] != words_b[0]:
        return order.index(words_a[0]) > order.index(words_b[0])
    if rules["auction"]["equal"] == "herz_first":
        return words_a[1:2] == ["H"] and words_b[1:2] != ["H"]
    return False
