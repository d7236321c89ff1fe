// Where a bid is made: the bids laid end to end against the tricks, and a key for each number.
import { icon, struck } from "../icons.js";
import { classes, css, html, nothing } from "../lit.js";
import { rich, say } from "../text.js";
import { bidSum, legalBids } from "./scene.js";
import { barredText, called } from "./story.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Round} Round */
/** @typedef {import("./geometry.js").Layout} Layout */
/**
 * @typedef {object} BidState
 * @property {number | null} chosen
 * @property {number | null} pointed the key that is looked at
 * @property {number} focused the key that is the tab stop
 * @property {boolean} isChange a bid that was made is put right
 * @property {boolean} isSent
 * @property {Map<number, import("./hint.js").Mark>} hints by bid
 * @property {string} hintText
 * @property {string} hintShort the same where there is little room
 * @property {number | null} seconds left, where there is a limit
 * @property {unknown} confirm the bar that confirms, where it has its place here
 */
/**
 * @typedef {object} BidCalls
 * @property {(bid: number, event: Event) => void} press
 * @property {(bid: number | null) => void} point
 * @property {(bid: number) => void} focus
 * @property {(event: KeyboardEvent) => void} key
 * @property {() => void} keep
 */

/** @param {View} view @param {Layout} table @param {BidState} state @param {BidCalls} call */
export function bidPanel(view, table, state, call) {
  const round = /** @type {Round} */ (view.round);
  const legal = new Set(legalBids(view));
  const mine = view.seat === null ? null : round.bids[view.seat] ?? null;
  const keys = Array.from({ length: round.size + 1 }, (_, bid) => bid);
  const columns = columnsFor(keys.length, table.panel.w - (table.tall ? 24 : 40));
  const looked = state.pointed ?? state.chosen;
  const isBarred = round.barred_bid !== null && !legal.has(round.barred_bid);
  return html`<section class="bidpanel ${classes({ busy: state.isSent })}" aria-labelledby="bid-head"
    ${css({ left: table.panel.x, width: table.panel.w, ...place(table) })}>
    <header><h2 id="bid-head">${say(state.isChange ? "web.bid.change" : "web.bid.head")}</h2>
      <span class="muted small">${orderText(view)}</span>${state.seconds === null ? nothing
        : html` <b class="num">${say("web.seconds", { seconds: state.seconds })}</b>`}
      ${state.isChange ? html`<button type="button" class="btn small push" @click=${call.keep}>
        ${say("web.bid.keep", { tricks: mine ?? 0 })}</button>` : nothing}${state.confirm}</header>
    ${ruler(view)}
    <div class="bids" role="group" aria-label=${say("web.bid.keys")} @keydown=${call.key}
      @pointerleave=${() => call.point(null)} ${css({ "--cols": columns })}>
      ${keys.map((bid) => {
        const isThisBarred = round.barred_bid === bid && !legal.has(bid);
        const isOut = !legal.has(bid);
        const hint = state.hints.get(bid);
        return html`<button type="button" data-bid=${bid}
          class=${classes({ best: hint?.isBest === true })}
          aria-disabled=${isOut ? "true" : nothing}
          aria-pressed=${state.chosen === bid || (state.isChange && mine === bid) ? "true" : "false"}
          tabindex=${state.focused === bid ? 0 : -1}
          @click=${(/** @type {Event} */ event) => call.press(bid, event)}
          @focus=${() => call.focus(bid)}
          @pointerenter=${(/** @type {PointerEvent} */ event) =>
            event.pointerType === "mouse" && call.point(bid)}
          ><span class="sr">${say("web.bid.key")} </span>${isThisBarred ? struck(bid) : bid}${hint
            ? html`<small class="chance" aria-hidden="true">${hint.text}</small>${hint.points
              ? html`<small class="average" aria-hidden="true">${hint.points}</small>` : nothing}<span
              class="sr">, ${hint.said}</span>` : nothing}${isThisBarred
            ? html`<span class="sr"> ${barredText(view)}</span>` : nothing}</button>`;
      })}
    </div>
    ${isBarred ? html`<p class="why barred"><span>${rich("web.bid.barred", {
        tricks: struck(round.barred_bid), size: round.size,
      })}</span></p>` : nothing}
    ${state.hintText ? html`<p class="why hint">${icon("bulb")}<span class="long">${state.hintText}</span
      ><span class="brief" aria-hidden="true">${state.hintShort}</span></p>` : nothing}
    <p class="why effect">${looked === null || !legal.has(looked) ? html`&nbsp;`
      : html`${effectText(view, looked)} ${state.hints.get(looked)?.effect}`}</p>
  </section>`;
}

/** What a panel with little room does without, to the eye: the first to go stands first. */
const DISPENSABLE = ["effect", "averages", "head", "words", "labels", "barred", "hint", "ruler"];

/**
 * Leave out of a panel that has been drawn what it has no room for.
 * @param {HTMLElement} panel @param {Layout} table
 */
export function fit(panel, table) {
  const room = table.panel.bottom - table.panel.top;
  for (let count = 0; count <= DISPENSABLE.length; count += 1) {
    panel.dataset["less"] = DISPENSABLE.slice(0, count).join(" ");
    if (panel.offsetHeight <= room) return;
  }
}

/** @param {Layout} table @returns {import("../lit.js").Styles} */
function place(table) {
  if (table.tall || table.flat) return { bottom: `calc(100% - ${table.panel.bottom}px)` };
  const middle = (table.panel.top + table.panel.bottom) / 2;
  return { top: middle, translate: "0 -50%" };
}

/** As few rows as leave each key wide enough for a finger. @param {number} keys @param {number} width */
function columnsFor(keys, width) {
  const most = Math.max(3, Math.floor((width + 6) / 50));
  const rows = Math.ceil(keys / most);
  return Math.ceil(keys / rows);
}

/** Who bids when. @param {View} view */
function orderText(view) {
  const { round } = view;
  if (!round || view.seat === null) return "";
  if (round.has_hook && round.dealer === view.seat) return say("web.bid.last");
  const place = round.seats.indexOf(view.seat);
  if (view.rulebook["bidding"] === "all-at-once") return say("web.bid.at-once");
  if (place === round.seats.length - 1) return say("web.bid.last");
  if (place === 0) return say("web.bid.first");
  return "";
}

/** The bids so far, end to end against the tricks; what is left over is the hooked number. @param {View} view */
function ruler(view) {
  const { round } = view;
  if (!round || view.rulebook["bidding"] === "all-at-once") return nothing;
  const { total } = bidSum(round);
  const barred = round.barred_bid;
  const left = Math.max(0, round.size - total);
  const length = Math.max(round.size, total);
  const bids = round.seats
    .filter((seat) => seat !== view.seat && (round.bids[seat] ?? 0) > 0)
    .map((seat) => {
      const bid = round.bids[seat] ?? 0;
      const name = called(view, seat);
      const isNarrow = bid / length < 0.16;
      return html`<span title=${name} ${css({ flex: bid })}
        ><span class="cut">${isNarrow ? [...name][0] : name}</span> ${bid}</span>`;
    });
  return html`<div class="ruler" role="img"
    aria-label=${say("web.ruler", { total, size: round.size })}>
    <b class="end0">${say("web.ruler.start")}</b>
    <b class="end">${say("web.ruler.end", { size: round.size })}</b>
    ${bids}
    ${left > 0 ? html`<span class="left ${classes({ barred: barred === left })}"
      ${css({ flex: left })}>${say("web.ruler.left", { count: left })}</span>` : nothing}
    ${total > round.size ? html`<i class="limit" ${css({ left: `${(100 * round.size) / total}%` })}>
      </i>` : nothing}
  </div>`;
}

/** What a bid would make of the sum. @param {View} view @param {number} bid */
export function effectText(view, bid) {
  const round = /** @type {Round} */ (view.round);
  const others = round.seats.filter((seat) => seat !== view.seat);
  const total = others.reduce((sum, seat) => sum + (round.bids[seat] ?? 0), bid);
  const missing = others.some((seat) => round.bids[seat] === null);
  if (view.rulebook["bidding"] === "all-at-once") return say("web.bid.effect.hidden", { tricks: bid });
  const key = missing ? "so-far" : total > round.size ? "over" : total < round.size ? "under" : "even";
  return say(`web.bid.effect.${key}`, {
    tricks: bid, total, size: round.size, count: Math.abs(total - round.size),
  });
}

/** The same in short, for the bar that confirms a bid. @param {View} view @param {number} bid */
export function effectShort(view, bid) {
  const round = /** @type {Round} */ (view.round);
  const total = round.seats.reduce((sum, seat) =>
    sum + (seat === view.seat ? bid : round.bids[seat] ?? 0), 0);
  if (view.rulebook["bidding"] === "all-at-once") return "";
  return say("web.bid.short", { total, size: round.size });
}
