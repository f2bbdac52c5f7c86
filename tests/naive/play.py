"""Which cards may be played, and who takes the trick."""

from .cards import belongs_to, called_card, first_beats_second, suit_order


def trick_winner(rules, contract, trick):
    """The seat that takes the trick (or that would take it, if it ended now)."""
    best_seat, best_card = trick[0]
    for seat, card in trick[1:]:
        if first_beats_second(rules, contract, card, best_card):
            best_seat, best_card = seat, card
    return best_seat


def legal_cards(rules, contract, hands_now, dealt, tricks, trick, seat):
    """The set of cards that `seat`, whose turn it is, may play."""
    hand = list(hands_now[seat])
    if trick:
        allowed = cards_that_follow(rules, contract, hand, trick)
    else:
        allowed = hand

    ace = called_card(contract)
    if ace in hand and not released(rules, contract, ace, tricks):
        if not trick:
            allowed = leads_of_the_holder(rules, contract, ace, hand, dealt[seat])
        elif belongs_to(rules, contract, trick[0][1]) == belongs_to(rules, contract, ace):
            allowed = ace_when_its_suit_is_led(rules, contract, ace, hand, dealt[seat])
        else:
            allowed = without_throwing_the_ace(rules, ace, allowed, hand)

    if trick and contract["name"] in rules["follow"]["must_win"]:
        allowed = winning_cards_if_any(rules, contract, allowed, trick)
    return set(allowed)


def cards_that_follow(rules, contract, hand, trick):
    led = belongs_to(rules, contract, trick[0][1])
    same = [card for card in hand if belongs_to(rules, contract, card) == led]
    if same:
        return same
    return hand


def winning_cards_if_any(rules, contract, allowed, trick):
    winner = trick_winner(rules, contract, trick)
    best = next(card for seat, card in trick if seat == winner)
    winning = [card for card in allowed if first_beats_second(rules, contract, card, best)]
    if winning:
        return winning
    return allowed


# The called ace. Everything below is asked only of the player who still holds it.


def released(rules, contract, ace, tricks):
    """The suit was led before and the ace did not fall: its holder has run away."""
    suit = belongs_to(rules, contract, ace)
    led_before = [trick for trick in tricks if belongs_to(rules, contract, trick[0][1]) == suit]
    return bool(led_before) and rules["ace"]["after_run"] == "free"


def cards_of_the_called_suit(rules, contract, ace, hand):
    suit = belongs_to(rules, contract, ace)
    return [card for card in hand if belongs_to(rules, contract, card) == suit]


def cards_to_run_with(rules, contract, ace, hand, dealt_hand):
    """The cards of the called suit, not the ace, which the holder may play instead of it; none if he may not run."""
    minimum = rules["ace"]["run_min"]
    if minimum == 0:
        return []
    if rules["ace"]["run_count"] == "dealt":
        counted = cards_of_the_called_suit(rules, contract, ace, dealt_hand)
    else:
        counted = cards_of_the_called_suit(rules, contract, ace, hand)
    if len(counted) < minimum:
        return []
    others = [card for card in cards_of_the_called_suit(rules, contract, ace, hand) if card != ace]
    if rules["ace"]["run_card"] == "lowest" and others:
        order = suit_order(rules, contract)
        lowest = others[0]
        for card in others:
            if order.index(card[1]) > order.index(lowest[1]):
                lowest = card
        return [lowest]
    return others


def leads_of_the_holder(rules, contract, ace, hand, dealt_hand):
    called_suit = cards_of_the_called_suit(rules, contract, ace, hand)
    allowed = [card for card in hand if card not in called_suit]
    allowed = allowed + cards_to_run_with(rules, contract, ace, hand, dealt_hand)
    if rules["ace"]["holder_lead"] == "ace_or_runaway":
        allowed = [*allowed, ace]
    if not allowed:  # only the called suit, no right to run, and the ace may not be led: the ace after all
        allowed = [ace]
    return allowed


def ace_when_its_suit_is_led(rules, contract, ace, hand, dealt_hand):
    allowed = [ace]
    if rules["ace"]["run_on_follow"]:
        allowed = allowed + cards_to_run_with(rules, contract, ace, hand, dealt_hand)
    return allowed


def without_throwing_the_ace(rules, ace, allowed, hand):
    when = rules["ace"]["discard"]
    if when == "free":
        return allowed
    if when == "last_two" and len(hand) <= 2:
        return allowed
    if len(hand) == 1:
        return allowed
    return [card for card in allowed if card != ace]
