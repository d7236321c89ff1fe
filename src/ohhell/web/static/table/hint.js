// What a CPU player would do, at the keys and cards it speaks of.
import { nameOf } from "../cards.js";
import { say } from "../text.js";

/** @typedef {import("../wire.js").HintGiven} HintGiven */
/** @typedef {{text: string, isBest: boolean}} Mark */
/** @typedef {{bids: Map<number, Mark>, cards: Map<string, Mark>, text: string}} Hint */

/** @type {Hint} */
export const NO_HINT = { bids: new Map(), cards: new Map(), text: "" };

/** @param {HintGiven} given @returns {Hint} */
export function hintFrom(given) {
  /** @type {Hint} */
  const hint = { bids: new Map(), cards: new Map(), text: "" };
  for (const { choice, make, points, is_best: isBest } of given.choices) {
    const text = make === null ? say("web.hint.points", { points: points.toFixed(1) })
      : say("web.hint.chance", { percent: Math.round(100 * make) });
    if (choice.bid !== undefined) hint.bids.set(choice.bid, { text, isBest });
    if (choice.play !== undefined) hint.cards.set(choice.play, { text, isBest });
  }
  const best = given.choices.find((one) => one.is_best) ?? given.choices[0];
  if (best) hint.text = inWords(best);
  return hint;
}

/** @param {import("../wire.js").HintChoice} best */
function inWords({ choice, make, points }) {
  const params = {
    chance: make === null ? "" : Math.round(100 * make), points: points.toFixed(1),
  };
  return choice.bid === undefined
    ? say("web.hint.card", { card: nameOf(choice.play ?? ""), ...params })
    : say("web.hint.bid", { tricks: choice.bid, ...params });
}
