// Flights that no change of place can tell: cards of others coming in, tricks going out, the deal.
import { speed } from "../settings.js";
import { seatPoint, transform } from "./places.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./places.js").Place} Place */
/** @typedef {{x: number, y: number}} Point */

const FLY = 380;
const SWEEP = 460;
const DEAL = 220;
const APART = 45;
const OUT = "cubic-bezier(.2, .8, .2, 1)";
const IN = "cubic-bezier(.5, 0, .9, .4)";

/** The cards on the screen that lie in one place. @param {Map<string, Place>} at @param {"hand" | "trick"} where @returns {[HTMLElement, Place][]} */
const lying = (at, where) => [...at].flatMap(([card, place]) => {
  if (place.where !== where) return [];
  const found = document.querySelector(`[data-card="${card}"]`);
  return found ? [/** @type {[HTMLElement, Place]} */ ([found, place])] : [];
});

/**
 * Cards of others that lie in the trick and did not before come flying from their seats.
 * @param {View} before @param {View} view @param {Map<string, Place>} at @param {Layout} table
 * @param {{w: number, h: number}} box
 */
export function flyNew(before, view, at, table, box) {
  const pace = speed();
  if (pace === 0) return;
  const known = new Set([...(before.round?.trick_cards ?? []), ...(before.round?.hand ?? [])]);
  for (const [card, place] of lying(at, "trick")) {
    if (known.has(card.dataset["card"] ?? "")) continue;
    const from = seatPoint(view, table, place.seat, box);
    const start = transform({ ...from, r: place.r * 4, scale: place.scale * 0.45 }, table);
    card.animate([{ transform: start, opacity: 0.5 }, {}], { duration: FLY * pace, easing: OUT });
  }
}

/**
 * Copies of the trick's cards go to the winner, and are gone.
 * @param {Map<string, Place>} at @param {Point} to @param {Layout} table
 */
export function sweepOut(at, to, table) {
  const pace = speed();
  const layer = document.getElementById("flights");
  if (pace === 0 || layer === null) return;
  for (const [card, place] of lying(at, "trick")) {
    const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
    ghost.removeAttribute("data-card");
    for (const [name, value] of Object.entries({
      width: card.style.width, height: card.style.height, transform: card.style.transform,
    })) ghost.style.setProperty(name, value);
    layer.append(ghost);
    const end = transform({ ...to, r: place.r + 24, scale: place.scale * 0.3 }, table);
    ghost.animate(
      [{}, { opacity: 1, offset: 0.7 }, { transform: end, opacity: 0 }],
      { duration: SWEEP * pace, easing: IN, fill: "forwards" },
    ).finished.then(() => ghost.remove(), () => ghost.remove());
  }
}

/**
 * My cards arrive one after another.
 * @param {Map<string, Place>} at @param {Point} from @param {Layout} table
 */
export function dealIn(at, from, table) {
  const pace = speed();
  if (pace === 0) return;
  for (const [card, place] of lying(at, "hand")) {
    const start = transform({ ...from, r: 0, scale: 0.5 }, table);
    card.animate([{ transform: start, opacity: 0 }, { opacity: 1, offset: 0.3 }, {}], {
      duration: DEAL * pace, delay: place.order * APART * pace, easing: OUT, fill: "backwards",
    });
  }
}
