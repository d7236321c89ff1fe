// What CPU players did at my seat in my place, while I was away or when my time was up.  Pure, but for
// what a reload may not forget.
import { cardSign, nameOf } from "../cards.js";
import { html } from "../lit.js";
import { rich, say } from "../text.js";

/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("../wire.js").View} View */
/**
 * What was done: when my time was up, or by a CPU player in my place; `over` are the rounds it was
 * done to the end of, `bid` and `cards` are those of `round`; `last` is the number of the last act.
 * @typedef {{how: "timeout" | "cpu", over: number[], round: number, bid: number | null, cards: string[], last: number}} Done
 */

/**
 * What a push tells to have been done for me after number `read` of the table; null for nothing.
 * @param {Push} push @param {number} read @returns {Done | null}
 */
export function doneSince({ view, seats }, read) {
  const { seat, round, results } = view;
  const acts = (seat === null ? [] : seats[seat]?.acted_for ?? []).filter((act) => act.number > read);
  const last = acts.at(-1);
  if (seat === null || last === undefined) return null;
  const now = round?.number ?? 0;
  const inRound = acts.filter((act) => act.round === now);
  const isOver = round === null || results.some((one) => one.number === now);
  // The last card of a round is told as a card: the round is over with it.
  const isShown = !isOver || (inRound.length === 1 && inRound[0]?.card !== null);
  const shown = isShown ? inRound : [];
  return {
    how: acts.every((act) => act.by === "timeout") ? "timeout" : "cpu",
    over: [...new Set(acts.filter((act) => !shown.includes(act)).map((act) => act.round))],
    round: isShown ? now : 0,
    bid: shown.some((act) => act.card === null) ? round?.bids[seat] ?? null : null,
    cards: shown.flatMap((act) => act.card ?? []),
    last: last.number,
  };
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

/** Keep up to which number of a table I have read that: the next page that shows it asks, in whatever tab. @param {string} table @param {number} read */
export function keepRead(table, read) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ table, read }));
  } catch {
    // Then only a page that stays open can tell.
  }
}

/** @param {string} table */
export function findRead(table) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept?.table === table && typeof kept.read === "number" ? kept.read : 0;
  } catch {
    return 0;
  }
}
