// The wheel of fronts: marks on the sides of a hex, for the directions that a unit may turn to.

/** @import { Wheel } from "./types.d.ts" */
/** @import { Grid } from "./grid.js" */

const OUT = 0.5; // hexes from the middle to a mark
const RADIUS = 0.14;
const NEAR = 0.2; // a tap comes so near
const FINGER = 22; // pixels, where hexes are small
const SMALLEST = 18; // pixels of a hex; on smaller ones fronts are chosen in the list
const [OFFERED, CHOSEN, RIM] = ["#ffd21f", "#ff8c1a", "#2b241a"];

/** @param {number} scale */
export function isWheelSeen(scale) {
  return scale >= SMALLEST;
}

// The front whose mark is at a point of the page, if one is.
/** @param {Grid} grid @param {Wheel} wheel @param {number} x @param {number} y @param {number} scale */
export function frontAt(grid, wheel, x, y, scale) {
  if (!isWheelSeen(scale)) return null;
  const near = Math.max(NEAR, Math.min(FINGER / scale, 0.3));
  for (const front of wheel.fronts.keys()) {
    const [markX, markY] = grid.towards(wheel.at, front, OUT);
    if (Math.hypot(markX - x, markY - y) <= near) return front;
  }
  return null;
}

// The next front that is offered, clockwise (1) or the other way round (-1).
/** @param {Grid} grid @param {Wheel} wheel @param {number | null | undefined} front @param {1 | -1} clockwise */
export function turned(grid, wheel, front, clockwise) {
  const steps = grid.pointy ? -clockwise : clockwise; // there directions count the other way
  if (front === null || front === undefined) return [...wheel.fronts.keys()][0] ?? null;
  for (let count = 1; count <= 6; count += 1) {
    const next = (front + steps * count + 12) % 6;
    if (wheel.fronts.has(next)) return next;
  }
  return front;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Grid} grid
 * @param {Wheel} wheel
 * @param {number | null} chosen
 * @param {number} scale
 */
export function paintWheel(context, grid, wheel, chosen, scale) {
  if (!isWheelSeen(scale)) return;
  for (const front of wheel.fronts.keys()) {
    const [x, y] = grid.towards(wheel.at, front, OUT);
    context.beginPath();
    context.arc(x, y, RADIUS, 0, 2 * Math.PI);
    context.fillStyle = front === chosen ? CHOSEN : OFFERED;
    context.fill();
    context.lineWidth = 0.025;
    context.strokeStyle = RIM;
    context.stroke();
    const corners = [[-0.45, -0.5], [0.7, 0], [-0.45, 0.5]];
    context.beginPath();
    corners.forEach(([ahead, right], index) => {
      const at = grid.towards(wheel.at, front, OUT + ahead * RADIUS, right * RADIUS);
      if (index) context.lineTo(...at);
      else context.moveTo(...at);
    });
    context.closePath();
    context.fillStyle = RIM;
    context.fill();
  }
}
