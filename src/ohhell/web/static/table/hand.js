// One layer of cards: those in my hand and those on the table are the same buttons, keyed by card,
// so that a card that is played flies there by itself.
import { faceOf, nameOf } from "../cards.js";
import { classes, css, html, nothing, repeat } from "../lit.js";
import { say } from "../text.js";
import { transform } from "./places.js";
import { relative } from "./scene.js";
import { called, whyNot } from "./story.js";

/** A chance stands out above its card, where the prompt may be. */
const OVER_PROMPT = 50;

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./places.js").Place} Place */
/**
 * @typedef {object} HandState
 * @property {boolean} isChoosing a card of mine is wanted
 * @property {string | null} focused the card that is the tab stop
 * @property {string | null} pointed the card whose reason is shown
 * @property {string | null} sent the card on its way to the server
 * @property {string | null} lifted the card that a second tap will play
 * @property {Map<string, import("./hint.js").Mark>} hints by card
 */
/**
 * @typedef {object} HandCalls
 * @property {(card: string, event: Event) => void} press
 * @property {(card: string | null) => void} point
 * @property {(card: string) => void} focus
 * @property {(event: KeyboardEvent) => void} key
 */

/**
 * @param {View} view @param {Layout} table @param {Map<string, Place>} at
 * @param {HandState} state @param {HandCalls} call
 */
export function cardLayer(view, table, at, state, call) {
  // The order in the page never changes, else the browser would forget where a card came from.
  const cards = [...at.keys()].sort();
  const { round } = view;
  const winner = round?.trick_winner ?? null;
  const reason = state.pointed !== null && state.isChoosing ? whyOf(view, at, state.pointed) : "";
  return html`
    <div class="hand" role="group" aria-label=${handText(view)} @keydown=${call.key}>
      ${repeat(cards, (card) => card, (card) => {
        const place = /** @type {Place} */ (at.get(card));
        const inHand = place.where === "hand";
        const isOut = inHand && state.isChoosing && !place.isLegal;
        const hint = inHand ? state.hints.get(card) : undefined;
        return html`<button type="button" data-card=${card}
          class="card ${classes({
            no: isOut, up: place.isLegal, win: !inHand && place.seat === winner,
            lifted: inHand && state.lifted === card,
            sent: state.sent === card, lying: !inHand, best: hint?.isBest === true,
          })}"
          aria-label=${inHand ? labelOf(view, card, isOut, hint?.said ?? "") : nothing}
          aria-hidden=${inHand ? nothing : "true"}
          aria-disabled=${inHand && !place.isLegal ? "true" : nothing}
          ?disabled=${!inHand}
          tabindex=${inHand && state.focused === card ? 0 : -1}
          @click=${(/** @type {Event} */ event) => call.press(card, event)}
          @focus=${() => call.focus(card)}
          @blur=${() => call.point(null)}
          @pointerenter=${(/** @type {PointerEvent} */ event) =>
            event.pointerType === "mouse" && call.point(inHand ? card : null)}
          @pointerleave=${(/** @type {PointerEvent} */ event) =>
            event.pointerType === "mouse" && call.point(null)}
          ${css({
            width: table.mine.w, height: table.mine.h,
            "z-index": place.z + (hint ? OVER_PROMPT : 0),
            transform: transform(place, table),
          })}>
          <img src=${faceOf(card)} alt="" draggable="false" width=${table.mine.w}
            height=${table.mine.h}>
          ${hint ? html`<span class="chance" aria-hidden="true">${hint.text}</span>` : nothing}
        </button>`;
      })}
    </div>
    ${round ? round.trick_seats.map((seat, order) => nameTag(view, table, seat, order)) : nothing}
    ${reason ? whyBubble(at, table, /** @type {string} */ (state.pointed), reason) : nothing}`;
}

/** @param {View} view @param {Map<string, Place>} at @param {string} card */
function whyOf(view, at, card) {
  const place = at.get(card);
  return place?.where === "hand" && !place.isLegal ? whyNot(view) : "";
}

/** The reason why a card cannot be played, where it lies. @param {Map<string, Place>} at @param {Layout} table @param {string} card @param {string} reason */
function whyBubble(at, table, card, reason) {
  const place = at.get(card);
  if (!place) return nothing;
  return html`<p class="reason" aria-hidden="true" ${css({
    "--x": `${place.x}px`, top: place.y - table.mine.h / 2 - 10,
  })}>${reason}</p>`;
}

/** @param {View} view */
function handText(view) {
  const held = view.round?.hand.length ?? 0;
  return say("web.hand", { count: held });
}

/** @param {View} view @param {string} card @param {boolean} isOut @param {string} hint */
const labelOf = (view, card, isOut, hint) =>
  say("web.hand.card", {
    card: nameOf(card), why: isOut ? whyNot(view) : "", hint,
  });

/** Whose card it is, below it. @param {View} view @param {Layout} table @param {number} seat @param {number} order */
function nameTag(view, table, seat, order) {
  const lies = table.trick.at[relative(view, seat)];
  if (!lies) return nothing;
  const isWinner = view.round?.trick_winner === seat;
  return html`<span class="name ${classes({ winner: isWinner })}" aria-hidden="true" ${css({
    left: lies.x, top: lies.y + table.trick.card.h / 2, "z-index": 16,
    "max-width": table.trick.card.w * 1.1,
  })}><span class="cut">${isWinner ? "★ " : ""}${called(view, seat)}</span>${order === 0
    ? html`<span class="led">${say("web.trick.led")}</span>` : nothing}</span>`;
}

/** The trick in words, for those who cannot see it. @param {View} view */
export function trickText(view) {
  const { round } = view;
  if (!round || round.trick_cards.length === 0) return "";
  const cards = round.trick_cards.map((card, i) => say("web.trick.card", {
    who: called(view, round.trick_seats[i] ?? 0), card: nameOf(card),
  }));
  return say("web.trick.text", {
    cards,
    winner: round.trick_winner === null ? "" : called(view, round.trick_winner),
  });
}

/** Where my card will lie. @param {Layout} table */
export function slot({ trick: { at, card } }) {
  const [place] = at;
  if (!place) return nothing;
  return html`<div class="slot" aria-hidden="true" ${css({
    left: place.x, top: place.y, width: card.w, height: card.h,
  })}>${say("web.trick.slot")}</div>`;
}
