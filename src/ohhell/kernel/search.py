"""One step of improvement over the policy: imagined worlds, weighted by what the others did.

For each world and each bid or card in question the round is played out by the policy from every
seat's own knowledge; the choice with the best mean is taken where it clearly beats the policy's.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ohhell.kernel.bid_model import NOT_MODELLED, model_bids
from ohhell.kernel.bits import PACK, ZERO, lowest_index, next_fraction
from ohhell.kernel.bits import popcount as count_cards
from ohhell.kernel.calibration import OF_BIDS, OF_CARDS, lifts
from ohhell.kernel.compiled import compiled, inlined
from ohhell.kernel.good_sense import (
    remembered,
    rule_out_bids,
    sensible_cards,
    within_slack,
)
from ohhell.kernel.one_card import RANK, one_card_class
from ohhell.kernel.policy import (
    MOST_CARDS,
    barred_bid,
    best_bid,
    best_card,
    legal_cards,
    policy_bids,
    policy_cards,
)
from ohhell.kernel.rollout import (
    bid_by_policy,
    bid_likelihood,
    lay_card,
    new_scratch,
    play_likelihood,
    play_out,
    replay,
)
from ohhell.kernel.self_play import first_leader
from ohhell.kernel.worlds import STATES, count_ways, deal_world


class Depth(NamedTuple):
    """How far a player looks; all counts, never a clock.

    `card_worlds`, `bid_worlds`: worlds looked at (0: the policy decides alone).  `drawn`: worlds
    dealt for each one looked at, chosen by weight (1: no inference).  `bid_trust`, `play_trust`:
    how strongly bids and plays are believed (0: not at all); `bid_doubt`, `doubt`: the share of
    bids and of plays held to be random.  `margin`: standard errors a gain must exceed.  `noise`: share of random cards in
    the play-outs.  `reach`: how far from the policy's bid others are tried.  `solved`: one-card
    rounds are bid by the solved tables where there is one.  `models_bids`: the bid model stands
    in for the policy's own bids; `model_weight` is how many worlds its word counts for.
    `forgets`: 0 remembers all, 1 no
    card below the ten once its trick is gathered and no void, 2 no card at all.  `slack`: any
    choice that gives away at most so much of what making a bid is worth will do.
    `looks_at_all`: for advice, every legal choice is looked at, also a bad or the only one.
    `calibration`: the row of the tables by which chances are corrected (-1: none).
    """

    card_worlds: int
    bid_worlds: int
    drawn: int
    bid_trust: float
    play_trust: float
    bid_doubt: float
    doubt: float
    margin: float
    noise: float
    reach: int
    solved: bool
    models_bids: bool
    model_weight: float
    forgets: int
    slack: float
    looks_at_all: bool
    calibration: int


@inlined
def weigh_worlds(
    rules, tables, depth, work, me, hand, bids, played, leader, play_seats, play_cards, plays,
    voids, seen, wanted, dice, worlds, times, world_bids,
):  # fmt: skip
    """Deal worlds and choose `wanted` of them by weight; how many different ones, or 0.

    Fills `worlds` uint64[drawn, seats] (whole deals, rows compacted), `times` float64[drawn] how
    often each was chosen, and `world_bids` int64[drawn, seats], where bids not known (-1) are
    the policy's with the imagined hand.
    """
    seats = rules.seats
    needs = np.zeros(seats, np.int64)
    unseen = PACK & ~(seen | hand)
    has_unknown = False
    for seat in range(seats):
        needs[seat] = rules.size - np.int64(count_cards(played[seat]))
        if bids[seat] < 0 and plays > 0:
            has_unknown = True
    order = np.empty(7, np.int64)
    ways = np.empty((7, STATES))
    stages = count_ways(unseen, needs, voids, me, order, ways)
    if stages < 0:
        return 0
    infers = depth.drawn > 1
    count = wanted * depth.drawn if infers else wanted
    weights = np.zeros(count)
    most = -1e18
    for index in range(count):
        world = worlds[index]
        deal_world(unseen, needs, voids, me, order, stages, ways, dice, world)
        world[me] = hand
        guess = world_bids[index]
        for seat in range(seats):
            guess[seat] = bids[seat]
        if has_unknown:
            for seat in range(seats):
                if guess[seat] < 0:
                    guess[seat] = bid_by_policy(
                        rules, tables, work, world[seat] | played[seat], 0, 0
                    )
        weight = 0.0
        if infers:
            for seat in range(seats):
                if seat != me and bids[seat] >= 0 and depth.bid_trust > 0.0:
                    weight += bid_likelihood(
                        rules, tables, work, world[seat] | played[seat], bids, seat,
                        depth.bid_trust, depth.bid_doubt,
                    )  # fmt: skip
            if depth.play_trust > 0.0 and plays > 0:
                weight += play_likelihood(
                    rules, tables, work, me, world, played, guess, leader, play_seats, play_cards,
                    plays, depth.play_trust, depth.doubt,
                )  # fmt: skip
        weights[index] = weight
        most = max(most, weight)
    if not infers:
        for index in range(count):
            times[index] = 1.0
        return count
    total = 0.0
    for index in range(count):
        weights[index] = np.exp(weights[index] - most)
        total += weights[index]
    # Systematic resampling: every world is chosen its share of `wanted`, rounded up or down.
    offset = next_fraction(dice)
    passed = 0.0
    chosen = 0
    taken = 0
    for index in range(count):
        passed += weights[index] * wanted / total
        copies = 0
        while taken + offset < passed and taken < wanted:
            taken += 1
            copies += 1
        if copies > 0:
            for seat in range(seats):
                worlds[chosen, seat] = worlds[index, seat]
                world_bids[chosen, seat] = world_bids[index, seat]
            times[chosen] = copies
            chosen += 1
    return chosen


@inlined
def clear_best(sums, squares, crosses, own, count, total, margin):
    """The option of best mean, unless it beats `own` by less than `margin` standard errors.

    `sums[i]` weighted sum of points, `squares[i]` of the squared difference from `own`,
    `crosses[i]` of the difference itself, `total` the sum of weights.
    """
    best = own
    for index in range(count):
        if sums[index] > sums[best] + 1e-9:
            best = index
    if best == own or total <= 1.0:
        return own
    gain = crosses[best] / total
    spread = max(squares[best] / total - gain * gain, 0.0)
    error = np.sqrt(spread / total)
    return best if gain > margin * error else own


@compiled
def search_card(
    rules, tables, depth, me, hand, bids, leader, play_seats, play_cards, plays, dice,
    cards, means, makes,
):  # fmt: skip
    """Choose a card: (index of the choice, number of options); their points and chances.

    `cards` uint64[26] the different legal cards, `means` float64[26] expected points, `makes`
    float64[26] chance of making the bid.  With no worlds these are the policy's own.
    """
    seats = rules.seats
    work = new_scratch(seats)
    won = np.zeros(seats, np.int64)
    voids = np.zeros(seats, np.uint64)
    played = np.zeros(seats, np.uint64)
    seen, trick_leader, led, best, winner, place = replay(
        rules, leader, play_seats, play_cards, plays, won, voids
    )
    for index in range(plays):
        played[play_seats[index]] |= play_cards[index]
    known = np.zeros(seats, np.int64)
    for seat in range(seats):
        known[seat] = max(bids[seat], 0)
    if depth.forgets > 0:
        seen = remembered(rules, play_cards, plays, place, seen, depth.forgets)
        for seat in range(seats):
            voids[seat] = ZERO
    legal = legal_cards(hand, led)
    if not depth.looks_at_all:
        legal = sensible_cards(rules, me, hand, legal, known, won, seen, led, best, place)
    left = np.int64(count_cards(hand))
    options = policy_cards(
        me, hand, legal, known, won, voids, seen, rules.trumps, led, best, place, trick_leader,
        left, rules.points, tables.future, tables.now, cards, means, work.spread, work.extra,
    )  # fmt: skip
    own_card = best_card(cards, means, options)
    own = 0
    for index in range(options):
        makes[index] = -1.0
        if cards[index] == own_card:
            own = index
    wanted = depth.card_worlds
    if depth.slack > 0.0:
        own = within_slack(means, options, depth.slack * rules.scale, dice)
    if wanted == 0 or (options == 1 and not depth.looks_at_all):
        return own, options
    drawn = wanted * max(depth.drawn, 1)
    worlds = np.zeros((drawn, seats), np.uint64)
    times = np.zeros(drawn)
    world_bids = np.zeros((drawn, seats), np.int64)
    count = weigh_worlds(
        rules, tables, depth, work, me, hand, bids, played, leader, play_seats, play_cards, plays,
        voids, seen, wanted, dice, worlds, times, world_bids,
    )  # fmt: skip
    if count == 0:
        return own, options
    tricks = np.zeros((count, options), np.int64)
    made = np.zeros(options)
    total = 0.0
    for world in range(count):
        weight = times[world]
        total += weight
        for option in range(options):
            card = cards[option]
            for seat in range(seats):
                work.hands[seat] = worlds[world, seat]
                work.bids[seat] = world_bids[world, seat]
                work.won[seat] = won[seat]
                work.voids[seat] = voids[seat]
            work.hands[me] = hand ^ card
            next_leader, next_led, next_best, next_winner, next_place = lay_card(
                rules, me, card, trick_leader, led, best, winner, place, work.won, work.voids
            )
            play_out(
                rules, tables, work, work.hands, work.bids, work.won, work.voids, seen | card,
                next_leader, next_led, next_best, next_winner, next_place, depth.noise, dice,
            )  # fmt: skip
            tricks[world, option] = work.won[me]
            if work.won[me] == world_bids[world, me]:
                made[option] += weight
    sums = np.zeros(options)
    squares = np.zeros(options)
    crosses = np.zeros(options)
    points = np.zeros(options)
    lifted = np.ones((options, 2))
    for option in range(options):
        lifted[option, 1], lifted[option, 0] = lifts(
            tables.calibration, depth.calibration, OF_CARDS, left, False, made[option] / total
        )
        made[option] *= lifted[option, 1]
    for world in range(count):
        weight = times[world]
        bid = world_bids[world, me]
        for option in range(options):
            got = tricks[world, option]
            points[option] = rules.points[bid, got] * lifted[option, 1 if got == bid else 0]
        for option in range(options):
            gain = points[option] - points[own]
            sums[option] += weight * points[option]
            crosses[option] += weight * gain
            squares[option] += weight * gain * gain
    choice = clear_best(sums, squares, crosses, own, options, total, depth.margin)
    for option in range(options):
        means[option] = sums[option] / total
        makes[option] = made[option] / total
    return choice, options


@inlined
def weigh_bids(
    rules, tables, depth, own, hooked, tricks, times, looked_at, total, made, means, foreseen
):  # fmt: skip
    """Choose among bids by what they came to in the worlds and by what the model says.

    `tricks` int64[worlds, size + 1] and `times` float64[worlds] as found, `total` of them; `made`
    how often each bid was made.  `means` and `foreseen` hold the model's points and chances, and
    `means` and `made` are left as what is told: expected points and the chance of making it.
    """
    count = tricks.shape[0]
    bids = tricks.shape[1]
    sums = np.zeros(bids)
    squares = np.zeros(bids)
    crosses = np.zeros(bids)
    points = np.zeros(bids)
    lifted = np.ones((bids, 2))
    believed = np.zeros(bids)
    weight_of_model = np.zeros(bids)
    has_model = depth.models_bids and tables.bid_model.first.shape[0] > 0
    # Worlds chosen by the bids know more of a single card than the model does.
    if has_model and not (rules.size == 1 and depth.drawn > 1):
        for bid in range(bids):
            if looked_at[bid] and means[bid] > NOT_MODELLED:
                weight_of_model[bid] = depth.model_weight
    for bid in range(bids):
        if not looked_at[bid]:
            continue
        chance = (made[bid] + weight_of_model[bid] * foreseen[bid]) / (total + weight_of_model[bid])
        lifted[bid, 1], lifted[bid, 0] = lifts(
            tables.calibration, depth.calibration, OF_BIDS, rules.size, hooked, chance
        )
        made[bid] = chance * lifted[bid, 1]
        paid = rules.points[bid, bid] * foreseen[bid]
        believed[bid] = paid * lifted[bid, 1] + (means[bid] - paid) * lifted[bid, 0]
    for world in range(count):
        weight = times[world]
        for bid in range(bids):
            if looked_at[bid]:
                got = tricks[world, bid]
                points[bid] = rules.points[bid, got] * lifted[bid, 1 if got == bid else 0]
        for bid in range(bids):
            if looked_at[bid]:
                gain = points[bid] - points[own]
                sums[bid] += weight * points[bid]
                crosses[bid] += weight * gain
                squares[bid] += weight * gain * gain
    for bid in range(bids):
        if looked_at[bid]:
            means[bid] = (sums[bid] + weight_of_model[bid] * believed[bid]) / (
                total + weight_of_model[bid]
            )
    # A bid that the model thinks nothing of is still what the worlds say it is.
    extra = depth.model_weight if weight_of_model[own] > 0.0 else 0.0
    floor = believed[own] - 2.0 * rules.scale
    for bid in range(bids):
        if not looked_at[bid]:
            sums[bid] = -1e18
        elif extra > 0.0:
            value = max(believed[bid], floor) if weight_of_model[bid] > 0.0 else floor
            gain = value - believed[own]
            sums[bid] += extra * value
            crosses[bid] += extra * gain
            squares[bid] += extra * gain * gain
    return clear_best(sums, squares, crosses, own, bids, total + extra, depth.margin)


@inlined
def solved_wish(rules, tables, me, hand, bids, place):
    """How often the solved one-card table bids 1 here; -1 where a bid heard is unknown."""
    heard = 0
    if not rules.at_once:
        if place != me:
            return -1.0
        for seat in range(me):
            heard = heard * 2 + bids[seat]
    turned = 0
    if rules.turned != ZERO:
        turned = np.int64(lowest_index(rules.turned) & RANK)
    card_class = one_card_class(hand, rules.trumps)
    return np.float64(tables.one_card[me, turned, card_class, heard])


@compiled
def search_bid(rules, tables, depth, me, hand, bids, dice, means, makes):
    """Choose a bid; `means` and `makes` float64[26] by bid, -1e18 and -1 where not looked at.

    `bids` int64[seats] holds the bids heard, -1 for those still to come.
    """
    seats = rules.seats
    size = rules.size
    work = new_scratch(seats)
    total_bid = 0
    place = 0
    if not rules.at_once:
        place = me
        for seat in range(me):
            if bids[seat] < 0:
                place = 0
        for seat in range(me):
            total_bid += max(bids[seat], 0)
    policy_bids(
        hand, rules.turned, rules.trumps, size, seats, place, total_bid if place > 0 else 0,
        rules.points, tables.future, work.spread, means,
    )  # fmt: skip
    foreseen = np.zeros(MOST_CARDS + 1)
    if depth.models_bids and tables.bid_model.first.shape[0] > 0:
        model_bids(
            rules, tables, tables.bid_model, me, hand, bids, place,
            total_bid if place > 0 else 0, work.spread, means, foreseen,
        )  # fmt: skip
    barred = barred_bid(size, seats, me, total_bid, rules.hook)
    if not depth.looks_at_all:
        rule_out_bids(rules, me, hand, barred, means)
    elif barred >= 0:
        means[barred] = -1e18
    own = best_bid(means, size, barred)
    for bid in range(size + 1):
        makes[bid] = -1.0
    if depth.slack > 0.0:
        own = within_slack(means, size + 1, depth.slack * rules.scale, dice)
    if depth.solved and size == 1 and tables.one_card.shape[0] == seats:
        wish = solved_wish(rules, tables, me, hand, bids, place)
        makes[0] = makes[1] = -1.0
        if wish >= 0.0 and barred < 0:
            return 1 if next_fraction(dice) < wish else 0
    wanted = depth.bid_worlds
    if wanted == 0:
        return own
    drawn = wanted * max(depth.drawn, 1)
    worlds = np.zeros((drawn, seats), np.uint64)
    times = np.zeros(drawn)
    world_bids = np.zeros((drawn, seats), np.int64)
    played = np.zeros(seats, np.uint64)
    voids = np.zeros(seats, np.uint64)
    none_seats = np.zeros(1, np.int64)
    none_cards = np.zeros(1, np.uint64)
    count = weigh_worlds(
        rules, tables, depth, work, me, hand, bids, played, 0, none_seats, none_cards, 0,
        voids, rules.turned, wanted, dice, worlds, times, world_bids,
    )  # fmt: skip
    if count == 0:
        return own
    tricks = np.zeros((count, size + 1), np.int64)
    made = np.zeros(size + 1)
    looked_at = np.zeros(size + 1, np.bool_)
    total = 0.0
    for bid in range(size + 1):
        looked_at[bid] = means[bid] >= -1e17 and abs(bid - own) <= depth.reach
    for world in range(count):
        weight = times[world]
        total += weight
        for bid in range(size + 1):
            if not looked_at[bid]:
                continue
            so_far = 0
            for seat in range(seats):
                work.hands[seat] = worlds[world, seat]
                work.voids[seat] = ZERO
                work.won[seat] = 0
                if seat == me:
                    work.bids[seat] = bid
                elif bids[seat] >= 0:
                    work.bids[seat] = bids[seat]
                else:
                    work.bids[seat] = bid_by_policy(
                        rules, tables, work, worlds[world, seat], seat, so_far
                    )
                so_far += work.bids[seat]
            leader = first_leader(work.bids, rules.lead_kind)
            play_out(
                rules, tables, work, work.hands, work.bids, work.won, work.voids, rules.turned,
                leader, ZERO, ZERO, leader, 0, depth.noise, dice,
            )  # fmt: skip
            tricks[world, bid] = work.won[me]
            if work.won[me] == bid:
                made[bid] += weight
    choice = weigh_bids(
        rules, tables, depth, own, barred >= 0, tricks, times, looked_at, total, made, means,
        foreseen,
    )  # fmt: skip
    for bid in range(size + 1):
        makes[bid] = made[bid] if looked_at[bid] else -1.0
        if not looked_at[bid]:
            means[bid] = -1e18
    return choice
