// Drawings: icons, suits, and the pencil marks that carry the game.
import { html } from "./lit.js";
import { say } from "./text.js";

const PATHS = /** @type {const} */ ({
  menu: "M4 7h16M4 12h16M4 17h16",
  sheet: "M6 3h12v18H6zM6 8h12M6 13h12M11 8v13",
  cards: "M4 6l9-2.500 4 14L8 20zM16 5l4.500 1-2 13",
  sort: "M7 4v16M3.500 16.500 7 20l3.500-3.500M14 6h7M14 12h5M14 18h3",
  close: "M5 5l14 14M19 5 5 19",
  play: "M7 4l13 8-13 8z",
  down: "M5 9l7 7 7-7",
  next: "M9 5l7 7-7 7",
  back: "M15 5l-7 7 7 7",
  sliders: "M3 6h10M18 6h3M15.500 3.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM3 12h3M11 12h10M8.500 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM3 18h9M17 18h4M14.500 15.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  check: "M4 12.500 9.500 18 20 6",
  download: "M12 4v12M7 11.500 12 16l5-4.500M5 20h14",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.800 10.600c.8.700 1.300 1.500 1.300 2.400h5c0-.9.500-1.700 1.300-2.400A6 6 0 0 0 12 3z",
  muted: "M4 10v4h4l5 4V6L8 10zM16.500 9.500l5 5M21.500 9.500l-5 5",
  loud: "M4 10v4h4l5 4V6L8 10zM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11",
  pencil: "M4 20l1-5L16 4l4 4L9 19zM13.500 6.500l4 4",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  share: "M12 15V3M7.500 7 12 3l4.500 4M5 12v9h14v-9",
  people: "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c.4-3.600 3-6 6.500-6s6.100 2.400 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .9 3.200 2.800 3.500 5.500",
  speech: "M4 5h16v11H11l-5 4v-4H4z",
  link: "M10 14a4 4 0 0 0 6 .4l3-3A4.200 4.200 0 0 0 13 5.500l-1.500 1.500M14 10a4 4 0 0 0-6-.4l-3 3A4.200 4.200 0 0 0 11 18.500l1.500-1.500",
  more: "M5 12v.01M12 12v.01M19 12v.01",
  eye: "M2 12s3.500-6.500 10-6.500S22 12 22 12s-3.500 6.500-10 6.500S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  bell: "M6 17v-6a6 6 0 0 1 12 0v6l2 2H4zM10 21.500h4",
  pause: "M8 5v14M16 5v14",
  device: "M7 3h10v18H7zM11 18h2",
  alert: "M12 4 2.500 20h19zM12 10v4M12 17v.01",
});

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export const icon = (name) =>
  html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

/** @type {{[letter: string]: string}} */
const SUITS = {
  C: "M12 2a4.500 4.500 0 0 0-3.600 7.200A4.600 4.600 0 1 0 10.900 16c-.2 2.800-.9 4.700-2.400 6h7c-1.500-1.300-2.200-3.200-2.400-6a4.600 4.600 0 1 0 2.500-6.800A4.500 4.500 0 0 0 12 2z",
  D: "M12 1.800C14 6 17 9.500 20 12c-3 2.500-6 6-8 10.200C10 18 7 14.500 4 12c3-2.500 6-6 8-10.200z",
  H: "M12 21.500C9 17 2.500 13.500 2.500 8.200A5 5 0 0 1 12 6.200a5 5 0 0 1 9.500 2C21.500 13.500 15 17 12 21.500z",
  S: "M12 2C9 6.500 3 9.500 3 14.500a4.300 4.300 0 0 0 7.700 2.600C10.500 19.500 9.800 21 8.500 22h7c-1.300-1-2-2.500-2.200-4.900A4.300 4.300 0 0 0 21 14.500C21 9.500 15 6.500 12 2z",
};

/** The sign of a suit; its name stands beside it. @param {string | null} letter */
export const suitSign = (letter) => html`<svg class="suit ${letter}" viewBox="0 0 24 24"
  aria-hidden="true"><path d=${SUITS[letter ?? ""] ?? ""} /></svg>`;

const RINGS = [
  "M70 6C40 0 6 8 4 24c-2 15 30 18 54 15 22-3 40-12 38-22C94 8 72 3 44 7",
  "M28 5C8 10-1 22 6 31c9 11 48 12 70 4 19-7 24-20 14-26C79 1 46 1 24 9",
];
const STROKE = "M6 36C30 26 62 14 94 5M12 41C36 31 66 21 90 12";

/** @param {string} path */
const mark = (path) => html`<svg class="mark" viewBox="0 0 100 42" preserveAspectRatio="none"
  aria-hidden="true"><path d=${path} /></svg>`;

/** A made bid, ringed in pencil. @param {unknown} inside @param {number} [which] */
export const ringed = (inside, which = 0) =>
  html`<span class="ringed">${inside}${mark(RINGS[which % 2] ?? "")}</span>`;

/** A number the hook forbids. @param {unknown} inside */
export const struck = (inside) => html`<span class="struck">${inside}${mark(STROKE)}</span>`;

/** The name of the game, as a way home. */
export const brand = () => html`<a class="brand" href="/"
  aria-label=${say("web.brand.home")}><span class="o">O${mark(RINGS[0] ?? "")}</span>h Hell</a>`;
