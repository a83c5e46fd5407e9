// A hand on a table: what it has taken, what its gesture would come to, and the bar that says so.

import { byId, fill, make } from "./make.js";
import { nameOf, pointOf } from "./table.js";
import { say, spoken } from "./words.js";

/** @import { Counter, Gesture, Grip, HandOnTable, Option, Point, Prospect, Seat } from "./types.d.ts" */
/** @import { TableView } from "./table.js" */

const BAR = 116; // pixels that the bar takes at the foot, a line of words and a row of buttons
const PAUSE = 90; // milliseconds between questions while a figure is dragged

/**
 * @typedef {object} Asker
 * @property {(gesture: Gesture) => void} asks
 * @property {(gesture: Gesture) => void} writes
 * @property {(options: Option[]) => void} drafts
 * @property {(unit: string | null) => void} select
 */

/** @implements {HandOnTable} */
export class TableHand {
  // `asks(gesture)` asks the host what a gesture comes to, `writes(gesture)` puts it into the draft;
  // `drafts(options)` drafts one of some options, or asks which; `select(unit)` shows a unit. The view
  // is made for this hand.
  /** @param {Seat} seat @param {Asker} asker @param {(hand: TableHand) => TableView} makeView */
  constructor(seat, { asks, writes, drafts, select }, makeView) {
    this.seat = seat;
    this.asks = asks;
    this.writes = writes;
    this.drafts = drafts;
    this.select = select;
    /** @type {string[]} */
    this.taken = [];
    /** @type {string | null | undefined} */
    this.question = undefined;
    /** @type {string | null} the piece that is dragged */
    this.grabbed = null;
    this.formation = "";
    this.isBand = false; // a drag from the bare table takes what is in it
    /** @type {[Point, Point] | null} */
    this.band = null;
    /** @type {Gesture | null} the one under way */
    this.gesture = null;
    /** @type {Prospect | null} */
    this.prospect = null;
    /** @type {string[]} outlines, as points in a row */
    this.reach = [];
    /** @type {Gesture | null} the gesture the host has not answered yet */
    this.asked = null;
    /** @type {Gesture | null} the one to be asked after it */
    this.next = null;
    this.isDropped = false; // what was asked is to be written as soon as it is known to be fine
    this.view = makeView(this);
  }

  // --- what is asked ------------------------------------------------------------------------------

  get grip() {
    return this.seat.desk.asked ? this.seat.desk.grip ?? null : null;
  }

  /** @param {string} unit */
  may(unit) {
    return Boolean(this.grip?.takes.includes(unit));
  }

  // Another question: what may no longer be taken is let go; a lone piece is in hand at once.
  follow() {
    const grip = this.grip;
    const free = new Set(grip ? [...grip.takes, ...grip.waiting] : []);
    const kept = this.taken.filter((unit) => free.has(unit));
    const isLone = !kept.length && grip?.takes.length === 1 && !grip.waiting.length;
    const wanted = isLone ? [...grip.takes] : kept;
    if (this.question !== this.seat.desk.question_id || wanted.join() !== this.taken.join()) {
      this.question = this.seat.desk.question_id;
      this.taken = wanted;
      this.forget();
      this.#askReach();
    }
    if (!grip?.formations.some((one) => one.id === this.formation)) this.formation = "";
    this.showBar();
  }

  forget() {
    this.gesture = null;
    this.prospect = null;
    this.next = null;
    this.band = null;
    this.isDropped = false;
    this.view.repaint();
  }

  /** @param {string[]} units */
  take(units) {
    const grip = this.grip;
    const free = grip ? new Set([...grip.takes, ...grip.waiting]) : new Set();
    const found = [...new Set(units)].filter((unit) => free.has(unit));
    this.taken = grip?.many ? found : found.slice(-1);
    this.reach = [];
    this.forget();
    this.#askReach();
    this.showBar();
  }

  #askReach() {
    this.reach = [];
    const grip = this.grip;
    if (grip && this.taken.length) this.#ask({ touch: grip.touches[0], pieces: this.taken.join(" ") });
  }

  // Which ring a figure has.
  /** @param {Counter} unit @returns {"chosen" | "may" | "target" | null} */
  ring(unit) {
    if (this.taken.includes(unit.id)) return "chosen";
    if (this.band && this.may(unit.id) && this.view.unitsWithin(...this.band).includes(unit)) return "chosen";
    if (unit.mayLose) return "target";
    if (this.seat.options.some((option) => option.target === unit.id)) return "target";
    return (this.may(unit.id) && !this.taken.length) || unit.mayAct ? "may" : null;
  }

  // --- gestures -----------------------------------------------------------------------------------

  // Whether a drag from here is the hand's; else it moves the table.
  /** @param {number} x @param {number} y @returns {boolean} */
  grabs(x, y) {
    const grip = this.grip;
    if (!grip) return false;
    const unit = this.view.unitAt(x, y, (one) => this.may(one.id));
    if (unit && !this.isBand) {
      this.grabbed = unit.id;
      return grip.touches.includes("move") || grip.touches[0] === "aim";
    }
    this.grabbed = null;
    return this.isBand || Boolean(this.taken.length && (this.formation || grip.touches[0] === "lay"));
  }

  /** @param {Point} from @param {Point} at */
  drag(from, at) {
    if (this.isBand) {
      this.band = [from, at];
      this.view.repaint();
      return;
    }
    if (this.grabbed && !this.taken.includes(this.grabbed)) this.take([this.grabbed]);
    this.#try(this.#dragged(from, at));
  }

  /** @param {Point} from @param {Point} at */
  drop(from, at) {
    if (this.isBand) {
      const found = this.view.unitsWithin(from, at).map((unit) => unit.id);
      this.isBand = false;
      this.take([...this.taken, ...found]);
      return;
    }
    this.isDropped = true;
    this.#try(this.#dragged(from, at));
  }

  giveUp() {
    this.forget();
    this.showBar();
  }

  // Give up the gesture under way, else what is in hand; whether there was anything.
  escape() {
    const had = Boolean(this.prospect || this.isBand || this.taken.length);
    this.isBand = false;
    if (this.prospect) this.giveUp();
    else if (had) this.take([]);
    return had;
  }

  /** @param {Point} from @param {Point} at @returns {Gesture} */
  #dragged(from, at) {
    const [start, end] = [this.view.at(...from), this.view.at(...at)].map(nameOf);
    const pieces = this.taken.join(" ");
    if (!this.grabbed) return { touch: "lay", pieces, way: `${start} ${end}`, formation: this.formation };
    if (!this.grip?.touches.includes("move")) return this.#aimed(at);
    return { touch: "move", pieces, way: `${start} ${end}` };
  }

  /** @param {Point} at @returns {Gesture} */
  #aimed(at) {
    const target = this.view.unitAt(...at, (unit) => !this.taken.includes(unit.id))?.id;
    /** @type {Gesture} */
    const gesture = { touch: "aim", pieces: this.taken.join(" "), way: nameOf(this.view.at(...at)) };
    return target ? { ...gesture, target } : gesture;
  }

  /** @param {number} x @param {number} y */
  tap(x, y) {
    const unit = this.view.unitAt(x, y);
    const options = unit ? this.seat.options.filter((o) => o.target === unit.id || o.unit === unit.id) : [];
    const own = this.view.unitAt(x, y, (one) => this.may(one.id));
    const grip = this.grip;
    if (own && !options.some((option) => option.target === own.id)) this.#toggle(own.id);
    else if (options.length) this.drafts(options);
    else if (grip && (this.taken.length || grip.touches.includes("mark"))) this.#try(this.#tapped([x, y], grip));
    else this.select(unit?.side === this.seat.me.side ? unit.id : null);
  }

  hover() {}

  /** @param {string} unit */
  #toggle(unit) {
    const isTaken = this.taken.includes(unit);
    this.take(isTaken ? this.taken.filter((one) => one !== unit) : [...this.taken, unit]);
  }

  // A tap on the table: what is in hand goes there, or is aimed there.
  /** @param {Point} at @param {Grip} grip @returns {Gesture} */
  #tapped(at, { touches }) {
    const end = nameOf(this.view.at(...at));
    const pieces = this.taken.join(" ");
    if (touches[0] === "aim" && this.taken.length) return this.#aimed(at);
    if (!this.taken.length) return { touch: "mark", way: end };
    if (touches.includes("move") && touches[0] !== "lay") return { touch: "move", pieces, way: `${this.#middle() ?? end} ${end}` };
    return { touch: "lay", pieces, way: `${end} ${end}`, formation: this.formation };
  }

  #middle() {
    const found = this.view.shown.units.flatMap(({ id, at }) => (at && this.taken.includes(id) ? [pointOf(at)] : []));
    if (!found.length) return null;
    const [x, y] = found.reduce(([a, b], [c, d]) => [a + c, b + d]);
    return nameOf([x / found.length, y / found.length]);
  }

  // --- asking the host ----------------------------------------------------------------------------

  /** @param {Gesture} gesture */
  #try(gesture) {
    this.gesture = gesture;
    this.#ask(gesture);
  }

  // One question at a time: of those that come meanwhile the last is asked next.
  /** @param {Gesture} gesture */
  #ask(gesture) {
    if (this.asked) {
      this.next = gesture;
      return;
    }
    this.asked = gesture;
    this.asks(gesture);
  }

  // What a gesture comes to, as the host says.
  /** @param {Prospect} told */
  hear(told) {
    const asked = this.asked;
    this.asked = null;
    if (!asked?.way) this.reach = told.reach ?? [];
    else if (this.gesture) {
      this.prospect = told;
      if (this.isDropped && !this.next) this.#settle(told);
    }
    if (this.next) {
      const next = this.next;
      this.next = null;
      setTimeout(() => this.#ask(next), PAUSE);
    }
    this.showBar();
    this.view.repaint();
  }

  // The host did not answer: whatever comes next may be asked.
  fail() {
    this.asked = null;
    this.next = null;
    this.isDropped = false;
  }

  // What was dropped is written where it is fine; else it stays in sight, with why not.
  /** @param {Prospect} told */
  #settle(told) {
    this.isDropped = false;
    if (told.fine) this.write();
  }

  write() {
    const { gesture } = this;
    this.forget();
    if (gesture) this.writes(gesture);
    this.showBar();
  }

  // --- the bar ------------------------------------------------------------------------------------

  showBar() {
    const bar = byId("hand");
    const grip = this.grip;
    bar.hidden = !grip;
    if (!grip) return;
    const told = this.prospect;
    const words = told ? [told.why, ...told.told].map(spoken).filter(Boolean) : [];
    const state = told && !told.fine ? "bad" : "";
    const hint = this.taken.length ? say("table-hand", { count: this.taken.length }) : say("table-take");
    fill(
      bar,
      make("p", { class: state, role: "status", text: words.join(" · ") || hint }),
      make("div", { class: "row" }, ...this.#buttons(grip, told)),
    );
    this.view.cover(BAR);
  }

  /** @param {Grip} grip @param {Prospect | null} told */
  #buttons(grip, told) {
    const found = [];
    if (told?.fine && this.gesture) found.push(button("table-go", () => this.write(), "main"));
    if (told) found.push(button("cancel", () => this.giveUp()));
    if (grip.many && !told) found.push(button("table-band", () => this.#toggleBand(), "", this.isBand));
    for (const [body, units] of this.#waiting(grip)) {
      const isTaken = units.every((unit) => this.taken.includes(unit));
      found.push(plain(`${spoken(grip.bodies[body] ?? body)} · ${units.length}`, () => this.take(isTaken ? [] : units), isTaken));
    }
    if (this.taken.length && !told) {
      for (const { id, words } of grip.formations) {
        found.push(plain(spoken(words), () => this.#form(id), this.formation === id));
      }
      found.push(button("table-let-go", () => this.take([])));
    }
    return found;
  }

  // What waits beside the table, by body.
  /** @param {Grip} grip @returns {Map<string, string[]>} */
  #waiting(grip) {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const unit of grip.waiting) {
      const body = unit.includes(".") ? unit.slice(0, unit.lastIndexOf(".")) : unit;
      found.set(body, [...(found.get(body) ?? []), unit]);
    }
    return found;
  }

  #toggleBand() {
    this.isBand = !this.isBand;
    this.showBar();
  }

  /** @param {string} id */
  #form(id) {
    this.formation = this.formation === id ? "" : id;
    this.showBar();
  }
}

/** @param {string} key @param {() => void} click @param {string} kind @param {boolean | null} isOn */
function button(key, click, kind = "", isOn = null) {
  return plain(say(key), click, isOn, kind, key);
}

/**
 * @param {string} words
 * @param {() => void} click
 * @param {boolean | null} isOn
 * @param {string} kind
 * @param {string} key
 */
function plain(words, click, isOn = null, kind = "", key = "") {
  const pressed = isOn === null ? {} : { "aria-pressed": String(isOn) };
  return make("button", { type: "button", class: kind, key: key || `hand-${words}`, text: words, ...pressed, on: { click } });
}
