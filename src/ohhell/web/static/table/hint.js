// What a CPU player would do, at the keys and cards it speaks of.
import { nameOf } from "../cards.js";
import { say } from "../text.js";

/** @typedef {import("../wire.js").HintGiven} HintGiven */
/**
 * `text` stands at the key or card, `said` is what a screen reader hears there, `effect` a sentence.
 * @typedef {{text: string, points: string, said: string, effect: string, isBest: boolean}} Mark
 */
/** @typedef {{bids: Map<number, Mark>, cards: Map<string, Mark>, text: string, short: string}} Hint */

/** @type {Hint} */
export const NO_HINT = { bids: new Map(), cards: new Map(), text: "", short: "" };

/** @param {HintGiven} given @param {boolean} lowWins the lowest total wins @returns {Hint} */
export function hintFrom(given, lowWins) {
  const lower = lowWins ? say("web.hint.lower") : "";
  /** @type {Hint} */
  const hint = { bids: new Map(), cards: new Map(), text: "", short: "" };
  for (const { choice, make, points, is_best: isBest } of given.choices) {
    const percent = make === null ? "" : Math.round(100 * make);
    const average = say("web.hint.points", { points: points.toFixed(1) });
    const params = { percent, points: points.toFixed(1) };
    /** @type {Mark} */
    const mark = {
      text: make === null ? average : say("web.hint.chance", { percent }),
      points: make === null ? "" : average,
      said: say("web.hint.said", params), effect: say("web.hint.effect", params), isBest,
    };
    if (choice.bid !== undefined) hint.bids.set(choice.bid, mark);
    if (choice.play !== undefined) hint.cards.set(choice.play, mark);
  }
  const best = given.choices.find((one) => one.is_best) ?? given.choices[0];
  if (best) {
    hint.text = inWords(best, lower);
    if (best.choice.bid === undefined) {
      hint.short = say(best.make !== null ? "web.hint.chance-here"
        : lower ? "web.hint.points-here.low" : "web.hint.points-here");
    } else {
      hint.short = say("web.hint.short", {
        tricks: best.choice.bid, points: best.points.toFixed(1), lower,
        chance: best.make === null ? "" : Math.round(100 * best.make),
      });
    }
  }
  return hint;
}

/** @param {import("../wire.js").HintChoice} best @param {string} lower */
function inWords({ choice, make, points }, lower) {
  const params = {
    chance: make === null ? "" : Math.round(100 * make), points: points.toFixed(1), lower,
  };
  return choice.bid === undefined
    ? say("web.hint.card", { card: nameOf(choice.play ?? ""), ...params })
    : say("web.hint.bid", { tricks: choice.bid, ...params });
}
