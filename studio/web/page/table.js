// The table of a seat: the country without hexes, the figures on it, and a hand that moves them.

import { listen } from "./gestures.js";
import { contextOf } from "./make.js";
import { NOTHING } from "./seat.js";
import { say, spoken } from "./words.js";

/** @import { Badge, Counter, GroundView, Point, Shown, Spot, SpotNames, TableFacts } from "./types.d.ts" */
/** @import { TableHand } from "./tablehand.js" */
/** @import { Tiles } from "./tiles.js" */

const [FOOT, INCH] = [192, 16]; // sixteenths of an inch, in which points of a table are counted
const CLOSEST = 900; // pixels a foot is wide at most
const EDGE = 0.2; // of what is in sight may lie off the table
const NEAR = 22; // pixels from a figure in which a finger means it: targets are 44 wide
const INK = "#2b241a";
const [GOOD, BAD, CHOSEN, MAY] = ["#2f9e44", "#c92a2a", "#ffd21f", "#1098ad"];

/** @param {unknown} name @returns {name is Spot} */
export const isPoint = (name) => typeof name === "string" && /^-?\d+,-?\d+$/.test(name);
/** @param {Spot} name @returns {Point} */
export const pointOf = (name) => {
  const [x, y] = name.split(",").map(Number);
  return [x, y];
};
/** @param {Point} given @returns {Spot} */
export const nameOf = ([x, y]) => `${Math.round(x)},${Math.round(y)}`;

/** @implements {GroundView} */
export class TableView {
  // `hand` takes what the fingers do (`hands on a table`, tablehand.js).
  /** @param {HTMLCanvasElement} canvas @param {TableFacts} facts @param {Tiles} tiles @param {TableHand} hand */
  constructor(canvas, facts, tiles, hand) {
    this.canvas = canvas;
    this.context = contextOf(canvas, { alpha: false });
    this.facts = facts;
    this.size = [facts.table.wide / FOOT, facts.table.deep / FOOT];
    this.places = facts.places;
    this.tiles = tiles;
    this.hand = hand;
    this.left = this.top = 0;
    this.scale = 0; // pixels a foot
    this.waiting = false;
    /** @type {(() => void) | null} called after each painting */
    this.painted = null;
    this.isWhole = true; // all of it is seen, and is when there is more or less room
    this.covered = 0;
    /** @type {Spot | null} */
    this.cursor = null;
    /** @type {Spot[]} */
    this.sketch = [];
    this.shown = NOTHING;
    listen(canvas, this, hand, hand);
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("blur", () => this.repaint());
    new ResizeObserver(() => this.#resized()).observe(canvas);
  }

  // A table has no grid; what asks for one is told points in inches.
  /** @returns {SpotNames} */
  get grid() {
    return {
      label: (name) => (isPoint(name) ? inFeet(name) : name ?? ""),
      find: (said) => (isPoint(said) ? said : null),
      axial: (name) => pointOf(name),
      direction: () => null,
      directions: [],
    };
  }

  /** @param {Shown} shown */
  show(shown) {
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
    this.isWhole = false;
    this.left -= dx / this.scale;
    this.top -= dy / this.scale;
    this.#hold();
  }

  /** @param {number} factor */
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = Math.min(CLOSEST, Math.max(this.#whole() * 0.8, this.scale * factor));
    this.isWhole = false;
    this.left += x / this.scale - x / scale;
    this.top += y / this.scale - y / scale;
    this.scale = scale;
    this.#hold();
  }

  fit() {
    this.scale = this.#whole();
    this.left = (this.size[0] - this.canvas.clientWidth / this.scale) / 2;
    this.top = (this.size[1] - this.#room() / this.scale) / 2;
    this.isWhole = true;
    this.repaint();
  }

  // So many pixels at the foot are covered by a bar: the whole table lies above it. It never gives
  // them back, so that the table lies still while somebody drags.
  /** @param {number} pixels */
  cover(pixels) {
    if (pixels <= this.covered) return;
    this.covered = pixels;
    this.canvas.dataset.covered = String(pixels);
    if (this.isWhole) this.fit();
  }

  #room() {
    return Math.max(this.canvas.clientHeight - this.covered, this.canvas.clientHeight / 3);
  }

  // On a table all is seen from the beginning: figures are small, but none is lost.
  lookAt() {
    this.fit();
  }

  /** @param {Spot} name */
  isInSight(name) {
    if (!isPoint(name)) return true;
    const [x, y] = this.where(name);
    return x >= 0 && y >= 0 && x <= this.canvas.clientWidth && y <= this.canvas.clientHeight;
  }

  /** @param {Spot[]} names */
  bring(names) {
    const found = names.filter(isPoint);
    if (found.length) this.reveal(found[0]);
  }

  /** @param {Spot} name */
  reveal(name) {
    if (!isPoint(name)) return;
    const [x, y] = this.where(name);
    const [wide, high] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const edge = Math.min(60, wide / 5, high / 5);
    this.pan(
      Math.max(0, edge - x) - Math.max(0, x - wide + edge),
      Math.max(0, edge - y) - Math.max(0, y - high + edge),
    );
  }

  // Where a point of the table is on the screen, from the canvas's corner.
  /** @param {Spot | Point} name @returns {Point} */
  where(name) {
    return this.#onScreen(...(typeof name === "string" ? pointOf(name) : name));
  }

  // The point of the table under a point of the screen.
  /** @param {number} x @param {number} y @returns {Point} */
  at(x, y) {
    return [(x / this.scale + this.left) * FOOT, (this.size[1] - (y / this.scale + this.top)) * FOOT];
  }

  // The figure under a finger, the nearest of several; null for none.
  /** @param {number} x @param {number} y @param {(unit: Counter) => boolean} wanted @returns {Counter | null} */
  unitAt(x, y, wanted = () => true) {
    /** @type {Counter | null} */
    let best = null;
    let nearest = NEAR;
    for (const unit of this.shown.units) {
      if (!isPoint(unit.at) || !wanted(unit)) continue;
      const [ux, uy] = this.where(unit.at);
      const far = Math.max(Math.hypot(ux - x, uy - y) - this.#radius(unit), 0);
      if (far < nearest) [best, nearest] = [unit, far];
    }
    return best;
  }

  // The figures whose middle lies in a rectangle of the screen.
  /** @param {Point} given @param {Point} given1 */
  unitsWithin([x1, y1], [x2, y2]) {
    return this.shown.units.filter((unit) => {
      if (!isPoint(unit.at)) return false;
      const [x, y] = this.where(unit.at);
      return x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2);
    });
  }

  #whole() {
    const [wide, high] = this.size;
    return Math.min(this.canvas.clientWidth / wide, this.#room() / high) || 1;
  }

  #hold() {
    const [wide, high] = this.size;
    this.left = held(this.left, wide, this.canvas.clientWidth / this.scale);
    this.top = held(this.top, high, this.#room() / this.scale);
    this.repaint();
  }

  #resized() {
    const dots = window.devicePixelRatio || 1;
    const [wide, high] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (!wide || !high) return;
    const isFirst = !this.scale;
    this.canvas.width = Math.round(wide * dots);
    this.canvas.height = Math.round(high * dots);
    if (isFirst || this.isWhole) this.fit();
    else this.#hold();
    this.#paint(); // at once: an empty canvas would flicker
  }

  /** @param {number} x @param {number} y @returns {Point} */
  #onScreen(x, y) {
    return [(x / FOOT - this.left) * this.scale, (this.size[1] - y / FOOT - this.top) * this.scale];
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, Point>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (steps[key]) {
      const middle = this.at(this.canvas.clientWidth / 2, this.canvas.clientHeight / 2);
      const from = this.cursor ? pointOf(this.cursor) : middle;
      const [x, y] = steps[key].map((step, axis) => from[axis] + step * INCH);
      const [wide, deep] = this.size.map((feet) => feet * FOOT);
      this.cursor = nameOf([Math.min(Math.max(x, 0), wide), Math.min(Math.max(y, 0), deep)]);
      this.reveal(this.cursor);
      this.repaint();
    } else if ((key === "Enter" || key === " ") && this.cursor) this.hand.tap(...this.where(this.cursor));
    else if (key === "+" || key === "=") this.zoom(1.25);
    else if (key === "-") this.zoom(0.8);
    else if (key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  // How far it is from one point to another, in words.
  /** @param {Point} given @param {Point} given1 */
  far([x, y], [u, v]) {
    return say("far-table", { inches: Math.round(12 * Math.hypot(u - x, v - y) * 10) / 10 });
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
    const [wide, high] = [canvas.clientWidth / this.scale, canvas.clientHeight / this.scale];
    const view = { left: this.left, top: this.top, right: this.left + wide, bottom: this.top + high };
    this.tiles.paint(context, view, step);
    if (!this.tiles.isDrawn) {
      context.fillStyle = "#d6dfae";
      context.fillRect(0, 0, this.size[0], this.size[1]);
    }
    context.setTransform(dots, 0, 0, dots, 0, 0); // from here on in pixels of the screen
    this.#paintReach();
    this.#paintLying();
    for (const unit of this.shown.units) if (isPoint(unit.at)) this.#paintUnit(unit, unit.at);
    this.#paintNames();
    this.#paintProspect();
    this.#paintBand();
    this.#paintCursor();
    this.painted?.();
  }

  /** @param {Counter} unit */
  #stand(unit) {
    return this.facts.stands[unit.side]?.[unit.type ?? ""];
  }

  /** @param {Counter} unit */
  #radius(unit) {
    const stand = this.#stand(unit);
    return ((stand?.wide ?? 20) / 3 / FOOT) * this.scale;
  }

  /** @param {Counter} unit @param {Spot} at */
  #paintUnit(unit, at) {
    const { context } = this;
    const [x, y] = this.where(at);
    const stand = this.#stand(unit);
    const picture = stand && this.tiles.symbol(stand.picture);
    const wide = ((stand?.wide ?? 20) / FOOT) * this.scale;
    const radius = this.#radius(unit);
    if (picture && wide > 9) {
      context.save();
      context.translate(x, y);
      context.rotate(((unit.facing ?? 0) * Math.PI) / 180);
      context.drawImage(picture, -wide / 2, -wide / 2, wide, wide);
      context.restore();
    } else disc(context, x, y, Math.max(radius, 2), unit.colour, INK, 1);
    const ring = this.hand.ring(unit);
    if (ring) {
      const far = Math.max(radius + 2, 5);
      disc(context, x, y, far, null, INK, ring === "chosen" ? 4.5 : 3);
      disc(context, x, y, far, null, { chosen: CHOSEN, may: MAY, target: BAD }[ring], ring === "chosen" ? 2.6 : 1.6);
    }
    for (const [number, badge] of unit.badges.entries()) this.#paintBadge(badge, x + number * 11, y - radius - 7);
  }

  /** @param {Badge} badge @param {number} x @param {number} y */
  #paintBadge(badge, x, y) {
    const { context } = this;
    disc(context, x, y, 5.5, badge.colour, "#ffffff", 1);
    this.#write(badge.letter, x, y, "#ffffff", "bold 8px sans-serif");
  }

  #paintReach() {
    const { context } = this;
    const outlines = this.hand.reach;
    if (!outlines.length) return;
    const path = new Path2D();
    for (const outline of outlines) {
      this.#follow(path, outline.split(" "));
      path.closePath();
    }
    context.fillStyle = "rgba(27, 79, 208, 0.12)";
    context.fill(path, "evenodd");
    context.strokeStyle = "rgba(27, 79, 208, 0.8)";
    context.lineWidth = 1.4;
    context.setLineDash([5, 4]);
    context.stroke(path);
    context.setLineDash([]);
  }

  #paintLying() {
    for (const lying of this.shown.lying) {
      if (!isPoint(lying.at)) continue;
      const [x, y] = this.where(lying.at);
      disc(this.context, x, y, 6, "rgba(255,255,255,0.85)", INK, 1.2);
      this.#write((lying.type || lying.kind).slice(0, 1).toUpperCase(), x, y, INK, "bold 9px sans-serif");
    }
  }

  #paintNames() {
    for (const place of this.places) {
      if (!isPoint(place.at)) continue;
      const [x, y] = this.where(place.at);
      this.#write(spoken(place.name), x, y, INK, "italic 13px sans-serif", true);
    }
  }

  // What the gesture under way comes to.
  #paintProspect() {
    const { context } = this;
    const told = this.hand.prospect;
    if (!told) return;
    for (const landing of told.landings) {
      const [x, y] = this.where(landing.at);
      const ink = landing.fine ? GOOD : BAD;
      this.#line(landing.way, ink, 1.5);
      disc(context, x, y, Math.max((6 / FOOT) * this.scale, 3.5), landing.fine ? "rgba(47,158,68,.45)" : "rgba(201,42,42,.45)", ink, 1.6);
    }
    this.#line(told.line, BAD, 2.2, [7, 5]);
    for (const name of told.barred) this.#cross(...this.where(name));
    for (const { unit, chance } of told.struck) {
      const there = this.shown.units.find((one) => one.id === unit);
      const percent = Math.round(chance * 100);
      if (!there || !isPoint(there.at) || !percent) continue;
      const [x, y] = this.where(there.at);
      this.#plate(`${percent} %`, x, y - this.#radius(there) - 12, BAD);
    }
  }

  /** @param {Spot[]} names @param {string} ink @param {number} wide @param {number[]} dashes */
  #line(names, ink, wide, dashes = []) {
    if (!names || names.length < 2) return;
    const { context } = this;
    const path = new Path2D();
    this.#follow(path, names);
    /** @type {[shade: string, thick: number][]} */
    const strokes = [["rgba(255,255,255,.8)", wide + 2], [ink, wide]];
    for (const [shade, thick] of strokes) {
      context.strokeStyle = shade;
      context.lineWidth = thick;
      context.setLineDash(shade === ink ? dashes : []);
      context.stroke(path);
    }
    context.setLineDash([]);
  }

  /** @param {Path2D} path @param {Spot[]} names */
  #follow(path, names) {
    names.forEach((name, number) => path[number ? "lineTo" : "moveTo"](...this.where(name)));
  }

  /** @param {number} x @param {number} y */
  #cross(x, y) {
    const { context } = this;
    /** @type {[ink: string, wide: number][]} */
    const strokes = [["#ffffff", 4.5], [BAD, 2.4]];
    for (const [ink, wide] of strokes) {
      context.strokeStyle = ink;
      context.lineWidth = wide;
      context.beginPath();
      context.moveTo(x - 6, y - 6);
      context.lineTo(x + 6, y + 6);
      context.moveTo(x - 6, y + 6);
      context.lineTo(x + 6, y - 6);
      context.stroke();
    }
  }

  /** @param {string} words @param {number} x @param {number} y @param {string} shade */
  #plate(words, x, y, shade) {
    const { context } = this;
    context.font = "bold 11px sans-serif";
    const wide = context.measureText(words).width + 8;
    context.fillStyle = shade;
    context.fillRect(x - wide / 2, y - 8, wide, 16);
    this.#write(words, x, y, "#ffffff", "bold 11px sans-serif");
  }

  /**
   * @param {string} words
   * @param {number} x
   * @param {number} y
   * @param {string} ink
   * @param {string} font
   * @param {boolean} hasHalo
   */
  #write(words, x, y, ink, font, hasHalo = false) {
    const { context } = this;
    context.font = font;
    context.textAlign = "center";
    context.textBaseline = "middle";
    if (hasHalo) {
      context.strokeStyle = "rgba(255,255,255,.85)";
      context.lineWidth = 3;
      context.strokeText(words, x, y);
    }
    context.fillStyle = ink;
    context.fillText(words, x, y);
  }

  #paintBand() {
    const { band } = this.hand;
    if (!band) return;
    const { context } = this;
    const [[x1, y1], [x2, y2]] = band;
    context.fillStyle = "rgba(27, 79, 208, 0.12)";
    context.strokeStyle = "#1b4fd0";
    context.lineWidth = 1.4;
    context.fillRect(x1, y1, x2 - x1, y2 - y1);
    context.strokeRect(x1, y1, x2 - x1, y2 - y1);
  }

  #paintCursor() {
    if (!this.cursor || document.activeElement !== this.canvas) return;
    const [x, y] = this.where(this.cursor);
    disc(this.context, x, y, 11, null, "#ffffff", 4);
    disc(this.context, x, y, 11, null, "#0b5cad", 2);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string | null} fill
 * @param {string} ink
 * @param {number} wide
 */
function disc(context, x, y, radius, fill, ink, wide) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  if (fill) {
    context.fillStyle = fill;
    context.fill();
  }
  context.strokeStyle = ink;
  context.lineWidth = wide;
  context.stroke();
}

// A point as people read it: feet and inches.
/** @param {Spot} name */
export function inFeet(name) {
  return pointOf(name)
    .map((length) => {
      const inches = Math.round(Math.abs(length) / INCH);
      const [sign, rest] = [length < 0 && inches ? "−" : "", inches % 12];
      return `${sign}${(inches - rest) / 12}′${rest ? ` ${rest}″` : ""}`;
    })
    .join(", ");
}

// Where what is in sight begins, so that little of it lies off the table.
/** @param {number} begin @param {number} length @param {number} sight */
function held(begin, length, sight) {
  const edge = EDGE * sight;
  if (sight > length) return Math.min(edge, Math.max(length - sight - edge, begin));
  return Math.min(length - sight + edge, Math.max(-edge, begin));
}
