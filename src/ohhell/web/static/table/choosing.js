// What the person is choosing: what is looked at, chosen, sent and refused, and what a hint says.
import { nameOf } from "../cards.js";
import { NotDone } from "../net.js";
import { settings, speed } from "../settings.js";
import { say } from "../text.js";
import { hintFrom, NO_HINT } from "./hint.js";
import { canChangeBid, isMyTurn, legalBids, legalCards } from "./scene.js";
import { barredText, whyNot } from "./story.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("./house.js").House} House */
/**
 * What is shown just now.
 * @typedef {object} Shown
 * @property {string} id the table's
 * @property {House} house
 * @property {View | null} view
 * @property {boolean} isChoosing a card of mine is wanted
 * @property {(push: import("../wire.js").Push) => void} take
 */

/** Milliseconds before a card plays itself, for whoever wants that. */
const A_LOOK = 500;
/** Milliseconds for which a refusal stays, unless another turn comes first. */
const NOTICE = 6000;

export class Choosing {
  /** @type {number | null} the bid that a finger chose and the bar confirms */
  bid = null;
  /** @type {number | null} */
  pointedBid = null;
  focusedBid = 0;
  isChanging = false;
  /** @type {string | null} */
  focusedCard = null;
  /** Whether the person moved through the hand in this turn. */
  hasLooked = false;
  /** @type {string | null} */
  pointedCard = null;
  /** @type {string | null} the card that a second tap will play */
  lifted = null;
  /** @type {{bid: number} | {play: string} | null} what was sent and is not answered, or waits for a connection */
  sent = null;
  /** @type {number | null} the turn of what waits for a connection */
  #keptTurn = null;
  hint = NO_HINT;
  isAsking = false;
  /** What was refused, in a sentence. */
  notice = "";
  #timer = 0;
  #noticed = 0;

  /** @param {Shown} shown */
  constructor(shown) {
    this.shown = shown;
  }

  get sentBid() {
    return this.sent !== null && "bid" in this.sent ? this.sent.bid : null;
  }

  get sentCard() {
    return this.sent !== null && "play" in this.sent ? this.sent.play : null;
  }

  /** Whether something was chosen that will be sent when there is a connection. */
  get isKept() {
    return this.#keptTurn !== null;
  }

  get #view() {
    return /** @type {View} */ (this.shown.view);
  }

  /** Another turn: nothing is chosen. */
  forget() {
    this.bid = null;
    this.pointedBid = null;
    this.isChanging = false;
    this.lifted = null;
    this.hasLooked = false;
    this.hint = NO_HINT;
    this.isAsking = false;
  }

  close() {
    clearTimeout(this.#timer);
    clearTimeout(this.#noticed);
  }

  /** Play the only card there is to play, where the person wants that. */
  playForced() {
    clearTimeout(this.#timer);
    const cards = this.shown.isChoosing ? legalCards(this.#view) : [];
    const [card] = cards;
    if (settings.forced !== "on" || cards.length !== 1 || card === undefined) return;
    const { turn } = this.#view;
    this.#timer = setTimeout(() => {
      if (this.shown.isChoosing && this.#view.turn === turn) void this.act({ play: card });
    }, A_LOOK * speed());
  }

  /** @param {{bid: number} | {play: string}} action */
  async act(action) {
    const { id, house } = this.shown;
    if (this.sent !== null) return;
    this.sent = action;
    this.notice = "";
    house.draw();
    if (!house.net.isUp) {
      this.#keptTurn = this.#view.turn;
      house.announce(say("web.kept"));
      return;
    }
    try {
      await house.net.ask({ type: "act", table: id, turn: this.#view.turn, ...action });
    } catch (error) {
      this.refuse(error);
    } finally {
      this.sent = null;
      house.draw();
    }
  }

  /** The newest table is shown: what was chosen without a connection is sent, where it is in time. */
  resume() {
    const { sent } = this;
    const turn = this.#keptTurn;
    if (sent === null || turn === null || !this.shown.house.net.isUp) return;
    this.#keptTurn = null;
    this.sent = null;
    if (turn === this.#view.turn) void this.act(sent);
    else this.#notify(say("web.late"));
  }

  /** @param {unknown} error */
  refuse(error) {
    if (!(error instanceof NotDone)) throw error;
    this.#notify(error.code === "stale" ? say("web.late") : error.sentence);
    const now = error.refused?.now;
    if (now) this.shown.take(now);
  }

  /** @param {string} notice */
  #notify(notice) {
    this.notice = notice;
    if (notice) this.shown.house.announce(notice);
    // It stands where the next turn is asked for, so it does not stay.
    clearTimeout(this.#noticed);
    this.#noticed = setTimeout(() => {
      this.notice = "";
      this.shown.house.draw();
    }, NOTICE);
  }

  /** @param {string} card @param {Event} event */
  pressCard(card, event) {
    const { house, isChoosing } = this.shown;
    if (!this.#view.round?.hand.includes(card)) return;
    this.focusedCard = card;
    if (!isChoosing || !legalCards(this.#view).includes(card)) {
      this.pointedCard = card;
      const why = isChoosing ? whyNot(this.#view) : "";
      if (why) house.announce(why);
      house.draw();
      return;
    }
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    if (isTouch && settings.tap === "two" && this.lifted !== card) {
      this.lifted = card;
      house.announce(say("web.tap.said", { card: nameOf(card) }));
      house.draw();
      return;
    }
    void this.act({ play: card });
  }

  /** With a mouse or a key one press bids; a finger chooses first, and the bar confirms. @param {number} bid @param {Event} event */
  pressBid(bid, event) {
    const { house } = this.shown;
    this.focusedBid = bid;
    if (!legalBids(this.#view).includes(bid)) {
      const why = bid === this.#view.round?.barred_bid ? barredText(this.#view) : "";
      if (why) house.announce(why);
      return;
    }
    if (/** @type {PointerEvent} */ (event).pointerType === "touch" && this.bid !== bid) {
      this.bid = bid;
      house.announce(say("web.bid.tapped", { tricks: bid }));
      house.draw();
      return;
    }
    void this.act({ bid });
  }

  /** Let a bid stand that could still be changed. */
  keep() {
    const { id, house } = this.shown;
    this.isChanging = false;
    house.net.tell({ type: "settle", table: id, turn: this.#view.turn });
    house.draw();
  }

  /** Whether there is something to ask a CPU player about: a choice. */
  get canAsk() {
    const { view } = this.shown;
    return settings.hints === "on" && view !== null && isMyTurn(view) && view.legal.length > 1;
  }

  async askHint() {
    const { id, house } = this.shown;
    if (this.isAsking || !this.canAsk) return;
    this.isAsking = true;
    house.draw();
    try {
      const answer = await house.net.ask({ type: "hint", table: id });
      if (answer.type !== "hint" || answer.turn !== this.shown.view?.turn) return;
      this.hint = hintFrom(answer, this.#view.plan.low_wins);
      if (this.hint.text) house.announce(this.hint.text);
    } catch (error) {
      this.refuse(error);
    } finally {
      this.isAsking = false;
      house.draw();
    }
  }

  /** The key where bidding begins. */
  get firstBid() {
    const bids = legalBids(this.#view);
    return bids.includes(this.focusedBid) ? this.focusedBid : bids[0] ?? 0;
  }

  /** Whether bids are to be seen: mine is wanted, or is being changed. @param {boolean} isWanted */
  isBidding(isWanted) {
    return isWanted || (this.isChanging && canChangeBid(this.#view));
  }
}
