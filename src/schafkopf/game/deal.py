"""One deal from the first packet to the bill: a frozen value that moves by `after(action)`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from schafkopf.game import auction as auctions
from schafkopf.game import compile, kontra, settlement
from schafkopf.game import play as playing
from schafkopf.game.alphabet import CARDS, LEVELS, Action, is_action, parse_action
from schafkopf.game.auction import Auction, Outcome, chalk_namer
from schafkopf.game.cards import NAMES, POINTS, SUITS, UNKNOWN, Card, cards_of, mask_of
from schafkopf.game.compile import HOCHZEIT_TRUMPS
from schafkopf.game.contract import Contract
from schafkopf.game.dealing import Carried, Hand, check_hands, seats_with_cards
from schafkopf.game.errors import IllegalAction, InvalidRecord, SchafkopfError
from schafkopf.game.facts import Facts, facts_of
from schafkopf.game.kontra import Said
from schafkopf.game.plan import Plan, lanes
from schafkopf.game.play import Play
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.settlement import Settlement


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal at some point. Make the first with `Deal.new`, the next with `after`."""

    rules: Ruleset
    dealer: int
    hands: tuple[Hand, ...]
    """As dealt, in dealt order; None for an unknown card."""
    carried: Carried
    seats: tuple[int, ...]
    """Seats with cards in speaking and playing order, forehand first."""
    phase: str
    """`knock`, `auction`, `give`, `trump`, `play`, `claim` (over, Laufende may still be asked for) or `over`."""
    log: tuple[Action, ...]
    masks: tuple[int, ...]
    """Known cards of each seat before play (card masks; after the exchange of a Hochzeit)."""
    hidden: tuple[int, ...]
    knocking: tuple[tuple[int, bool], ...] = ()
    """Who has answered whether he knocks."""
    auction: Auction | None = None
    outcome: Outcome | None = None
    given: tuple[tuple[int, Card | None], ...] = ()
    """Giver and card of each gift of a Hochzeit; None for a card that lay face down."""
    play: Play | None = None
    said: tuple[Said, ...] = ()
    award: int | None = None
    claimed: bool = False

    @classmethod
    def new(cls, rules: Ruleset, hands: tuple[Hand, ...], *, dealer: int, carried: Carried | None = None) -> Deal:
        """A deal before anybody has spoken. Raises InvalidRecord (record/cards) if the hands are not a deal."""
        at_table = len(hands)
        if not 0 <= dealer < at_table:
            raise InvalidRecord("record/cards", f"the dealer {dealer} is not one of {at_table} seats")
        seats = seats_with_cards(rules, at_table, dealer)
        check_hands(rules, hands, seats)
        masks = tuple(mask_of(card for card in hand if card is not None) for hand in hands)
        hidden = tuple(sum(card is None for card in hand) for hand in hands)
        chalk = rules.chalk
        phase = "trump" if chalk else "knock" if rules["knock.who"] != "off" else "auction"
        deal = cls(rules, dealer, hands, carried or Carried(), seats, phase, (), masks, hidden)
        return deal if phase != "auction" else deal._open_auction()

    # -- what may happen ------------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """All cards are played or nobody plays; a claim may still change the bill (phase `claim`)."""
        return self.phase in ("claim", "over")

    @property
    def turn(self) -> int | None:
        """The seat everybody waits for, if there is one."""
        if self.phase == "play" and self.play is not None:
            return self.play.turn
        if self.phase == "auction" and self.auction is not None:
            return self.auction.turn
        if self.phase == "give" and self.outcome is not None:
            return self.outcome.partner if self.given else self.outcome.declarer
        if self.phase == "trump":
            namer = chalk_namer(self.rules, self.seats, self.masks)
            return namer.seat if namer else None
        if self.phase == "knock":
            waiting = self._may_knock()
            return waiting[0] if waiting else None
        return None

    @property
    def contract(self) -> Contract | None:
        """The contract, once there is one."""
        return self.play.plan.contract if self.play is not None else None

    def options(self) -> dict[int, tuple[str, ...]]:
        """What each seat may say or play now; seats with nothing to do are left out.

        `rest`, `concede` and `throw-in` end a deal early; they are accepted or refused when said and not listed.
        """
        found = {seat: self.options_of(seat) for seat in self.seats}
        return {seat: texts for seat, texts in found.items() if texts}

    def options_of(self, seat: int) -> tuple[str, ...]:
        """What one seat may say or play now, made from its own cards and public facts."""
        if self.phase == "knock":
            return ("knock", "keep") if seat in self._may_knock() else ()
        if self.phase == "auction" and self.auction is not None:
            return self.auction.options() if self.auction.turn == seat else ()
        if self.phase == "give":
            return self._give_options() if self.turn == seat else ()
        if self.phase == "trump":
            return self._trump_options(seat)
        if self.phase == "play" and self.play is not None:
            words = kontra.options(self.rules, self.play, self.said, seat)
            if seat != self.play.turn:
                return words
            cards = self.play.plan.lanes.names(self.play.legal(seat)) if self.play.hands[seat] else ()
            return (*cards, *((UNKNOWN,) if self.play.unknown_legal(seat) else ()), *words)
        if self.phase == "claim":
            return ("claim", "cut") if self._claim_fault(seat) is None else ("cut",)
        return ()

    def after(self, action: Action | str) -> Deal:
        """The deal after an action. Raises IllegalAction with code, seat, action and what would be allowed."""
        act = action if isinstance(action, Action) else None
        try:
            if act is None:
                act = parse_action(str(action))
            elif not is_action(act.text):
                raise IllegalAction("record/syntax", "no action at all")
            if act.seat not in self.seats:
                raise IllegalAction("turn/not-yours", "this seat holds no cards")
            return self._after(act)
        except SchafkopfError as error:
            seat, text = act if act is not None else (None, error.action)
            allowed = () if seat not in self.seats or seat is None else self.options_of(seat)
            raise IllegalAction(
                error.code, error.detail, seat=seat, action=text, allowed=allowed, at=len(self.log)
            ) from None

    def _after(self, act: Action) -> Deal:
        phase = self.phase
        if phase == "play":
            return self._play(act)
        if act.text in ("knock", "keep"):
            return self._knock(act)
        if phase == "knock":
            # Else a refusal or a bid would tell of the second packet before everybody has answered.
            raise IllegalAction("turn/not-yours", "everybody answers first whether he knocks")
        if phase == "auction":
            return self._speak(act)
        if phase == "give":
            return self._give(act)
        if phase == "trump":
            return self._name_trump(act)
        if phase == "claim" and act.text in ("claim", "cut"):
            return self._claim(act)
        if phase == "over" and act.text == "claim" and self.play is not None and self._claims_open():
            raise IllegalAction("claim/too-late", "the pack has been cut")
        raise IllegalAction("turn/over", "the deal is over")

    def _logged(self, act: Action, **changes: Any) -> Deal:
        return replace(self, log=(*self.log, act), **changes)

    # -- knocking and auction --------------------------------------------------------------------------------------

    def _may_knock(self) -> tuple[int, ...]:
        who = self.rules["knock.who"]
        answered = {seat for seat, _ in self.knocking}
        waiting = tuple(seat for seat in self.seats if seat not in answered)
        knocked = [knocks for _, knocks in self.knocking]
        if who == "first_only":
            return self.seats[:1] if not answered else ()
        if who == "one_only":
            return () if any(knocked) else waiting
        if who == "chain":
            return waiting[:1] if all(knocked) else ()
        return waiting

    def _knock(self, act: Action) -> Deal:
        if self.phase != "knock" or act.seat not in self._may_knock():
            raise IllegalAction("knock/closed", "knocking is for the first packet only, once each")
        deal = self._logged(act, knocking=(*self.knocking, (act.seat, act.text == "knock")))
        return deal if deal._may_knock() else deal._open_auction()

    @property
    def knocks(self) -> int:
        """How many have knocked."""
        return sum(knocks for _, knocks in self.knocking)

    def released(self) -> Deal:
        """The deal with the next packet given out: who has not answered keeps. Imported records may leave that out."""
        return self._open_auction() if self.phase == "knock" else self

    def ready_for(self, act: Action) -> Deal:
        """The deal as this step of a log finds it: the next packet is out unless the step is still about knocking."""
        return self if act.text in ("knock", "keep") else self.released()

    def _open_auction(self) -> Deal:
        knocked = {seat for seat, knocks in self.knocking if knocks}
        last = next((seat for seat in reversed(self.seats) if seat in knocked), None)
        opened = auctions.start(self.rules, self.seats, self.masks, self.hidden, last)
        return replace(self, phase="auction", auction=opened)

    def _speak(self, act: Action) -> Deal:
        assert self.auction is not None
        if act.text in CARDS or act.text in LEVELS:
            raise IllegalAction("turn/not-yours", "no card is played before the auction is over")
        if act.text == "throw-in":
            return self._throw_in(act)
        spoken = self.auction.after(act.seat, act.text)
        deal = self._logged(act, auction=spoken)
        return deal if spoken.outcome is None else deal._begin(spoken.outcome)

    def _throw_in(self, act: Action) -> Deal:
        assert self.auction is not None
        limit = self.rules["deal.throw_in"]
        spoke = any(entry.seat == act.seat and entry.text not in ("knock", "keep") for entry in self.log)
        points = sum(POINTS[card] for card in cards_of(self.masks[act.seat]))
        if not limit or spoke or self.auction.stage != "say":
            raise IllegalAction("auction/not-enabled", "a deal may not be thrown in here")
        if act.seat != self.auction.turn:
            raise IllegalAction("turn/not-yours")
        if points >= limit:
            raise IllegalAction("auction/not-eligible", f"only a hand with fewer than {limit} points")
        return self._logged(act, phase="over", outcome=Outcome("thrown_in"))

    def _begin(self, outcome: Outcome) -> Deal:
        kind = outcome.kind
        deal = replace(self, outcome=outcome)
        if kind in ("redeal", "pot", "double"):
            return replace(deal, phase="over")
        if kind == "hochzeit":
            return replace(deal, phase="give")
        bid = outcome.bid
        if bid is None:
            return deal._deal_out(compile.contract(self.rules, kind))
        name = bid.contract(must=kind == "must")
        return deal._deal_out(compile.contract(self.rules, name, suit=bid.suit, card=bid.card, promise=bid.promise))

    def _give_options(self) -> tuple[str, ...]:
        seat = self.turn
        assert seat is not None and self.outcome is not None
        mask = self.masks[seat] & (~HOCHZEIT_TRUMPS if self.given else HOCHZEIT_TRUMPS)
        unknown = (f"give {UNKNOWN}",) if self.hidden[seat] else ()
        return (*(f"give {NAMES[card]}" for card in cards_of(mask)), *unknown)

    def _give(self, act: Action) -> Deal:
        seat = self.turn
        if act.seat != seat:
            raise IllegalAction("turn/not-yours", f"seat {seat} gives a card")
        verb, _, name = act.text.partition(" ")
        if verb != "give":
            raise IllegalAction("turn/not-yours", "a card is given first")
        card = CARDS.get(name)
        masks, hidden = list(self.masks), list(self.hidden)
        if card is None:
            if not hidden[seat]:
                raise IllegalAction("play/not-held", "every card of this hand is known")
        else:
            bit = 1 << card
            if not masks[seat] & bit:
                if not hidden[seat] or any(mask & bit for mask in masks):
                    raise IllegalAction("play/not-held")
                masks[seat] |= bit
                hidden[seat] -= 1
            if bool(bit & HOCHZEIT_TRUMPS) == bool(self.given):
                raise IllegalAction("auction/not-eligible", "a trump is given for a plain card")
        assert self.outcome is not None and self.outcome.declarer is not None and self.outcome.partner is not None
        given = (*self.given, (seat, card))
        if len(given) == 1:
            return self._logged(act, masks=tuple(masks), hidden=tuple(hidden), given=given)
        bride, taker = self.outcome.declarer, self.outcome.partner
        for giver, receiver, gift in ((bride, taker, given[0][1]), (taker, bride, card)):
            if gift is None:
                hidden[giver] -= 1
                hidden[receiver] += 1
            else:
                masks[giver] &= ~(1 << gift)
                masks[receiver] |= 1 << gift
        deal = self._logged(act, masks=tuple(masks), hidden=tuple(hidden), given=given)
        return deal._deal_out(compile.contract(self.rules, "hochzeit"))

    def _trump_options(self, seat: int) -> tuple[str, ...]:
        namer = chalk_namer(self.rules, self.seats, self.masks)
        certain = namer is not None and not any(self.hidden)
        if certain and namer is not None:
            return tuple(f"trump {suit}" for suit in namer.suits) if namer.seat == seat else ()
        return tuple(f"trump {suit}" for suit in SUITS)

    def _name_trump(self, act: Action) -> Deal:
        options = self._trump_options(act.seat)
        if not options:
            raise IllegalAction("turn/not-yours", "another hand names trumps")
        if act.text not in options:
            raise IllegalAction("auction/not-eligible", "name one of your longest suits")
        suit = act.text.split()[1]
        namer = chalk_namer(self.rules, self.seats, self.masks)
        known = namer is not None and namer.seat == act.seat
        by_club_jack = namer.by_club_jack if known and namer is not None else False
        partner = self.seats[(self.seats.index(act.seat) + 2) % 4]
        deal = self._logged(act, outcome=Outcome("game", act.seat, partner=partner))
        return deal._deal_out(compile.contract(self.rules, "chalk", suit=suit), by_club_jack=by_club_jack)

    def _deal_out(self, contract: Contract, *, by_club_jack: bool = False) -> Deal:
        assert self.outcome is not None
        table = lanes(contract.order, self.rules["deck.cards"])
        declarer = self.outcome.declarer
        plan = Plan(
            contract,
            table,
            self.seats,
            declarer,
            self.outcome.partner,
            tuple(table.mask(cards_of(mask)) for mask in self.masks),
            self.hidden,
            0 if contract.line.card is None else 1 << table.lane_of[contract.line.card],
            declarer if contract.duty.declarer_leads and declarer is not None else self.seats[0],
            by_club_jack,
        )
        deal = replace(self, phase="play", play=playing.start(plan))
        return deal._finish() if contract.goal.kind == "held" else deal

    # -- play ------------------------------------------------------------------------------------------------------

    def _play(self, act: Action) -> Deal:
        assert self.play is not None
        text = act.text
        card = CARDS.get(text)
        if card is not None:
            if act.seat != self.play.turn:
                raise IllegalAction("turn/not-yours", f"seat {self.play.turn} plays")
            lane = self.play.plan.lanes.lane_of[card]
            fault = "play/not-held" if lane < 0 else self.play.fault(act.seat, lane)
            if fault is not None:
                raise IllegalAction(fault)
            moved = self.play.after(lane)
            deal = self._logged(act, play=moved)
            return deal._finish() if moved.over else deal
        if text in LEVELS:
            fault = kontra.fault(self.rules, self.play, self.said, act.seat, text)
            if fault is not None:
                raise IllegalAction(fault)
            return self._logged(act, said=(*self.said, Said(act.seat, self.play.count)))
        if text == "rest":
            self._need_known_hands()
            if not self.play.sure(act.seat):
                raise IllegalAction("rest/not-certain")
            return self._logged(act, award=act.seat)._finish()
        if text == "concede":
            return self._concede(act)
        if text in ("knock", "keep"):
            raise IllegalAction("knock/closed")
        if text in ("claim", "cut"):
            raise IllegalAction("claim/nothing", "the deal is still being played")
        raise IllegalAction("turn/over", "the auction is over")

    def _need_known_hands(self) -> None:
        """What is left cannot be priced in a position with unknown cards: Laufende and partner may lie in them."""
        assert self.play is not None
        if any(self.play.hidden):
            raise IllegalAction("rest/not-certain", "not all cards are known")

    def _concede(self, act: Action) -> Deal:
        assert self.play is not None
        plan = self.play.plan
        self._need_known_hands()
        side = plan.side(self.play.holder)
        if act.seat != plan.declarer or not side or act.seat != self.play.turn:
            raise IllegalAction("rest/not-certain", "only the declarer may concede, when it is his turn")
        if kontra.others_may_double(self.rules, self.play, self.said, act.seat):
            raise IllegalAction("rest/not-certain", "the others may still double")
        heir = next(seat for seat in plan.seats if seat not in side)
        # In Bettel the others hand their tricks over: who concedes has taken one.
        heir = act.seat if plan.contract.goal.kind == "no_trick" else heir
        return self._logged(act, award=heir)._finish()

    # -- the end ---------------------------------------------------------------------------------------------------

    def _finish(self) -> Deal:
        return replace(self, phase="claim" if self._claims_open() else "over")

    def _claims_open(self) -> bool:
        assert self.play is not None
        claimable = self.play.plan.contract.tariff.claimable
        return claimable or (not self.rules.chalk and self.rules["laufende.claim"] == "until_cut")

    def _claim_fault(self, seat: int) -> str | None:
        facts = self.facts()
        if (
            self.claimed
            or facts is None
            or not facts.contract.tariff.claimable
            or not settlement.claim_pays(self.rules, facts)
        ):
            return "claim/nothing"
        return None if seat in settlement.claimants(facts) else "claim/nothing"

    def _claim(self, act: Action) -> Deal:
        if act.text == "cut":
            return self._logged(act, phase="over")
        fault = self._claim_fault(act.seat)
        if fault is not None:
            raise IllegalAction(fault, "there are no Laufende to be paid to this seat")
        return self._logged(act, claimed=True)

    def facts(self) -> Facts | None:
        """What the deal comes down to; None before it is finished and for a deal that nobody played."""
        if not self.finished or self.play is None:
            return None
        rules = self.rules
        money = not rules.chalk
        return facts_of(
            self.play,
            rules["ramsch.tie"] if money else (),
            rules["ramsch.march"] if money else "none",
            at_table=len(self.hands),
            award=self.award,
            claimed=self.claimed,
            knocks=self.knocks,
            kontra=len(self.said),
            doubles=self.carried.double,
            bock=len(self.carried.bock),
        )

    def settlement(self) -> Settlement | None:
        """The bill; None before the deal is finished."""
        if not self.finished:
            return None
        facts = self.facts()
        if facts is not None:
            bill = settlement.settle(self.rules, facts, pot=self.carried.pot, carry=self.carried.carry)
            return replace(bill, provisional=bill.provisional and self.phase == "claim")
        assert self.outcome is not None
        return settlement.passed_out(
            self.rules,
            len(self.hands),
            self.seats,
            pot=self.carried.pot,
            pays_pot=self.outcome.kind == "pot",
        )
