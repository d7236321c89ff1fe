// Checks a finished game in the browser: every pack is shuffled again from the seed that is open
// now, and compared with the record, and with what this browser kept from before the first card.
import { suitOf } from "../cards.js";
import { deckOfDraw, deckOfRound, drawForDealer, nonceCommitment, randomDealer, seedCommitment } from "./shuffle.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("../wire.js").Event} Event */
/** @typedef {import("../wire.js").Card} Card */
/**
 * `faults` are keys of sentences with what fills them; `hasKept`: this browser was there; `hasNonce`:
 * with a nonce that was in every shuffle; `isLate`: with one the table left out, saying so;
 * `isOther`: another nonce was in at this seat.
 * @typedef {object} Verdict
 * @property {{key: string, params: {[name: string]: string | number}}[]} faults
 * @property {boolean} hasKept
 * @property {boolean} hasNonce
 * @property {boolean} isLate
 * @property {boolean} isOther
 * @property {number} rounds
 * @property {number} cards
 * @property {string} commitment
 */

/**
 * What the rules say of the deals: how the first dealer is found, and the plan of rounds.
 * @typedef {{firstDealer: string, plan: import("../wire.js").Plan}} Rules
 */

/**
 * @param {string} record JSON lines @param {Rules} rules @param {Kept | null} kept
 * @returns {Verdict}
 */
export function verify(record, rules, kept) {
  const lines = record.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
  const [head, ...rows] = lines;
  /** @type {Event[]} */
  const events = rows.flatMap((row) => row.events);
  const players = head.seats.length;
  /** @type {Verdict} */
  const verdict = {
    faults: [], hasKept: kept !== null, hasNonce: false, isLate: false, isOther: false, rounds: 0, cards: 0,
    commitment: head.commitment,
  };
  /** @param {string} key @param {{[name: string]: string | number}} [params] */
  const fault = (key, params = {}) => verdict.faults.push({ key, params });

  const opened = events.find((event) => event.event === "seed");
  if (!opened) {
    fault("no-seed");
    return verdict;
  }
  const { seed } = opened;
  if (seedCommitment(seed) !== head.commitment) fault("seed");
  if (kept && kept.commitment !== head.commitment) fault("other-seed");

  const nonces = noncesOf(events, players, head.commitment, kept, fault);
  verdict.hasNonce = kept !== null && kept.nonce !== null && nonces[kept.seat] === kept.nonce;
  if (kept?.nonce && !verdict.hasNonce) {
    // A table may go on without a nonce that it waited for in vain, and an honest one says so.
    const isMissed = events.some((event) => event.event === "nonce-missed" && event.seat === kept.seat);
    // A second device at this seat may have promised first: then the secret there is that device's.
    verdict.isOther = !kept.isIn && nonces[kept.seat] !== null;
    if (kept.isIn || (isDealt(events) && !isMissed && !verdict.isOther)) fault("left-out");
    verdict.isLate = isMissed;
  }

  checkDealer(events, rules.firstDealer, seed, nonces, players, fault);
  const told = new Set(events.flatMap((event) => event.event === "round" ? [`${event.number}`] : []));
  for (const seen of Object.keys(kept?.hands ?? {})) {
    if (!told.has(seen)) fault("round", { number: Number(seen) });
  }
  checkRounds(events, seed, nonces, kept, verdict, fault);
  checkCourse(events, rules.plan, players, fault);
  return verdict;
}

/** Whether the game got beyond collecting nonces. @param {Event[]} events */
const isDealt = (events) => events.some((event) => event.event === "dealer" || event.event === "round");

/**
 * @param {Event[]} events @param {number} players @param {string} game @param {Kept | null} kept
 * @param {(key: string, params?: {[name: string]: string | number}) => void} fault
 */
function noncesOf(events, players, game, kept, fault) {
  /** @type {(string | null)[]} */
  const nonces = Array.from({ length: players }, () => null);
  const promised = [...nonces];
  for (const event of events) {
    if (event.event === "nonce-promised") promised[event.seat] = event.commitment;
    if (event.event === "nonce-shown") nonces[event.seat] = event.nonce;
  }
  nonces.forEach((nonce, seat) => {
    if (nonce !== null && nonceCommitment(nonce, seat, game) !== promised[seat]) {
      fault("nonce", { seat });
    }
    const told = kept?.promised[seat] ?? null;
    if (told !== null && told !== promised[seat]) fault("nonce", { seat });
  });
  return nonces;
}

/**
 * @param {Event[]} events @param {string} rule @param {string} seed
 * @param {(string | null)[]} nonces @param {number} players
 * @param {(key: string, params?: {[name: string]: string | number}) => void} fault
 */
function checkDealer(events, rule, seed, nonces, players, fault) {
  const found = events.find((event) => event.event === "dealer");
  const first = events.find((event) => event.event === "round");
  if (rule !== "random" && rule !== "drawn") {
    // The rulebook names the seat: nothing is drawn, and nobody is told.
    if (first && `seat-${first.dealer}` !== rule) fault("dealer");
    return;
  }
  if (!found || (first && first.dealer !== found.dealer)) {
    if (first) fault("dealer");
    return;
  }
  if (rule === "random" && randomDealer(seed, nonces) !== found.dealer) fault("dealer");
  if (rule !== "drawn") return;
  const right = drawForDealer(deckOfDraw(seed, nonces), players);
  if (right.dealer !== found.dealer || JSON.stringify(right.draws) !== JSON.stringify(found.draws)) {
    fault("dealer");
  }
}

/**
 * @param {Event[]} events @param {string} seed @param {(string | null)[]} nonces
 * @param {Kept | null} kept @param {Verdict} verdict
 * @param {(key: string, params?: {[name: string]: string | number}) => void} fault
 */
function checkRounds(events, seed, nonces, kept, verdict, fault) {
  /** @type {Map<number, Set<Card>>} what each seat was dealt and has not played */
  let hands = new Map();
  let number = 0;
  for (const event of events) {
    if (event.event === "round") {
      ({ number } = event);
      verdict.rounds += 1;
      const deck = deckOfRound(seed, nonces, number);
      hands = new Map(event.seats.map((seat, i) => [seat, new Set(
        Array.from({ length: event.size }, (_, k) => deck[i + k * event.seats.length] ?? ""),
      )]));
      const next = deck[event.size * event.seats.length] ?? null;
      if (event.turn_up !== null && (event.turn_up !== next || event.trump !== suitOf(next))) {
        fault("turn-up", { number });
      }
      const seen = kept?.hands[`${number}`];
      const mine = kept ? hands.get(kept.seat) : undefined;
      if (seen && (!mine || seen.length !== mine.size || seen.some((card) => !mine.has(card)))) {
        fault("hand", { number });
      }
    }
    if (event.event === "played") {
      verdict.cards += 1;
      if (!hands.get(event.seat)?.delete(event.card)) fault("card", { number, card: event.card });
    }
    if (event.event === "scored" && [...hands.values()].some((hand) => hand.size > 0)) {
      fault("unplayed", { number });
    }
  }
}

/**
 * Who gets which hand hangs on the dealer, and that goes round; what is dealt stands in the plan.
 * @param {Event[]} events @param {import("../wire.js").Plan} plan @param {number} players
 * @param {(key: string, params?: {[name: string]: string | number}) => void} fault
 */
function checkCourse(events, plan, players, fault) {
  /** How many seats clockwise after another one is, from 0 for the next. @param {number} seat @param {number} after */
  const away = (seat, after) => (seat - after - 1 + players) % players;
  let [number, dealer, isScored] = [0, -1, true];
  for (const event of events) {
    if (event.event === "scored") isScored = true;
    if (event.event !== "round") continue;
    if (event.number !== number + 1 || !isScored) fault("missing", { number: event.number });
    ({ number } = event);
    isScored = false;
    const isPlanned = number <= plan.sizes.length;
    const places = event.seats.map((seat) => away(seat, event.dealer));
    const isRound = places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0));
    // In extensions the next of those that are left deals.
    const isNext = dealer < 0 ||
      event.seats.every((seat) => away(event.dealer, dealer) <= away(seat, dealer));
    if (!isRound || !isNext || (isPlanned && event.seats.length !== players)) fault("order", { number });
    ({ dealer } = event);
    const trump = plan.trumps[number - 1];
    const isTrump = trump === undefined || (trump === "turn-up") === (event.turn_up !== null) &&
      (trump === "turn-up" || trump === (event.trump ?? "none"));
    const size = isPlanned ? plan.sizes[number - 1] : Math.max(...plan.sizes);
    if (!isTrump || event.size !== size) fault("plan", { number });
  }
}
