"""What a finished deal costs, term by term as it would be worked out aloud at the table."""

from .cards import all_trumps, called_card, card_points, is_tout, plain_game
from .play import trick_winner

PARTNERSHIPS = ["rufspiel", "renonce", "hochzeit", "muss", "kreuz"]
CALLED_PARTNER = ["rufspiel", "renonce", "muss"]


def price(rules, contract, dealt, tricks, knocks=0, kontra=0, doubles_in=0, pot_in=0, seats=4, claimed=True):
    """Settle a complete deal.

    contract: may hold a "promise", the points a lone player has promised in Steigern ("solo H 70": 70).
    seats: number of people at the table; who sits out has an empty hand in `dealt`.
    claimed: whether Laufende that must be asked for were asked for in time.
    Returns amounts per seat, what the deal put into the pot, card points and tricks per seat.
    """
    playing = [seat for seat in range(seats) if dealt[seat]]
    piles = [[] for _ in range(seats)]
    taken = [0 for _ in range(seats)]
    for trick in tricks:
        winner = trick_winner(rules, contract, trick)
        taken[winner] += 1
        for _, card in trick:
            piles[winner].append(card)
    points = [card_points(pile) for pile in piles]
    times = multiplier(rules, knocks, kontra, doubles_in)
    pot = 0

    if contract["name"] == "chalk":
        amounts = [0 for _ in range(seats)]
    elif contract["name"] == "ramsch":
        amounts = ramsch(rules, contract, dealt, playing, piles, points, taken, times)
    else:
        amounts, pot = game(rules, contract, dealt, playing, points, taken, len(tricks), times, kontra, pot_in, claimed)
    return {"amounts": amounts, "pot": pot, "points": points, "tricks": taken}


def multiplier(rules, knocks, kontra, doubles_in):
    factor = rules.get("knock", {}).get("factor", "double")
    if factor == "add_one":
        times = 1 + knocks
    elif factor == "fibonacci":
        times = [1, 2, 3, 5, 8, 13, 21][knocks]
    else:
        times = 2**knocks
    return times * 2**kontra * 2**doubles_in


def declarers_side(contract, dealt, playing):
    """The declarer, and his partner if he has one."""
    declarer = contract["declarer"]
    if plain_game(contract) not in PARTNERSHIPS:
        return [declarer]
    if contract.get("partner") is not None:
        partner = contract["partner"]
    elif contract["name"] == "kreuz":
        partner = playing[(playing.index(declarer) + 2) % 4]
    else:
        holders = [seat for seat in playing if called_card(contract) in dealt[seat]]
        partner = holders[0] if holders else declarer
    if partner == declarer:  # he called his own ace, or nobody: he plays alone
        return [declarer]
    return [declarer, partner]


def game(rules, contract, dealt, playing, points, taken, number_of_tricks, times, kontra, pot_in, claimed):
    side = declarers_side(contract, dealt, playing)
    others = [seat for seat in playing if seat not in side]
    side_points = sum(points[seat] for seat in side)
    side_tricks = sum(taken[seat] for seat in side)
    name = contract["name"]
    tariff = rules["tariff"]

    bonus = 0
    if name == "sie":
        won = side_tricks == number_of_tricks  # laid down: no trick was played, none was lost
    elif is_tout(contract):
        won = side_tricks == number_of_tricks
    elif name == "bettel":
        won = side_tricks == 0
    else:
        won = declarers_side_wins(rules, contract, dealt, side_points, kontra)
        bonus = schneider_or_schwarz(rules, won, side_points, side_tricks, number_of_tricks, kontra)

    run, holder_is_declarer = laufende(rules, contract, dealt, playing, side, won, claimed)
    run_money = run * tariff.get("laufende", 0)

    if name == "sie":
        money, run_money = tout_money(rules["sie"], tariff["solo"], run_money)
    elif is_tout(contract):
        money, run_money = tout_money(rules["tout"], tariff[plain_game(contract)], run_money)
    elif name == "renonce":
        money = tariff.get("renonce", tariff["rufspiel"]) + bonus
    else:
        money = tariff[name] + raises(rules, contract) + bonus

    money = money * times
    if rules["laufende"]["doubled"]:
        run_money = run_money * times
    value = money if won else -money
    if rules["laufende"]["pay"] == "holder":
        value = value + (run_money if holder_is_declarer else -run_money)
    else:
        value = value + (run_money if won else -run_money)

    amounts = [0 for _ in points]
    if len(side) == 1:
        for seat in others:
            amounts[seat] -= value
            amounts[side[0]] += value
    elif rules["settle"]["partnership"] == "each_to_each":
        for winner in side:
            for loser in others:
                amounts[winner] += value
                amounts[loser] -= value
    else:
        for winner, loser in zip(side, others, strict=True):
            amounts[winner] += value
            amounts[loser] -= value

    pot = settle_pot(rules, contract, side, won, pot_in, amounts)
    return amounts, pot


def taken_over(rules, kontra):
    """The defenders said Kontra last, and by this house rule it is now they who must make 61."""
    return bool(rules["kontra"].get("takes_over", False)) and kontra % 2 == 1


def raises(rules, contract):
    """What the promise of a lone player adds: from 60 on, so much money for every step of so many points."""
    if contract.get("promise") is None:
        return 0
    steps = (contract["promise"] - 60) // rules["auction"]["raise"]
    return steps * rules["auction"]["step"]


def declarers_side_wins(rules, contract, dealt, side_points, kontra):
    needs = rules["win"]["declarer"]
    if contract.get("promise") is not None:
        needs = contract["promise"]
    if contract["name"] == "muss":
        limit = rules.get("muss", {}).get("low_trumps", "off")
        trumps = all_trumps(rules, contract)
        held = [card for card in dealt[contract["declarer"]] if card in trumps]
        if limit != "off" and len(held) <= limit:
            needs = min(needs, 60)
    if taken_over(rules, kontra):  # the doublers need the points of a declarer: what is left is enough against them
        needs = min(needs, 121 - rules["win"]["declarer"])
    return side_points >= needs


def schneider_or_schwarz(rules, won, side_points, side_tricks, number_of_tricks, kontra):
    """What Schneider or Schwarz adds in all."""
    if won and side_tricks == number_of_tricks:
        return rules["tariff"]["schwarz"]
    if not won and side_tricks == 0:
        return rules["tariff"]["schwarz"]
    declarer_needs = rules["schneider"]["declarer_needs"]
    defenders_need = rules["schneider"]["defenders_need"]
    if taken_over(rules, kontra):
        declarer_needs, defenders_need = defenders_need, declarer_needs
    if won and side_points >= declarer_needs:
        return rules["tariff"]["schneider"]
    if not won and 120 - side_points >= defenders_need:
        return rules["tariff"]["schneider"]
    return 0


def length_of_run(trumps, cards):
    length = 0
    for card in trumps:
        if card not in cards:
            break
        length += 1
    return length


def laufende(rules, contract, dealt, playing, side, won, claimed):
    """(how many Laufende are paid, whether the declarer's side holds them)."""
    key = rules["laufende"]
    game_name = plain_game(contract)
    if key["pay"] == "off" or game_name == "bettel":
        return 0, True
    if key["claim"] == "until_cut" and not claimed and game_name != "sie":
        return 0, True
    if is_tout(contract) and not key["in_tout"]:
        return 0, True
    if game_name == "sie":
        how = rules["sie"]["laufende"]
        if how == "none" or (how == "claimable" and not claimed):
            return 0, True

    own_hands, foreign_hands = hands_that_count(key, game_name, contract, playing, side)
    own = [card for seat in own_hands for card in dealt[seat]]
    foreign = [card for seat in foreign_hands for card in dealt[seat]]
    if game_name == "sie":
        suit = contract.get("suit") or suit_of_the_sie(own)
        trumps, minimum = all_trumps(rules, {"name": "solo", "suit": suit}), key["min"]["solo"]
    else:
        trumps, minimum = all_trumps(rules, contract), key["min"].get(game_name, key["min"].get("rufspiel"))

    if game_name == "sie" and rules["sie"]["laufende"] == "auto":  # as many as it has cards, whichever they are
        holder_is_declarer = True
        length = len(own)
    else:
        holder_is_declarer = trumps[0] in own
        length = length_of_run(trumps, own if holder_is_declarer else foreign)

    if length < minimum:
        return 0, holder_is_declarer
    if key["pay"] == "winners_only" and holder_is_declarer != won:
        return 0, holder_is_declarer
    if key["pay"] == "without_only" and holder_is_declarer:
        return 0, holder_is_declarer
    if key["max"] != "none":
        length = min(length, key["max"])
    return length, holder_is_declarer


def hands_that_count(key, game_name, contract, playing, side):
    """(the seats whose cards make a run "with", the seats whose cards make a run "without")."""
    others = [seat for seat in playing if seat not in side]
    if key["pool"] == "declarer_hand" and game_name in CALLED_PARTNER:
        return [contract["declarer"]], others  # the hand of the called partner counts for neither
    return side, others


def suit_of_the_sie(hand):
    """The suit in which all cards of a Sie are trumps; any suit, if there are only Obers and Unters."""
    for card in hand:
        if card[1] not in ["O", "U"]:
            return card[0]
    return "E"


def tout_money(key, base, run_money):
    """Base and Laufende of a Tout or a Sie: a factor ("x2") on the base or on the sum, or a fixed amount."""
    if isinstance(key["pay"], str):
        factor = int(key["pay"].removeprefix("x"))
        if key["on"] == "sum":
            return base * factor, run_money * factor
        return base * factor, run_money
    return key["pay"], run_money


def settle_pot(rules, contract, side, won, pot_in, amounts):
    """Settle a pot that was brought in; changes `amounts` and returns what went into the pot."""
    key = rules.get("pot")
    if not key or pot_in == 0:
        return 0
    if key["winner"] != "any_game" and contract["name"] not in key["contracts"]:
        return 0
    if won:
        if key["winner"] == "declarer" or len(side) == 1:
            amounts[side[0]] += pot_in
        else:
            half = pot_in // 2
            amounts[side[0]] += pot_in - half
            amounts[side[1]] += half
        return -pot_in
    after = 2 * pot_in
    if key["cap"] != "none":
        after = max(pot_in, min(after, key["cap"]))
    added = after - pot_in
    if key["loss"] == "declarer_doubles" or len(side) == 1:
        amounts[side[0]] -= added
    else:
        half = added // 2
        amounts[side[0]] -= added - half
        amounts[side[1]] -= half
    return added


def ramsch(rules, contract, dealt, playing, piles, points, taken, times):
    key = rules["ramsch"]
    amounts = [0 for _ in points]
    marcher = who_marched(key, playing, points, taken)
    if marcher is not None:
        each = march_money(rules) * times
        for seat in playing:
            if seat != marcher:
                amounts[seat] -= each
                amounts[marcher] += each
        return amounts

    losers = ramsch_losers(rules, contract, dealt, playing, piles, points, taken)
    virgins = [seat for seat in playing if taken[seat] == 0]
    for loser in losers:
        for seat in playing:
            if seat in losers:
                continue
            pays = rules["tariff"]["ramsch"] * times
            if key["virgin"] == "double_all":
                pays = pays * 2 ** len(virgins)
            elif key["virgin"] == "double_own" and seat in virgins:
                pays = pays * 2
            elif key["virgin"] == "double_own_per_virgin" and seat in virgins:
                pays = pays * 2 ** len(virgins)
            amounts[seat] += pays
            amounts[loser] -= pays
    return amounts


def who_marched(key, playing, points, taken):
    if key["march"] == "none":
        return None
    if key["march"] == "all_tricks":
        marched = [seat for seat in playing if taken[seat] == sum(taken)]
    else:
        limit = int(key["march"].removeprefix("points "))
        marched = [seat for seat in playing if points[seat] >= limit]
    return marched[0] if len(marched) == 1 else None


def march_money(rules):
    tariff = rules["tariff"]
    if rules["ramsch"]["march_pay"] == "ramsch":
        return tariff["ramsch"]
    if rules["ramsch"]["march_pay"] == "solo_schwarz":
        return tariff["solo"] + tariff["schwarz"]
    return tout_money(rules["tout"], tariff["solo"], 0)[0]


def ramsch_losers(rules, contract, dealt, playing, piles, points, taken):
    """The one with most points; if several have as many, the tie rules in their order, until one is left."""
    trumps = all_trumps(rules, contract)

    def number_of_trumps(cards):
        return len([card for card in cards if card in trumps])

    def height_of_best_trump(cards):
        heights = [len(trumps) - trumps.index(card) for card in cards if card in trumps]
        return max(heights, default=0)

    tied = most(playing, lambda seat: points[seat])
    for rule in rules["ramsch"]["tie"]:
        if len(tied) == 1 or rule == "all_pay":
            break
        if rule == "tricks":
            tied = most(tied, lambda seat: taken[seat])
        elif rule == "trumps_taken":
            tied = most(tied, lambda seat: number_of_trumps(piles[seat]))
        elif rule == "highest_trump_taken":
            tied = most(tied, lambda seat: height_of_best_trump(piles[seat]))
        elif rule == "highest_trump_dealt":
            tied = most(tied, lambda seat: height_of_best_trump(dealt[seat]))
        else:
            raise ValueError(f"ramsch.tie = {rule}")
    return tied


def most(seats, measure):
    best = max(measure(seat) for seat in seats)
    return [seat for seat in seats if measure(seat) == best]
