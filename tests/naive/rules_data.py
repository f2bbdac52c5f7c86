"""The seven rulesets, read from the table of switches a second time, apart from the engine's TOML files.

A key that a column marks with a dash (it has no meaning there) is left out.
"""

from copy import deepcopy

CHAIN = ["tricks", "trumps_taken", "highest_trump_taken"]
SOLOS = ["wenz", "solo", "wenz-tout", "solo-tout", "sie"]

# What the four rulesets of the Schafkopf family have in common.
FAMILY = {
    "family": "schafkopf",
    "deck": {"cards": 32, "ten": "high", "wenz_ober": "below_king"},
    "table": {"players": 4, "seated": 4},
    "deal": {"packets": [4, 4], "cut": "right"},
    "dealer": {"first": "lot"},
    "partners": {"mode": "called_ace"},
    "call": {"own_ace": "forbid", "min_cards": 1, "renonce": "off"},
    "lead": {"first": "forehand"},
    "follow": {"must_win": []},
    "win": {"declarer": 61},
    "schneider": {"declarer_needs": 91, "defenders_need": 90},
    "settle": {"partnership": "one_to_one"},
    "all_pass": {"do": "redeal", "dealer": "next"},
    "knock": {"who": "off"},
    "bock": {"after": "off"},
    "muss": {"low_trumps": "off"},
    "session": {"length": "endless"},
}

# How all four treat the called ace; who may run away, and with which card, follows in each.
ACE = {"run_count": "now", "run_on_follow": False, "discard": "last_trick", "after_run": "free"}
POT = {"payers": "active", "contracts": ["rufspiel"], "cap": "none"}

BAVARIA = {
    **FAMILY,
    "contracts": ["rufspiel", *SOLOS],
    "auction": {
        "mode": "announce_then_name",
        "order": [
            *["rufspiel", "bettel", "farbgeier", "geier", "farbwenz", "wenz", "solo"],
            *["farbgeier-tout", "geier-tout", "farbwenz-tout", "wenz-tout", "solo-tout", "sie"],
        ],
        "equal": "earlier_seat",
    },
    "ace": {**ACE, "holder_lead": "ace_or_runaway", "run_min": 4, "run_card": "any_other"},
    "kontra": {"max": 2, "window": "own_cards_complete", "reply": "one_card_later", "takes_over": False},
    "tariff": {
        **{"unit": "cent", "rufspiel": 20, "solo": 50, "wenz": 50, "geier": 50, "farbwenz": 50, "farbgeier": 50},
        **{"bettel": 50, "hochzeit": 20, "muss": 20, "kreuz": 20, "ramsch": 20},
        **{"schneider": 10, "schwarz": 20, "laufende": 10},
    },
    "tout": {"pay": "x2", "on": "sum"},
    "sie": {"holding": "top8", "pay": "x4", "on": "sum", "play": False, "laufende": "auto"},
    "laufende": {
        "min": {"rufspiel": 3, "solo": 3, "farbwenz": 3, "farbgeier": 3, "wenz": 2, "geier": 2},
        **{"pay": "either_side", "pool": "side", "claim": "automatic", "doubled": True, "max": "none", "in_tout": True},
    },
    "ramsch": {"tie": CHAIN, "virgin": "double_all", "march": "points 91", "march_pay": "ramsch", "kontra": False},
    "pot": {**POT, "ante": 20, "winner": "both", "loss": "both_double"},
    "double_next": {"stack": "no"},
    "knock": {"who": "off", "factor": "double"},
}

BAVARIA_SHORT = {
    **BAVARIA,
    "deck": {**BAVARIA["deck"], "cards": 24},
    "deal": {**BAVARIA["deal"], "packets": [3, 3]},
}

THREE = {
    **BAVARIA_SHORT,
    "table": {"players": 3, "seated": 3},
    "deal": {**BAVARIA["deal"], "packets": [4, 4]},
    "contracts": SOLOS,
}

BE_1989 = {
    **FAMILY,
    "contracts": ["rufspiel", *SOLOS],
    "auction": {
        "mode": "announce_then_name",
        "order": ["rufspiel", "wenz", "solo", "wenz-tout", "solo-tout", "sie"],
        "equal": "earlier_seat",
    },
    "ace": {**ACE, "holder_lead": "ace_or_runaway", "run_min": 3, "run_card": "lowest"},
    "kontra": {"max": 2, "window": "before_2nd_card", "reply": "immediate", "takes_over": False},
    "tariff": {
        **{"unit": "stake", "rufspiel": 1, "solo": 5, "wenz": 5, "ramsch": 2},
        **{"schneider": 1, "schwarz": 2, "laufende": 1},
    },
    "tout": {"pay": 10},
    "sie": {"holding": "top8", "pay": 20, "play": False, "laufende": "claimable"},
    "laufende": {
        "min": {"rufspiel": 3, "solo": 3, "wenz": 2},
        **{"pay": "either_side", "pool": "side", "claim": "until_cut", "doubled": True, "max": "none", "in_tout": True},
    },
    "ramsch": {"tie": CHAIN, "virgin": "none", "march": "none", "kontra": False},
    "pot": {**POT, "ante": 1, "winner": "declarer", "loss": "declarer_doubles"},
}

PT_UNITS = {
    **FAMILY,
    "contracts": ["rufspiel", "solo", "wenz", "geier", "solo-tout", "wenz-tout", "geier-tout", "sie"],
    "auction": {
        "mode": "name_at_once",
        "order": ["rufspiel", "solo", "wenz", "geier", "solo-tout", "wenz-tout", "geier-tout", "sie"],
        "equal": "earlier_seat",
    },
    "ace": {**ACE, "holder_lead": "runaway_only", "run_min": 3, "run_card": "any_other"},
    "kontra": {"max": 2, "window": "before_1st_card_trick2", "reply": "same_window", "takes_over": False},
    "schneider": {"declarer_needs": 90, "defenders_need": 90},
    "tariff": {
        **{"unit": "stake", "rufspiel": 1, "solo": 2, "wenz": 2, "geier": 2, "ramsch": 1},
        **{"schneider": 1, "schwarz": 2, "laufende": 1},
    },
    "tout": {"pay": "x4", "on": "base"},
    "sie": {"holding": "top8", "pay": "x4", "on": "base", "play": False, "laufende": "none"},
    "laufende": {
        "min": {"rufspiel": 3, "solo": 3, "wenz": 2, "geier": 2},
        **{"pay": "winners_only", "pool": "side", "claim": "automatic"},
        **{"doubled": True, "max": "none", "in_tout": False},
    },
    "settle": {"partnership": "each_to_each"},
    "ramsch": {"tie": CHAIN, "virgin": "none", "march": "none", "kontra": False},
    "session": {"length": "deals 24"},
}

FI_TABLE = {
    **FAMILY,
    "contracts": ["rufspiel", "solo", "wenz", "geier", "solo-tout", "wenz-tout", "geier-tout", "sie"],
    "auction": {
        "mode": "announce_then_name",
        "order": ["rufspiel", "geier", "wenz", "solo", "geier-tout", "wenz-tout", "solo-tout", "sie"],
        "equal": "earlier_seat",
    },
    "ace": {**ACE, "holder_lead": "ace_or_runaway", "run_min": 4, "run_card": "any_other"},
    "kontra": {"max": 4, "window": "before_2nd_card", "reply": "immediate", "takes_over": False},
    "tariff": {
        **{"unit": "point", "rufspiel": 1, "solo": 2, "wenz": 2, "geier": 2, "ramsch": 2},
        **{"schneider": 1, "schwarz": 2, "laufende": 1},
    },
    "tout": {"pay": 6},
    "sie": {"holding": "top8", "pay": 8, "play": False, "laufende": "auto"},
    "laufende": {
        "min": {"rufspiel": 3, "solo": 3, "wenz": 2, "geier": 2},
        **{"pay": "winners_only", "pool": "side", "claim": "automatic", "doubled": True, "max": 14, "in_tout": True},
    },
    "all_pass": {"do": "last_player_choice", "dealer": "next"},
    "ramsch": {
        **{"tie": CHAIN, "virgin": "double_own", "march": "all_tricks", "march_pay": "solo_schwarz", "kontra": False}
    },
    "double_next": {"stack": "no"},
}

RU_CHALK = {
    "family": "chalk",
    "deck": {"cards": 32, "ten": "below_queen"},
    "table": {"players": 4, "seated": 4},
    "deal": {"packets": [3, 2, 3], "cut": "right"},
    "dealer": {"first": "high_card"},
    "partners": {"mode": "fixed_opposite", "draw": "lot"},
    "contracts": ["chalk"],
    "auction": {"mode": "duty_longest"},
    "lead": {"first": "forehand"},
    "follow": {"must_win": []},
    "kontra": {"max": 0},
    "win": {"declarer": 61},
    "schneider": {"declarer_needs": 90, "defenders_need": 90},
    "tariff": {"unit": "stroke"},
    "chalk": {
        **{"head": 12, "win": [1, 2], "lose": [2, 4], "lose_club_jack": [1, 2]},
        "carry": {"same": {"win": [2, 3], "lose": [4, 6]}, "other": {"win": [2, 3], "lose": [3, 5]}},
        **{"carry_club_jack": "additive", "second_tie": "replace", "sweep": "whole_head"},
    },
    "trump": {
        **{"min": 5, "namer": "longest", "tie_points": "suit_only"},
        **{"tie_last": "earlier_seat", "suit": "own_longest"},
    },
    "session": {"length": "heads 1"},
}

# Copies all the way down: whoever changes one ruleset must not change another.
RULESETS = {
    "bavaria": deepcopy(BAVARIA),
    "bavaria-short": deepcopy(BAVARIA_SHORT),
    "three": deepcopy(THREE),
    "be-1989": deepcopy(BE_1989),
    "pt-units": deepcopy(PT_UNITS),
    "fi-table": deepcopy(FI_TABLE),
    "ru-chalk": deepcopy(RU_CHALK),
}
