// Stylesheets that come with what needs them; those of every page stand in index.html.

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/** @param {string} name @returns {Promise<void>} */
const fetched = (name) => new Promise((done) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`styles/${name}.css`, import.meta.url).href;
  link.onload = () => done();
  link.onerror = () => {
    asked.delete(name);
    done();
  };
  document.head.append(link);
});

/** Fetch stylesheets, once each and in this order; what does not come holds nothing up. @param {string[]} names */
export const styled = (...names) => Promise.all(names.map((name) => {
  const known = asked.get(name) ?? fetched(name);
  asked.set(name, known);
  return known;
}));

/** The styles of pages to read. */
export const PAPER = ["choose", "end"];
