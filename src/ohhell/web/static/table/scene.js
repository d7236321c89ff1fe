// What the table screen shows: a view, or a moment between two views.  Pure: no page, no clock.

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Round} Round */
/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("../wire.js").Card} Card */

/** The seat whose chair stands at the bottom; watchers look from seat 0. @param {View} view */
export const mySeat = (view) => view.seat ?? 0;

/** Clockwise from me, 0 is me. @param {View} view @param {number} seat */
export const relative = (view, seat) =>
  (seat - mySeat(view) + view.names.length) % view.names.length;

/** Seats in the order they are shown, from my left round to me. @param {View} view */
export const seatsRound = (view) =>
  view.names.map((_, i) => (mySeat(view) + 1 + i) % view.names.length);

/** @param {View} view */
export const isMyTurn = (view) =>
  view.seat !== null && view.to_act.includes(view.seat) && view.legal.length > 0;

/** Whether I gave my seat to a CPU player for good. @param {Push} push */
export const haveResigned = ({ view, seats }) =>
  view.seat !== null && seats[view.seat]?.has_resigned === true;

/** Whoever has resigned has nothing to choose, whatever may be done at their seat. @param {Push} push @returns {Push} */
export const asMine = (push) =>
  haveResigned(push) ? { ...push, view: { ...push.view, legal: [] } } : push;

/** The bids I may make now, also as a change. @param {View} view */
export const legalBids = (view) =>
  view.legal.flatMap((choice) => (choice.bid === undefined ? [] : [choice.bid]));

/** The cards I may play now. @param {View} view */
export const legalCards = (view) =>
  view.legal.flatMap((choice) => (choice.play === undefined ? [] : [choice.play]));

/** Whether I could still put my bid right. @param {View} view */
export const canChangeBid = (view) =>
  view.round !== null && view.seat !== null && view.round.bids[view.seat] !== null &&
  legalBids(view).length > 0;

/** Whether I am to make my first bid of the round. @param {View} view */
export const mustBid = (view) =>
  isMyTurn(view) && legalBids(view).length > 0 && !canChangeBid(view);

/**
 * How a seat stands: `to-bid`, `thinking`, `hidden` (has bid, not shown), `bid` (play has not
 * begun), `to-go`, `made`, `over`, `short` (cannot be made any more) or `out`.  A bid of none is
 * made with the last trick, and not before.
 * @param {View} view @param {number} seat
 * @returns {{state: string, by: number}}
 */
export function standing(view, seat) {
  const { round } = view;
  if (round === null) return { state: "none", by: 0 };
  if (!round.seats.includes(seat)) return { state: "out", by: 0 };
  const bid = round.bids[seat] ?? null;
  const taken = round.taken[seat] ?? 0;
  if (bid === null) {
    if (round.has_bid[seat]) return { state: "hidden", by: 0 };
    return { state: view.to_act.includes(seat) ? "thinking" : "to-bid", by: 0 };
  }
  if (view.phase === "bidding") return { state: "bid", by: 0 };
  if (taken > bid) return { state: "over", by: taken - bid };
  const left = round.size - round.tricks.length;
  if (taken === bid) return { state: bid === 0 && left > 0 ? "to-go" : "made", by: 0 };
  return { state: bid - taken > left ? "short" : "to-go", by: bid - taken };
}

/** The sum of the bids that are shown, and how many are not. @param {Round} round */
export function bidSum(round) {
  const shown = round.seats.map((seat) => round.bids[seat] ?? null);
  return {
    total: shown.reduce((/** @type {number} */ sum, bid) => sum + (bid ?? 0), 0),
    missing: shown.filter((bid) => bid === null).length,
  };
}

/** @param {View} view @param {Partial<Round>} change @returns {View} */
const withRound = (view, change) =>
  view.round === null ? view : { ...view, round: { ...view.round, ...change } };

/** @template T @param {readonly T[]} list @param {number} at @param {T} value */
const put = (list, at, value) => list.map((old, i) => (i === at ? value : old));

/** A view in which nobody can act: a moment on the way to the next one. @param {View} view */
export const between = (view) => ({ ...view, to_act: [], legal: [] });

/**
 * The moment a card has been played; `winner` where the trick is complete with it.
 * @param {View} view @param {number} seat @param {Card} card @param {number | null} winner
 * @returns {View}
 */
export function withPlayed(view, seat, card, winner) {
  const { round } = view;
  if (round === null) return view;
  return between(withRound(view, {
    hand: round.hand.filter((held) => held !== card),
    cards_left: put(round.cards_left, seat, (round.cards_left[seat] ?? 1) - 1),
    trick_seats: [...round.trick_seats, seat],
    trick_cards: [...round.trick_cards, card],
    trick_winner: winner,
  }));
}

/** The moment a trick has been gathered. @param {View} view @param {number} winner @returns {View} */
export function withTaken(view, winner) {
  const { round } = view;
  if (round === null) return view;
  const trick = { seats: round.trick_seats, cards: round.trick_cards, winner };
  return between(withRound(view, {
    taken: put(round.taken, winner, (round.taken[winner] ?? 0) + 1),
    tricks: [...round.tricks, trick],
    trick_seats: [],
    trick_cards: [],
    trick_winner: null,
  }));
}

/** @param {View} view @param {number} seat @param {number} tricks @returns {View} */
export function withBid(view, seat, tricks) {
  const { round } = view;
  if (round === null) return view;
  return between(withRound(view, {
    bids: put(round.bids, seat, tricks),
    has_bid: put(round.has_bid, seat, true),
  }));
}
