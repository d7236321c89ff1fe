// What this browser keeps of each game, to check the record against when the game is over.

const PREFIX = "ohhell.table.";
const MOST = 60;
/** What could not be kept lasts as long as this page. @type {Map<string, Kept>} */
const unkept = new Map();

/**
 * `nonce` and `commitment` of before the first card; `isIn`: the table has told that the nonce is
 * among those that shuffle; `promised` by seat; `hands` as they were dealt to me, by round; `at` when
 * it was last written.
 * @typedef {object} Kept
 * @property {string} commitment
 * @property {number} seat
 * @property {string | null} nonce
 * @property {boolean} isIn
 * @property {(string | null)[]} promised
 * @property {{[round: string]: string[]}} hands
 * @property {number} at
 */

/** @param {string} table @returns {Kept | null} */
export function find(table) {
  try {
    return unkept.get(table) ?? JSON.parse(localStorage.getItem(PREFIX + table) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} table @param {Omit<Kept, "at">} kept */
export function keep(table, kept) {
  const whole = { ...kept, at: Date.now() };
  try {
    localStorage.setItem(PREFIX + table, JSON.stringify(whole));
    unkept.delete(table);
    dropOldest();
  } catch {
    unkept.set(table, whole);
  }
}

function dropOldest() {
  const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (all.length <= MOST) return;
  const ages = all.map((key) => /** @type {[string, number]} */ (
    [key, find(key.slice(PREFIX.length))?.at ?? 0]));
  ages.sort(([, one], [, other]) => one - other);
  for (const [key] of ages.slice(0, all.length - MOST)) localStorage.removeItem(key);
}
