// Where each card lies: a pure function of what is shown and how the table is laid out.
import { sorted } from "../cards.js";
import { legalCards, relative } from "./scene.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("./geometry.js").Layout} Layout */
/**
 * @typedef {object} Place
 * @property {"hand" | "trick"} where
 * @property {number} x its middle
 * @property {number} y
 * @property {number} r degrees
 * @property {number} z
 * @property {number} scale against a card in my hand
 * @property {boolean} isLegal
 * @property {number} order in my hand or in the trick
 * @property {number} seat who played it; -1 in my hand
 */

/**
 * @param {View} view @param {Layout} table @param {string} sort
 * @param {boolean} isChoosing whether legal cards are wanted
 * @param {boolean} isHinted what a hint says stands above them, where they would be raised
 * @returns {Map<string, Place>}
 */
export function places(view, table, sort, isChoosing, isHinted) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  const { round } = view;
  if (round === null) return found;
  const legal = new Set(legalCards(view));
  sorted(round.hand, round.trump, sort).forEach((card, order) => {
    const lies = table.fan[order];
    if (!lies) return;
    const isLegal = isChoosing && legal.has(card);
    found.set(card, {
      where: "hand", x: lies.x, y: lies.y - (isLegal && !isHinted ? table.lift : 0), r: lies.r, z: 20 + lies.z,
      scale: 1, isLegal, order, seat: -1,
    });
  });
  const scale = table.trick.card.w / table.mine.w;
  round.trick_cards.forEach((card, order) => {
    const seat = round.trick_seats[order] ?? 0;
    const lies = table.trick.at[relative(view, seat)];
    if (!lies) return;
    found.set(card, {
      where: "trick", x: lies.x, y: lies.y, r: lies.r, z: 6 + order, scale, isLegal: false, order,
      seat,
    });
  });
  return found;
}

/** As a CSS transform, for a card of the size held in the hand. @param {{x: number, y: number, r: number, scale: number}} place @param {Layout} table */
export const transform = ({ x, y, r, scale }, { mine }) =>
  `translate(${(x - mine.w / 2).toFixed(1)}px, ${(y - mine.h / 2).toFixed(1)}px) ` +
  `rotate(${r.toFixed(2)}deg) scale(${scale.toFixed(3)})`;

/**
 * The middle of a seat, from where its cards come and where its tricks go.
 * @param {View} view @param {Layout} table @param {number} seat @param {{w: number, h: number}} box
 */
export function seatPoint(view, table, seat, box) {
  const plate = table.plates[relative(view, seat)];
  return plate ? { x: plate.x, y: plate.y } : { x: box.w / 2, y: box.h + table.mine.h / 2 };
}

/** The cards of my hand, as they are held. @param {Map<string, Place>} at */
export const heldIn = (at) => [...at].filter(([, place]) => place.where === "hand")
  .sort(([, one], [, other]) => one.order - other.order).map(([card]) => card);

/**
 * The card of my hand that the Tab key leads to: where the person was, or one that can be played.
 * @param {Map<string, Place>} at @param {string | null} before @param {boolean} hasLooked the
 * person moved through the hand in this turn
 */
export function tabStop(at, before, hasLooked) {
  const was = before === null ? undefined : at.get(before);
  if (was?.where === "hand" && (was.isLegal || hasLooked)) return before;
  const held = heldIn(at);
  return held.find((card) => at.get(card)?.isLegal) ?? held[0] ?? null;
}
