// This browser's part in the shuffle: a nonce promised, then shown, and everything kept.
import { find, keep } from "./kept.js";
import { newNonce, nonceCommitment } from "./shuffle.js";

/** @typedef {import("../wire.js").Push} Push */

/** What was said already on this page, so that it is said once. @type {Set<string>} */
const said = new Set();

/** @param {Push} push @param {(saying: import("../wire.js").Saying) => Promise<unknown>} say */
export function takePart(push, say) {
  const { view, shuffle, table } = push;
  const { seat } = view;
  if (seat === null) return;
  /** @type {import("./kept.js").Kept} */
  const known = find(table) ?? {
    commitment: shuffle.commitment, seat, nonce: null, isIn: false, promised: [], hands: {}, at: 0,
  };
  let isNew = find(table) === null;
  if (view.phase === "nonces" && shuffle.persons.includes(seat) && !shuffle.left_out.includes(seat)) {
    if (shuffle.promised[seat] === null && !said.has(`promise ${table}`)) {
      said.add(`promise ${table}`);
      known.nonce ??= newNonce();
      keep(table, known);
      const commitment = nonceCommitment(known.nonce, seat, shuffle.commitment);
      // What was refused is said again at the next push, where it is still wanted.
      say({ type: "promise", table, commitment }).catch(() => said.delete(`promise ${table}`));
    }
    const isMine = known.nonce !== null && shuffle.promised[seat] ===
      nonceCommitment(known.nonce, seat, shuffle.commitment);
    if (shuffle.may_reveal && isMine && shuffle.shown[seat] === null && !said.has(`reveal ${table}`)) {
      said.add(`reveal ${table}`);
      say({ type: "reveal", table, nonce: known.nonce }).catch(() => said.delete(`reveal ${table}`));
    }
  }
  if (!known.isIn && known.nonce !== null && shuffle.shown[seat] === known.nonce) {
    known.isIn = true;
    isNew = true;
  }
  const { round } = view;
  const isWhole = round !== null && round.hand.length === round.size;
  if (isWhole && known.hands[round.number] === undefined) {
    known.hands[round.number] = round.hand;
    isNew = true;
  }
  if (shuffle.may_reveal && known.promised.length === 0) {
    known.promised = shuffle.promised;
    isNew = true;
  }
  if (isNew) keep(table, known);
}
