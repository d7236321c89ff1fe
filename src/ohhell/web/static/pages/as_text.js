// The rulebook as text: to be sent to friends, and to be pasted where a friend has sent one.
import { icon } from "../icons.js";
import { html, nothing } from "../lit.js";
import { say } from "../text.js";

const HEAD = "as-text-head";
const WHY = "as-text-why";

/**
 * @param {string} text the rulebook as it stands @param {string} refusal why another was not taken
 * @param {(text: string) => void} take
 */
export function asText(text, refusal, take) {
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    take(/** @type {HTMLTextAreaElement} */ (form.elements.namedItem("text")).value.trim());
  };
  /** Enter takes the text: a rulebook is one line. @param {KeyboardEvent} event */
  const enter = (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    /** @type {HTMLTextAreaElement} */ (event.target).form?.requestSubmit();
  };
  return html`<details class="more" data-as-text>
    <summary id=${HEAD}>${say("web.choose.text")}</summary>
    <form class="as-text" @submit=${submit}>
      <p class="xs muted">${say("web.choose.text.line")}</p>
      <textarea class="field" name="text" rows="3" maxlength="4000" spellcheck="false"
        autocomplete="off" autocapitalize="none" aria-labelledby=${HEAD}
        aria-invalid=${refusal ? "true" : "false"} aria-describedby=${refusal ? WHY : nothing}
        .value=${text} @keydown=${enter}
        @focus=${(/** @type {Event} */ event) =>
          /** @type {HTMLTextAreaElement} */ (event.target).select()}></textarea>
      ${refusal ? html`<p class="small refusal" id=${WHY}>${icon("alert")} ${refusal}</p>`
        : nothing}
      <div class="row gap-s"><button type="submit" class="btn">${say("web.choose.text.use")}
        </button></div>
    </form></details>`;
}
