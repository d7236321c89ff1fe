// What is said to a screen reader: one short sentence for each thing that happens.
import { nameOf, suitOf } from "../cards.js";
import { say } from "../text.js";
import { bidSum, canChangeBid, isMyTurn, legalBids, legalCards } from "./scene.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Event} Event */

/** @param {View} view @param {number} seat */
export const called = (view, seat) =>
  seat === view.seat ? say("web.you") : view.names[seat] ?? "";

/** A sentence about somebody, or about me. @param {string} key @param {View} view @param {number} seat @param {import("../text.js").Params} [params] */
export const about = (key, view, seat, params = {}) =>
  seat === view.seat ? say(`${key}.you`, params)
    : say(key, { who: view.names[seat] ?? "", ...params });

/**
 * What happened, in a sentence; "" where nothing needs saying.  `view` is as it is after it.
 * @param {Event} event @param {View} view @param {boolean} [isForMe] a CPU player did it at my seat
 * @returns {string}
 */
export function told(event, view, isForMe = false) {
  const { round } = view;
  /** What is done at a seat. @param {string} key @param {number} seat @param {import("../text.js").Params} [params] */
  const done = (key, seat, params = {}) => isForMe && seat === view.seat
    ? say(key, { who: say("web.seat.cpu"), ...params }) : about(key, view, seat, params);
  switch (event.event) {
    case "dealer":
      return about("web.said.dealer", view, event.dealer);
    case "round": {
      const hand = (event.hand ?? []).map(nameOf);
      return [
        say("web.said.round", { number: event.number, size: event.size }),
        about("web.said.deals", view, event.dealer),
        event.turn_up !== null && event.trump !== null
          ? say("web.said.turn-up", { card: nameOf(event.turn_up), suit: event.trump })
          : event.trump !== null ? say("web.said.trump", { suit: event.trump })
          : say("web.said.no-trump"),
        ...(hand.length > 0 ? [say("web.said.hand", { cards: hand })] : []),
      ].join(" ");
    }
    case "bid":
      return done("web.said.bid", event.seat, { tricks: event.tricks });
    case "bid-changed":
      return done("web.said.bid-changed", event.seat, { tricks: event.tricks });
    case "bid-hidden":
      return done("web.said.bid-hidden", event.seat);
    case "bids":
      return event.bids.flatMap((bid, seat) =>
        bid === null ? [] : [done("web.said.bid", seat, { tricks: bid })]).join(" ");
    case "played":
      return done(
        round?.trick_cards.length === 1 ? "web.said.led" : "web.said.played",
        event.seat, { card: nameOf(event.card) },
      );
    case "trick":
      return done("web.said.took", event.seat);
    case "scored":
      return event.points.map((points, seat) =>
        about("web.said.scored", view, seat, { points, total: event.totals[seat] ?? 0 })).join(" ");
    case "ended":
      return say("web.said.ended");
    case "abandoned":
      return say("web.said.abandoned");
    case "cpu-took-over":
      return about("web.said.away", view, event.seat);
    case "returned":
      return about("web.said.returned", view, event.seat);
    case "resigned":
      return about("web.said.resigned", view, event.seat);
    case "voted-out":
      return about("web.said.voted-out", view, event.seat);
    case "stand-in-wanted":
      return event.is_wanted ? about("web.said.stand-in-wanted", view, event.by, {
        seat: view.names[event.seat] ?? "",
      }) : "";
    case "pause-wanted":
      return event.is_wanted ? about("web.said.pause-wanted", view, event.seat) : "";
    case "paused":
      return say("web.said.paused");
    case "resumed":
      return about("web.said.resumed", view, event.seat);
    default:
      return "";
  }
}

/** What I am to do now, in words; "" when it is not my turn. @param {View} view @returns {string} */
export function asked(view) {
  const { round } = view;
  if (round === null || !isMyTurn(view)) return "";
  if (legalCards(view).length > 0) {
    const turn = say("web.said.turn", { ask: followText(view) });
    return canChangeBid(view) ? `${turn} ${say("web.said.change")}` : turn;
  }
  if (legalBids(view).length > 0) {
    const { total } = bidSum(round);
    const barred = round.barred_bid;
    return say("web.said.turn-bid", {
      total, size: round.size, out: barred === null ? "" : barredText(view),
    });
  }
  return "";
}

/** `Follow hearts.`, `You lead.`, `You have no hearts: any card.` @param {View} view */
export function followText(view) {
  const { round } = view;
  const led = round?.trick_cards[0];
  if (!round || led === undefined) return say("web.ask.lead");
  const suit = suitOf(led);
  const mustFollow = round.hand.some((card) => suitOf(card) === suit);
  return say(mustFollow ? "web.ask.follow" : "web.ask.void", { suit });
}

/** Why a number is struck out. @param {View} view */
export const barredText = ({ round }) =>
  round === null || round.barred_bid === null ? ""
    : say("web.bid.barred", { tricks: round.barred_bid, size: round.size });

/** Why a card that is not among the legal ones cannot be played now. @param {View} view */
export function whyNot(view) {
  const { round } = view;
  const led = round?.trick_cards[0];
  if (view.phase === "bidding") return say("web.why.bids");
  if (!isMyTurn(view)) return say("web.why.turn");
  if (led === undefined) return "";
  return say("web.why.follow", { suit: suitOf(led) });
}
