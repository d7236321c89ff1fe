// The table's menu.
import { icon } from "../icons.js";
import { html, nothing } from "../lit.js";
import { withheld } from "../plain_http.js";
import { settings } from "../settings.js";
import { say } from "../text.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {"sheet" | "last" | "rules" | "settings" | "draw" | "give-up"} Item */

/** @typedef {{name: string, key: string, icon: import("../icons.js").Icon, go: () => void}} Line */

/** @param {View} view @param {Line[] | null} company what friends add; null where one plays alone @param {string} leaving what leaving means @param {(item: Item) => void} open @param {() => void} close */
export function menuBody(view, company, leaving, open, close) {
  /** @param {Item} item @param {string} key @param {import("../icons.js").Icon} name */
  const entry = (item, key, name) => html`<li><button type="button" class="btn bare"
    @click=${() => open(item)}>${icon(name)} ${say(key)}</button></li>`;
  const isOn = view.phase !== "over" && view.phase !== "abandoned";
  return html`<ul class="menu">
      ${entry("sheet", "web.sheet.head", "sheet")}
      ${entry("rules", "web.menu.rules", "cards")}
      ${view.draws.length > 0 ? entry("draw", "web.draw.head", "sort") : nothing}
      ${entry("settings", "web.settings.head", "sliders")}
      ${(company ?? []).map((line) => html`<li><button type="button" class="btn bare"
        data-menu=${line.name} @click=${() => {
          close();
          line.go();
        }}>${icon(line.icon)} ${say(line.key)}</button></li>`)}
      <li><a class="btn bare" href="/">${icon("back")} ${say("web.leave")}</a>
        <p class="small muted">${leaving}</p></li>
      ${isOn && company === null ? entry("give-up", "web.give-up.head", "alert") : nothing}
    </ul>
    ${withheld()}
    ${settings.keys === "on" ? html`<h3 class="keys-head">${say("web.keys.head")}</h3>
      <dl class="keys">${["arrows", "enter", "digits", "s", "l", "h", "o", "m", "r",
        ...(company === null ? [] : ["c", "p"])].map((key) => html`
        <dt><kbd>${say(`web.keys.${key}.key`)}</kbd></dt><dd>${say(`web.keys.${key}`)}</dd>`)}</dl>`
      : nothing}`;
}
