// When a panel that waits for the person has waited long enough.  Pure: no page, no clock.

/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("../wire.js").View} View */

/** Milliseconds for which a panel may stay when my own time runs. */
const MOST = 4000;
/** And the share of that time. */
const SHARE = 1 / 4;

/** Milliseconds until a panel closes in my turn. @param {number} seconds that are left of it */
export const stayFor = (seconds) => Math.min(MOST, 1000 * seconds * SHARE);

/**
 * Whether the game has left behind what a panel tells of: my seat has acted since, on another
 * device or by a CPU player.  Where friends play it does not wait for whoever does not act either:
 * their panel goes once cards are played, or with the end.
 * @param {Push} told what the panel tells of @param {Push} newest
 */
export function isOvertaken(told, newest) {
  if (hasActedSince(told.view, newest.view)) return true;
  return newest.party !== null && told.number !== newest.number &&
    ["playing", "over", "abandoned"].includes(newest.view.phase);
}

/** @param {View} before @param {View} now */
function hasActedSince(before, now) {
  const { seat } = now;
  if (seat === null) return false;
  const count = (/** @type {View} */ view) =>
    view.results.filter((result) => (result.bids[seat] ?? null) !== null).length +
    Number(["bidding", "playing"].includes(view.phase) && view.round?.has_bid[seat] === true);
  return count(now) > count(before);
}
