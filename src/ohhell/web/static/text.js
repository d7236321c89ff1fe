// The catalogue: every sentence on the screen comes from the server.
// How templates are written is told in ohhell/text/catalogue.py; this fills them the same way.

/** @typedef {string | number} Plain */
/** @typedef {{[name: string]: unknown}} Params texts, numbers, lists of them, or pieces of a page */

/** @type {{[key: string]: string}} */
let templates = {};
let plurals = new Intl.PluralRules("en");
/** @type {readonly string[]} */
let categories = ["one", "other"];

const PIECE = /\{\{|\}\}|\[\[|\]\]|\{([a-z_]+)(?::([^{}]*))?\}|\[|\]/g;
const ORDER = ["zero", "one", "two", "few", "many", "other"];

/** @param {{language: string, templates: {[key: string]: string}}} catalogue */
export function useCatalogue(catalogue) {
  templates = { ...templates, ...catalogue.templates };
  plurals = new Intl.PluralRules(catalogue.language);
  const known = plurals.resolvedOptions().pluralCategories;
  categories = ORDER.filter((one) => known.includes(/** @type {Intl.LDMLPluralRule} */ (one)));
  document.documentElement.lang = catalogue.language;
}

/** Catalogues that are here, or on their way. @type {Map<string, Promise<void>>} */
const asked = new Map();

/** Fetch a catalogue the server has, once, and say what is in it, too. @param {string} [name] */
export function loadCatalogue(name = "catalogue.json") {
  const found = asked.get(name) ?? fetchCatalogue(name);
  asked.set(name, found);
  // After a break in the connection another try may do.
  found.catch(() => asked.delete(name));
  return found;
}

/** @param {string} name */
async function fetchCatalogue(name) {
  const answer = await fetch(new URL(name, document.baseURI));
  if (!answer.ok) throw new Error(`catalogue: ${answer.status}`);
  useCatalogue(await answer.json());
}

/** @param {string} key */
export const has = (key) => key in templates;

/** The text of `key`. @param {string} key @param {Params} [params] */
export const say = (key, params = {}) => fill(key, params).join("");

/** The text of `key` with pieces of a page in it. @param {string} key @param {Params} params */
export const rich = (key, params) => fill(key, params);

/** @param {string} key @param {Params} params @returns {unknown[]} */
function fill(key, params) {
  const template = templates[key];
  if (template === undefined) return [key];
  /** @type {unknown[]} */
  const said = [];
  /** @type {unknown[] | null} */
  let optional = null;
  let isWhole = true;
  let end = 0;
  for (const piece of template.matchAll(PIECE)) {
    const target = optional ?? said;
    target.push(template.slice(end, piece.index));
    end = piece.index + piece[0].length;
    const name = piece[1];
    const value = name === undefined ? undefined : params[name];
    if (piece[0] === "[") {
      optional = [];
      isWhole = true;
    } else if (piece[0] === "]") {
      if (isWhole && optional) said.push(...optional);
      optional = null;
    } else if (name === undefined) {
      target.push(piece[0][0]);
    } else if (optional && isEmpty(value)) {
      isWhole = false;
    } else {
      target.push(...show(value, piece[2] ?? ""));
    }
  }
  said.push(template.slice(end));
  return said;
}

/** @param {unknown} value */
const isEmpty = (value) =>
  value === undefined || value === null || value === "" ||
  (Array.isArray(value) && value.length === 0);

/** @param {unknown} value @param {string} how @returns {unknown[]} */
function show(value, how) {
  if (how.includes("|")) {
    const form = categories.indexOf(plurals.select(Number(value)));
    return [(how.split("|")[form] ?? "").replaceAll("#", `${value}`)];
  }
  if (how.startsWith("~")) {
    const most = Number(how.slice(1));
    const text = `${value}`;
    return [text.length > most ? `${text.slice(0, most - 1)}…` : text];
  }
  const isLabel = how.startsWith("@");
  const [label = "", joint = ""] = isLabel ? how.slice(1).split(" ") : ["", how];
  const values = Array.isArray(value) ? value : [value];
  const shown = values.map((one) => (label ? say(`${label}.${one}`) : one));
  if (shown.length < 2) return shown;
  const first = shown.slice(0, -1).join(say("list.comma"));
  return fill(`list.${joint || "and"}`, { first, last: shown[shown.length - 1] });
}

/** A text as it stands where one begins. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A number of points, with a minus sign that is one. @param {number} points */
export const signed = (points) => (points < 0 ? `−${-points}` : `${points}`);

/** The keys of the catalogue that begin so, in its order. @param {string} begin */
export const keysOf = (begin) => Object.keys(templates).filter((key) => key.startsWith(begin));
