// Puts the page together: the connection, the address, what is shown, and what is announced.
import { keepAwake } from "./awake.js";
import { fetchFaces } from "./cards.js";
import { openDialogs } from "./dialog.js";
import { takePart } from "./fair/part.js";
import { html, render } from "./lit.js";
import { Connection } from "./net.js";
import { Home } from "./pages/home.js";
import { nowherePage, problemPage } from "./pages/problem.js";
import { rulesDialog } from "./pages/rules_words.js";
import { settingsDialog } from "./pages/settings.js";
import { Attending, openDoor } from "./party_door.js";
import { apply, settings, watch } from "./settings.js";
import { PAPER, styled } from "./stylesheets.js";
import { Table } from "./table/screen.js";
import { loadCatalogue, say } from "./text.js";

/** @typedef {import("./wire.js").Outgoing} Outgoing */
/** @typedef {import("./wire.js").Push} Push */
/**
 * A page: what is drawn, and what it does with messages.
 * @typedef {object} Page
 * @property {() => unknown} template
 * @property {() => string} title
 * @property {(() => void)=} drawn what its template says is there now
 * @property {(() => void)=} refocus what had the focus is gone
 * @property {(() => void)=} close
 * @property {((message: Outgoing) => void)=} hear
 */

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const log = /** @type {HTMLElement} */ (document.getElementById("said"));
const MOST_SAID = 12;

/** @type {Page | null} */
let page = null;
/** @type {Table | null} */
let table = null;
let isDrawing = false;
let isStale = false;
let hasSettings = false;

/** Draw what is shown; a call from within a drawing is drawn after it. */
function draw() {
  if (isDrawing) {
    isStale = true;
    return;
  }
  isDrawing = true;
  const way = wayTo(document.activeElement);
  try {
    do {
      isStale = false;
      if (page) {
        render(html`${page.template()}${hasSettings ? settingsDialog(closeSettings) : ""}`, root);
        document.title = `${page.title()} · ${say("web.title")}`;
      }
    } while (isStale);
  } finally {
    isDrawing = false;
  }
  openDialogs();
  page?.drawn?.();
  if (way.length > 0 && document.activeElement === document.body) refocus(way);
}

/** An element of the page and all it lies in. @param {Element | null} element */
function wayTo(element) {
  const way = [];
  for (let at = element; at !== null && at !== root && root.contains(at); at = at.parentElement) {
    way.push(at);
  }
  return way;
}

/** What had the focus is gone: it goes where the page wants it, or to the head of the part it was in. @param {Element[]} way */
function refocus(way) {
  if (page?.refocus) {
    page.refocus();
    return;
  }
  const part = way.find((one) => one.matches("section, dialog") && root.contains(one));
  const head = /** @type {HTMLElement | null} */ (
    part?.querySelector("h2") ?? root.querySelector("h1"));
  if (head === null) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}

function openSettings() {
  hasSettings = true;
  draw();
}

function closeSettings() {
  hasSettings = false;
  draw();
}

/** Say something to a screen reader; the newest of what was said stays. @param {string} text */
function announce(text) {
  const line = document.createElement("p");
  line.textContent = text;
  log.append(line);
  while (log.childElementCount > MOST_SAID) log.firstElementChild?.remove();
}

/** @param {Outgoing} message */
function heard(message) {
  if (message.type === "push") takePush(message);
  hearOfParty(message);
  if (message.type === "refused" && message.re === null) {
    announce(message.sentence);
    if (message.now) takePush(message.now);
  }
  if (message.type === "closed" && message.table === table?.id) {
    // The table is being put away; it is woken by asking for it again.
    setTimeout(() => net.enter(), 500);
  }
}

/** @param {Outgoing} message */
function hearOfParty(message) {
  attending.room?.hear(message);
  page?.hear?.(message);
  if (attending.room?.gone) leaveParty(attending.room);
  // Where a party plays, its members are at its table.
  const party = attending.room?.party;
  const isLobby = location.pathname.startsWith("/party/");
  if (message.type === "party" && message.party === party?.party && isLobby &&
    party.phase === "playing" && party.table !== null) {
    go(`/table/${encodeURIComponent(party.table)}`, true);
  }
}

/** Whoever may see the table of a party no longer is told why, in place of the table. @param {import("./party_door.js").Room} room */
function leaveParty(room) {
  if (attending.company === null) return;
  leaveTable();
  openDoor().then(({ Lobby }) => {
    if (attending.room !== room || table !== null) return;
    history.replaceState(null, "", `/party/${encodeURIComponent(room.id)}`);
    show(new Lobby(house, room));
    toTop();
  }, (error) => show(problemPage(error)));
}

/** @param {Push} push */
function takePush(push) {
  takePart(push, (saying) => net.ask(saying));
  if (table === null || push.table !== table.id) return;
  if (push.view.results.length > 0) theEnd().catch(() => {});
  if (push.party === null) {
    attending.attend(null);
    table.take(push);
    return;
  }
  // What friends add is there before the first card is.
  const shown = table;
  attending.sit(push.party, push.table).then(() => shown.take(push), () => shown.take(push));
}

const net = new Connection("socket", heard, (isUp) => {
  document.documentElement.classList.toggle("is-lost", !isUp);
  if (isUp) attending.again();
  draw();
});

/** What pages need of the page around them. */
const house = {
  net, draw, announce, go, openSettings, play, room: () => attending.room,
};
const attending = new Attending(() => house);

/** @typedef {typeof house} House */

/** @param {string} path @param {boolean} [isInstead] of the page before, which is no way back */
function go(path, isInstead = false) {
  if (isInstead) history.replaceState(null, "", path);
  else if (location.pathname !== path) history.pushState(null, "", path);
  route();
}

/** A press on a link within the game changes the page without fetching it anew. @param {MouseEvent} event */
function follow(event) {
  const link = /** @type {HTMLElement} */ (event.target).closest("a");
  const isOurs = link?.origin === location.origin && link.target === "" && !link.download;
  if (!link || !isOurs || event.button !== 0 || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.pathname);
}

/**
 * Open a table and go there.
 * @param {string | object} rulebook in text form, or its axes @param {string[]} levels
 */
async function play(rulebook, levels) {
  const answer = await net.ask({
    type: "open", rulebook, name: settings.name || say("web.you"), levels,
  });
  if (answer.type !== "push") return;
  show(newTable(answer.table, answer));
  go(`/table/${answer.table}`);
}

/** @param {string} id @param {Push | null} first */
function newTable(id, first) {
  leaveTable();
  const made = new Table(id, {
    net, draw, announce,
    company: () => attending.company,
    ended: (ended) => showEnd(ended),
    settingsDialog,
    rulesDialog: (view, close) => rulesDialog(house, view, close),
  });
  table = made;
  net.keep(id);
  if (first) made.take(first);
  else {
    net.ask({ type: "enter", table: id }).catch((error) => {
      if (table === made) show(problemPage(error));
    });
  }
  return made;
}

/** Pages to read are fetched when they are wanted, their texts and styles with them. @template T @param {Promise<T>} fetched */
async function paper(fetched) {
  const [found] = await Promise.all([
    fetched, loadCatalogue("catalogue-pages.json"), styled(...PAPER),
  ]);
  return found;
}

/** The end of a game, fetched once a round of it is over: then it is there when it is wanted. */
const theEnd = () => paper(import("./pages/end.js"));

/** @param {Table} ended */
function showEnd(ended) {
  theEnd().then(({ EndPage }) => {
    if (ended === table && ended.newest !== null) show(new EndPage(house, ended));
  }, (error) => show(problemPage(error)));
}

/** @param {Page | Table} next */
function show(next) {
  if (page !== next) page?.close?.();
  page = next instanceof Table ? tablePage(next) : next;
  keepAwake(next instanceof Table);
  measure();
  draw();
}

/** @param {Table} shown @returns {Page} */
const tablePage = (shown) => ({
  template: () => shown.template(),
  title: () => shown.title(),
  drawn: () => shown.drawn(),
  refocus: () => shown.refocus(),
});

function leaveTable() {
  if (table === null) return;
  table.close();
  attending.leaveTable();
  net.keep(null);
  net.ask({ type: "leave", table: table.id }).catch(() => {});
  table = null;
}

/** Show what the address says. */
function route() {
  const [, name = "", ...rest] = location.pathname.split("/");
  const what = decodeURIComponent(rest.join("/"));
  if (name === "table" && what) {
    if (table?.id === what) return;
    show(newTable(what, null));
    return;
  }
  leaveTable();
  hasSettings = false;
  if (name === "party" || name === "join" || isLink(location.hash)) {
    routeParty(name === "party" ? what : null);
    return;
  }
  attending.attend(null);
  if (name === "new") {
    routeTo(paper(import("./pages/chooser.js")).then(({ Chooser }) => new Chooser(house)));
    return;
  }
  if (name === "rules") {
    routeTo(paper(import("./pages/rules.js")).then(({ RulesPage }) => new RulesPage(house)));
    return;
  }
  show(name === "" ? new Home(house) : nowherePage());
  toTop();
}

/** Show a page once it is fetched. @param {Promise<Page>} fetched */
function routeTo(fetched) {
  const path = location.pathname;
  fetched.then((wanted) => {
    if (location.pathname !== path) return;
    show(wanted);
    toTop();
  }, (error) => show(problemPage(error)));
}

function toTop() {
  scrollTo(0, 0);
  const head = /** @type {HTMLElement | null} */ (root.querySelector("h1"));
  head?.focus({ preventScroll: true });
}

/** Whether the address holds a link to a party. @param {string} hash */
const isLink = (hash) => /^#\/(join|watch|seat)\//.test(hash);

/** @param {string | null} id a party, "" for a new one, null for a link */
function routeParty(id) {
  const path = location.pathname;
  openDoor().then(({ JoinPage, Lobby, StartPage, takeLink }) => {
    if (location.pathname !== path) return;
    const room = attending.attend(id || null);
    if (id === "") show(new StartPage(house));
    else if (room !== null) show(new Lobby(house, room));
    else show(new JoinPage(house, takeLink()));
    toTop();
  }, (error) => show(problemPage(error)));
}

function measure() {
  table?.resize({ w: innerWidth, h: innerHeight });
}

apply();
watch(() => {
  draw();
});
addEventListener("resize", measure);
document.fonts.addEventListener("loadingdone", draw);
addEventListener("popstate", route);
addEventListener("click", follow);

loadCatalogue().then(() => {
  route();
  // Later than everything else, so that the first page is there soon.
  setTimeout(fetchFaces, 600);
}, () => {
  root.textContent = document.querySelector("noscript")?.textContent ?? "";
});

// For tests, which need not choose a game page by page.
Object.assign(globalThis, {
  ohhell: { play, ask: (/** @type {import("./wire.js").Saying} */ saying) => net.ask(saying) },
});
