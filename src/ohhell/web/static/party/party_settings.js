// How long a turn may take, who sits in for whoever is away, and who may watch.
import { dialog } from "../dialog.js";
import { html, nothing } from "../lit.js";
import { say } from "../text.js";

/** @typedef {import("../wire.js").Level} Level */
/** @typedef {import("../wire.js").PartySettings} Settings */
/** @typedef {import("./room.js").Room} Room */

const TURNS = [null, 30, 60];
const GRACES = [10, 30, 60, 180];

/** The settings in a line, and a way to change them. @param {Room} room @param {readonly Level[]} levels @param {() => void} change */
export function settingsLine(room, levels, change) {
  const { settings } = /** @type {import("../wire.js").Party} */ (room.party);
  return html`<section class="pad slim row" aria-labelledby="at-table-head"><div>
      <h2 id="at-table-head" class="plain">${say("web.party.settings")}</h2>
      <p class="small muted">${line(settings, levels)}</p></div>
    ${room.isHost ? html`<button type="button" class="btn push" data-settings-open
      aria-haspopup="dialog" @click=${change}>${say("web.party.settings.change")}</button>`
      : nothing}</section>`;
}

/** @param {Settings} settings @param {readonly Level[]} levels */
function line(settings, levels) {
  const level = levels.find((one) => one.level === settings.stand_in)?.label ?? settings.stand_in;
  return [
    settings.turn_seconds === null ? say("web.party.turn.none.line")
      : say("web.party.turn.line", { seconds: settings.turn_seconds }),
    say("web.party.grace.line", { seconds: settings.grace_seconds, level }),
    say(settings.may_watch ? "web.party.may-watch.line" : "web.party.no-watch.line"),
  ].join(" ");
}

/** @param {Room} room @param {readonly Level[]} levels @param {() => void} close */
export function settingsDialog(room, levels, close) {
  const { settings } = /** @type {import("../wire.js").Party} */ (room.party);
  /** @param {{[field: string]: unknown}} what */
  const arrange = (what) => void room.ask("arrange", what);
  return dialog({
    name: "party-settings", head: say("web.party.settings"), close,
    body: html`
      ${picks("turn", TURNS.map((seconds) => ({
        label: seconds === null ? say("web.party.turn.none") : say("web.seconds", { seconds }),
        isOn: settings.turn_seconds === seconds,
        choose: () => arrange({ turn_seconds: seconds }),
      })))}
      ${picks("grace", GRACES.map((seconds) => ({
        label: seconds < 120 ? say("web.seconds", { seconds })
          : say("web.party.minutes", { minutes: seconds / 60 }),
        isOn: settings.grace_seconds === seconds,
        choose: () => arrange({ grace_seconds: seconds }),
      })))}
      ${picks("stand-in", levels.map((level) => ({
        label: level.label,
        isOn: settings.stand_in === level.level,
        choose: () => arrange({ stand_in: level.level }),
      })))}
      ${picks("watch", [true, false].map((may) => ({
        label: say(may ? "web.party.watch.yes" : "web.party.watch.no"),
        isOn: settings.may_watch === may,
        choose: () => arrange({ may_watch: may }),
      })))}
      ${room.trouble ? html`<p class="small refusal" role="status">${room.trouble}</p>` : nothing}`,
  });
}

/** @param {string} name @param {{label: string, isOn: boolean, choose: () => void}[]} options */
const picks = (name, options) => html`<fieldset class="axis" data-party-setting=${name}>
  <legend><b>${say(`web.party.set.${name}`)}</b>
    <span class="xs muted line">${say(`web.party.set.${name}.line`)}</span></legend>
  <div class="pick wrap">${options.map((option) => html`<button type="button"
    aria-pressed=${option.isOn ? "true" : "false"} @click=${option.choose}
    >${option.label}</button>`)}</div></fieldset>`;
