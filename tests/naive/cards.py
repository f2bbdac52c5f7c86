"""Which cards are trumps, and what beats what."""

SUITS = ["E", "G", "H", "S"]
POINTS = {"A": 11, "Z": 10, "K": 4, "O": 3, "U": 2, "9": 0, "8": 0, "7": 0}
HERZ_IS_TRUMP = ["rufspiel", "hochzeit", "renonce", "muss", "kreuz", "ramsch"]


def plain_game(contract):
    """The name of the contract without its Tout: "wenz-tout" has the trumps of "wenz"."""
    return contract["name"].removesuffix("-tout")


def is_tout(contract):
    return contract["name"].endswith("-tout")


def called_card(contract):
    """The card whose holder is the partner, or None."""
    if contract.get("card"):
        return contract["card"]
    if contract["name"] in ["rufspiel", "renonce", "muss"] and contract.get("suit"):
        return contract["suit"] + "A"
    return None


def card_points(cards):
    return sum(POINTS[card[1]] for card in cards)


def trump_ranks_and_suit(rules, contract):
    """The ranks that are trumps in all four suits, and the trump suit (or None)."""
    game = plain_game(contract)
    if game in HERZ_IS_TRUMP:
        return ["O", "U"], "H"
    if game in ["solo", "sie"]:
        return ["O", "U"], contract.get("suit")
    if game == "wenz":
        return ["U"], None
    if game == "geier":
        return ["O"], None
    if game == "farbwenz":
        return ["U"], contract["suit"]
    if game == "farbgeier":
        return ["O"], contract["suit"]
    if game == "bettel":
        if rules.get("bettel", {}).get("trumps", "none") == "herz":
            return ["O", "U"], "H"
        return [], None
    if game == "chalk":
        return ["U"], contract["suit"]
    raise ValueError(f"no such contract: {contract['name']}")


def suit_order(rules, contract):
    """The ranks inside one suit from high to low; ranks that are trumps in every suit are left out."""
    trump_ranks, _ = trump_ranks_and_suit(rules, contract)
    game = plain_game(contract)
    if game == "bettel" and not trump_ranks:
        ranks = ["A", "K", "O", "U", "Z", "9", "8", "7"]
    elif rules["deck"]["ten"] == "below_queen":
        ranks = ["A", "K", "O", "Z", "U", "9", "8", "7"]
    elif game in ["wenz", "farbwenz"] and rules["deck"].get("wenz_ober") == "below_ace":
        ranks = ["A", "O", "Z", "K", "U", "9", "8", "7"]
    else:
        ranks = ["A", "Z", "K", "O", "U", "9", "8", "7"]
    if rules["deck"]["cards"] == 24:
        ranks = [rank for rank in ranks if rank not in ["8", "7"]]
    return [rank for rank in ranks if rank not in trump_ranks]


def all_trumps(rules, contract):
    """All trumps of the contract from high to low."""
    trump_ranks, trump_suit = trump_ranks_and_suit(rules, contract)
    trumps = []
    for rank in trump_ranks:
        for suit in SUITS:
            trumps.append(suit + rank)
    if trump_suit:
        for rank in suit_order(rules, contract):
            trumps.append(trump_suit + rank)
    return trumps


def belongs_to(rules, contract, card):
    """ "trump", or the suit to which the card belongs in this contract."""
    if card in all_trumps(rules, contract):
        return "trump"
    return card[0]


def first_beats_second(rules, contract, first, second):
    """Whether the card `first`, played after `second`, takes the trick from it."""
    trumps = all_trumps(rules, contract)
    if first in trumps and second in trumps:
        return trumps.index(first) < trumps.index(second)
    if first in trumps:
        return True
    if second in trumps:
        return False
    if first[0] != second[0]:
        return False
    order = suit_order(rules, contract)
    return order.index(first[1]) < order.index(second[1])
