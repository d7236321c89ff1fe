// One house rule: its values, why some cannot be, and a place for a value of one's own.
import { icon } from "../icons.js";
import { html, nothing } from "../lit.js";
import { capital, say } from "../text.js";

/** @typedef {import("../wire.js").Control} Control */
/** @typedef {import("../wire.js").Option} Option */
/**
 * @typedef {object} AxisState
 * @property {boolean} isFree every value is offered, not only those its source allows
 * @property {string} refusal
 * @property {boolean} isWriting
 */
/**
 * @typedef {object} AxisCalls
 * @property {(value: string) => void} choose
 * @property {(sentence: string) => void} refuse
 * @property {() => void} write
 */

/** More values than this are a list to choose from. */
const MOST_KEYS = 14;

/** @param {Control} control @param {AxisState} state @param {AxisCalls} call */
export function axisControl(control, state, call) {
  const options = control.options.filter((option) =>
    state.isFree || option.is_by_source || option.value === control.value);
  const now = options.find((option) => option.value === control.value);
  const id = `axis-${control.axis}`;
  return html`<div class="axis" role="group" aria-labelledby=${id} data-axis=${control.axis}>
    <div class="legend"><b id=${id}>${capital(control.label)}</b>
      <span class="xs muted line">${control.line}</span></div>
    ${options.length > MOST_KEYS ? list(control, options, call) : keys(control, options, call)}
    ${now && now.line ? html`<p class="xs muted full">${now.line}</p>` : nothing}
    ${state.refusal ? html`<p class="small refusal full">${icon("alert")} ${state.refusal}</p>`
      : nothing}
    ${state.isFree && control.is_open ? own(control, state, call) : nothing}
  </div>`;
}

/** @param {Control} control @param {Option[]} options @param {AxisCalls} call */
const keys = (control, options, call) => html`<div class="pick wrap">${options.map((option) => html`<button type="button" data-value=${option.value} title=${option.refusal ?? option.line}
    aria-pressed=${option.value === control.value ? "true" : "false"}
    aria-disabled=${option.refusal === null ? nothing : "true"}
    @click=${() => option.refusal === null ? call.choose(option.value) : call.refuse(option.refusal)}
    >${capital(option.label)}</button>`)}</div>`;

/** @param {Control} control @param {Option[]} options @param {AxisCalls} call */
const list = (control, options, call) => html`<select class="field narrow"
  aria-labelledby="axis-${control.axis}" .value=${control.value}
  @change=${(/** @type {Event} */ event) => {
    const box = /** @type {HTMLSelectElement} */ (event.target);
    const option = options.find((one) => one.value === box.value);
    if (option?.refusal) {
      box.value = control.value;
      call.refuse(option.refusal);
    } else {
      call.choose(box.value);
    }
  }}>${options.map((option) => html`<option value=${option.value}
    ?selected=${option.value === control.value}>${capital(option.label)}</option>`)}</select>`;

/** @param {Control} control @param {AxisState} state @param {AxisCalls} call */
function own(control, state, call) {
  if (!state.isWriting) {
    return html`<button type="button" class="btn bare small own" @click=${call.write}>
      ${icon("pencil")} ${say("web.choose.own")}</button>`;
  }
  return html`<form class="row gap-s full" @submit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    const box = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("own");
    call.choose(/** @type {HTMLInputElement} */ (box).value);
  }}><input class="field" name="own" maxlength="400" autocomplete="off" spellcheck="false"
      aria-label=${say("web.choose.own.label", { axis: control.label })} .value=${control.value}>
    <button type="submit" class="btn">${say("web.choose.own.use")}</button></form>`;
}
