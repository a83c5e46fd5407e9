// Pointers on the map: drag and pinch move it, a tap chooses, the wheel zooms.

const STILL = 9; // pixels a finger may wander in a tap
const WHEEL = 0.0016;

// `view` has pan(dx, dy), zoom(factor, x, y), tap(x, y), hover(x, y).
export function listen(canvas, view) {
  const down = new Map();
  let moved = false;

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    canvas.setPointerCapture(event.pointerId);
    if (!down.size) moved = false;
    down.set(event.pointerId, { ...place(event), from: place(event) });
  });

  canvas.addEventListener("pointermove", (event) => {
    const at = place(event);
    const held = down.get(event.pointerId);
    if (!held) {
      view.hover(at.x, at.y);
      return;
    }
    if (Math.hypot(at.x - held.from.x, at.y - held.from.y) > STILL) moved = true;
    const other = [...down.entries()].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(held, at, other);
    else if (moved) view.pan(at.x - held.x, at.y - held.y);
    if (other || moved) Object.assign(held, at);
  });

  const pinch = (was, is, other) => {
    moved = true;
    const before = Math.hypot(was.x - other.x, was.y - other.y);
    const after = Math.hypot(is.x - other.x, is.y - other.y);
    view.pan((is.x - was.x) / 2, (is.y - was.y) / 2);
    if (before > 1) view.zoom(after / before, (is.x + other.x) / 2, (is.y + other.y) / 2);
  };

  const up = (event) => {
    const held = down.get(event.pointerId);
    down.delete(event.pointerId);
    if (held && !moved && event.type === "pointerup") view.tap(held.from.x, held.from.y);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => view.hover(null, null));

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
