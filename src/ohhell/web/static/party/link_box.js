// A link to be handed on: to read, to copy, to share, and as a QR code.
import { icon } from "../icons.js";
import { html, nothing, svg } from "../lit.js";
import { rich, say } from "../text.js";

/** A QR code as one path of dark squares, black on white whatever the look. @param {readonly string[]} rows of `0` and `1` @param {string} label */
export function qrCode(rows, label) {
  const size = rows.length;
  const path = rows.map((row, y) =>
    [...row.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`)
      .join("")).join("");
  return html`<div class="qr" role="img" aria-label=${label}><svg aria-hidden="true"
    viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">${svg`<path d=${path} />`}</svg></div>`;
}

/**
 * Put a text where it can be pasted.  Browsers lend the clipboard to secure pages only; on plain
 * http from another machine the older way still works.
 * @param {string} text @param {HTMLInputElement} field that shows it
 */
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

/**
 * @param {object} link
 * @param {string} link.url
 * @param {readonly string[]} link.qr
 * @param {string} link.label what the link is for, said with the field and the code
 * @param {string} link.share what is sent along with it
 * @param {string} link.reach who can open it: to those who cannot a code is of no use
 * @param {(text: string) => void} announce
 */
export function linkBox({ url, qr, label, share, reach }, announce) {
  const canShare = "share" in navigator;
  return html`<div class="linkbox">${reach === "others"
    ? qrCode(qr, say("web.party.link.qr", { what: label })) : nothing}
    <div class="linktext"><input class="field link" readonly spellcheck="false"
        aria-label=${label} .value=${url} @focus=${(/** @type {Event} */ event) =>
          /** @type {HTMLInputElement} */ (event.currentTarget).select()}>
      <div class="row gap-s wrap"><button type="button" class="btn" data-copy
        @click=${async (/** @type {Event} */ event) => {
          const box = /** @type {HTMLElement} */ (event.currentTarget);
          const field = /** @type {HTMLInputElement} */ (
            box.closest(".linktext")?.querySelector("input"));
          const isDone = await copy(url, field);
          box.toggleAttribute("data-done", isDone);
          announce(say(isDone ? "web.party.link.copied" : "web.party.link.copy-yourself"));
          setTimeout(() => box.removeAttribute("data-done"), 2500);
        }}>${icon("copy")}<span class="before">${say("web.party.link.copy")}</span>
          <span class="after" aria-hidden="true">${say("web.party.link.copied")}</span></button>
        ${canShare ? html`<button type="button" class="btn bare" data-share @click=${() => {
          // Who thinks better of it has refused nothing.
          navigator.share({ text: share, url }).catch(() => {});
        }}>${icon("share")} ${say("web.party.link.share")}</button>` : nothing}</div>
    </div></div>`;
}

/** Who can open a link, for the host, who can do something about it. @param {string} [reach] a server that does not say lets everybody */
export const reachNote = (reach = "others") => (reach === "others" ? nothing
  : html`<p class="small reach">${icon("alert")}<span>${rich(`web.party.link.${reach}`, {
    command: html`<code>make play ARGS="--host 0.0.0.0"</code>`,
  })}</span></p>`);
