// The chairs of a party that has not begun: who sits where, who is there, who is ready.
import { icon } from "../icons.js";
import { classes, html, nothing } from "../lit.js";
import { disc } from "../table/seats.js";
import { say } from "../text.js";
import { phraseText } from "./room.js";

/** @typedef {import("../wire.js").Chair} Chair */
/** @typedef {import("../wire.js").Level} Level */
/** @typedef {import("../wire.js").Member} Member */
/** @typedef {import("./room.js").Room} Room */
/**
 * @typedef {object} ChairCalls
 * @property {(step: number) => void} seats one more or one fewer
 * @property {(seat: number, level: string) => void} level
 * @property {(seat: number) => void} sit
 * @property {() => void} rename
 * @property {(member: number) => void} poke
 * @property {(member: number) => void} member
 */

/** How many may play is the server's to say; it refuses what does not go. */
const FEWEST = 3;
const MOST = 7;

/** What the seats of a party are called where rules speak of them. @param {readonly unknown[]} chairs */
export const seatNames = (chairs) =>
  chairs.map((_, seat) => say("web.party.seat.number", { seat: seat + 1 }));

/** @param {Room} room @param {readonly Level[]} levels @param {ChairCalls} call */
export function chairList(room, levels, call) {
  const party = /** @type {import("../wire.js").Party} */ (room.party);
  const { chairs } = party;
  const taken = chairs.filter((chair) => chair.member !== null).length;
  return html`<section class="pad" aria-labelledby="seats-head">
    <div class="row"><h2 id="seats-head">${say("web.party.seats")}</h2>
      <span class="chip">${say("web.party.seats.taken", { taken, seats: chairs.length })}</span>
      ${room.isHost ? html`<span class="push pick" role="group"
        aria-label=${say("web.party.seats.number")}>
        <button type="button" data-fewer aria-label=${say("web.party.seats.fewer")}
          aria-disabled=${chairs.length <= FEWEST ? "true" : nothing}
          @click=${() => chairs.length > FEWEST && call.seats(-1)}>−</button>
        <button type="button" data-more aria-label=${say("web.party.seats.more")}
          aria-disabled=${chairs.length >= MOST ? "true" : nothing}
          @click=${() => chairs.length < MOST && call.seats(1)}>+</button></span>`
        : nothing}</div>
    ${party.adjusted.map((sentence) => html`<p class="small note">${sentence}</p>`)}
    <ul class="chairs">${chairs.map((chair) => chair.member === null
      ? emptyChair(room, chair, levels, call)
      : takenChair(room, chair, call))}</ul>
    ${party.watchers > 0 ? html`<p class="small muted row gap-s">${icon("eye")}
      ${say("web.party.watchers", { count: party.watchers })}</p>` : nothing}
  </section>`;
}

/** @param {Room} room @param {Chair} chair @param {ChairCalls} call */
function takenChair(room, chair, call) {
  const member = room.member(chair.member);
  if (member === null) return nothing;
  const isMe = member.member === room.party?.me;
  const isHost = member.member === room.party?.host;
  const saying = room.bubbles.find((one) => one.member === member.member);
  return html`<li class=${classes({ away: !member.is_present })} data-member=${member.member}
      data-seat=${chair.seat}>
    ${disc(member.name, chair.seat, false)}
    <span class="nm"><b class="cut" dir="auto">${member.name}</b><span class="small muted">
      ${standingOf(chair, member, { isMe, isHost })}</span></span>
    ${saying ? html`<span class="saying" aria-hidden="true">${phraseText(saying.phrase)}</span>`
      : nothing}
    ${member.is_ready ? html`<span class="chip ready">${icon("check")} ${say("web.party.is-ready")}
      </span>` : nothing}
    <span class="push row acts-row">${isMe ? html`<button type="button" class="btn bare" data-rename
        aria-label=${say("web.party.name")} aria-haspopup="dialog" @click=${call.rename}>
        ${icon("pencil")}<span>${say("web.party.name")}</span></button>`
      : room.isWatcher ? nothing
      : html`<button type="button" class="btn icon bare" data-of=${member.member}
        aria-label=${say("web.party.member.more", { who: member.name })} aria-haspopup="dialog"
        @click=${() => call.member(member.member)}>${icon("more")}</button>`}</span></li>`;
}

/** `Seat 1, host, you`, `Seat 2, away` @param {Chair} chair @param {Member} member @param {{isMe: boolean, isHost: boolean}} is */
function standingOf({ seat }, member, { isMe, isHost }) {
  const words = [
    say("web.party.seat.number", { seat: seat + 1 }),
    ...(isHost ? [say("web.party.is-host")] : []),
    ...(isMe ? [say("web.party.is-you")] : []),
    ...(isMe ? [] : [say(member.is_present ? "web.party.is-here" : "web.party.is-away")]),
  ];
  return words.join(say("list.comma"));
}

/** @param {Room} room @param {Chair} chair @param {readonly Level[]} levels @param {ChairCalls} call */
function emptyChair(room, chair, levels, call) {
  const label = levels.find((one) => one.level === chair.level)?.label ?? chair.level;
  return html`<li class="empty" data-seat=${chair.seat}>
    <span class="disc none" aria-hidden="true">${chair.seat + 1}</span>
    <span class="nm"><b>${say("web.party.seat.empty")}</b><span class="small muted">
      ${say("web.party.seat.cpu", { level: label })}</span></span>
    <span class="push row gap-s acts-row">${room.isHost ? html`<select class="field narrow" data-level
        aria-label=${say("web.party.seat.level", { seat: chair.seat + 1 })}
        @change=${(/** @type {Event} */ event) => call.level(chair.seat,
          /** @type {HTMLSelectElement} */ (event.target).value)}>${levels.map((level) =>
        html`<option value=${level.level} ?selected=${level.level === chair.level}>${level.label}
        </option>`)}</select>` : nothing}
      ${room.me === null ? nothing : html`<button type="button" class="btn bare" data-sit=${chair.seat}
        @click=${() => call.sit(chair.seat)}>${say("web.party.seat.sit")}<span class="sr">
        ${say("web.party.seat.number", { seat: chair.seat + 1 })}</span></button>`}</span></li>`;
}
