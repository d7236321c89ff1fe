// What lies on the cloth for a while: the draw for dealer, the last trick, the points of a round.
import { faceOf, nameOf, rankName } from "../cards.js";
import { icon } from "../icons.js";
import { classes, css, html, nothing } from "../lit.js";
import { say, signed } from "../text.js";
import { waitText } from "./floor.js";
import { isMyTurn } from "./scene.js";
import { disc, isCpu } from "./seats.js";
import { bidMark } from "./sheet.js";
import { about, called } from "./story.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("../wire.js").Card} Card */

/** @param {View} view @param {number} seat @param {Card} card @param {boolean} isBest @param {unknown} below */
const laid = (view, seat, card, isBest, below) => html`<li class="laid ${classes({ win: isBest })}">
  <img src=${faceOf(card)} alt=${say("web.laid", { who: called(view, seat), card: nameOf(card) })}
    width="60" height="84">
  <span class="name" aria-hidden="true"><span class="cut">${isBest ? "★ " : ""}${called(view, seat)}
  </span>${below}</span></li>`;

/** Whose time runs while a panel is open, and how much is left. @param {Push} newest @param {number} seconds */
export const runningLine = (newest, seconds) => html`<p
  class="running ${classes({ now: isMyTurn(newest.view) })}">${isMyTurn(newest.view)
    ? say("web.ask.turn") : waitText(newest.view, newest)}
  <b class="num">${say("web.seconds", { seconds })}</b></p>`;

/** Who drew what, and who deals first. @param {View} view @param {unknown} running @param {() => void} goOn */
export function drawPanel(view, running, goOn) {
  const dealer = view.first_dealer;
  return html`<section class="pop centre" aria-labelledby="draw-head">
    <h2 id="draw-head">${say("web.draw.head")}</h2>
    ${view.draws.map((drawn, time) => html`
      ${time > 0 ? html`<p class="small muted">${say("web.draw.again", {
        who: drawn.map(([seat]) => called(view, seat)),
      })}</p>` : nothing}
      <ul class="spread">${drawn.map(([seat, card]) =>
        laid(view, seat, card, seat === dealer && time === view.draws.length - 1, nothing))}</ul>`)}
    ${dealer === null ? nothing : html`<p>${about("web.draw.deals", view, dealer)}</p>`}
    ${running}
    <button type="button" class="btn first big go" data-go @click=${goOn}>
      ${say("web.draw.go")}</button>
  </section>`;
}

/** The last complete trick of this round; where there is a rail, above it. @param {View} view @param {number | null} room below it, in pixels @param {() => void} close */
export function lastTrick(view, room, close) {
  const tricks = view.round?.tricks ?? [];
  const trick = tricks[tricks.length - 1];
  const best = trick?.cards[trick.seats.indexOf(trick.winner)];
  return html`<section class="pop last" aria-labelledby="last-head" ${css(
    room === null ? {} : { bottom: room },
  )}>
    <header class="row"><h2 id="last-head">${say("web.last.head")}</h2>
      <p class="small muted">${trick && best
        ? about("web.last.took", view, trick.winner, { rank: rankName(best) })
        : say("web.last.none")}</p>
      <button type="button" class="btn icon bare push" data-close aria-label=${say("web.close")}
        @click=${close}>${icon("close")}</button></header>
    ${trick ? html`<ul class="spread">${trick.cards.map((card, i) => laid(
      view, trick.seats[i] ?? 0, card, card === best,
      i === 0 ? html`<span class="led">${say("web.trick.led")}</span>` : nothing,
    ))}</ul>` : nothing}
  </section>`;
}

/** What stays until the person goes on. @param {View} view @param {{name: "draw" | "result", push: Push}} pause @param {unknown} running @param {() => void} goOn */
export const pausePanel = (view, pause, running, goOn) => pause.name === "draw"
  ? drawPanel(pause.push.view, running, goOn) : resultPanel(view, pause.push, running, goOn);

/** What a round paid. @param {View} view @param {Push} push @param {unknown} running @param {() => void} goOn */
function resultPanel(view, push, running, goOn) {
  const result = push.view.results[push.view.results.length - 1];
  if (!result) return nothing;
  const seats = push.view.names.map((_, i) => (i + (view.seat ?? 0)) % push.view.names.length)
    .filter((seat) => result.bids[seat] !== null);
  const isEnd = push.did.some((step) => step.events.some((event) => event.event === "ended"));
  const best = Math.max(...seats.map((seat) => push.view.totals[seat] ?? 0));
  const least = Math.min(...seats.map((seat) => push.view.totals[seat] ?? 0));
  const lead = view.plan.low_wins ? least : best;
  const scheduled = view.plan.sizes.length;
  const next = push.view.plan.sizes[push.view.results.length];
  return html`<section class="pop centre result" aria-labelledby="result-head">
    <header class="row"><h2 id="result-head">${result.is_extension
      ? say("web.result.extension", { number: result.number - scheduled })
      : say("web.result.head", { number: result.number })}</h2>
      ${mineOf(view, result)}</header>
    <table class="points"><thead><tr><th scope="col"><span class="sr">${
      say("web.result.player")}</span></th>${["bid", "took", "points", "total"].map((what) =>
      html`<th scope="col" class=${what}>${say(`web.result.${what}`)}</th>`)}</tr></thead>
    <tbody>${seats.map((seat) => {
      const bid = result.bids[seat] ?? 0;
      const taken = result.taken[seat] ?? 0;
      const points = result.points[seat] ?? 0;
      const total = push.view.totals[seat] ?? 0;
      return html`<tr class=${classes({ me: seat === view.seat })}>
        <th scope="row"><span class="row gap-s">${disc(view.names[seat] ?? "", seat, isCpu(push, seat), "s")}
          <span class="cut">${called(view, seat)}</span></span></th>
        <td class="bid">${bidMark(bid, taken, seat)}</td>
        <td class="took">${taken}</td>
        <td class="gain">${points > 0 ? "+" : ""}${signed(points)}</td>
        <td class="sum ${classes({ lead: total === lead })}">${signed(total)}</td></tr>`;
    })}</tbody></table>
    ${running}
    <button type="button" class="btn first big go" data-go @click=${goOn}>${isEnd
      ? say("web.result.end") : next !== undefined
      ? say("web.result.next", { size: next }) : say("web.result.go")}</button>
  </section>`;
}

/** How I did, in a word. @param {View} view @param {import("../wire.js").RoundResult} result */
function mineOf(view, result) {
  if (view.seat === null) return nothing;
  const bid = result.bids[view.seat] ?? null;
  if (bid === null) return nothing;
  const taken = result.taken[view.seat] ?? 0;
  const key = taken === bid ? "made" : taken > bid ? "over" : "short";
  return html`<p class="state ${key}">${key === "made" ? icon("check") : nothing}${say(`web.result.${key}`, {
    tricks: bid, count: Math.abs(taken - bid),
  })}</p>`;
}
