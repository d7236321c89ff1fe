// Dialogs: the browser's own, which keep the focus inside and give it back.
import { icon } from "./icons.js";
import { html } from "./lit.js";
import { say } from "./text.js";

/**
 * @param {{name: string, head: unknown, body: unknown, close: () => void, isWide?: boolean}} dialog
 */
export const dialog = ({ name, head, body, close, isWide = false }) => html`<dialog
  class="sheet-dialog ${isWide ? "wide-dialog" : ""}" data-dialog=${name}
  aria-labelledby="dialog-head"
  @close=${close}
  @click=${(/** @type {MouseEvent} */ event) => {
    if (event.target === event.currentTarget) {
      /** @type {HTMLDialogElement} */ (event.currentTarget).close();
    }
  }}>
  <div class="dialog-box">
    <header class="dialog-head"><h2 id="dialog-head" tabindex="-1">${head}</h2>
      <button type="button" class="btn icon bare push" aria-label=${say("web.close")}
        @click=${(/** @type {Event} */ event) => closest(event)?.close()}>${icon("close")}</button>
    </header>
    <div class="dialog-body">${body}</div>
  </div></dialog>`;

/** @param {Event} event */
export const closest = (event) =>
  /** @type {HTMLElement} */ (event.currentTarget).closest("dialog");

/** Open the dialogs that were drawn and are not open yet. */
export function openDialogs() {
  for (const drawn of document.querySelectorAll("dialog[data-dialog]:not([open])")) {
    const box = /** @type {HTMLDialogElement} */ (drawn);
    box.showModal();
    const first = /** @type {HTMLElement | null} */ (box.querySelector("[autofocus], #dialog-head"));
    first?.focus();
  }
}
