// Stylesheets that come with what needs them; those of every page stand in index.html.

/** Milliseconds after which a page is shown without what has not come yet. */
const PATIENCE = 1500;

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
  // What failed before comes into its old place: of two rules the later one holds.
  const failed = [...document.head.querySelectorAll("link")].find((one) => one.href === link.href);
  if (failed) failed.replaceWith(link);
  else document.head.append(link);
  setTimeout(done, PATIENCE);
});

/** Fetch stylesheets, once each and in this order; what does not come holds nothing up. @param {string[]} names */
export const styled = (...names) => Promise.all(names.map((name) => {
  const known = asked.get(name) ?? fetched(name);
  asked.set(name, known);
  return known;
}));

/** The styles of pages to read. */
export const PAPER = ["choose", "end"];
