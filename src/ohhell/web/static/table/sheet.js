// The score sheet: all rounds, what was bid, whether it was made, and running totals.
import { letterOf } from "../cards.js";
import { ringed, suitSign } from "../icons.js";
import { classes, css, html, nothing } from "../lit.js";
import { rich, say, signed } from "../text.js";
import { called } from "./story.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").RoundResult} RoundResult */

/** How a bid ended: `made`, or the tricks above (+) or below (-) it. @param {number} bid @param {number} taken */
const missedBy = (bid, taken) => (taken > bid ? `+${taken - bid}` : `−${bid - taken}`);

/** A bid as it stands on the sheet: ringed when made, else with what was missed. @param {number} bid @param {number} taken @param {number} seat */
export const bidMark = (bid, taken, seat) => bid === taken
  ? ringed(html`${bid}<span class="sr"> ${say("web.sheet.made")}</span>`, seat)
  : html`${bid}<sup>${missedBy(bid, taken)}</sup>`;

/**
 * The running totals after each finished round.
 * @param {View} view @returns {number[][]}
 */
export function runningTotals(view) {
  const totals = view.names.map(() => 0);
  return view.results.map((result) => {
    result.points.forEach((points, seat) => {
      totals[seat] = (totals[seat] ?? 0) + points;
    });
    return [...totals];
  });
}

/** @param {View} view @param {{isTight: boolean}} look `isTight`: totals below the bids */
export function scoreSheet(view, { isTight }) {
  const seats = view.names.map((_, seat) => (seat + (view.seat ?? 0)) % view.names.length);
  const totals = runningTotals(view);
  const { round, plan } = view;
  const isOn = view.phase === "bidding" || view.phase === "playing";
  const coming = plan.sizes.slice(view.results.length + (isOn && !round?.is_extension ? 1 : 0));
  return html`<div class="sheet-scroll" tabindex="0" role="region"
      aria-label=${say("web.sheet.table")}>
    <table class="sheet ${classes({ tight: isTight })}">
    <thead><tr><th scope="col" class="no">${say("web.sheet.cards")}</th>
      ${seats.map((seat) => html`<th scope="col" title=${called(view, seat)}>
        <span class="cut">${called(view, seat)}</span></th>`)}</tr></thead>
    <tbody>
      ${view.results.map((result, i) => resultRow(result, totals[i] ?? [], seats))}
      ${isOn && round ? html`<tr class="now"><th scope="row" class="no">${size(round)}</th>
        ${seats.map((seat) => html`<td>${pair(
          round.bids[seat] ?? (round.seats.includes(seat) ? "–" : ""), "·")}</td>`)}</tr>` : nothing}
      ${coming.map((cards, i) => comingRow(view, cards, i, seats))}
    </tbody>
    <tfoot><tr><th scope="row" class="no">${say("web.sheet.total")}</th>
      ${seats.map((seat) => html`<td>${pair("", signed(view.totals[seat] ?? 0))}</td>`)}</tr></tfoot>
    </table></div>
    <p class="xs muted legend">${rich("web.sheet.legend", {
      made: ringed(3), over: html`2<sup>+1</sup>`, short: html`2<sup>−1</sup>`,
    })} ${plan.low_wins ? say("web.sheet.low-wins") : ""}</p>`;
}

/** @param {{size: number, trump: import("../wire.js").Suit | null, is_extension: boolean}} round */
const size = (round) => html`${round.is_extension ? "+" : ""}${round.size}
  ${round.trump === null ? html`<span class="sr">${say("suit.none")}</span>`
    : html`${suitSign(letterOf(round.trump))}<span class="sr">${say(`suit.${round.trump}`)}</span>`}`;

/** A bid and a running total; all of a column stand below each other. @param {unknown} bid @param {string} total */
const pair = (bid, total) => html`<span class="bid">${bid}</span><span class="tot">${total}</span>`;

/** @param {RoundResult} result @param {number[]} totals @param {number[]} seats */
function resultRow(result, totals, seats) {
  return html`<tr><th scope="row" class="no">${size(result)}</th>${seats.map((seat) => {
    const bid = result.bids[seat] ?? null;
    const taken = result.taken[seat] ?? 0;
    const total = signed(totals[seat] ?? 0);
    if (bid === null) return html`<td class="out">${pair("·", total)}</td>`;
    return html`<td class=${bid === taken ? "" : "missed"}>${pair(
      bidMark(bid, taken, seat), total)}</td>`;
  })}</tr>`;
}

/** @param {View} view @param {number} cards @param {number} ahead @param {number[]} seats */
function comingRow(view, cards, ahead, seats) {
  const { round, names } = view;
  const isOn = view.phase === "bidding" || view.phase === "playing";
  const last = isOn ? round?.dealer : view.results[view.results.length - 1]?.dealer;
  const dealer = last === undefined
    ? (view.first_dealer === null ? null : (view.first_dealer + ahead) % names.length)
    : (last + 1 + ahead) % names.length;
  return html`<tr class="coming"><th scope="row" class="no">${cards}</th>${seats.map((seat) =>
    html`<td>${seat === dealer
      ? html`<span class="muted xs">${say("web.sheet.deals")}</span>` : nothing}</td>`)}</tr>`;
}

/** Bars for the sizes of all rounds; `done` rounds are filled. @param {readonly number[]} sizes @param {number} done @param {boolean} isLabelled */
export function planBars(sizes, done, isLabelled) {
  const most = Math.max(...sizes, 1);
  const isLong = sizes.length > 24;
  return html`<div class="plan ${classes({ long: isLong, bare: !isLabelled })}"
    role="img" aria-label=${say("web.plan", { sizes: [...sizes].join(", ") })}>
    ${sizes.map((cards, i) => html`<span class=${i < done ? "done" : i === done ? "now" : ""}>
      <i ${css({ "--share": cards / most })}></i>${isLabelled && !isLong
        ? cards : nothing}</span>`)}</div>`;
}
