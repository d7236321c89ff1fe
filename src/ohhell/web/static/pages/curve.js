// Running totals as lines, told apart by dashes as well as by colour; mine alone has none.
import { classes, css, html, svg } from "../lit.js";

/** @typedef {{name: string, hue: number, isMe: boolean, totals: number[]}} Line */

/** About as wide as it is drawn, so that names are as large as other words. */
const wide = () => (innerWidth < 720 ? Math.max(260, innerWidth - 52) : 640);
const HIGH = 158;
const NAMES = 94;
/** From the end of a line to its name. */
const LEAD = 14;
const DASHES = ["14 5", "2 4", "10 4 2 4", "5 4", "2 9", "10 4 2 4 2 4", "16 4 4 4"];
const APART = 15;
/** The least distance of a name from the edge. */
const TOP = 8;

/** @param {Line[]} lines @param {string} label */
export function curve(lines, label) {
  const width = wide();
  const end = width - NAMES;
  const all = lines.flatMap((line) => line.totals);
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  const steps = Math.max(1, (lines[0]?.totals.length ?? 1) - 1);
  /** @param {number} i */
  const x = (i) => (i * end) / steps;
  /** @param {number} total */
  const y = (total) => HIGH - 8 - ((total - low) * (HIGH - 24)) / (high - low);
  const ends = spread(lines.map((line) => y(line.totals[line.totals.length - 1] ?? 0)));
  return html`<svg class="curve" viewBox="0 0 ${width} ${HIGH}" role="img" aria-label=${label}>
    ${[low, (low + high) / 2, high].map((total) => gridLine(end, y(total)))}
    ${lines.map((line, i) => drawn(line, i,
      line.totals.map((total, step) => `${x(step).toFixed(1)},${y(total).toFixed(1)}`).join(" "),
      { x: end, y: y(line.totals[line.totals.length - 1] ?? 0) },
      { x: end + LEAD, y: ends[i] ?? 0 }))}</svg>`;
}

/**
 * Where names stand at the ends of lines: in their order, apart, and as near to them as that allows.
 * @param {number[]} heights at least one @returns {number[]}
 */
export function spread(heights) {
  const order = heights.map((_, i) => i).sort((one, other) =>
    (heights[one] ?? 0) - (heights[other] ?? 0));
  // Names that would touch make one block, around the middle of the ends they belong to.
  /** @type {{top: number, count: number}[]} */
  const blocks = [];
  for (const i of order) {
    let block = { top: heights[i] ?? 0, count: 1 };
    for (let above = blocks.at(-1); above && above.top + above.count * APART > block.top;
      above = blocks.at(-1)) {
      blocks.pop();
      const count = above.count + block.count;
      const top = (above.top * above.count + (block.top - above.count * APART) * block.count) / count;
      block = { top, count };
    }
    blocks.push(block);
  }
  const tops = blocks.flatMap(({ top, count }) => Array.from({ length: count }, (_, i) =>
    top + i * APART));
  /** @type {number[]} */
  const found = [];
  order.forEach((i, rank) => {
    const least = TOP + rank * APART;
    const most = HIGH - TOP - (order.length - 1 - rank) * APART;
    found[i] = Math.max(least, Math.min(tops[rank] ?? 0, most));
  });
  return found;
}

/** @param {number} end @param {number} y */
const gridLine = (end, y) => svg`<line class="grid-line" x1="0" x2=${end} y1=${y} y2=${y} />`;

/** @typedef {{x: number, y: number}} Point */

/** @param {Line} line @param {number} i @param {string} points @param {Point} end @param {Point} name */
const drawn = (line, i, points, end, name) => svg`<g class=${classes({ me: line.isMe })}
  ${css({ "--hue": line.hue })}><polyline points=${points}
  stroke-dasharray=${line.isMe ? "none" : DASHES[i % DASHES.length]} />
  <path class="to-name" d="M${end.x + 2} ${end.y}L${name.x - 3} ${name.y}" />
  <text x=${name.x} y=${name.y + 4}>${line.name.length > 11
    ? `${line.name.slice(0, 10)}…` : line.name}</text></g>`;
