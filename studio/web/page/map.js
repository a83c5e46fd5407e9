// The map of a seat: the printed map, and on it what the seat knows.

import { paintFlags, paintObjectives, paintZoneNames, paintZones } from "./areas.js";
import { listen } from "./gestures.js";
import { Grid, isHex } from "./grid.js";
import { paintArrow, paintCounter, paintLying, paintName, paintSign } from "./figures.js";
import { byId, contextOf } from "./make.js";
import { NOTHING } from "./seat.js";
import { frontAt, paintWheel, turned } from "./wheel.js";
import { say, spoken } from "./words.js";

/**
 * @import {
 *  Area, Arrow, Counter, GroundView, MapFacts, Option, Point, Room, Shown, Spot, Zone
 * } from "./types.d.ts"
 */
/** @import { Tiles } from "./tiles.js" */

/** @type {Record<string, string>} */
const DEEDS = {
  step: "#2f9e44", march: "#1c7ed6", assault: "#c92a2a", overspend: "#e8590c", place: "#2f9e44",
  advance: "#2f9e44", overrun: "#c92a2a", load: "#7048e8", unload: "#7048e8", exit: "#7048e8",
  join: "#1098ad", lose: "#c92a2a", lay: "#8a6d1f",
  fire: "#c92a2a", aim: "#e8590c", order: "#f2b705", unit: "#f2b705", card: "#7048e8", pass: "#868e96",
};
// What some of them have besides a colour, in the upper part of the hex.
/** @type {Record<string, string>} */
const SIGNS = { advance: "»", overrun: "×", load: "↧", unload: "↥", exit: "⇥", lay: "≋" };
const COUNTER = 0.66; // of a hex
const OFFSET = 0.11; // between counters of a stack
const CLOSEST = 150; // pixels a hex is wide at most
const TAPPED = 24; // pixels a hex is wide at least to be tapped
const EDGE = 0.2; // of what is in sight may lie off the map
const VEIL = "rgba(22, 26, 38, 0.5)";
const GRID = "rgba(60, 50, 30, 0.5)";

/**
 * @typedef {object} Hands
 * @property {(hex: Spot | null) => void} tapped
 * @property {(hex: Spot | null) => void} pointed
 * @property {(option: Option) => void} faced
 */

/** @implements {GroundView} */
export class MapView {
  // `tapped(hex)` is told what was chosen, `pointed(hex)` what is pointed at, `faced(option)` which
  // front of the wheel.
  /** @param {HTMLCanvasElement} canvas @param {MapFacts} facts @param {Tiles} tiles @param {Hands} hands */
  constructor(canvas, facts, tiles, { tapped, pointed, faced }) {
    this.canvas = canvas;
    this.context = contextOf(canvas, { alpha: false });
    this.grid = new Grid(facts);
    this.places = facts.places;
    this.tiles = tiles;
    this.tapped = tapped;
    this.pointed = pointed;
    this.faced = faced;
    /** @type {number | null} of the wheel, what the keys have come to */
    this.front = null;
    /** @type {Map<Zone | string, Area>} of zones and objectives, as paths */
    this.areas = new Map();
    /** @type {Spot[]} a way that is being filled in */
    this.sketch = [];
    this.left = this.top = this.scale = 0;
    this.wide = this.high = 0; // pixels of the canvas, when it was last painted
    this.waiting = false;
    /** @type {Spot | null} */
    this.cursor = null;
    /** @type {(() => void) | null} called after each painting */
    this.painted = null;
    /** @type {Path2D | null} what is out of sight */
    this.veil = null;
    /** @type {Path2D | null} the hexes, until there are pictures */
    this.lines = null;
    this.shown = NOTHING;
    listen(canvas, this, this);
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("blur", () => this.repaint());
    new ResizeObserver(() => this.#resized()).observe(canvas);
  }

  // What there is to see: lists of values that stand at a hex, and the sides by id.
  /** @param {Shown} shown */
  show(shown) {
    if (shown.wheel?.unit !== this.shown.wheel?.unit) this.front = null;
    if (shown.visible !== this.shown.visible) this.veil = this.#veiled(shown.visible);
    this.shown = shown;
    this.repaint();
  }

  repaint() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.#paint();
    });
  }

  // --- what is in sight ---------------------------------------------------------------------------

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.left -= dx / this.scale;
    this.top -= dy / this.scale;
    this.#hold();
  }

  /** @param {number} factor */
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = Math.min(CLOSEST, Math.max(this.#whole() * 0.8, this.scale * factor));
    this.left += x / this.scale - x / scale;
    this.top += y / this.scale - y / scale;
    this.scale = scale;
    this.#hold();
  }

  // The whole map: every hex can be tapped, none lies below the buttons.
  fit() {
    const [wide, high] = this.grid.size;
    this.scale = this.#whole();
    this.#centre(wide / 2, high / 2);
    this.repaint();
  }

  // Bring some hexes into sight, near enough to be tapped.
  /** @param {(Spot | null)[]} hexes */
  lookAt(hexes) {
    const places = hexes.filter(isHex).map((hex) => this.grid.centre(hex));
    if (!places.length) return this.fit();
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    const wide = Math.max(...xs) - Math.min(...xs) + 3;
    const high = Math.max(...ys) - Math.min(...ys) + 3;
    const free = this.#free();
    const fits = Math.min(free.wide / wide, free.high / high);
    this.scale = Math.min(72, Math.max(this.#whole(), fits, TAPPED));
    this.#centre((Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2);
    this.#hold();
  }

  /** @param {Spot} hex */
  isInSight(hex) {
    const [x, y] = this.where(hex);
    const [half, { top, wide, high }] = [this.scale / 2, this.#free()];
    return x >= half && y >= top + half && x <= wide - half && y <= top + high - half;
  }

  // Bring some hexes into sight, as near as the player looks wherever they all fit so.
  /** @param {Spot[]} hexes */
  bring(hexes) {
    const near = this.scale;
    this.lookAt(hexes);
    if (near >= TAPPED && near < this.scale) this.zoom(near / this.scale);
  }

  /** @param {Spot} hex */
  reveal(hex) {
    if (!isHex(hex)) return;
    const [x, y] = this.#onScreen(...this.grid.centre(hex));
    const { top, wide, high } = this.#free();
    const edge = Math.min(60, wide / 5, high / 5);
    this.pan(
      Math.max(0, edge - x) - Math.max(0, x - wide + edge),
      Math.max(0, top + edge - y) - Math.max(0, y - top - high + edge),
    );
  }

  // Where a hex is on the screen, from the canvas's corner.
  /** @param {Spot} hex */
  where(hex) {
    return this.#onScreen(...this.grid.centre(hex));
  }

  #whole() {
    const [wide, high] = this.grid.size;
    const free = this.#free();
    return Math.min(free.wide / wide, free.high / high) || 1;
  }

  // What the buttons leave free: they stand in a column at the right, on a phone in a row at the top.
  #free() {
    const [wide, high] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const bar = byId("zoom");
    const isRow = bar.offsetWidth > bar.offsetHeight;
    const top = isRow ? Math.min(bar.offsetTop + bar.offsetHeight, high / 3) : 0;
    return { top, wide: isRow ? wide : Math.max(bar.offsetLeft, wide / 2), high: high - top };
  }

  // Lay a place of the map in the middle of what is free.
  /** @param {number} x @param {number} y */
  #centre(x, y) {
    const { top, wide, high } = this.#free();
    this.left = x - wide / 2 / this.scale;
    this.top = y - (top + high / 2) / this.scale;
  }

  #hold() {
    const [wide, high] = this.grid.size;
    const [across, down] = [this.canvas.clientWidth / this.scale, this.canvas.clientHeight / this.scale];
    this.left = held(this.left, wide, across);
    this.top = held(this.top, high, down);
    this.repaint();
  }

  #resized() {
    const dots = window.devicePixelRatio || 1;
    const [wide, high] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (!wide || !high) return;
    const middle = this.scale ? [this.left + this.wide / this.scale / 2, this.top + this.high / this.scale / 2] : null;
    this.canvas.width = Math.round(wide * dots);
    this.canvas.height = Math.round(high * dots);
    [this.wide, this.high] = [wide, high];
    if (!middle) {
      this.fit();
      return;
    }
    this.left = middle[0] - wide / this.scale / 2;
    this.top = middle[1] - high / this.scale / 2;
    this.#hold();
    this.#paint(); // at once: an empty canvas would flicker
  }

  /** @param {number} x @param {number} y @returns {Point} */
  #onScreen(x, y) {
    return [(x - this.left) * this.scale, (y - this.top) * this.scale];
  }

  // --- hands --------------------------------------------------------------------------------------

  /** @param {number} x @param {number} y */
  hexAt(x, y) {
    return this.grid.at(x / this.scale + this.left, y / this.scale + this.top);
  }

  /** @param {number} x @param {number} y */
  tap(x, y) {
    const { wheel } = this.shown;
    const [left, top] = [x / this.scale + this.left, y / this.scale + this.top];
    const front = wheel && frontAt(this.grid, wheel, left, top, this.scale);
    const option = front === null ? undefined : wheel?.fronts.get(front);
    const hex = this.hexAt(x, y);
    this.cursor = hex;
    this.repaint();
    if (option) this.faced(option);
    else this.tapped(hex);
  }

  /** @param {number | null} x @param {number | null} y */
  hover(x, y) {
    this.pointed(x === null || y === null ? null : this.hexAt(x, y));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = event.key;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key.startsWith("Arrow")) {
      const middle = this.hexAt(this.canvas.clientWidth / 2, this.canvas.clientHeight / 2);
      this.cursor = this.cursor ? this.grid.step(this.cursor, key) : middle ?? "@0,0";
      this.reveal(this.cursor);
      this.repaint();
      this.pointed(this.cursor);
    } else if ((key === "," || key === ".") && this.shown.wheel) this.#turn(key === "." ? 1 : -1);
    else if (key === "Enter" && this.front !== null && this.shown.wheel) this.#face();
    else if ((key === "Enter" || key === " ") && this.cursor) this.tapped(this.cursor);
    else if (key === "+" || key === "=") this.zoom(1.25);
    else if (key === "-") this.zoom(0.8);
    else if (key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  /** @param {1 | -1} clockwise */
  #turn(clockwise) {
    const { wheel } = this.shown;
    if (!wheel) return;
    this.front = turned(this.grid, wheel, this.front ?? wheel.facing, clockwise);
    this.repaint();
  }

  #face() {
    const option = this.front === null ? undefined : this.shown.wheel?.fronts.get(this.front);
    this.front = null;
    if (option) this.faced(option);
  }

  // How far it is from one point of the map to another, in words.
  /** @param {Point} from @param {Point} to */
  far(from, to) {
    const [start, end] = [from, to].map(([x, y]) => this.grid.at(x, y));
    if (!start || !end) return "";
    const hexes = this.grid.distance(start, end);
    const metres = hexes * this.grid.hexMetres;
    const ground = metres >= 1000
      ? say("far-kilometres", { number: Math.round(metres / 100) / 10 })
      : say("far-metres", { number: Math.round(metres) });
    const where = `${this.grid.label(start)} – ${this.grid.label(end)}`;
    return metres ? say("far-ground", { where, hexes, ground }) : say("far", { where, hexes });
  }

  // --- painting -----------------------------------------------------------------------------------

  #paint() {
    const { context, canvas } = this;
    if (!canvas.width || !this.scale) return;
    const dots = canvas.width / canvas.clientWidth;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = getComputedStyle(canvas).getPropertyValue("--off-map") || "#6b675f";
    context.fillRect(0, 0, canvas.width, canvas.height);
    const step = this.scale * dots;
    context.setTransform(step, 0, 0, step, -this.left * step, -this.top * step);
    context.imageSmoothingQuality = "high";
    const view = {
      left: this.left,
      top: this.top,
      right: this.left + canvas.clientWidth / this.scale,
      bottom: this.top + canvas.clientHeight / this.scale,
    };
    this.tiles.paint(context, view, step);
    if (!this.tiles.isDrawn) this.#paintGrid();
    if (this.veil) {
      context.fillStyle = VEIL;
      context.fill(this.veil);
    }
    paintZones(this);
    paintObjectives(this);
    this.#paintNames();
    this.#paintReach();
    this.#paintOptions();
    this.#paintLying();
    for (const arrow of this.shown.arrows) paintArrow(context, this.#chain(arrow), arrow, this.scale);
    this.#paintUnits();
    paintFlags(this);
    if (this.sketch.length > 1) {
      paintArrow(context, this.#chain({ hexes: this.sketch }), { deed: "step", colour: "#1864ab", isDelivered: true }, this.scale);
    }
    if (this.shown.wheel) paintWheel(context, this.grid, this.shown.wheel, this.front, this.scale);
    this.#paintCursor();
    this.painted?.();
  }

  #paintGrid() {
    const lines = this.lines ?? this.#outlines(this.grid.columns * this.grid.rows > 40000 ? [] : this.grid.names);
    this.lines = lines;
    this.context.fillStyle = "#efe6cd";
    this.context.fill(lines);
    this.context.strokeStyle = GRID;
    this.context.lineWidth = 0.02;
    this.context.stroke(lines);
  }

  #paintNames() {
    if (this.scale < 11) return;
    /** @type {Room[]} */
    const taken = [];
    for (const place of this.places) {
      const [x, y] = this.grid.centre(place.at);
      const size = paintName(this.context, spoken(place.name), x, y + 0.3, this.scale, taken);
      if (size) taken.push(size);
    }
    paintZoneNames(this, taken, TAPPED);
  }

  // Where the unit in hand comes to in this move.
  #paintReach() {
    const { context } = this;
    if (!this.shown.reach.length) return;
    const path = this.#outlines(this.shown.reach.filter(isHex), 0.96);
    context.globalAlpha = 0.2;
    context.fillStyle = DEEDS.step;
    context.fill(path);
    context.globalAlpha = 1;
  }

  #paintOptions() {
    const { context } = this;
    /** @type {Map<Spot, string>} */
    const hexes = new Map();
    for (const option of this.shown.options) if (isHex(option.hex) && option.deed !== "turn") hexes.set(option.hex, option.deed);
    for (const [hex, deed] of hexes) {
      const path = this.#outlines([hex], 0.86);
      const colour = DEEDS[deed] ?? DEEDS.order;
      context.globalAlpha = 0.26;
      context.fillStyle = colour;
      context.fill(path);
      context.globalAlpha = 1;
      context.lineWidth = 0.05;
      context.strokeStyle = colour;
      context.stroke(path);
      const [x, y] = this.grid.centre(hex);
      if (SIGNS[deed] && this.scale >= TAPPED) paintSign(context, SIGNS[deed], x, y - 0.4, colour);
    }
  }

  // What lies in hexes, several of a hex side by side.
  #paintLying() {
    /** @type {Map<Spot, number>} */
    const taken = new Map();
    for (const lying of this.shown.lying) {
      if (!isHex(lying.at)) continue;
      const count = taken.get(lying.at) ?? 0;
      taken.set(lying.at, count + 1);
      const [x, y] = this.grid.centre(lying.at);
      const bearing = lying.facing === undefined ? null : this.grid.bearing(lying.facing);
      paintLying(this.context, lying, x, y, count, bearing);
    }
  }

  #paintUnits() {
    const { context, shown } = this;
    for (const ghost of shown.ghosts) {
      if (!isHex(ghost.at)) continue;
      const [x, y] = this.grid.centre(ghost.at);
      paintCounter(context, { ...ghost, isGhost: true }, x, y, COUNTER, this.scale, this.tiles);
    }
    for (const [hex, stack] of this.stacks()) {
      const [x, y] = this.grid.centre(hex);
      const top = stack.slice(-3);
      top.forEach((unit, place) => {
        const aside = (place - (top.length - 1) / 2) * OFFSET;
        const mark = place === top.length - 1 && stack.length > 1 ? stack.length : 0;
        const bearing = unit.facing === undefined ? null : this.grid.bearing(unit.facing);
        paintCounter(context, { ...unit, bearing, count: mark }, x + aside, y - aside, COUNTER, this.scale, this.tiles);
      });
    }
  }

  // The units on the map by hex; the selected one lies on top.
  /** @returns {Map<Spot, Counter[]>} */
  stacks() {
    /** @type {Map<Spot, Counter[]>} */
    const found = new Map();
    const sorted = [...this.shown.units].sort((a, b) => Number(a.isSelected ?? 0) - Number(b.isSelected ?? 0));
    for (const unit of sorted) if (isHex(unit.at)) found.set(unit.at, [...(found.get(unit.at) ?? []), unit]);
    return found;
  }

  #paintCursor() {
    if (!this.cursor || document.activeElement !== this.canvas) return;
    const { context } = this;
    const path = this.#outlines([this.cursor], 0.97);
    context.lineWidth = 0.1;
    context.strokeStyle = "#ffffff";
    context.stroke(path);
    context.lineWidth = 0.05;
    context.strokeStyle = "#0b5cad";
    context.stroke(path);
  }

  /** @param {Pick<Arrow, "hexes">} arrow */
  #chain(arrow) {
    return arrow.hexes.filter(isHex).map((hex) => this.grid.centre(hex));
  }

  /** @param {Spot[]} hexes */
  #outlines(hexes, part = 1) {
    const path = new Path2D();
    for (const hex of hexes) this.grid.outline(path, hex, part);
    return path;
  }

  /** @param {Spot[] | null} visible */
  #veiled(visible) {
    if (!visible) return null;
    const seen = new Set(visible);
    return this.#outlines(this.grid.names.filter((name) => !seen.has(name)), 1.004);
  }
}

// Where what is in sight begins, so that little of it lies off the map.
/** @param {number} begin @param {number} length @param {number} sight */
function held(begin, length, sight) {
  const edge = EDGE * sight;
  if (sight > length) return Math.min(edge, Math.max(length - sight - edge, begin));
  return Math.min(length - sight + edge, Math.max(-edge, begin));
}
