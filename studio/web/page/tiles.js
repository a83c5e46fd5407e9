// The printed map: pictures at several sizes, loaded as they come into sight.

/** @import { Point, Room, TileFacts, TileLevel } from "./types.d.ts" */

const MOST_KEPT = 160;

export class Tiles {
  /** @param {string} path @param {TileFacts} facts @param {() => void} changed */
  constructor(path, facts, changed) {
    this.path = path;
    this.changed = changed;
    /** @type {Map<string, { image: HTMLImageElement, isLoaded: boolean }>} */
    this.pictures = new Map();
    this.facts = facts;
    this.levels = sorted(facts.levels);
  }

  /** @param {TileFacts} facts */
  use(facts) {
    this.facts = facts;
    this.levels = sorted(facts.levels);
  }

  get isDrawn() {
    return this.levels.length > 0;
  }

  // A unit's symbol, as soon as it is there.
  /** @param {string} name */
  symbol(name) {
    return this.isDrawn ? this.#picture(`${name}.png`) : null;
  }

  // Draw what is in sight; `scale` is the width of a hex in pixels of the screen.
  /** @param {CanvasRenderingContext2D} context @param {Room} view @param {number} scale */
  paint(context, view, scale) {
    const wanted = this.levels.find((level) => level.width >= scale) ?? this.levels.at(-1);
    if (!wanted) return;
    const place = this.levels.indexOf(wanted);
    // What is coarser stands in until the right pictures have come.
    if (!this.#isThere(wanted, view)) {
      for (const level of this.levels.slice(0, place)) this.#paintLevel(context, level, view, false);
    }
    this.#paintLevel(context, wanted, view, true);
    for (const [column, row] of this.#inSight(this.levels[0], view)) {
      this.#picture(`${this.levels[0].name}-${column}-${row}.png`); // for the next look from afar
    }
  }

  /** @param {TileLevel} level @param {Room} view */
  #inSight(level, view) {
    const size = this.facts.tile / level.width;
    const columns = Math.ceil(level.wide / this.facts.tile);
    const rows = Math.ceil(level.high / this.facts.tile);
    /** @type {Point[]} */
    const found = [];
    /** @param {number} low */
    const first = (low) => Math.max(0, Math.floor(low / size));
    for (let row = first(view.top); row < rows && row * size < view.bottom; row += 1) {
      for (let column = first(view.left); column < columns && column * size < view.right; column += 1) {
        found.push([column, row]);
      }
    }
    return found;
  }

  /** @param {TileLevel} level @param {Room} view */
  #isThere(level, view) {
    return this.#inSight(level, view).every(([column, row]) => {
      return this.pictures.get(`${level.name}-${column}-${row}.png`)?.isLoaded;
    });
  }

  /** @param {CanvasRenderingContext2D} context @param {TileLevel} level @param {Room} view @param {boolean} wanted */
  #paintLevel(context, level, view, wanted) {
    for (const [column, row] of this.#inSight(level, view)) {
      const name = `${level.name}-${column}-${row}.png`;
      const picture = wanted ? this.#picture(name) : this.#loaded(name);
      if (!picture) continue;
      const size = this.facts.tile / level.width;
      const [wide, high] = [picture.naturalWidth / level.width, picture.naturalHeight / level.width];
      context.drawImage(picture, column * size, row * size, wide, high);
    }
  }

  /** @param {string} name */
  #loaded(name) {
    const kept = this.pictures.get(name);
    return kept?.isLoaded ? kept.image : null;
  }

  /** @param {string} name */
  #picture(name) {
    const kept = this.pictures.get(name);
    if (kept) {
      this.pictures.delete(name); // the last used is the last to go
      this.pictures.set(name, kept);
      return kept.isLoaded ? kept.image : null;
    }
    const image = new Image();
    const entry = { image, isLoaded: false };
    this.pictures.set(name, entry);
    image.onload = () => {
      entry.isLoaded = true;
      this.changed();
    };
    image.onerror = () => setTimeout(() => this.pictures.delete(name), 3000);
    image.src = `${this.path}picture/${name}`;
    const [oldest] = this.pictures.keys();
    if (oldest !== undefined && this.pictures.size > MOST_KEPT) this.pictures.delete(oldest);
    return null;
  }
}

/** @param {TileLevel[]} levels */
function sorted(levels) {
  return [...levels].sort((a, b) => a.width - b.width);
}
