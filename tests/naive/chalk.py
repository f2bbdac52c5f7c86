"""The chalk game: who names the trumps, and what is written on the slate."""

from .cards import SUITS, card_points


def long_cards(hand, suit):
    """The cards of a suit together with all Unters of the hand: the trumps it would have."""
    return [card for card in hand if card[0] == suit or card[1] == "U"]


def longest_suits(hand):
    most = max(len(long_cards(hand, suit)) for suit in SUITS)
    return [suit for suit in SUITS if len(long_cards(hand, suit)) == most], most


def suit_points(rules, hand, suit):
    cards = long_cards(hand, suit)
    if rules["trump"]["tie_points"] == "suit_only":
        cards = [card for card in cards if card[1] != "U"]
    return card_points(cards)


def chalk_namer(rules, hands, forehand):
    """(seat that names trumps, suits it may name, whether it names as holder of the club jack EU)."""
    speaking_order = [(forehand + step) % len(hands) for step in range(len(hands))]
    namer, namer_count, namer_points = None, 0, 0
    for seat in speaking_order:
        if not hands[seat]:
            continue
        suits, count = longest_suits(hands[seat])
        if count < rules["trump"]["min"]:
            continue
        points = max(suit_points(rules, hands[seat], suit) for suit in suits)
        if namer is None or count > namer_count or (count == namer_count and points > namer_points):
            namer, namer_count, namer_points = seat, count, points
    if namer is None:
        holder = next(seat for seat in speaking_order if "EU" in hands[seat])
        return holder, set(SUITS), True
    if rules["trump"]["suit"] == "any":
        return namer, set(SUITS), False
    return namer, set(longest_suits(hands[namer])[0]), False


def chalk_strokes(
    rules, namer_team_points, namer_team_tricks, total_tricks, by_club_jack, same_team_carry=None, ties=0
):
    """(strokes for the naming team, strokes for the other).

    same_team_carry: None if nothing is carried in, else whether the team that names now named the tied deal too.
    """
    chalk = rules["chalk"]
    if namer_team_points == 60:
        return 0, 0

    won = namer_team_points > 60
    if won:
        double = namer_team_points >= rules["schneider"]["declarer_needs"]
    else:
        double = 120 - namer_team_points >= rules["schneider"]["defenders_need"]
    column = 1 if double else 0

    normal = chalk["win"][column] if won else chalk["lose"][column]
    reduced = chalk["lose_club_jack"][column]
    if same_team_carry is None:
        strokes = reduced if by_club_jack and not won else normal
    else:
        relation = chalk["carry"]["same" if same_team_carry else "other"]
        table = relation["win"][column] if won else relation["lose"][column]
        stake = table - normal  # what the tied deal adds
        if chalk["second_tie"] == "accumulate":
            stake = stake * max(ties, 1)
        strokes = normal + stake
        if by_club_jack and not won:
            if chalk["carry_club_jack"] == "additive":
                strokes = reduced + stake
            elif chalk["carry_club_jack"] == "override":
                strokes = reduced
    if chalk["sweep"] == "whole_head" and namer_team_tricks in (0, total_tricks):
        strokes = max(strokes, chalk["head"])
    return (strokes, 0) if won else (0, strokes)
