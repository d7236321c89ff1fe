// The shuffle of docs/fair-deals.md, done again in the browser.  Plain http withholds the
// browser's own hashes, so these come from @noble/hashes.
import { hmac, sha256 } from "../vendor/noble-hashes/noble-hashes.js";

/** @typedef {import("../wire.js").Card} Card */

const RANKS = "23456789TJQKA";
/** All cards in the order of their numbers. @type {readonly Card[]} */
export const PACK = [..."CDHS"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

const text = new TextEncoder();

/** @param {string} hex */
export const fromHex = (hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export const toHex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {(string | Uint8Array | readonly number[])[]} parts */
function join(...parts) {
  return Uint8Array.from(parts.flatMap((part) =>
    [...(typeof part === "string" ? text.encode(part) : part)]));
}

/** @param {number} number */
const u32 = (number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);

/** @param {string} seed hexadecimal */
export const seedCommitment = (seed) => toHex(sha256(fromHex(seed)));

/** @param {string} nonce @param {number} seat @param {string} game the seed's commitment */
export const nonceCommitment = (nonce, seat, game) =>
  toHex(sha256(join("ohhell/nonce/1", fromHex(game), [seat], fromHex(nonce))));

/** A nonce nobody can guess. */
export const newNonce = () => toHex(crypto.getRandomValues(new Uint8Array(16)));

/**
 * The endless row of random bytes of one purpose.
 * @param {string} seed @param {readonly (string | null)[]} nonces by seat
 * @param {"deal" | "draw" | "seat"} label @param {number} number
 * @returns {Generator<number, never>}
 */
function* stream(seed, nonces, label, number) {
  const entries = nonces.flatMap((nonce) => (nonce === null ? [0] : [1, ...fromHex(nonce)]));
  const message = join("ohhell/shuffle/1", label, u32(number), [nonces.length], entries);
  const key = fromHex(seed);
  for (let block = 0; ; block += 1) yield* hmac(sha256, key, join(message, u32(block)));
}

/** @param {number} most @param {Generator<number, never>} bytes a number from 0 below `most` */
function below(most, bytes) {
  const end = 256 - (256 % most);
  for (;;) {
    const byte = bytes.next().value;
    if (byte < end) return byte % most;
  }
}

/** @param {Generator<number, never>} bytes @returns {Card[]} */
function shuffled(bytes) {
  const deck = [...PACK];
  for (let place = deck.length - 1; place > 0; place -= 1) {
    const other = below(place + 1, bytes);
    [deck[place], deck[other]] = [/** @type {Card} */ (deck[other]), /** @type {Card} */ (deck[place])];
  }
  return deck;
}

/** @param {string} seed @param {readonly (string | null)[]} nonces @param {number} round from 1 */
export const deckOfRound = (seed, nonces, round) => shuffled(stream(seed, nonces, "deal", round));

/** @param {string} seed @param {readonly (string | null)[]} nonces */
export const deckOfDraw = (seed, nonces) => shuffled(stream(seed, nonces, "draw", 0));

/** @param {string} seed @param {readonly (string | null)[]} nonces */
export const randomDealer = (seed, nonces) =>
  below(nonces.length, stream(seed, nonces, "seat", 0));

/**
 * Draw for dealer until one seat has the highest rank.
 * @param {readonly Card[]} deck @param {number} players
 * @returns {{draws: [number, Card][][], dealer: number}}
 */
export function drawForDealer(deck, players) {
  /** @type {[number, Card][][]} */
  const draws = [];
  let drawing = Array.from({ length: players }, (_, seat) => seat);
  let used = 0;
  for (;;) {
    const drawn = drawing.map((seat, i) =>
      /** @type {[number, Card]} */ ([seat, deck[used + i] ?? ""]));
    draws.push(drawn);
    used += drawing.length;
    const [dealer, best] = drawn.reduce((one, other) =>
      value(other[1]) > value(one[1]) ? other : one);
    drawing = drawn.filter(([, card]) => card[0] === best[0]).map(([seat]) => seat);
    if (drawing.length === 1 || drawing.length > deck.length - used) return { draws, dealer };
  }
}

/** Rank first, then suit. @param {Card} card */
const value = (card) => RANKS.indexOf(card[0] ?? "") * 4 + "CDHS".indexOf(card[1] ?? "");
