// What was done at my seat by others than me: by a CPU player while I look on, when my time was up,
// or while this page heard nothing.  Pure, but for what a reload may not forget.
import { cardSign, nameOf } from "../cards.js";
import { html } from "../lit.js";
import { rich, say } from "../text.js";

/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Choice} Choice */
/**
 * How far my seat had come: the round, whether it had bid, the cards it had played and still held.
 * @typedef {{round: number, isBid: boolean, played: string[], left: number}} Known
 */
/** How it was done: when my time was up, by a CPU player in my place, or unheard by this page. @typedef {"timeout" | "cpu" | "unheard"} How */
/**
 * What was done at my seat: `over` are the rounds it was done to the end of, `bid` and `cards` are
 * those of `round`.
 * @typedef {{how: How, over: number[], round: number, bid: number | null, cards: string[]}} Done
 */

/** The cards a seat has played in the round. @param {View} view @param {number} seat */
const playedBy = ({ round }, seat) => round === null ? []
  : [...round.tricks, { seats: round.trick_seats, cards: round.trick_cards }]
    .flatMap(({ seats, cards }) => cards.filter((_, i) => seats[i] === seat));

/**
 * How far my seat has come in a view.
 * @param {View} view @param {Choice | null} [sent] what I sent, and cannot know to have arrived
 * @returns {Known}
 */
export function knownFrom(view, sent = null) {
  const { round, seat } = view;
  if (round === null || seat === null) {
    return { round: view.results.length, isBid: true, played: [], left: 0 };
  }
  const played = playedBy(view, seat);
  if (sent?.play !== undefined && round.hand.includes(sent.play)) played.push(sent.play);
  return {
    round: round.number, isBid: round.has_bid[seat] === true || sent?.bid !== undefined, played,
    left: round.size - played.length,
  };
}

const ACTS = ["bid", "bid-hidden", "bid-changed", "played"];

/** Who acted at my seat in a push that tells what happened; null for nobody. @param {Push} push */
const actedForMe = ({ did, view }) => did.find(({ events: [first] }) =>
  first !== undefined && "seat" in first && first.seat === view.seat && ACTS.includes(first.event))
  ?.by ?? null;

/**
 * What a push tells to have been done at my seat by others, along with what was before; null where
 * nothing was.
 * @param {Done | null} done @param {Known | null} known @param {Push} push @returns {Done | null}
 */
export function doneWith(done, known, push) {
  const { view, did, seats } = push;
  const { seat } = view;
  if (seat === null || known === null || seats[seat]?.has_resigned) return null;
  const by = actedForMe(push);
  if (by === "person") return null;
  /** @type {How | null} */
  const how = did.length === 0 ? (isInMyPlace(push, seat) ? "cpu" : "unheard")
    : by === "cpu" || by === "timeout" ? by : null;
  if (how === null) return done;
  const added = since(known, view, seat);
  if (added === null) return done;
  if (done === null) return { ...added, how };
  const isSame = done.round === added.round;
  const finished = isSame || done.round === 0 ? [] : [done.round];
  return {
    how: done.how === how ? how : done.how === "unheard" || how === "unheard" ? "unheard" : "cpu",
    over: [...new Set([...done.over, ...finished, ...added.over])],
    round: added.round,
    bid: added.bid ?? (isSame ? done.bid : null),
    cards: isSame ? [...done.cards, ...added.cards] : added.cards,
  };
}

/** Whether a CPU player sits in. @param {Push} push @param {number} seat */
const isInMyPlace = ({ seats }, seat) =>
  seats[seat]?.has_stand_in === true || seats[seat]?.is_voted_out === true;

/** What my seat has done since; null for nothing. @param {Known} known @param {View} view @param {number} seat @returns {Omit<Done, "how"> | null} */
function since(known, view, seat) {
  const { round, results } = view;
  const isLast = round !== null && !results.some((one) => one.number === round.number);
  const over = results.filter((one) => (one.bids[seat] ?? null) !== null &&
    (one.number > known.round || (one.number === known.round && known.left > 0)))
    .map((one) => one.number);
  const isKnown = round !== null && round.number === known.round;
  // The last card of a round is told as a card: the round is over with it.
  const isShown = isLast || (isKnown && known.left === 1);
  const cards = round === null || !isShown ? []
    : playedBy(view, seat).filter((card) => !isKnown || !known.played.includes(card));
  const bid = round === null || !isLast || (isKnown && known.isBid) ? null
    : round.bids[seat] ?? null;
  const done = {
    over: over.filter((number) => !isShown || number !== round?.number),
    round: isShown ? round?.number ?? 0 : 0, bid, cards,
  };
  return done.over.length === 0 && bid === null && cards.length === 0 ? null : done;
}

/** What was done, in one sentence: for the eye, and for whoever listens. @param {Done} done @param {View} view */
export function doneText(done, view) {
  const over = overText(done, view);
  const hasBid = done.bid !== null;
  const bid = hasBid ? say(over ? "web.done.then-bid" : "web.done.bid", { bid: done.bid }) : "";
  const played = over || hasBid ? "web.done.then-played" : "web.done.played";
  const key = `web.done.${done.how}`;
  /** @param {unknown} cards */
  const params = (cards) => ({ over, bid, cards });
  const signs = html`${done.cards.map((card) => html` ${cardSign(card)}`)}`;
  const [said, shown] = done.cards.length === 0 ? ["", ""]
    : [say(played, {
      cards: done.cards.map((card) => say("web.done.card", { card: nameOf(card) })),
    }), html`${rich(played, { cards: signs })}`];
  return { said: say(key, params(said)), shown: rich(key, params(shown)) };
}

/** The rounds that were played to the end. @param {Done} done @param {View} view */
function overText({ over }, view) {
  const [number] = over;
  if (number === undefined) return "";
  const result = over.length > 1 ? undefined
    : view.results.find((one) => one.number === number);
  if (result === undefined || view.seat === null) return say("web.done.rounds", { count: over.length });
  return say("web.done.round", {
    number, bid: result.bids[view.seat] ?? 0, taken: result.taken[view.seat] ?? 0,
  });
}

const KEY = "ohhell.known";

/** Keep how far my seat has come: the next page that shows it asks, in whatever tab. @param {string} table @param {Known} known */
export function keepKnown(table, known) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ table, ...known }));
  } catch {
    // Then only a page that stays open can tell.
  }
}

/** @param {string} table @returns {Known | null} */
export function findKnown(table) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept?.table === table && Array.isArray(kept.played) ? kept : null;
  } catch {
    return null;
  }
}
