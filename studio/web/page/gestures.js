// Pointers on a map or a table: drag and pinch move it, a tap chooses, the wheel zooms; where there
// is a hand, a drag from what it grabs is its own.

/** @import { HandOnTable, Movable, Pointed } from "./types.d.ts" */

const STILL = 9; // pixels a finger may wander in a tap
const WHEEL = 0.0016;

/** @param {HTMLCanvasElement} canvas @param {Movable} view @param {Pointed} pointed @param {HandOnTable | null} hand */
export function listen(canvas, view, pointed, hand = null) {
  /** @type {Map<number, { x: number, y: number, from: { x: number, y: number } }>} */
  const down = new Map();
  let moved = false;
  let isHeld = false; // what is dragged is the hand's

  /** @param {MouseEvent} event */
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    const at = place(event);
    if (!down.size) {
      moved = false;
      isHeld = Boolean(hand?.grabs(at.x, at.y));
    } else if (isHeld) {
      isHeld = false; // a second finger pinches
      hand?.giveUp();
    }
    down.set(event.pointerId, { ...at, from: at });
  });

  canvas.addEventListener("pointermove", (event) => {
    const at = place(event);
    const held = down.get(event.pointerId);
    if (!held) {
      pointed.hover(at.x, at.y);
      return;
    }
    if (Math.hypot(at.x - held.from.x, at.y - held.from.y) > STILL) moved = true;
    const other = [...down.entries()].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(held, at, other);
    else if (moved && isHeld) hand?.drag([held.from.x, held.from.y], [at.x, at.y]);
    else if (moved) view.pan(at.x - held.x, at.y - held.y);
    if (other || moved) Object.assign(held, at);
  });

  /**
   * @param {{ x: number, y: number }} was
   * @param {{ x: number, y: number }} is
   * @param {{ x: number, y: number }} other
   */
  const pinch = (was, is, other) => {
    moved = true;
    const before = Math.hypot(was.x - other.x, was.y - other.y);
    const after = Math.hypot(is.x - other.x, is.y - other.y);
    view.pan((is.x - was.x) / 2, (is.y - was.y) / 2);
    if (before > 1) view.zoom(after / before, (is.x + other.x) / 2, (is.y + other.y) / 2);
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    const held = down.get(event.pointerId);
    down.delete(event.pointerId);
    if (!held) return;
    const isEnd = event.type === "pointerup";
    if (isHeld && moved) {
      if (isEnd) hand?.drop([held.from.x, held.from.y], [held.x, held.y]);
      else hand?.giveUp();
    } else if (!moved && isEnd) pointed.tap(held.from.x, held.from.y);
    if (!down.size) isHeld = false;
  };
  canvas.addEventListener("pointerup", up);
  // Else the click that follows a touch presses what the tap has opened below the finger.
  canvas.addEventListener("touchend", (event) => event.cancelable && event.preventDefault());
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => pointed.hover(null, null));

  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      const at = place(event);
      view.zoom(Math.exp(-event.deltaY * lines * WHEEL), at.x, at.y);
    },
    { passive: false },
  );
}
