// The hexes of a map: where they lie on the page, as engine/layout.py says. A hex is `@column,row`,
// and the unit of the page is the width of a hex across its flats.

/** @import { MapFacts, Point, Spot } from "./types.d.ts" */

const ROOT3 = Math.sqrt(3);

export class Grid {
  /** @param {MapFacts} facts */
  constructor(facts) {
    this.columns = facts.columns;
    this.rows = facts.rows;
    this.pointy = facts.pointy;
    this.even = facts.even;
    this.labels = facts.labels;
    this.hexMetres = facts.hex_metres ?? 0;
    this.across = this.pointy ? 0.5 : 0.5 / ROOT3;
    this.down = this.pointy ? 0.5 / ROOT3 : 0.5;
    const pointy = [[1, 1], [1, -1], [0, -2], [-1, -1], [-1, 1], [0, 2]];
    const flat = [[-1, -1], [1, -1], [2, 0], [1, 1], [-1, 1], [-2, 0]];
    this.corners = (this.pointy ? pointy : flat).map(([x, y]) => [x * this.across, y * this.down]);
  }

  // 1 where a row (pointy) or column (flat) sits half a hex further right or down.
  /** @param {number} line */
  shift(line) {
    return (line & 1) ^ (this.even ? 1 : 0);
  }

  /** @param {Spot} name @returns {Point} */
  centre(name) {
    const [column, row] = read(name);
    return this.pointy
      ? [(2 * column + this.shift(row) + 1) * this.across, (3 * row + 2) * this.down]
      : [(3 * column + 2) * this.across, (2 * row + this.shift(column) + 1) * this.down];
  }

  /** @returns {Point} */
  get size() {
    const lines = this.pointy ? this.rows : this.columns;
    const half = lines > 1 || this.shift(0) ? 1 : 0; // of a hex, by which every other line is shifted
    return this.pointy
      ? [(2 * this.columns + half) * this.across, (3 * this.rows + 1) * this.down]
      : [(3 * this.columns + 1) * this.across, (2 * this.rows + half) * this.down];
  }

  /** @param {number} column @param {number} row */
  has(column, row) {
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows;
  }

  // The hex that holds a point; null off the map.
  /** @param {number} x @param {number} y @returns {Spot | null} */
  at(x, y) {
    const [main, across] = this.pointy ? [y / this.down, 3] : [x / this.across, 3];
    const near = Math.round((main - 2) / across);
    /** @type {Point} */
    let best = [-1, -1];
    let nearest = Infinity;
    for (let line = near - 1; line <= near + 1; line += 1) {
      const [along, unit] = this.pointy ? [x, this.across] : [y, this.down];
      const other = Math.round((along / unit - 1 - this.shift(line)) / 2);
      const [column, row] = this.pointy ? [other, line] : [line, other];
      const [cx, cy] = this.centre(nameOf(column, row));
      const far = (cx - x) ** 2 + (cy - y) ** 2;
      if (far < nearest) [nearest, best] = [far, [column, row]];
    }
    return this.has(...best) ? nameOf(...best) : null;
  }

  // The hex an arrow key leads to; the same where the map ends.
  /** @param {Spot} name @param {string} key @returns {Spot} */
  step(name, key) {
    const [column, row] = read(name);
    /** @type {Record<string, Point>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const [right, below] = steps[key] ?? [0, 0];
    return this.has(column + right, row + below) ? nameOf(column + right, row + below) : name;
  }

  // The hex as answers name it: by its axial coordinates.
  /** @param {Spot} name @returns {Point} */
  axial(name) {
    const [column, row] = read(name);
    const even = this.even ? 1 : 0;
    return this.pointy ? [column - ((row + even) >> 1), row] : [column, row - ((column + even) >> 1)];
  }

  // The hex that a label or `@column,row` means; null for none of the map.
  /** @param {string} words @returns {Spot | null} */
  find(words) {
    const place = this.labels.indexOf(words);
    if (place >= 0) return nameOf(place % this.columns, Math.floor(place / this.columns));
    if (!/^@\d+,\d+$/.test(words)) return null;
    const [column, row] = read(words);
    return this.has(column, row) ? nameOf(column, row) : null;
  }

  // Where a direction 0…5 points, in degrees clockwise from the top.
  /** @param {number} direction */
  bearing(direction) {
    return this.pointy ? (450 - 60 * direction) % 360 : 60 * direction;
  }

  // The compass names of directions 0…5.
  get directions() {
    return this.pointy ? ["e", "ne", "nw", "w", "sw", "se"] : ["n", "ne", "se", "s", "sw", "nw"];
  }

  // The point so far ahead of a hex's middle in a direction, and so far to the right of it.
  /** @param {Spot} name @param {number} direction @param {number} ahead @param {number} right @returns {Point} */
  towards(name, direction, ahead, right = 0) {
    return aside(this.centre(name), this.bearing(direction), ahead, right);
  }

  // The direction from a hex to one next door; null where they do not touch.
  /** @param {Spot} name @param {Spot} other @returns {number | null} */
  direction(name, other) {
    const [[q, r], [to, down]] = [this.axial(name), this.axial(other)];
    const steps = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
    const found = steps.findIndex(([dq, dr]) => q + dq === to && r + dr === down);
    if (found < 0) return null;
    return this.pointy ? found : [2, 1, 0, 5, 4, 3][found];
  }

  // The hex next door in a direction 0…5, whether it lies on the map or not.
  /** @param {Spot} name @param {number} direction @returns {Spot} */
  neighbour(name, direction) {
    const [q, r] = this.axial(name);
    const [dq, dr] = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]][this.pointy ? direction : [2, 1, 0, 5, 4, 3][direction]];
    const even = this.even ? 1 : 0;
    const [column, row] = [q + dq, r + dr];
    return this.pointy ? nameOf(column + ((row + even) >> 1), row) : nameOf(column, row + ((column + even) >> 1));
  }

  // The direction next to one, clockwise for 1 and the other way for -1.
  /** @param {number} direction @param {number} turn */
  beside(direction, turn) {
    return (direction + (this.pointy ? -turn : turn) + 6) % 6;
  }

  // How many steps it is from one hex to another.
  /** @param {Spot} name @param {Spot} other */
  distance(name, other) {
    const [[q, r], [p, s]] = [this.axial(name), this.axial(other)];
    return Math.max(Math.abs(q - p), Math.abs(r - s), Math.abs(q + r - p - s));
  }

  /** @returns {Spot[]} */
  get names() {
    const found = [];
    for (let row = 0; row < this.rows; row += 1) {
      for (let column = 0; column < this.columns; column += 1) found.push(nameOf(column, row));
    }
    return found;
  }

  // What is printed in a hex.
  /** @param {Spot} name @returns {string} */
  label(name) {
    const [column, row] = read(name);
    return this.labels[row * this.columns + column] ?? name;
  }

  /** @param {Path2D} path @param {Spot} name @param {number} part */
  outline(path, name, part = 1) {
    const [x, y] = this.centre(name);
    this.corners.forEach(([dx, dy], index) => {
      if (index) path.lineTo(x + dx * part, y + dy * part);
      else path.moveTo(x + dx * part, y + dy * part);
    });
    path.closePath();
  }
}

// The point so far from another in a bearing, and so far to the right of it.
/** @param {Point} given @param {number} bearing @param {number} ahead @param {number} right @returns {Point} */
export function aside([x, y], bearing, ahead, right = 0) {
  const turn = (bearing * Math.PI) / 180;
  const [across, down] = [Math.sin(turn), -Math.cos(turn)];
  return [x + ahead * across - right * down, y + ahead * down + right * across];
}

/** @param {number} column @param {number} row @returns {Spot} */
export function nameOf(column, row) {
  return `@${column},${row}`;
}

/** @param {unknown} name @returns {name is Spot} */
export function isHex(name) {
  return typeof name === "string" && name.startsWith("@");
}

/** @param {Spot} name @returns {Point} */
function read(name) {
  const [column, row] = name.slice(1).split(",").map(Number);
  return [column, row];
}
