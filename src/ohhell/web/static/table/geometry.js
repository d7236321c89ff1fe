// Where everything on the table lies: one pure function of (seats, box, cards in my hand).
// Lengths in CSS pixels, angles in degrees; x and y are centres unless named otherwise.
// Relative seat 0 is me, then clockwise: 1 is my left-hand neighbour.

/** @typedef {{w: number, h: number}} Box */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Block */
/** @typedef {"left" | "right" | "top"} Side */
/** @typedef {Block & {side: Side}} Plate */
/** @typedef {{x: number, y: number, r: number, z: number, row: number}} InHand */
/** @typedef {{x: number, y: number, r: number}} InTrick */
/** @typedef {{at: InTrick[], card: Box, x: number, y: number, top: number, bottom: number}} Trick */
/**
 * `tall`: an upright phone; `flat`: a phone on its side; `hasRail`: my figures, the prompt and the
 * buttons stand in a row above my hand, not in the corners.
 * @typedef {object} Layout
 * @property {boolean} tall
 * @property {boolean} short
 * @property {boolean} flat
 * @property {boolean} hasRail
 * @property {number} bar height of the bar along the top
 * @property {{x: number, y: number, w: number, h: number}} stage x and y are its top left
 * @property {{y: number, h: number}} rail y is its top
 * @property {Box} plate
 * @property {(Plate | null)[]} plates by relative seat; null for me
 * @property {Box} mine a card in my hand
 * @property {InHand[]} fan
 * @property {number} handTop
 * @property {number} lift how far a legal card is raised
 * @property {Trick} trick
 * @property {{w: number, x: number, bottom: number, top: number}} panel the bid panel's room
 */

/** @param {number} low @param {number} value @param {number} high */
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

/** @typedef {[number, number]} Pair */

/**
 * Seat anchors as fractions of the free stage, 0,0 its top left; index = relative seat - 1.
 * @type {{[seats: number]: Pair[]}}
 */
const SEATS_WIDE = {
  2: [[0.5, 0]],
  3: [[0.02, 0.3], [0.98, 0.3]],
  4: [[0, 0.5], [0.5, 0], [1, 0.5]],
  5: [[0, 0.62], [0.24, 0], [0.76, 0], [1, 0.62]],
  6: [[0, 0.7], [0.1, 0.1], [0.5, 0], [0.9, 0.1], [1, 0.7]],
  7: [[0, 0.78], [0, 0.3], [0.3, 0], [0.7, 0], [1, 0.3], [1, 0.78]],
};

/**
 * Upright phones: a fraction of the width, and a row; plates stack there instead of spreading.
 * @type {{[seats: number]: Pair[]}}
 */
const SEATS_TALL = {
  2: [[0.5, 0]],
  3: [[0, 0.35], [1, 0.35]],
  4: [[0, 0.7], [0.5, 0], [1, 0.7]],
  5: [[0, 1], [0.24, 0], [0.76, 0], [1, 1]],
  6: [[0, 1.35], [0, 0.15], [0.5, 0], [1, 0.15], [1, 1.35]],
  7: [[0, 2], [0, 1], [0.24, 0], [0.76, 0], [1, 1], [1, 2]],
};

/**
 * Trick slots in units of one card plus one gap, from the middle of the trick.
 * @type {{[seats: number]: Pair[]}}
 */
const SLOTS = {
  2: [[0, 0.5], [0, -0.5]],
  3: [[0, 0.5], [-0.62, -0.5], [0.62, -0.5]],
  4: [[0, 0.5], [-1, 0], [0, -0.5], [1, 0]],
  5: [[0, 0.56], [-1.02, 0.44], [-0.5, -0.56], [0.5, -0.56], [1.02, 0.44]],
  6: [[0, 0.56], [-1.02, 0.44], [-1.02, -0.56], [0, -0.44], [1.02, -0.56], [1.02, 0.44]],
  7: [[0, 0.56], [-1.02, 0.46], [-1.5, -0.54], [-0.5, -0.54], [0.5, -0.54], [1.5, -0.54],
    [1.02, 0.46]],
};

/** @type {Pair[]} */
const SLOTS_7_TALL = [[0, 1.04], [-1.02, 0.96], [-0.56, -0.04], [-0.5, -1.04], [0.5, -1.04],
  [0.56, -0.04], [1.02, 0.96]];

const TILT = [0, -3, 2, -2, 3, -1.5, 2.5];

/** How far the middle of a trick is moved to find room for larger cards, nearest first. */
const SHIFTS = [0, 8, -8, 16, -16, 24, 32, 40, 56, 72, 96, 120, 150, 190];

/** The least visible strip of a card in my hand that a finger can hit. */
const STRIP = 44;

/** A card is 1.4 times as high as it is wide. @param {number} width @returns {Box} */
const card = (width) => ({ w: Math.round(width), h: Math.round(width * 1.4) });

/**
 * @param {number} seats 2 to 7, those that take part
 * @param {Box} box at least 320 × 320
 * @param {number} hand cards in my hand, 0 to 17
 * @param {number} [above] what stands between the bar and the seats, in pixels; my hand stays where it is
 * @returns {Layout}
 */
export function layout(seats, box, hand, above = 0) {
  const { w, h } = box;
  const flat = h < 480 && w > h * 1.2;
  const tall = w < 720 && !flat;
  const short = tall && h < 700;
  const hasRail = !flat && w < 900;
  const bar = flat ? 0 : tall ? 48 : 56;
  const edge = flat ? 4 : tall ? 6 : 16;

  const mine = card(flat ? clamp(52, h * 0.17, 66)
    : tall ? clamp(60, w * (short ? 0.18 : 0.2), 84)
    : clamp(64, Math.min(w * (hasRail ? 0.115 : 0.104), h * 0.135), 116));
  const lift = flat ? 8 : tall ? 12 : 18;
  const held = fanOut(hand, box, mine, { tall, short, flat });
  const handTop = held.top;

  const rail = { h: 44, y: Math.round(handTop - lift - 48) };
  const floor = flat ? handTop - lift - 2 : rail.y;
  const stage = {
    x: edge, y: bar + edge + above, w: w - 2 * edge,
    h: floor - bar - above - 2 * edge + (tall || flat ? 0 : 4),
  };
  const widest = h * (seats < 5 ? 1.4 : 1.5);
  if (!tall && !flat && stage.w > widest) {
    stage.x = (w - widest) / 2;
    stage.w = widest;
  }

  const plates = flat ? platesFlat(seats, box) : platesAround(seats, stage, { tall, short, w });
  const first = /** @type {Plate} */ (plates[1]);
  const trick = flat ? trickFlat(seats, plates, box, floor)
    : trickAround(seats, plates, box, stage, mine, tall);
  const low = Math.max(...plates.map((plate) => plate ? plate.y + plate.h / 2 : 0));
  const tops = plates.flatMap((plate) =>
    plate?.side === "top" ? [plate.y + plate.h / 2 + 44] : []); // with the backs below it
  const panel = {
    w: hasRail && tall ? w - 16 : flat ? Math.min(w - 16, 700)
      : clamp(300, stage.w - 2 * first.w - 112, 600),
    x: w / 2,
    bottom: stage.y + stage.h,
    top: tall || flat ? low + 6 : Math.max(stage.y, ...tops),
  };
  return {
    tall, short, flat, hasRail, bar, stage, rail, plate: { w: first.w, h: first.h }, plates, mine,
    fan: held.fan, handTop, lift, trick, panel,
  };
}

/**
 * My hand: whole cards, never cut by the edge of the screen, each showing a strip to be hit by.
 * @param {number} hand @param {Box} box @param {Box} mine
 * @param {{tall: boolean, short: boolean, flat: boolean}} kind
 * @returns {{fan: InHand[], top: number}}
 */
function fanOut(hand, { w, h }, mine, { tall, short, flat }) {
  const beside = flat ? Math.max(8, Math.min(158, (w - 320) / 2))
    : tall ? 8 : w < 900 ? 16 : 232; // what stands in the corners, and how far a turned card leans
  const widest = mine.w * (flat ? 0.8 : tall ? 0.92 : 0.64);
  /** @param {number} cards */
  const strip = (cards) =>
    cards < 2 ? 0 : Math.min(widest, (w - 2 * beside - mine.w) / (cards - 1));
  const least = flat ? Math.min(STRIP, mine.w * 0.6) : hand > 12 ? STRIP - 4 : STRIP;
  let count = 1;
  while (count < 3 && Math.ceil(hand / count) > 1 && strip(Math.ceil(hand / count)) < least) {
    count += 1;
  }
  const rows = Array.from({ length: count }, (_, row) =>
    Math.floor(hand / count) + (row < hand % count ? 1 : 0));
  const foot = flat ? 4 : tall ? (short ? 6 : 14) : 12;
  // The back rows show half of each card, and never less than a finger needs.
  const step = Math.max(flat ? 30 : STRIP - 2, Math.round(mine.h * (short ? 0.46 : 0.5)));
  const turn = flat ? 0.8 : tall ? 1.1 : 2.1;
  /** How far a card `t` places from the middle hangs down. @param {number} t */
  const sag = (t) => t * t * mine.h * 0.0042;
  const most = rows[0] ?? 0;
  const top = h - foot - mine.h - sag((most - 1) / 2) - (count - 1) * step;
  /** @type {InHand[]} */
  const fan = [];
  rows.forEach((cards, row) => {
    const apart = strip(count > 1 ? most : cards);
    for (let i = 0; i < cards; i += 1) {
      const t = i - (cards - 1) / 2;
      fan.push({
        x: w / 2 + t * apart,
        y: top + row * step + mine.h / 2 + sag(t),
        r: t * Math.min(turn, 18 / cards),
        z: row * 20 + i,
        row,
      });
    }
  });
  return { fan, top };
}

/**
 * @param {number} seats
 * @param {{x: number, y: number, w: number, h: number}} stage
 * @param {{tall: boolean, short: boolean, w: number}} kind
 * @returns {(Plate | null)[]}
 */
function platesAround(seats, stage, { tall, short, w }) {
  const size = tall
    ? { w: w < 380 ? (seats === 7 ? 94 : 100) : seats === 7 ? 100 : 108, h: 54 }
    : { w: w < 900 ? 168 : 204, h: 64 };
  const pitch = size.h + (short ? 6 : clamp(6, (stage.h - 300) * 0.16, 40));
  const anchors = (tall ? SEATS_TALL : SEATS_WIDE)[seats] ?? [];
  return [null, ...anchors.map(([x, y]) => ({
    x: stage.x + size.w / 2 + x * (stage.w - size.w),
    y: stage.y + size.h / 2 + (tall ? y * pitch : y * (stage.h - size.h)),
    ...size,
    side: sideOf(x),
  }))];
}

/** @param {number} x fraction of the width @returns {Side} */
const sideOf = (x) => (x < 0.12 ? "left" : x > 0.88 ? "right" : "top");

/**
 * A phone on its side: all plates in one row along the top, between the two corner buttons.
 * @param {number} seats @param {Box} box @returns {(Plate | null)[]}
 */
function platesFlat(seats, { w }) {
  const others = seats - 1;
  const room = w - 2 * 50;
  const pitch = Math.min(room / others, 170);
  const width = Math.min(132, pitch - 6);
  return [null, ...Array.from({ length: others }, (_, i) => ({
    x: w / 2 + (i - (others - 1) / 2) * pitch,
    y: 4 + 23,
    w: width,
    h: 46,
    side: /** @type {Side} */ ("top"),
  }))];
}

/**
 * A phone on its side: each card below its plate, mine in the middle of the row below.
 * @param {number} seats @param {(Plate | null)[]} plates @param {Box} box @param {number} floor
 * @returns {Trick}
 */
function trickFlat(seats, plates, { w }, floor) {
  const top = 4 + 46 + 6;
  const tag = 14;
  const others = plates.flatMap((plate) => (plate ? [plate] : []));
  const pitch = others.length > 1
    ? /** @type {Plate} */ (others[1]).x - /** @type {Plate} */ (others[0]).x : 200;
  const high = (floor - top - 2 * tag) / 2;
  const size = card(clamp(36, Math.min(high / 1.4, pitch - 8), 84));
  const middle = top + size.h + tag + size.h / 2 + Math.max(0, (high - size.h) / 2);
  const at = [
    { x: w / 2, y: middle, r: 0 },
    ...others.map((plate, i) => ({ x: plate.x, y: top + size.h / 2, r: (TILT[i + 1] ?? 0) * 0.5 })),
  ];
  return {
    at: at.slice(0, seats), card: size, x: w / 2, y: (top + middle + size.h / 2) / 2, top,
    bottom: middle + size.h / 2,
  };
}

/**
 * The largest cards that touch no plate, no fan of backs and no edge, tried from big to small.
 * @param {number} seats @param {(Plate | null)[]} plates @param {Box} box
 * @param {{x: number, y: number, w: number, h: number}} stage @param {Box} mine
 * @param {boolean} tall
 * @returns {Trick}
 */
function trickAround(seats, plates, { w, h }, stage, mine, tall) {
  const slots = tall && seats === 7 ? SLOTS_7_TALL : SLOTS[seats] ?? [];
  const rowOf = slots.map((slot) => slot[1]);
  const blocks = plates.flatMap((plate) => (plate ? [plate] : []));
  /** @type {Block[]} */
  const walls = tall ? blocks : [...blocks, ...blocks.map(backsOf)];
  const cap = Math.round(mine.w * (tall ? (seats < 5 ? 1.36 : 1.1) : h > w ? 1.4 : 1.14));
  const edge = tall ? 6 : 16;
  const room = tall ? 4 : 8;
  const middle = stage.x + stage.w / 2;
  const under = Math.max(stage.y, ...blocks.filter((plate) => plate.side === "top")
    .map((plate) => plate.y + plate.h / 2 + (tall ? 6 : 44)));
  for (let width = cap; width >= 28; width -= 1) {
    const size = card(width);
    const gap = Math.max(7, Math.round(width * 0.13));
    const gapDown = Math.max(16, gap); // a name hangs below each card
    const up = Math.min(...rowOf) * (size.h + gapDown) - size.h / 2;
    const down = Math.max(...rowOf) * (size.h + gapDown) + size.h / 2;
    const lowest = stage.y + stage.h - 10 - down;
    const ideal = (under + stage.y + stage.h - up - down) / 2;
    for (const shift of SHIFTS) {
      const y = ideal + shift;
      if (y < stage.y - up || y > lowest) continue;
      const at = slots.map((slot, i) => ({
        x: middle + slot[0] * (size.w + gap),
        y: y + slot[1] * (size.h + gapDown),
        r: (TILT[i] ?? 0) * (seats > 5 ? 0.6 : 1),
      }));
      const hits = at.some((place) =>
        place.x - size.w / 2 < edge || place.x + size.w / 2 > w - edge ||
        walls.some((wall) =>
          Math.abs(place.x - wall.x) < (size.w + wall.w) / 2 + room &&
          Math.abs(place.y - wall.y) < (size.h + wall.h) / 2 + room));
      if (!hits) return { at, card: size, x: middle, y, top: y + up, bottom: y + down };
    }
  }
  const size = card(28);
  const at = slots.map((slot) => ({ x: middle + slot[0] * 32, y: stage.y + stage.h / 2, r: 0 }));
  return { at, card: size, x: middle, y: stage.y + stage.h / 2, top: stage.y, bottom: h };
}

/** The room that the fan of card backs takes beside a plate. @param {Plate} plate @returns {Block} */
function backsOf(plate) {
  return plate.side === "top"
    ? { x: plate.x, y: plate.y + plate.h / 2 + 17, w: 142, h: 34 }
    : {
      x: plate.x + (plate.side === "left" ? 1 : -1) * (plate.w / 2 + 17), y: plate.y, w: 34, h: 110,
    };
}
