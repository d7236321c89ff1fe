// The cloth, and what lies along its near edge: my figures, the prompt, trump and the tools.
import { cardSign, letterOf, suitOf } from "../cards.js";
import { suitSign } from "../icons.js";
import { css, html, nothing } from "../lit.js";
import { capital, rich, say } from "../text.js";
import { flatFacts, tools, turnUp } from "./bar.js";
import { effectShort } from "./bid_panel.js";
import { canChangeBid, haveResigned } from "./scene.js";
import { myFigures } from "./seats.js";
import { called, followText } from "./story.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("./geometry.js").Layout} Layout */
/**
 * @typedef {object} Prompting
 * @property {boolean} isPaused
 * @property {boolean} isUp
 * @property {boolean} isKept something is chosen and waits for the connection
 * @property {boolean} isNow nothing newer waits to be shown
 * @property {boolean} isBidding
 * @property {boolean} isChoosing
 * @property {string} notice what was refused
 * @property {number | null} chosen the bid that a finger chose
 * @property {string | null} lifted the card that a second tap will play
 * @property {string} hint what the figures at the cards are, where a hint was asked for
 * @property {number | null} seconds left, where there is a limit
 * @property {Push} push
 * @property {(bid: number) => void} confirm
 * @property {() => void} change
 * @property {(() => void) | null} people who is there, where friends play
 */

/**
 * @param {View} view @param {Layout} table @param {Prompting} state
 * @param {{canHint: boolean, isAsking: boolean, left: number | null}} has
 * @param {import("./bar.js").BarCalls} call
 */
export function floor(view, table, state, has, call) {
  const { round } = view;
  const isShort = table.hasRail || table.flat;
  const kit = tools(view, isShort, has, call);
  const mine = myFigures(view, isShort, has.left);
  const bright = prompt(view, table, state);
  if (table.hasRail) {
    return html`<div class="rail" ${css({ top: table.rail.y })}>${mine}${bright}${kit}</div>`;
  }
  if (table.flat) {
    const [place] = table.trick.at;
    return html`<div class="flat-mine">${mine}${flatFacts(view)}</div>
      ${state.isBidding || !place ? nothing : html`<div class="flat-prompt" ${css({
        top: place.y, width: place.x - table.trick.card.w / 2 - 20,
      })}>${bright}</div>`}
      <div class="flat-tools">${kit}</div>`;
  }
  return html`<div class="dock left">${mine}</div>
    <div class="at-prompt" ${css({ top: table.rail.y })}>${bright}</div>
    <div class="dock right">${round ? turnUp(round) : nothing}
      <div class="row gap-s kit">${kit}</div></div>`;
}

/** The one bright thing: what I am to do, or whom we wait for. @param {View} view @param {Layout} table @param {Prompting} state */
export function prompt(view, table, state) {
  const isShort = table.hasRail || table.flat;
  if (state.isPaused) return nothing;
  if (!state.isUp) return html`<p class="prompt wait">${say(state.isKept ? "web.kept" : "web.lost")}</p>`;
  if (state.notice) return html`<p class="prompt wait">${state.notice}</p>`;
  if (state.isBidding) {
    const { chosen } = state;
    if (chosen !== null) {
      return html`<button type="button" class="prompt" data-confirm
        @click=${() => state.confirm(chosen)}>${say("web.bid.confirm", { tricks: chosen })}
        <span>${effectShort(view, chosen)}</span></button>`;
    }
    return isShort ? html`<p class="prompt">${say("web.ask.bid")}</p>` : nothing;
  }
  const change = state.isNow && canChangeBid(view)
    ? html`<button type="button" class="btn ghost small" data-change @click=${state.change}>
        ${say("web.bid.change-short")}</button>` : nothing;
  if (state.isChoosing) {
    const { lifted } = state;
    return html`<p class="prompt mine-now"><b>${say(lifted ? "web.tap.head" : "web.ask.turn")}</b>
      <span>${lifted ? rich("web.tap.play", { card: cardSign(lifted) })
        : state.hint || followRich(view)}</span>${state.seconds === null ? nothing
        : html`<b class="num">${say("web.seconds", { seconds: state.seconds })}</b>`}</p>${change}`;
  }
  // Between two moments there is nothing to say; the room stays, so that nothing jumps.
  if (!state.isNow) return html`<p class="prompt idle" aria-hidden="true">&nbsp;</p>`;
  const clock = state.seconds === null || haveResigned(state.push) ? nothing
    : html`<b class="num">${say("web.seconds", { seconds: state.seconds })}</b>`;
  if (state.people !== null && waitsForPerson(view, state.push)) {
    return html`<button type="button" class="prompt wait ask" data-waiting aria-haspopup="dialog"
      @click=${state.people}>${waitText(view, state.push)} ${clock}</button>${change}`;
  }
  return html`<p class="prompt wait">${waitText(view, state.push)} ${clock}</p>${change}`;
}

/** Whom we wait for. @param {View} view @param {Push} push */
export function waitText(view, push) {
  if (view.round && view.seat !== null && !view.round.seats.includes(view.seat)) {
    return say("web.sits-out");
  }
  if (haveResigned(push)) return say("web.resign.done");
  const others = view.to_act.filter((seat) => seat !== view.seat);
  const [first] = others;
  if (first === undefined) return capital(say(`phase.${view.phase}`));
  if (others.length > 1) return say("web.waiting.count", { count: others.length });
  return say(isCpuNow(push, first) ? "web.waiting.cpu" : "web.waiting.person", { who: called(view, first) });
}

/** Whether a CPU player acts for a seat just now. @param {Push} push @param {number} seat */
function isCpuNow(push, seat) {
  const status = push.seats[seat];
  return status?.player !== "person" || status.has_stand_in || status.has_resigned ||
    status.is_voted_out;
}

/** @param {View} view @param {Push} push */
const waitsForPerson = (view, push) =>
  view.to_act.some((seat) => seat !== view.seat && !isCpuNow(push, seat));

/** The felt. @param {Layout} table @param {{w: number, h: number}} box */
export function cloth(table, { w, h }) {
  const round = table.tall
    ? { left: -34, right: -34, top: table.stage.y + 30, bottom: -60,
      "border-radius": `${w * 0.34}px ${w * 0.34}px 0 0 / 120px 120px 0 0` }
    : table.flat
      ? { left: -20, right: -20, top: 26, bottom: -60, "border-radius": "60px 60px 0 0" }
      : { left: Math.max(16, table.stage.x + table.plate.w * 0.4),
        width: Math.min(w - 32, table.stage.w - table.plate.w * 0.8), top: table.stage.y + 32,
        bottom: -40, "border-radius": `${Math.min(w * 0.4, h * 0.54)}px ${Math.min(w * 0.4, h * 0.54)}px 60px 60px` };
  return html`<div class="cloth" aria-hidden="true" ${css(round)}></div>`;
}

/** `Follow ♥ hearts` @param {View} view */
function followRich(view) {
  const led = view.round?.trick_cards[0];
  if (led === undefined) return capital(followText(view));
  const suit = suitOf(led);
  const mustFollow = view.round?.hand.some((card) => suitOf(card) === suit);
  return rich(mustFollow ? "web.ask.follow.short" : "web.ask.void.short", {
    suit: html`${suitSign(letterOf(suit))} ${say(`suit.${suit}`)}`,
  });
}
