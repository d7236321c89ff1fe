// What a person likes, kept in this browser and nowhere else.

const KEY = "ohhell.settings";

/**
 * Each setting, what it can be, and first what it is for a newcomer.
 * `motion` is the speed of cards, `hold` how long a complete trick stays, `results` whether the
 * points of a round stay until the person goes on, `tap` whether one tap plays a card, `forced`
 * whether a card plays itself that is the only one there is to play.
 */
export const CHOICES = /** @type {const} */ ({
  theme: ["system", "light", "dark"],
  cloth: ["damson", "spruce", "slate"],
  pack: ["four", "two"],
  sort: ["high", "low", "trump", "rank"],
  motion: ["normal", "fast", "slow", "off"],
  hold: ["short", "long", "none"],
  results: ["wait", "go", "none"],
  tap: ["one", "two"],
  forced: ["off", "on"],
  hints: ["on", "off"],
  sounds: ["off", "on"],
  keys: ["on", "off"],
});

/** @typedef {keyof typeof CHOICES} Setting */
/** @typedef {{[S in Setting]: (typeof CHOICES)[S][number]}} Choices */
/** @typedef {Choices & {name: string}} Settings */

const NAMES = /** @type {Setting[]} */ (Object.keys(CHOICES));

/** @type {Set<() => void>} */
const watchers = new Set();

/** @type {Settings} */
export const settings = read();

/** @returns {Settings} */
function read() {
  /** @type {{[name: string]: unknown}} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // A browser that keeps nothing, or something else kept there: a newcomer's settings.
  }
  const found = Object.fromEntries(NAMES.map((name) => {
    const choices = /** @type {readonly unknown[]} */ (CHOICES[name]);
    return [name, choices.includes(kept[name]) ? kept[name] : choices[0]];
  }));
  const name = typeof kept.name === "string" ? kept.name : "";
  return /** @type {Settings} */ ({ ...found, name });
}

/** @template {keyof Settings} S @param {S} name @param {Settings[S]} value */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // It holds for as long as the page is open.
  }
  apply();
  for (const call of watchers) call();
}

/** Call whenever a setting changes. @param {() => void} call */
export const watch = (call) => watchers.add(call);

/** Let the page look as it is set to. */
export function apply() {
  const { dataset } = document.documentElement;
  if (settings.theme === "system") delete dataset.theme;
  else dataset.theme = settings.theme;
  dataset.cloth = settings.cloth;
  dataset.pack = settings.pack;
  dataset.motion = settings.motion;
}

addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  Object.assign(settings, read());
  apply();
  for (const call of watchers) call();
});

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** What a duration is multiplied by; 0: nothing moves. */
export function speed() {
  if (still.matches) return 0;
  return { slow: 2, normal: 1, fast: 0.5, off: 0 }[settings.motion];
}

/** Milliseconds a complete trick stays on the table. */
export function holdTime() {
  const pace = { slow: 2, normal: 1, fast: 0.5, off: 1 }[settings.motion];
  return { short: 700, long: 1600, none: 0 }[settings.hold] * pace;
}
