// A game that is over, once more as this seat's side knew it, step by step.

import { byId, fill, make, toast } from "./make.js";
import { Seat } from "./seat.js";
import { say, spoken } from "./words.js";

/** @import { Frame } from "./types.d.ts" */

const BEAT = 900; // between two steps that go by themselves

export class Replay {
  // `shows(seat)` puts a seat with a past desk on the map; with null the present comes back.
  /** @param {string} path @param {Seat} seat @param {(past: Seat | null) => void} shows */
  constructor(path, seat, shows) {
    this.path = path;
    this.seat = seat;
    this.shows = shows;
    /** @type {Frame[]} */
    this.frames = [];
    this.at = 0;
    this.going = 0; // the timer of steps that go by themselves
  }

  get isOn() {
    return !byId("replay").hidden;
  }

  async begin() {
    try {
      const answer = await fetch(`${this.path}replay`);
      if (!answer.ok) throw new Error(String(answer.status));
      this.frames = whole(await answer.json());
    } catch {
      toast(say("replay-failed"), true);
      return;
    }
    byId("replay").hidden = false;
    this.#lay();
    this.go(0);
  }

  end() {
    this.#stop();
    byId("replay").hidden = true;
    this.shows(null);
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.frames.length - 1, at));
    const frame = this.frames[this.at];
    const past = new Seat();
    past.me = this.seat.me;
    past.game = this.seat.game;
    past.desk = { ...this.seat.desk, ...frame, options: [], draft: [], sketches: [], asked: false, number: -1 - this.at };
    this.shows(past);
    byId("replay-at").value = String(this.at);
    const words = frame.words.map((each) => spoken(each.words)).join(" ");
    byId("replay-words").textContent = [spoken(frame.turn_words?.now), words].filter(Boolean).join(" · ");
    byId("replay-count").textContent = `${this.at + 1} / ${this.frames.length}`;
  }

  #lay() {
    const slider = make("input", { id: "replay-at", type: "range", min: 0, max: this.frames.length - 1, value: 0, "aria-label": say("replay"), on: { input: (event) => this.#leap(Number(event.currentTarget.value)) } });
    fill(byId("replay"),
      make("p", { id: "replay-words", role: "status" }),
      make("div", { class: "row" },
        this.#button("replay-back", "◀", () => this.#leap(this.at - 1)),
        this.#button("replay-go", "▶▶", () => this.#run()),
        this.#button("replay-on", "▶", () => this.#leap(this.at + 1)),
        slider,
        make("small", { id: "replay-count" }),
        this.#button("replay-end", "×", () => this.end()),
      ));
  }

  /** @param {string} name @param {string} sign @param {() => void} click */
  #button(name, sign, click) {
    return make("button", { type: "button", key: name, text: sign, "aria-label": say(name), title: say(name), on: { click } });
  }

  /** @param {number} at */
  #leap(at) {
    this.#stop();
    this.go(at);
  }

  #run() {
    if (this.going) return this.#stop();
    this.going = setInterval(() => (this.at + 1 < this.frames.length ? this.go(this.at + 1) : this.#stop()), BEAT);
  }

  #stop() {
    clearInterval(this.going);
    this.going = 0;
  }
}

// Frames say what has changed; each is made whole.
/** @param {[Frame, ...Partial<Frame>[]]} frames @returns {Frame[]} */
function whole(frames) {
  const [first, ...later] = frames;
  let known = first;
  return [first, ...later.map((frame) => (known = { ...known, ...frame }))];
}
