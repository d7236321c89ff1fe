// Running totals as lines, told apart by dashes as well as by colour.
import { classes, css, html, svg } from "../lit.js";

/** @typedef {{name: string, hue: number, isMe: boolean, totals: number[]}} Line */

/** About as wide as it is drawn, so that names are as large as other words. */
const wide = () => (innerWidth < 720 ? Math.max(260, innerWidth - 52) : 640);
const HIGH = 158;
const NAMES = 84;
const DASHES = ["none", "6 4", "2 4", "10 4 2 4", "1 3", "12 3", "4 2 1 2"];
const APART = 15;

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
      { x: end + 8, y: (ends[i] ?? 0) + 4 }))}</svg>`;
}

/** Names at the ends of lines, kept apart. @param {number[]} heights */
function spread(heights) {
  const order = heights.map((height, i) => ({ height, i })).sort((one, other) =>
    one.height - other.height);
  let least = 8;
  const most = HIGH - 8 - APART * (order.length - 1);
  order.forEach((entry, rank) => {
    entry.height = Math.max(least, Math.min(entry.height, most + rank * APART));
    least = entry.height + APART;
  });
  return order.sort((one, other) => one.i - other.i).map((entry) => entry.height);
}

/** @param {number} end @param {number} y */
const gridLine = (end, y) => svg`<line class="grid-line" x1="0" x2=${end} y1=${y} y2=${y} />`;

/** @param {Line} line @param {number} i @param {string} points @param {{x: number, y: number}} at its name */
const drawn = (line, i, points, at) => svg`<g class=${classes({ me: line.isMe })}
  ${css({ "--hue": line.hue })}><polyline points=${points}
  stroke-dasharray=${line.isMe ? "none" : DASHES[i % DASHES.length]} />
  <text x=${at.x} y=${at.y}>${line.name.length > 11
    ? `${line.name.slice(0, 10)}…` : line.name}</text></g>`;
