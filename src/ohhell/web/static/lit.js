// The few pieces of lit-html that are used, and a directive of our own: the server forbids inline
// styles, so positions are set through the object model.
import { html, nothing, render, svg } from "./vendor/lit-html/lit-html.js";
import { Directive, directive } from "./vendor/lit-html/directive.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";

/** @typedef {{[property: string]: string | number | undefined}} Styles numbers are pixels */

const PLAIN = /^(--|z-index$|flex$|opacity$)/;

class StyleDirective extends Directive {
  /** @param {Styles} styles */
  render(styles) {
    return styles;
  }

  /**
   * @override
   * @param {import("./vendor/lit-html/directive.js").ElementPart} part
   * @param {[Styles]} styles
   */
  update(part, [styles]) {
    const { style } = /** @type {HTMLElement} */ (part.element);
    for (const name of this.set) {
      if (!(name in styles)) style.removeProperty(name);
    }
    for (const [name, value] of Object.entries(styles)) {
      if (value === undefined) continue;
      const text = typeof value === "number" && !PLAIN.test(name) ? `${value}px` : `${value}`;
      if (this.last[name] !== text) style.setProperty(name, text);
      this.last[name] = text;
    }
    for (const name of this.set) {
      if (!(name in styles)) delete this.last[name];
    }
    this.set = Object.keys(styles);
    return styles;
  }

  /** @type {string[]} */
  set = [];

  /** @type {{[property: string]: string}} */
  last = {};
}

/** On an element: `<i ${css({ left: 3, "--hue": 60 })}>`. */
export const css = directive(StyleDirective);

/** @typedef {import("./vendor/lit-html/lit-html.js").TemplateResult} Template */
/** @typedef {Template | typeof nothing} Part */

/** The names that count, in one text. @param {{[name: string]: unknown}} names */
export const classes = (names) =>
  Object.entries(names).filter(([, is]) => is).map(([name]) => name).join(" ");

export { html, nothing, render, repeat, svg };
