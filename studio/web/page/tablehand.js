// A hand on a table: what it has taken, what its gesture would come to, and the bar that says so.

import { byId, fill, make } from "./make.js";
import { nameOf, pointOf } from "./table.js";
import { say, spoken } from "./words.js";

const BAR = 116; // pixels that the bar takes at the foot, a line of words and a row of buttons
const PAUSE = 90; // milliseconds between questions while a figure is dragged

export class TableHand {
  // `asks(gesture)` asks the host what a gesture comes to, `writes(gesture)` puts it into the draft;
  // `drafts(options)` drafts one of some options, or asks which; `select(unit)` shows a unit.
  constructor(seat, { asks, writes, drafts, select }) {
    this.seat = seat;
    this.asks = asks;
    this.writes = writes;
    this.drafts = drafts;
    this.select = select;
    this.taken = [];
    this.formation = "";
    this.isBand = false; // a drag from the bare table takes what is in it
    this.band = null;
    this.gesture = null; // the one under way
    this.prospect = null;
    this.reach = [];
    this.view = null;
    this.asked = null; // the gesture the host has not answered yet
    this.next = null; // the one to be asked after it
    this.isDropped = false; // what was asked is to be written as soon as it is known to be fine
  }

  // --- what is asked ------------------------------------------------------------------------------

  get grip() {
    return this.seat.desk.asked ? this.seat.desk.grip ?? null : null;
  }

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
    this.view?.repaint();
  }

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
    if (this.taken.length) this.#ask({ touch: this.grip.touches[0], pieces: this.taken.join(" ") });
  }

  // Which ring a figure has.
  ring(unit) {
    if (this.taken.includes(unit.id)) return "chosen";
    if (this.band && this.may(unit.id) && this.view.unitsWithin(...this.band).includes(unit)) return "chosen";
    if (unit.mayLose) return "target";
    if (this.seat.options.some((option) => option.target === unit.id)) return "target";
    return (this.may(unit.id) && !this.taken.length) || unit.mayAct ? "may" : null;
  }

  // --- gestures -----------------------------------------------------------------------------------

  // Whether a drag from here is the hand's; else it moves the table.
  grabs(x, y) {
    if (!this.grip) return false;
    const unit = this.view.unitAt(x, y, (one) => this.may(one.id));
    if (unit && !this.isBand) {
      this.grabbed = unit.id;
      return this.grip.touches.includes("move") || this.grip.touches[0] === "aim";
    }
    this.grabbed = null;
    return this.isBand || Boolean(this.taken.length && (this.formation || this.grip.touches[0] === "lay"));
  }

  drag(from, at) {
    if (this.isBand) {
      this.band = [from, at];
      this.view.repaint();
      return;
    }
    if (this.grabbed && !this.taken.includes(this.grabbed)) this.take([this.grabbed]);
    this.#try(this.#dragged(from, at));
  }

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

  #dragged(from, at) {
    const [start, end] = [this.view.at(...from), this.view.at(...at)].map(nameOf);
    const pieces = this.taken.join(" ");
    if (!this.grabbed) return { touch: "lay", pieces, way: `${start} ${end}`, formation: this.formation };
    if (!this.grip.touches.includes("move")) return this.#aimed(at);
    return { touch: "move", pieces, way: `${start} ${end}` };
  }

  #aimed(at) {
    const target = this.view.unitAt(...at, (unit) => !this.taken.includes(unit.id))?.id;
    const gesture = { touch: "aim", pieces: this.taken.join(" "), way: nameOf(this.view.at(...at)) };
    return target ? { ...gesture, target } : gesture;
  }

  tap(x, y) {
    const unit = this.view.unitAt(x, y);
    const options = unit ? this.seat.options.filter((o) => o.target === unit.id || o.unit === unit.id) : [];
    const own = this.view.unitAt(x, y, (one) => this.may(one.id));
    if (own && !options.some((option) => option.target === own.id)) this.#toggle(own.id);
    else if (options.length) this.drafts(options);
    else if (this.grip && (this.taken.length || this.grip.touches.includes("mark"))) this.#try(this.#tapped([x, y]));
    else this.select(unit?.side === this.seat.me.side ? unit.id : null);
  }

  hover() {}

  #toggle(unit) {
    const isTaken = this.taken.includes(unit);
    this.take(isTaken ? this.taken.filter((one) => one !== unit) : [...this.taken, unit]);
  }

  // A tap on the table: what is in hand goes there, or is aimed there.
  #tapped(at) {
    const { touches } = this.grip;
    const end = nameOf(this.view.at(...at));
    const pieces = this.taken.join(" ");
    if (touches[0] === "aim" && this.taken.length) return this.#aimed(at);
    if (!this.taken.length) return { touch: "mark", way: end };
    if (touches.includes("move") && touches[0] !== "lay") return { touch: "move", pieces, way: `${this.#middle() ?? end} ${end}` };
    return { touch: "lay", pieces, way: `${end} ${end}`, formation: this.formation };
  }

  #middle() {
    const found = this.view.shown.units.filter((unit) => this.taken.includes(unit.id) && unit.at);
    if (!found.length) return null;
    const sum = found.map((unit) => pointOf(unit.at)).reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
    return nameOf(sum.map((each) => each / found.length));
  }

  // --- asking the host ----------------------------------------------------------------------------

  #try(gesture) {
    this.gesture = gesture;
    this.#ask(gesture);
  }

  // One question at a time: of those that come meanwhile the last is asked next.
  #ask(gesture) {
    if (this.asked) {
      this.next = gesture;
      return;
    }
    this.asked = gesture;
    this.asks(gesture);
  }

  // What a gesture comes to, as the host says.
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
    this.view?.repaint();
  }

  // The host did not answer: whatever comes next may be asked.
  fail() {
    this.asked = null;
    this.next = null;
    this.isDropped = false;
  }

  // What was dropped is written where it is fine; else it stays in sight, with why not.
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
    const words = told ? [told.why, ...told.told].filter(Boolean).map(spoken) : [];
    const state = told && !told.fine ? "bad" : "";
    const hint = this.taken.length ? say("table-hand", { count: this.taken.length }) : say("table-take");
    fill(
      bar,
      make("p", { class: state, role: "status", text: words.join(" · ") || hint }),
      make("div", { class: "row" }, ...this.#buttons(grip, told)),
    );
    this.view?.cover(BAR);
  }

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
  #waiting(grip) {
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

  #form(id) {
    this.formation = this.formation === id ? "" : id;
    this.showBar();
  }
}

function button(key, click, kind = "", isOn = null) {
  return plain(say(key), click, isOn, kind, key);
}

function plain(words, click, isOn = null, kind = "", key = "") {
  const pressed = isOn === null ? {} : { "aria-pressed": String(isOn) };
  return make("button", { type: "button", class: kind, key: key || `hand-${words}`, text: words, ...pressed, on: { click } });
}
