// What is opened over or beside the table.
import { dialog } from "../dialog.js";
import { icon } from "../icons.js";
import { html, nothing } from "../lit.js";
import { say } from "../text.js";
import { menuBody } from "./menu.js";
import { scoreSheet } from "./sheet.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {"sheet" | "last" | "menu" | "rules" | "settings" | "draw" | "give-up"} Open */
/**
 * @typedef {object} OpenCalls
 * @property {() => void} close
 * @property {(name: Open) => void} open
 * @property {() => import("./menu.js").Line[] | null} company
 * @property {() => string} leaving what leaving the table means, in a sentence
 * @property {() => void} giveUp
 * @property {(close: () => void) => unknown} settings
 * @property {(view: View, close: () => void) => unknown} rules
 */

/** @param {Open | null} open @param {View} view @param {boolean} hasSide there is room beside the table @param {OpenCalls} call */
export function opened(open, view, hasSide, call) {
  switch (open) {
    case "sheet":
      return hasSide ? side(view, call) : dialog({
        name: "sheet", head: say("web.sheet.head"), close: call.close, body: sheet(view),
      });
    case "menu":
      return dialog({
        name: "menu", head: say("web.menu"), close: call.close, 
        body: menuBody(view, call.company(), call.leaving(), call.open, call.close),
      });
    case "settings":
      return call.settings(call.close);
    case "rules":
      return call.rules(view, call.close);
    case "give-up":
      return dialog({
        name: "give-up", head: say("web.give-up.head"), close: call.close,
        body: html`<p>${say("web.give-up.text")}</p><div class="row gap-s wrap">
          <button type="button" class="btn first" @click=${() => {
            call.giveUp();
            call.close();
          }}>${say("web.give-up.yes")}</button>
          <button type="button" class="btn" @click=${call.close}>${say("web.cancel")}</button></div>`,
      });
    default:
      return nothing;
  }
}

/** @param {View} view */
const sheet = (view) => scoreSheet(view, { isTight: view.names.length > 4 });

/** @param {View} view @param {OpenCalls} call */
const side = (view, call) => html`<aside class="side" aria-labelledby="side-head">
  <header class="row"><h2 id="side-head">${say("web.sheet.head")}</h2>
    <button type="button" class="btn icon bare push" aria-label=${say("web.close")}
      @click=${call.close}>${icon("close")}</button></header>
  ${sheet(view)}</aside>`;
