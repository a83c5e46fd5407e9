// What is drawn upon the map: counters with fronts and loads, what lies there, arrows, names.

import { aside } from "./grid.js";

/** @import { Arrow, Badge, Base, Counter, Lying, Objective, OrderState, Point, Room } from "./types.d.ts" */
/** @import { Tiles } from "./tiles.js" */

/** @typedef {[ink: string, wide: number]} Stroke */

const INK = "#2b241a";
const PALE = "#fdf8ea";
const ROUNDED = 0.09;
// How far the orders of a unit have come: nothing is ticked off before it has happened.
/** @type {Partial<Record<OrderState, [sign: string, colour: string]>>} */
const SIGNS = { draft: ["✎", "#868e96"], riding: ["♞", "#7048e8"], delivered: ["➤", "#1c7ed6"], noted: ["✉", "#1c7ed6"], executed: ["✓", "#2f9e44"] };
const SMALLEST_DRAWN = 15; // pixels; smaller counters are plain squares
const [CHIP, BELOW, APART, MOST_CHIPS] = [0.3, 0.53, 0.33, 3]; // of a counter, as the studio draws it
const [PIP, PIPS_APART, MOST_PIPS] = [0.035, 0.1, 8];
const [BROAD, EMPTY, VEIL] = [0.08, "#a79f8d", "rgba(189,186,178,0.52)"];
/** @type {Record<string, Point>} where on a counter's edge a badge hangs, as the studio has it */
const PLACES = {
  "left-top": [0.02, 0.17], "left-middle": [0.02, 0.5], "left-bottom": [0.02, 0.83],
  "right-top": [0.98, 0.17], "right-middle": [0.98, 0.5], "right-bottom": [0.98, 0.83],
  top: [0.5, 0], bottom: [0.5, 1],
};
const FONT = "system-ui, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";

// A counter `size` hexes wide with its middle at a point; ghosts are pale and dashed.
/**
 * @param {CanvasRenderingContext2D} context
 * @param {Counter} unit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} scale
 * @param {Tiles} tiles
 */
export function paintCounter(context, unit, x, y, size, scale, tiles) {
  const [left, top] = [x - size / 2, y - size / 2];
  context.save();
  if (unit.isGhost) context.globalAlpha = 0.62;
  paintBody(context, unit, left, top, size, scale);
  if (size * scale >= SMALLEST_DRAWN) paintFace(context, unit, left, top, size, tiles);
  if (unit.isGhost) context.globalAlpha = 1;
  if (size * scale >= SMALLEST_DRAWN) {
    paintFront(context, unit.bearing, x, y, size);
    paintLoad(context, unit.load ?? [], x, y, size, tiles);
    paintBadge(context, unit, left, top, size);
  }
  context.restore();
}

// A wedge on the hexside that a unit faces.
/**
 * @param {CanvasRenderingContext2D} context
 * @param {number | null | undefined} bearing
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function paintFront(context, bearing, x, y, size) {
  if (bearing === null || bearing === undefined) return;
  const parts = [[0.55, -0.17], [0.71, 0], [0.55, 0.17]];
  context.beginPath();
  for (const [ahead, right] of parts) context.lineTo(...aside([x, y], bearing, ahead * size, right * size));
  context.closePath();
  context.fillStyle = INK;
  context.fill();
  context.lineWidth = 0.03 * size;
  context.strokeStyle = PALE;
  context.stroke();
}

// Riders and weapons as chips on the lower edge; the last tells of those there is no room for.
/**
 * @param {CanvasRenderingContext2D} context
 * @param {Counter[]} load
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Tiles} tiles
 */
function paintLoad(context, load, x, y, size, tiles) {
  const shown = Math.min(load.length, MOST_CHIPS);
  const chip = CHIP * size;
  load.slice(0, shown).forEach((unit, number) => {
    const left = x + APART * size * (number - (shown - 1) / 2) - chip / 2;
    const top = y + BELOW * size - chip / 2;
    context.fillStyle = unit.colour;
    context.fillRect(left, top, chip, chip);
    context.lineWidth = 0.07 * chip;
    context.strokeStyle = PALE;
    context.strokeRect(left, top, chip, chip);
    const hidden = load.length - MOST_CHIPS + 1;
    const symbol = tiles.symbol(unit.symbol);
    if (number === MOST_CHIPS - 1 && hidden > 1) {
      context.fillStyle = isDark(unit.colour) ? PALE : INK;
      write(context, `+${hidden}`, left + chip / 2, top + chip / 2, 0.6 * chip, chip);
    } else if (symbol) context.drawImage(symbol, left + 0.16 * chip, top + 0.27 * chip, 0.68 * chip, 0.455 * chip);
  });
}

// The figures a unit consists of, as pips on the upper edge.
/**
 * @param {CanvasRenderingContext2D} context
 * @param {Counter} unit
 * @param {number} x
 * @param {number} top
 * @param {number} size
 */
function paintFigures(context, unit, x, top, size) {
  const shown = Math.min(unit.figures?.length ?? 0, MOST_PIPS);
  context.fillStyle = isDark(unit.colour) ? PALE : INK;
  for (let number = 0; number < shown; number += 1) {
    context.beginPath();
    context.arc(x + PIPS_APART * size * (number - (shown - 1) / 2), top + 0.05 * size, PIP * size, 0, 2 * Math.PI);
    context.fill();
  }
}

// What lies in a hex without being a unit: a patch with the head of its word, where no sign is known.
/** @type {Record<string, [sign: string, colour: string]>} */
const PATCHES = {
  smoke: ["☁", "#adb5bd"], wire: ["⨯⨯", "#495057"], mines: ["✸", "#7f4f24"], trench: ["⊓⊔", "#8a6d3b"],
  foxhole: ["◡", "#8a6d3b"], entrenchment: ["⊓⊔", "#8a6d3b"], pillbox: ["⌂", "#5c5f66"], trap: ["⚹", "#3b4048"],
  bunker: ["⌂", "#5c5f66"], impact: ["✹", "#f07f13"],
};

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Lying} lying
 * @param {number} x
 * @param {number} y
 * @param {number} place
 * @param {number | null} bearing
 */
export function paintLying(context, lying, x, y, place, bearing) {
  const [sign, colour] = PATCHES[lying.kind] ?? [lying.kind.slice(0, 2), "#868e96"];
  /** @type {Point} */
  const at = [x - 0.3 + 0.2 * (place % 4), y - 0.36];
  context.globalAlpha = 0.85;
  context.beginPath();
  context.arc(...at, 0.15, 0, 2 * Math.PI);
  context.fillStyle = PALE;
  context.fill();
  context.lineWidth = 0.03;
  context.strokeStyle = colour;
  context.stroke();
  context.fillStyle = colour;
  write(context, sign, ...at, 0.2, 0.28);
  context.globalAlpha = 1;
  if (bearing === null) return;
  context.beginPath();
  for (const [ahead, right] of [[0.16, -0.06], [0.24, 0], [0.16, 0.06]]) context.lineTo(...aside(at, bearing, ahead, right));
  context.closePath();
  context.fill();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} sign
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
export function paintSign(context, sign, x, y, colour) {
  context.fillStyle = PALE;
  context.beginPath();
  context.arc(x, y, 0.11, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = colour;
  write(context, sign, x, y, 0.18, 0.2);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Counter} unit
 * @param {number} left
 * @param {number} top
 * @param {number} size
 * @param {number} scale
 */
function paintBody(context, unit, left, top, size, scale) {
  const body = new Path2D();
  if (body.roundRect) body.roundRect(left, top, size, size, ROUNDED * size);
  else body.rect(left, top, size, size); // in browsers of before 2023
  if (unit.isSelected || unit.mayAct || unit.hasJoined) {
    context.lineWidth = Math.max(0.12, 4 / scale);
    context.strokeStyle = unit.isSelected ? "#ffffff" : "rgba(255,255,255,0.55)";
    context.stroke(body);
    context.lineWidth = Math.max(0.07, 2.4 / scale);
    context.strokeStyle = unit.isSelected ? "#0b5cad" : unit.hasJoined ? "#1098ad" : unit.mayLose ? "#c92a2a" : "#f2b705";
    if (!unit.isSelected && !unit.hasJoined) context.setLineDash([0.06, 0.06]);
    context.stroke(body);
    context.setLineDash([]);
  }
  context.fillStyle = unit.colour;
  context.fill(body);
  context.lineWidth = Math.max(0.03 * size, 1 / scale);
  context.strokeStyle = unit.isGhost ? PALE : INK;
  if (unit.isGhost) context.setLineDash([0.07, 0.05]);
  if (!(unit.isSelected || unit.mayAct) || unit.isGhost) context.stroke(body);
  context.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Counter} unit
 * @param {number} left
 * @param {number} top
 * @param {number} size
 * @param {Tiles} tiles
 */
function paintFace(context, unit, left, top, size, tiles) {
  if (unit.base) paintBase(context, unit.base, left + BROAD * size, top + 0.1 * size, size, tiles);
  else {
    const symbol = tiles.symbol(unit.symbol);
    if (symbol) context.drawImage(symbol, left + 0.16 * size, top + 0.1 * size, 0.68 * size, 0.455 * size);
    paintFigures(context, unit, left + size / 2, top, size);
  }
  context.fillStyle = isDark(unit.colour) ? PALE : INK;
  write(context, unit.designation, left + size / 2, top + 0.785 * size, 0.32 * size, 0.8 * size);
  if (unit.badges.some((mark) => mark.grey)) paintVeil(context, left, top, size);
  for (const mark of unit.badges) paintMark(context, mark, left, top, size);
}

// The figures of a unit side by side, and holes where nobody stands.
/**
 * @param {CanvasRenderingContext2D} context
 * @param {Base} base
 * @param {number} left
 * @param {number} top
 * @param {number} size
 * @param {Tiles} tiles
 */
function paintBase(context, base, left, top, size, tiles) {
  const [wide, high] = [(1 - 2 * BROAD) * size, 0.455 * size];
  const taken = base.figures.reduce((sum, figure) => sum + figure.places, 0);
  const place = wide / Math.max(base.places, taken);
  context.fillStyle = PALE;
  context.fillRect(left, top, wide, high);
  let number = 0;
  for (const { shape, places } of base.figures) {
    const picture = tiles.symbol(`figure-${shape}`);
    if (picture) {
      const part = Math.min((places * place) / picture.width, high / picture.height);
      const [across, down] = [part * picture.width, part * picture.height];
      const x = left + (number + places / 2) * place - across / 2;
      context.drawImage(picture, x, top + (high - down) / 2, across, down);
    }
    number += places;
  }
  context.lineWidth = 0.02 * size;
  context.strokeStyle = EMPTY;
  for (; number < base.places; number += 1) {
    context.beginPath();
    context.arc(left + (number + 0.5) * place, top + high - 0.42 * place, 0.16 * place, 0, 2 * Math.PI);
    context.stroke();
  }
  context.lineWidth = 0.03 * size;
  context.strokeStyle = INK;
  context.strokeRect(left, top, wide, high);
}

// What has acted is seen through grey.
/** @param {CanvasRenderingContext2D} context @param {number} left @param {number} top @param {number} size */
function paintVeil(context, left, top, size) {
  context.fillStyle = VEIL;
  context.fillRect(left, top, size, size);
}

// What a unit suffers from or is doing, as a small badge on its edge.
/**
 * @param {CanvasRenderingContext2D} context
 * @param {Badge} mark
 * @param {number} left
 * @param {number} top
 * @param {number} size
 */
function paintMark(context, mark, left, top, size) {
  const at = PLACES[mark.place];
  if (!at) return;
  const [x, y] = [left + at[0] * size, top + at[1] * size];
  context.beginPath();
  context.arc(x, y, 0.15 * size, 0, 2 * Math.PI);
  context.fillStyle = mark.colour;
  context.fill();
  context.lineWidth = 0.025 * size;
  context.strokeStyle = INK;
  context.stroke();
  context.fillStyle = isDark(mark.colour) ? PALE : INK;
  write(context, mark.letter, x, y, 0.2 * size, 0.26 * size);
}

// How many lie in the stack, that a unit has its orders, or how long ago a ghost was seen.
/**
 * @param {CanvasRenderingContext2D} context
 * @param {Counter} unit
 * @param {number} left
 * @param {number} top
 * @param {number} size
 */
function paintBadge(context, unit, left, top, size) {
  if (unit.count) badge(context, String(unit.count), left + size, top, size, "#0b5cad");
  if (unit.hasJoined) badge(context, "+", left, top + size, size, "#1098ad");
  else if (unit.mayLose) badge(context, "−", left, top + size, size, "#c92a2a");
  const sign = unit.orderState && SIGNS[unit.orderState];
  if (sign) badge(context, sign[0], left, top, size, sign[1]);
  if (unit.isGhost && unit.age) badge(context, `−${unit.age}`, left + size, top, size, "#495057");
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
function badge(context, words, x, y, size, colour) {
  context.beginPath();
  context.arc(x, y, 0.19 * size, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.lineWidth = 0.03 * size;
  context.strokeStyle = PALE;
  context.stroke();
  context.fillStyle = PALE;
  write(context, words, x, y, 0.25 * size, 0.36 * size);
}

// An order: through the hexes it leads to, with a head at its end.
/**
 * @param {CanvasRenderingContext2D} context
 * @param {Point[]} chain
 * @param {Omit<Arrow, "hexes">} arrow
 * @param {number} scale
 */
export function paintArrow(context, chain, arrow, scale) {
  const [tail, tip] = chain.slice(-2);
  if (!tip) return;
  const [x, y] = tip;
  const angle = Math.atan2(y - tail[1], x - tail[0]);
  const short = arrow.deed === "fire" || arrow.deed === "aim" ? 0 : 0.1;
  /** @type {Point} */
  const end = [x - short * Math.cos(angle), y - short * Math.sin(angle)];
  const line = new Path2D();
  chain.slice(0, -1).forEach(([px, py], index) => (index ? line.lineTo(px, py) : line.moveTo(px, py)));
  line.lineTo(end[0] - 0.2 * Math.cos(angle), end[1] - 0.2 * Math.sin(angle));
  const head = new Path2D();
  head.moveTo(...end);
  for (const turn of [2.6, -2.6]) {
    head.lineTo(end[0] + 0.34 * Math.cos(angle + turn), end[1] + 0.34 * Math.sin(angle + turn));
  }
  head.closePath();
  context.save();
  context.lineJoin = context.lineCap = "round";
  /** @type {Stroke[]} */
  const strokes = [[PALE, 0.2], [arrow.colour, 0.11]];
  for (const [colour, wide] of strokes) {
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = Math.max(wide, (wide * 26) / scale);
    context.setLineDash(arrow.isDelivered || colour === PALE ? [] : [0.22, 0.2]);
    context.stroke(line);
    context.setLineDash([]);
    context.lineWidth = wide / 2;
    context.stroke(head);
    context.fill(head);
  }
  context.restore();
}

// The flag of what is to be held, its pole's middle at a point, with the points it brings.
const FLAG = [[0, 0], [0.78, 0], [0.67, 0.26], [0.78, 0.52], [0, 0.52]];

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Objective} given1
 * @param {string | undefined} colour
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
export function paintFlag(context, { points }, x, y, scale, colour = "#f4efe0") {
  const high = 0.42;
  if (high * scale < 8) return;
  const top = y - high / 2;
  context.save();
  context.lineCap = "round";
  /** @type {Stroke[]} */
  const strokes = [[PALE, 0.17], [INK, 0.08]];
  for (const [ink, wide] of strokes) {
    context.lineWidth = wide * high;
    context.strokeStyle = ink;
    context.beginPath();
    context.moveTo(x, top);
    context.lineTo(x, top + high);
    context.stroke();
  }
  context.beginPath();
  for (const [across, down] of FLAG) context.lineTo(x + across * high, top + down * high);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
  context.lineWidth = 0.05 * high;
  context.stroke();
  context.fillStyle = isDark(colour) ? PALE : INK;
  if (points && scale >= 24) write(context, String(points), x + 0.34 * high, top + 0.27 * high, 0.44 * high, 0.6 * high);
  context.restore();
}

// The name of a place, with a pale halo; left out where it would lie on another. Gives back its room.
/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {Room[]} taken
 * @param {{ ink?: string, part?: number, wide?: number }} given6
 * @returns {Room | null}
 */
export function paintName(context, words, x, y, scale, taken, { ink = INK, part = 1, wide = Infinity } = {}) {
  const size = part * Math.max(0.24, 11 / scale);
  context.save();
  context.font = `600 ${size * 100}px ${FONT}`;
  const half = context.measureText(words).width / 200;
  const middle = Math.max(half, Math.min(wide - half, x)); // what begins on the map stays on it
  const room = { left: middle - half, right: middle + half, top: y - size / 2, bottom: y + size / 2 };
  if (taken.some((other) => isOver(room, other))) {
    context.restore();
    return null;
  }
  context.translate(middle, y);
  context.scale(0.01, 0.01); // some browsers draw letters smaller than a pixel badly
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = size * 26;
  context.strokeStyle = "rgba(253, 248, 234, 0.9)";
  context.strokeText(words, 0, 0);
  context.fillStyle = ink;
  context.fillText(words, 0, 0);
  context.restore();
  return room;
}

/** @param {Room} one @param {Room} other */
function isOver(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {number} high
 * @param {number} wide
 */
function write(context, words, x, y, high, wide) {
  context.save();
  context.translate(x, y);
  context.scale(0.01, 0.01);
  context.font = `700 ${high * 100}px ${FONT}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(words, 0, 0, wide * 100);
  context.restore();
}

/** @param {string} colour */
function isDark(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 150;
}
