// Cards as texts (`QS`, `TC`): their names, their faces, and in which order a hand is held.
import { suitSign } from "./icons.js";
import { html } from "./lit.js";
import { settings } from "./settings.js";
import { say } from "./text.js";

/** @typedef {import("./wire.js").Card} Card */
/** @typedef {import("./wire.js").Suit} Suit */

const RANKS = "23456789TJQKA";

/** @type {{[letter: string]: Suit}} */
const SUIT_OF = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

/** @param {Card} card @returns {Suit} */
export const suitOf = (card) => SUIT_OF[card[1] ?? ""] ?? "clubs";

/** `S` for spades. @param {Suit | null} suit */
export const letterOf = (suit) => (suit === null ? null : (suit[0] ?? "").toUpperCase());

/** @param {Card} card */
export const rankOf = (card) => RANKS.indexOf(card[0] ?? "");

/** As it stands in the corner of a card. @param {Card} card */
export const indexOf = (card) => (card[0] === "T" ? "10" : card[0] ?? "");

/** @param {Card} card */
export const rankName = (card) => say(`rank.${card[0]}`);

/** `queen of spades` @param {Card} card */
export const nameOf = (card) => say("web.card", { rank: card[0], suit: suitOf(card) });

/** `Q♠` to the eye, its name to whoever listens. @param {Card} card */
export const cardSign = (card) => html`<span class="sign" aria-hidden="true">${indexOf(card)}${
  suitSign(card[1] ?? null)}</span><span class="sr">${nameOf(card)}</span>`;

/** The drawing of a card in the pack that is chosen. @param {Card} card */
export const faceOf = (card) =>
  new URL(`./cards/${settings.pack}/${card}.svg`, import.meta.url).href;

/** Neighbours differ in colour, in both packs. */
const HELD = ["spades", "hearts", "clubs", "diamonds"];

/**
 * A hand in the order it is held in, by `how`: suits from high to low or from low to high, trumps
 * first, or by rank alone.
 * @param {readonly Card[]} hand @param {Suit | null} trump @param {string} how
 * @returns {Card[]}
 */
export function sorted(hand, trump, how) {
  const up = how === "low" ? 1 : -1;
  /** @param {Card} card */
  const place = (card) => {
    const suit = suitOf(card);
    return how === "trump" && suit === trump ? -1 : HELD.indexOf(suit);
  };
  return [...hand].sort((one, other) => how === "rank"
    ? rankOf(other) - rankOf(one) || place(one) - place(other)
    : place(one) - place(other) || up * (rankOf(one) - rankOf(other)));
}

/** Fetch all faces of the pack in good time, so that no card arrives without one. */
export function fetchFaces() {
  for (const rank of RANKS) {
    for (const suit of "CDHS") {
      new Image().src = faceOf(rank + suit);
    }
  }
}
