// Flights that no change of place can tell: cards of others coming in, tricks going out, the deal.
import { speed } from "../settings.js";
import { transform } from "./places.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./places.js").Place} Place */

const FLY = 380;
const SWEEP = 460;
const DEAL = 220;
const APART = 45;
const OUT = "cubic-bezier(.2, .8, .2, 1)";
const IN = "cubic-bezier(.5, 0, .9, .4)";

/**
 * A card flies from a seat to where it lies now.
 * @param {HTMLElement} card @param {{x: number, y: number}} from @param {Place} place
 * @param {Layout} table
 */
export function flyIn(card, from, place, table) {
  const pace = speed();
  if (pace === 0) return;
  const start = transform({ ...from, r: place.r * 4, scale: place.scale * 0.45 }, table);
  card.animate([{ transform: start, opacity: 0.5 }, {}], { duration: FLY * pace, easing: OUT });
}

/**
 * Copies of the trick's cards go to the winner, and are gone.
 * @param {HTMLElement} layer @param {Iterable<[HTMLElement, Place]>} cards
 * @param {{x: number, y: number}} to @param {Layout} table
 */
export function sweepOut(layer, cards, to, table) {
  const pace = speed();
  if (pace === 0) return;
  for (const [card, place] of cards) {
    const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
    ghost.removeAttribute("data-card");
    ghost.removeAttribute("id");
    ghost.setAttribute("aria-hidden", "true");
    ghost.setAttribute("inert", "");
    ghost.classList.add("ghost-card");
    ghost.style.cssText = card.style.cssText;
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
 * @param {Iterable<[HTMLElement, Place]>} cards @param {{x: number, y: number}} from
 * @param {Layout} table
 */
export function dealIn(cards, from, table) {
  const pace = speed();
  if (pace === 0) return;
  for (const [card, place] of cards) {
    const start = transform({ ...from, r: 0, scale: 0.5 }, table);
    card.animate([{ transform: start, opacity: 0 }, { opacity: 1, offset: 0.3 }, {}], {
      duration: DEAL * pace, delay: place.order * APART * pace, easing: OUT, fill: "backwards",
    });
  }
}
