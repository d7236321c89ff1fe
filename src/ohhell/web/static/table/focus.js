// Where the keyboard is: it is never lost, and never taken from somebody who is elsewhere.
import { settings } from "../settings.js";

/** Places from which the focus may be called to where something is wanted. */
const CALLABLE = ".hand, .bidpanel, .pop, .prompt, #table-head";

export class FocusKeeper {
  /**
   * Move the focus to the first of `wanted` that is there, if it has been lost or is where it may
   * be called away from.
   * @param {readonly string[]} wanted selectors
   */
  settle(wanted) {
    const active = document.activeElement;
    const isLost = active === null || active === document.body;
    if (!isLost && !active.matches(`:is(${CALLABLE}), :is(${CALLABLE}) *`)) return;
    const found = wanted.map((one) => /** @type {HTMLElement | null} */ (
      document.querySelector(one))).find((one) => one !== null);
    if (!found || found === active) return;
    const isDemand = found.matches("[data-go], [data-bid], [data-demand], .hand .up");
    const isAmong = !isLost && found.parentElement === active.parentElement &&
      (!found.matches(".up") || active.matches(".up"));
    if (isLost || (isDemand && !isAmong)) found.focus({ preventScroll: true });
  }

  /** @param {string} selector */
  to(selector) {
    /** @type {HTMLElement | null} */ (document.querySelector(selector))
      ?.focus({ preventScroll: true });
  }
}

/**
 * Which of a row an arrow key leads to; null for any other key.
 * @template T @param {KeyboardEvent} event @param {readonly T[]} row @param {T | null} now
 * @returns {T | null}
 */
export function keysOfRow(event, row, now) {
  const at = now === null ? -1 : row.indexOf(now);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowDown: at + 1,
    Home: 0, End: row.length - 1 }[event.key];
  if (to === undefined) return null;
  event.preventDefault();
  return row[Math.max(0, Math.min(row.length - 1, to))] ?? null;
}

let typed = { digits: "", at: 0 };

/**
 * Which of a grid of numbers a key leads to: arrows, Home, End, or the number itself.
 * @param {KeyboardEvent} event @param {number} count numbers 0 to count - 1 @param {number} now
 * @returns {number | null}
 */
export function keysOfGrid(event, count, now) {
  const grid = /** @type {HTMLElement} */ (event.currentTarget);
  const columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
  if (/^[0-9]$/.test(event.key)) {
    const isQuick = event.timeStamp - typed.at < 900;
    const longer = (isQuick ? typed.digits : "") + event.key;
    typed = { digits: Number(longer) < count ? longer : event.key, at: event.timeStamp };
    event.preventDefault();
    return Number(typed.digits) < count ? Number(typed.digits) : null;
  }
  const to = { ArrowLeft: now - 1, ArrowRight: now + 1, ArrowUp: now - columns,
    ArrowDown: now + columns, Home: 0, End: count - 1 }[event.key];
  if (to === undefined) return null;
  event.preventDefault();
  return to < 0 || to >= count ? now : to;
}

/** @type {{[key: string]: "sheet" | "last" | "menu" | "rules" | "hint" | "sort" | "chat" | "people"}} */
const SHORTCUTS = {
  s: "sheet", l: "last", m: "menu", r: "rules", h: "hint", o: "sort", c: "chat", p: "people",
};

/** What a single key asks for, where nobody is writing. @param {KeyboardEvent} event */
export function shortcutOf(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (target.closest("dialog, input, textarea, select")) return null;
  if (event.key === "Escape") return "close";
  return settings.keys === "off" ? null : SHORTCUTS[event.key.toLowerCase()] ?? null;
}
