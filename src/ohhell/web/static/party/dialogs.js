// What a party asks back: a name, whether to remove somebody, a link for another device.
import { closest, dialog } from "../dialog.js";
import { icon } from "../icons.js";
import { html, nothing } from "../lit.js";
import { NotDone } from "../net.js";
import { say } from "../text.js";
import { linkBox, reachNote } from "./link_box.js";
import { nameField, nameIn } from "./start_page.js";

/** @typedef {import("../app.js").House} House */
/** @typedef {import("./room.js").Room} Room */

/** @param {House} house @param {Room} room @param {(name: string) => void} keep @param {() => void} close */
export const renameDialog = (house, room, keep, close) => dialog({
  name: "rename", head: say("web.party.rename"), close,
  body: html`<form class="stack" @submit=${async (/** @type {Event} */ event) => {
    event.preventDefault();
    const box = closest(event);
    const name = nameIn(/** @type {HTMLFormElement} */ (event.currentTarget));
    if (name === "" || await room.ask("rename", { name }) === null) return;
    keep(name);
    box?.close();
  }}>${nameField(house, room.trouble, room.me?.name ?? "")}
    <button type="submit" class="btn first" data-save>${say("web.party.rename.go")}</button></form>`,
});

/**
 * A button of a dialog that does something and closes it.
 * @param {string} look @param {unknown} inside @param {() => unknown} work @param {string} name
 */
export const deed = (look, inside, work, name) => html`<button type="button" class=${look}
  data-do=${name} @click=${async (/** @type {Event} */ event) => {
    const box = closest(event);
    await work();
    box?.close();
  }}>${inside}</button>`;

/** @param {() => unknown} renew @param {() => void} close */
export const renewDialog = (renew, close) => dialog({
  name: "renew", head: say("web.party.link.renew"), close,
  body: html`<p>${say("web.party.link.renew.text")}</p><div class="row gap-s wrap">
    ${deed("btn first", say("web.party.link.renew"), renew, "renew")}</div>`,
});

/** @param {() => unknown} quit @param {() => void} close */
export const quitDialog = (quit, close) => dialog({
  name: "quit", head: say("web.party.quit.head"), close,
  body: html`<p>${say("web.party.quit.text")}</p><div class="row gap-s wrap">
    ${deed("btn first", say("web.party.quit.go"), quit, "quit")}</div>`,
});

/** Some are not ready: start all the same? @param {string[]} names @param {() => unknown} start @param {() => void} close */
export const startDialog = (names, start, close) => dialog({
  name: "start", head: say("web.choose.start"), close,
  body: html`<p>${names.length > 0 ? say("web.party.start.early", { names, count: names.length })
    : say("web.party.all")}</p><div class="row gap-s wrap">
    ${deed("btn first", say("web.party.start.go"), start, "start")}
    ${deed("btn", say("web.party.start.wait"), () => {}, "wait")}</div>`,
});

/** What can be done about one of the others before the game. @param {Room} room @param {number} member @param {() => void} close */
export function memberDialog(room, member, close) {
  const one = room.member(member);
  if (one === null) return nothing;
  const isMuted = room.isMuted(member);
  return dialog({
    name: "member", head: one.name, close,
    body: html`<ul class="menu">
      ${one.is_ready ? nothing : html`<li>${deed("btn bare", html`${icon("bell")} ${say("web.party.poke")}`, async () => {
        if (await room.ask("poke", { member })) {
          room.around.announce(say("web.party.poke.done", { who: one.name }));
        }
      }, "poke")}</li>`}
      <li>${deed("btn bare", html`${icon(isMuted ? "loud" : "muted")} ${say(
        isMuted ? "web.party.unmute" : "web.party.mute")}`, () => room.mute(member), "mute")}</li>
      ${room.isHost ? html`
        <li>${deed("btn bare", html`${icon("people")} ${say("web.party.pass-host")}`,
          () => room.ask("pass-host", { member }), "pass-host")}</li>
        <li>${deed("btn bare", html`${icon("close")} ${say("web.party.remove")}`,
          () => room.ask("remove", { member }), "remove")}</li>` : nothing}
    </ul>${room.isHost ? html`<p class="small muted">${say("web.party.remove.text")}</p>` : nothing}`,
  });
}

/** What was asked for, by table or party, until the dialog is closed. @type {Map<string, {link: import("../wire.js").DeviceLinkGiven, devices: number} | string>} */
const asked = new Map();

/** A link that brings one's own seat to another device. @param {House} house @param {{party: string} | {table: string}} where @param {() => void} close */
export function deviceDialog(house, where, close) {
  const key = JSON.stringify(where);
  const found = asked.get(key);
  if (found === undefined) {
    asked.set(key, "");
    house.net.ask({ type: "device-link", ...where }).then((answer) => {
      if (answer.type !== "device-link") return;
      asked.set(key, { link: answer, devices: house.room()?.devices ?? 0 });
    }, (error) => {
      if (!(error instanceof NotDone)) throw error;
      asked.set(key, error.sentence || say("web.lost.open"));
    }).finally(house.draw);
  }
  return dialog({
    name: "device", head: say("web.party.device.head"),
    close: () => {
      // The link is for once; whoever asks again gets another.
      asked.delete(key);
      close();
    },
    body: typeof found !== "object" ? html`<p role="status">${found || say("web.loading")}</p>`
      : found.devices < (house.room()?.devices ?? 0)
        ? html`<p role="status" data-used>${say("web.party.device.used")}</p>` : linkToSeat(house, found.link),
  });
}

/** @param {House} house @param {import("../wire.js").DeviceLinkGiven} link */
const linkToSeat = (house, { url, qr, seconds, reach }) => html`<p class="small">${
  say("web.party.device.text", { minutes: Math.round(seconds / 60) })}</p>
  ${linkBox({ url, qr, label: say("web.party.link.device"), reach,
    share: say("web.party.link.share.device") }, house.announce)}
  ${house.room()?.isHost ? reachNote(reach) : nothing}`;
