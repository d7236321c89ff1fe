// The seats: a plate of paper for each, backs of cards beside it, and my own figures.
import { css, classes, html, nothing } from "../lit.js";
import { icon, ringed } from "../icons.js";
import { say } from "../text.js";
import { relative, standing } from "./scene.js";
import { called } from "./story.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("../lit.js").Template} Template */

/** In the order of the seats: whoever plays together is far apart, however few they are. */
const HUES = [330, 200, 60, 150, 285, 15, 240];

/** More dots than this are not counted at a glance. */
const MOST_PIPS = 7;

/** The colour of a seat, in the room, at the table and at its end. @param {number} seat */
export const hueOf = (seat) => HUES[seat % HUES.length] ?? 0;

/** @param {string} name @param {number} seat @param {boolean} isCpu @param {string} [size] @param {unknown} [round] what lies round it */
export const disc = (name, seat, isCpu, size = "", round = nothing) => html`<span
  class="disc ${classes({ cpu: isCpu, [size]: size !== "" })}" aria-hidden="true"
  ${css({ "--hue": hueOf(seat) })}>${[...name.trim()][0]?.toUpperCase() ?? ""}${round}</span>`;

/** Taken and bid, in figures; a made bid is ringed. @param {View} view @param {number} seat */
function figures(view, seat) {
  const { round } = view;
  if (!round) return html`–`;
  const { state } = standing(view, seat);
  const bid = round.bids[seat] ?? null;
  if (state === "out") return html``;
  if (state === "hidden") return icon("check");
  if (bid === null) return html`–`;
  if (state === "bid") return html`${bid}`;
  const both = html`${round.taken[seat] ?? 0}<i>/</i>${bid}`;
  return state === "made" ? ringed(both, seat) : both;
}

/** How a seat stands, in a word or two. @param {View} view @param {number} seat */
export function stateText(view, seat) {
  const { state, by } = standing(view, seat);
  return state === "to-go" && by === 0 ? say("web.state.none-to-take")
    : say(`web.state.${state}`, { count: by });
}

/** @param {View} view @param {number} seat */
function stateLine(view, seat) {
  const { state } = standing(view, seat);
  return html`<span class="state ${state === "to-go" ? "short" : state}">${
    state === "made" ? icon("check") : nothing}${stateText(view, seat)}</span>`;
}

/** A dot for each trick that was bid, filled when taken, a cross for each too many. @param {View} view @param {number} seat */
function pips(view, seat) {
  const bid = view.round?.bids[seat] ?? null;
  const taken = view.round?.taken[seat] ?? 0;
  if (bid === null || view.phase === "bidding" || Math.max(bid, taken) > MOST_PIPS) {
    return html`<span class="pips" aria-hidden="true"></span>`;
  }
  const all = Array.from({ length: Math.max(bid, taken) }, (_, i) =>
    html`<u class=${i >= bid ? "x" : i < taken ? "on" : ""}></u>`);
  return html`<span class="pips" aria-hidden="true">${all}</span>`;
}

/** What a screen reader hears of a seat. @param {View} view @param {number} seat @param {string} [care] how it is looked after */
function spoken(view, seat, care = "") {
  const { round } = view;
  const bid = round?.bids[seat] ?? null;
  return say("web.seat", {
    who: called(view, seat),
    bid: bid === null ? "" : say("web.seat.bid", { tricks: bid }),
    taken: bid === null || view.phase === "bidding" ? ""
      : say("web.seat.took", { tricks: round?.taken[seat] ?? 0 }),
    state: stateText(view, seat),
    care,
    dealer: round?.dealer === seat ? say("web.seat.dealer") : "",
    total: view.totals[seat] ?? 0,
  });
}

/** How a person's seat is looked after, in a word or two; "" where they play themselves. @param {Push} push @param {number} seat */
export function badgeOf(push, seat) {
  const status = push.seats[seat];
  if (!status || status.player !== "person") return "";
  if (status.has_resigned) return say("web.badge.resigned");
  if (status.is_voted_out) return say("web.badge.voted");
  if (status.has_stand_in) return say("web.badge.away");
  return status.is_present ? "" : say("web.badge.offline");
}

/** @param {Push} push @param {number} seat */
function badge(push, seat) {
  if (isCpu(push, seat)) return html`<span class="tag">${say("web.badge.cpu")}</span>`;
  const text = badgeOf(push, seat);
  return text ? html`<span class="tag care">${text}</span>` : nothing;
}

/** @param {Push} push @param {number} seat */
export const isCpu = (push, seat) => push.seats[seat]?.player !== "person";

/** What is left of a turn, round the disc. @param {number} share 0 to 1 */
const clock = (share) => html`<svg class="clock" viewBox="0 0 50 50" aria-hidden="true">
  <circle class="bed" cx="25" cy="25" r="23" /><circle class="run" cx="25" cy="25" r="23"
  pathLength="100" stroke-dasharray="${Math.round(share * 100)} 100" /></svg>`;

/**
 * The plate of one of the others, with the backs of its cards.
 * @param {View} view @param {Push} push @param {Layout} table @param {number} seat
 * @param {number | null} timeLeft share of the turn that is left, where there is a limit
 * @returns {Template}
 */
export function plate(view, push, table, seat, timeLeft) {
  const place = table.plates[relative(view, seat)];
  if (!place) return html``;
  const { round } = view;
  const name = view.names[seat] ?? "";
  const isTurn = view.to_act.includes(seat);
  const cpu = isCpu(push, seat);
  const tag = badge(push, seat);
  const care = badgeOf(push, seat);
  const isSmall = table.tall || table.flat;
  return html`
    ${table.tall || table.flat ? nothing : backs(view, place, seat)}
    <section class="plate ${classes({ turn: isTurn, out: standing(view, seat).state === "out" })}"
      aria-label=${spoken(view, seat, care)} data-seat=${seat}
      ${css({ left: place.x, top: place.y, width: place.w, height: place.h })}>
      ${round?.dealer === seat
        ? html`<b class="dealer" title=${say("web.seat.dealer")}>${say("web.dealer.letter")}</b>`
        : nothing}
      ${table.tall || table.flat ? nothing
        : disc(name, seat, cpu, "", isTurn && timeLeft !== null ? clock(timeLeft) : nothing)}
      <span class="who" title=${name}><span class="cut">${name}</span>
        ${isSmall && !care ? tag : nothing}</span>
      ${isSmall && care ? tag : nothing}
      <span class="fig">${figures(view, seat)}</span>
      <span class="line">${pips(view, seat)}${isSmall ? nothing : tag}</span>
      ${stateLine(view, seat)}
    </section>`;
}

/** @param {View} view @param {import("./geometry.js").Plate} place @param {number} seat */
function backs(view, place, seat) {
  const count = view.round?.cards_left[seat] ?? 0;
  const isTop = place.side === "top";
  const way = place.side === "left" ? 1 : -1;
  const spread = Math.min(isTop ? 13 : 11, 90 / Math.max(1, count));
  return html`<div class="backs" aria-hidden="true" ${css({
    left: isTop ? place.x : place.x + way * (place.w / 2 + 4),
    top: isTop ? place.y + place.h / 2 + 4 : place.y,
    "--dx": isTop ? `${spread}px` : "0px",
    "--dy": isTop ? "0px" : `${spread}px`,
    "--a": `${isTop ? -2.6 : 3 * way}deg`,
    "--base": isTop ? "0deg" : `${90 * way}deg`,
  })}>${Array.from({ length: count }, (_, k) =>
    html`<i ${css({ "--k": k - (count - 1) / 2 })}></i>`)}</div>`;
}

/**
 * My own figures: a card of paper in the corner, or a short one in the rail.
 * @param {View} view @param {boolean} isShort @param {number | null} timeLeft
 */
export function myFigures(view, isShort, timeLeft) {
  const seat = view.seat ?? 0;
  const name = called(view, seat);
  const isDealer = view.round?.dealer === seat;
  const mark = isDealer
    ? html`<b class="dealer" title=${say("web.seat.dealer")}>${say("web.dealer.letter")}</b>`
    : nothing;
  const state = stateLine(view, seat);
  if (isShort) {
    return html`<section class="me" aria-label=${spoken(view, seat)}>${mark}
      ${view.seat === null ? html`<b class="cut">${name}</b>` : nothing}<span class="fig">${figures(view, seat)}</span>${state}</section>`;
  }
  const isTurn = view.to_act.includes(seat);
  return html`<section class="mine ${classes({ turn: isTurn })}" aria-label=${spoken(view, seat)}>
    ${mark}
    ${disc(view.names[seat] ?? "", seat, false, "", isTurn && timeLeft !== null ? clock(timeLeft) : nothing)}
    <div><div class="who">${name}</div>${state}</div>
    <span class="fig">${figures(view, seat)}</span>
    ${pips(view, seat)}
  </section>`;
}
