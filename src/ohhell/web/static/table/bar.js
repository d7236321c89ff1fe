// What stays in sight: round, cards, trump, the sum of the bids against the tricks, and the buttons.
import { faceOf, indexOf, letterOf, nameOf } from "../cards.js";
import { brand, icon, suitSign } from "../icons.js";
import { classes, css, html, nothing } from "../lit.js";
import { settings } from "../settings.js";
import { capital, rich, say } from "../text.js";
import { bidSum } from "./scene.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Round} Round */
/** @typedef {import("./geometry.js").Layout} Layout */
/**
 * @typedef {object} BarCalls
 * @property {() => void} menu
 * @property {() => void} sheet
 * @property {() => void} sound
 * @property {() => void} sort
 * @property {() => void} last
 * @property {() => void} hint
 */

/** @param {View} view */
export function roundText(view) {
  const { round, plan } = view;
  if (!round) return capital(say(`phase.${view.phase}`));
  const scheduled = plan.sizes.length;
  return round.is_extension
    ? say("web.bar.extension", { number: round.number - scheduled })
    : say("web.bar.round-text", { number: round.number, rounds: scheduled });
}

/** @param {View} view @param {Layout} table @param {boolean} hasSheet @param {unknown} more buttons of others @param {BarCalls} call */
export function bar(view, table, hasSheet, more, call) {
  const { round } = view;
  const menu = html`<button type="button" class="btn icon" aria-label=${say("web.menu")}
    aria-haspopup="dialog" @click=${call.menu}>${icon("menu")}</button>`;
  const sheet = html`<button type="button" class="btn ${table.hasRail || table.flat ? "icon" : ""}"
    aria-label=${say("web.sheet.head")} aria-expanded=${hasSheet ? "true" : "false"}
    @click=${call.sheet}>${icon("sheet")}${table.hasRail || table.flat ? nothing
      : html` ${say("web.sheet.short")}`}</button>`;
  if (table.flat) {
    return html`<div class="bar flat-left">${menu}</div><div class="bar flat-right">${more}${sheet}</div>`;
  }
  if (table.tall) {
    return html`<div class="bar" ${css({ height: table.bar })}>${menu}
      ${round ? html`<span class="fact size">${shortRound(view)}<span class="cards-each">${
        rich("web.bar.cards-short", {
          count: html`<b>${round.size}</b>`, size: round.size,
        })}</span></span>${trumpFact(round)}<span class="fact">${sumFact(view, round, true)}</span>`
      : html`<span class="fact">${roundText(view)}</span>`}
      <span class="push row tools">${more}${sheet}</span></div>`;
  }
  return html`<div class="bar" ${css({ height: table.bar })}>${brand()}
    ${round ? html`<span class="fact">${round.is_extension
      ? roundText(view)
      : rich("web.bar.round", {
        number: html`<b>${round.number}</b>`, rounds: view.plan.sizes.length,
      })}</span>
    <span class="fact">${rich("web.bar.cards", {
      count: html`<b>${round.size}</b>`, size: round.size,
    })}</span>
    ${table.hasRail ? trumpFact(round) : nothing}
    <span class="fact">${sumFact(view, round, table.hasRail)}</span>`
    : html`<span class="fact">${roundText(view)}</span>`}
    <span class="push row tools">
      <button type="button" class="btn icon" aria-label=${say("web.sound")}
        aria-pressed=${settings.sounds === "on" ? "true" : "false"} @click=${call.sound}>
        ${icon(settings.sounds === "on" ? "loud" : "muted")}</button>
      ${more}${sheet}${menu}</span></div>`;
}

/** The round where there is little room: the screen says it, and the head of the table in full. @param {View} view */
function shortRound({ round, plan }) {
  if (round === null || round.is_extension) return nothing;
  return html`<span class="of-round" aria-hidden="true">${say("web.bar.round-short", {
    number: round.number, rounds: plan.sizes.length,
  })}</span>`;
}

/** Round, trump and bids, where there is no bar. @param {View} view */
export const flatFacts = (view) => view.round === null ? html`<p class="xs">${roundText(view)}</p>`
  : html`<div class="bar flat-facts"><span class="fact">${roundText(view)}</span>
    ${trumpFact(view.round)}<span class="fact">${sumFact(view, view.round, true)}</span></div>`;

/** Trump where there is no room for the card that was turned up. @param {Round} round */
function trumpFact(round) {
  if (round.trump === null) return html`<span class="fact">${say("suit.none")}</span>`;
  const letter = letterOf(round.trump);
  const card = round.turn_up;
  return html`<span class="fact trump"><span class="mini ${letter}"
    aria-hidden="true">${card ? indexOf(card) : nothing}${suitSign(letter)}</span>
    <span class="sr">${trumpText(round)}</span><span class="trump-word" aria-hidden="true">${
      say("web.trump.short")}</span></span>`;
}

/** @param {Round} round */
export function trumpText(round) {
  if (round.trump === null) return say("suit.none");
  return round.turn_up === null
    ? say("web.trump.fixed", { suit: round.trump })
    : say("web.trump.turned", { card: nameOf(round.turn_up), suit: round.trump });
}

/** `9 bid for 10 tricks: 1 too few` @param {View} view @param {Round} round @param {boolean} isShort */
function sumFact(view, round, isShort) {
  const { total, missing } = bidSum(round);
  const isHidden = view.rulebook["bidding"] === "all-at-once" && missing > 0;
  if (isHidden) {
    const bid = round.has_bid.filter(Boolean).length;
    return rich("web.bar.hidden", { count: html`<b>${bid}</b>`, seats: round.seats.length });
  }
  const over = total - round.size;
  const key = missing > 0 ? "so-far" : over > 0 ? "over" : over < 0 ? "under" : "even";
  return rich(`web.bar.sum.${key}${isShort ? ".short" : ""}`, {
    total: html`<b>${total}</b>`,
    tricks: round.size,
    size: isShort ? round.size : html`<b>${round.size}</b>`,
    by: html`<b>${say(`web.bar.by.${over > 0 ? "over" : "under"}`, { count: Math.abs(over) })}</b>`,
  });
}

/** The turn-up beside its pile, or the trump of a round that turns none. @param {Round} round */
export function turnUp(round) {
  const letter = letterOf(round.trump);
  return html`<div class="turnup"><div class="pile">${round.turn_up
    ? html`<span class="under"></span><img src=${faceOf(round.turn_up)} width="66" height="92"
        alt=${say("web.trump.card", { card: nameOf(round.turn_up) })}>`
    : html`<span class="suit-card ${letter ?? "none"}" aria-hidden="true">
        ${letter ? suitSign(letter) : "–"}</span>`}</div>
    <div><div class="xs on-cloth-2">${say("web.trump.head")}</div>
      <div class="trump-name">${round.trump === null ? say("web.trump.none")
        : say(`Suit.${round.trump}`)}</div></div></div>`;
}

/**
 * Sort, last trick, hint.
 * @param {View} view @param {boolean} isShort @param {{canHint: boolean, isAsking: boolean}} hint
 * @param {BarCalls} call
 */
export function tools(view, isShort, hint, call) {
  const { round } = view;
  if (!round) return nothing;
  const hasTrick = round.tricks.length > 0;
  const look = isShort ? "icon" : "";
  const sort = html`<button type="button" class="btn ghost ${look}" data-tool="sort"
    aria-label=${say("web.sort.label", { how: say(`web.sort.${settings.sort}`) })}
    @click=${call.sort}>${icon("sort")}${isShort ? nothing : say("web.sort")}</button>`;
  const last = html`<button type="button" class="btn ghost ${look}" data-tool="last"
    aria-label=${say("web.last.head")} @click=${call.last}>${icon("cards")}${isShort ? nothing
      : say("web.last.head")}</button>`;
  return html`${hint.canHint ? html`<button type="button" data-tool="hint"
      class="btn ghost ${look} ${classes({ busy: hint.isAsking })}" aria-label=${say("web.hint")}
      @click=${call.hint}>${icon("bulb")}${isShort ? nothing : say("web.hint")}</button>` : nothing}
    ${hasTrick && (isShort || view.phase === "playing") ? last
      : view.seat === null ? nothing : sort}`;
}

