// Who is at the table and how they are: poke, mute, let a CPU player act for somebody who is not.
import { dialog } from "../dialog.js";
import { icon } from "../icons.js";
import { classes, html, nothing } from "../lit.js";
import { seatsRound } from "../table/scene.js";
import { badgeOf, disc, isCpu } from "../table/seats.js";
import { called } from "../table/story.js";
import { say } from "../text.js";

/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("./room.js").Room} Room */
/**
 * @typedef {object} PeopleCalls
 * @property {() => void} close
 * @property {(seat: number, isWanted: boolean) => void} standIn
 */

/** @param {Room} room @param {View} view @param {Push} push @param {boolean} isIdle whoever is to act has been waited for long enough @param {PeopleCalls} call */
export function peopleDialog(room, view, push, isIdle, call) {
  const watchers = push.watchers;
  return dialog({
    name: "people", head: say("web.people.head"), close: call.close,
    body: html`<ul class="chairs people">${seatsRound(view).map((seat) =>
      person(room, view, push, seat, isIdle, call))}</ul>
      ${watchers > 0 ? html`<p class="small muted row gap-s">${icon("eye")}
        ${say("web.party.watchers", { count: watchers })}</p>` : nothing}
      ${room.trouble ? html`<p class="small refusal" role="status">${room.trouble}</p>` : nothing}`,
  });
}

/** @param {Room} room @param {View} view @param {Push} push @param {number} seat @param {boolean} isIdle @param {PeopleCalls} call */
function person(room, view, push, seat, isIdle, call) {
  const status = push.seats[seat];
  const isMe = seat === view.seat;
  const cpu = isCpu(push, seat);
  const member = room.sitting(seat);
  const isTurn = view.to_act.includes(seat);
  const isPlaying = view.seat !== null;
  const others = !isMe && !cpu && isPlaying && status?.has_resigned === false;
  return html`<li class=${classes({ turn: isTurn })} data-person=${seat}>
    ${disc(view.names[seat] ?? "", seat, cpu)}
    <span class="nm"><b class="cut" dir="auto">${called(view, seat)}</b>
      <span class="small muted">${[
        cpu ? say("web.people.cpu", { level: say(`level.${status?.player}`) })
          : isWaitedFor(status) ? say("web.people.away", {
            seconds: room.party?.settings.grace_seconds,
          }) : badgeOf(push, seat) || say("web.party.is-here"),
        isTurn ? say("web.people.turn") : "",
      ].filter(Boolean).join(say("list.comma"))}</span></span>
    <span class="push row gap-s acts-row">
      ${others && isTurn && status.is_present && member !== null ? html`<button type="button" class="btn"
        data-poke=${seat} @click=${async () => {
          if (await room.ask("poke", { member: member.member })) {
            room.around.announce(say("web.party.poke.done", { who: member.name }));
          }
        }}>${say("web.party.poke")}<span class="sr"> ${member.name}</span></button>` : nothing}
      ${others ? vote(view, push, seat, isIdle && isTurn, call) : nothing}
      ${others && member !== null ? html`<button type="button" class="btn icon bare"
        data-mute=${seat} aria-pressed=${room.isMuted(member.member) ? "true" : "false"}
        aria-label=${say("web.party.mute.who", { who: member.name })}
        @click=${() => room.mute(member.member)}>
        ${icon(room.isMuted(member.member) ? "muted" : "loud")}</button>` : nothing}</span>
    ${wants(view, push, seat)}</li>`;
}

/** Whether somebody is away, and nobody acts for them yet. @param {import("../wire.js").SeatStatus | undefined} status */
const isWaitedFor = (status) => status !== undefined && !status.is_present &&
  !status.has_stand_in && !status.has_resigned && !status.is_voted_out;

/** Let a CPU player act, or no longer. @param {View} view @param {Push} push @param {number} seat @param {boolean} canBegin @param {PeopleCalls} call */
function vote(view, push, seat, canBegin, call) {
  const status = push.seats[seat];
  const mine = view.seat !== null && status?.wanted_by.includes(view.seat) === true;
  if (mine) {
    return html`<button type="button" class="btn" data-vote=${seat}
      @click=${() => call.standIn(seat, false)}>${say("web.people.vote.back")}</button>`;
  }
  const isRunning = (status?.wanted_by.length ?? 0) > 0;
  if (!canBegin && !isRunning) return nothing;
  return html`<button type="button" class="btn first" data-vote=${seat}
    @click=${() => call.standIn(seat, true)}>${say("web.people.vote")}<span class="sr">
    ${say("web.people.vote.for", { who: view.names[seat] ?? "" })}</span></button>`;
}

/** @param {View} view @param {Push} push @param {number} seat */
function wants(view, push, seat) {
  const status = push.seats[seat];
  if (!status || status.wanted_by.length === 0) return nothing;
  return html`<p class="xs muted full">${say("web.people.wanted", {
    names: status.wanted_by.map((one) => called(view, one)),
  })}</p>`;
}
