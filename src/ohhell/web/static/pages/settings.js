// What a person likes: the look, the pace, and help.
import { dialog } from "../dialog.js";
import { suitSign } from "../icons.js";
import { html, nothing } from "../lit.js";
import { withheld } from "../plain_http.js";
import { CHOICES, set, settings } from "../settings.js";
import { has, say } from "../text.js";

/** @typedef {import("../settings.js").Setting} Setting */

const ORDER = /** @type {const} */ ([
  "theme", "cloth", "pack", "sort", "motion", "hold", "results", "tap", "forced", "hints", "sounds", "keys",
]);

/** @param {() => void} close */
export const settingsDialog = (close) => dialog({
  name: "settings", head: say("web.settings.head"), close, isWide: true,
  body: html`${ORDER.map((name) => control(name))}
    <p class="xs muted">${say("web.settings.kept")}</p>${withheld()}`,
});

/** @param {Setting} name */
function control(name) {
  const line = `web.setting.${name}.line`;
  return html`<fieldset class="axis"><legend><b>${say(`web.setting.${name}`)}</b>
      ${has(line) ? html`<span class="xs muted line">${say(line)}</span>` : nothing}</legend>
    <div class="pick">${CHOICES[name].map((value) => html`<button type="button"
      aria-pressed=${settings[name] === value ? "true" : "false"} data-setting="${name}-${value}"
      @click=${() => set(name, /** @type {never} */ (value))}>${name === "pack"
        ? sample(value) : nothing}${say(`web.setting.${name}.${value}`)}</button>`)}</div>
  </fieldset>`;
}

/** @param {string} pack */
const sample = (pack) => html`<span class="sample ${pack}" aria-hidden="true">${["S", "H", "D", "C"]
  .map(suitSign)}</span>`;
