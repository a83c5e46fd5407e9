// Filling in an answer that is not among the options, where what is asked is open.

import { byId, make } from "./make.js";
import { say, spoken } from "./words.js";

/** @import { Answer, Blank, Deeds, Seat, Spot } from "./types.d.ts" */

const SIXTEENTHS = 16; // in an inch, in which points of a table are counted

export class AnswerForm {
  // `does` has answer(values, words), label(hex), grid(), trace(way); `render` shows the panel again.
  /** @param {Seat} seat @param {Deeds} does @param {() => void} render */
  constructor(seat, does, render) {
    this.seat = seat;
    this.does = does;
    this.render = render;
    /** @type {string | null | undefined} */
    this.asked = "";
    /** @type {Record<string, string>} */
    this.values = {};
    /** @type {Blank | null} the blank that taps on the map are for */
    this.picking = null;
    this.fault = "";
  }

  // The form of what is asked now; nothing where the options are all there is.
  form() {
    const { desk } = this.seat;
    const blanks = desk.asked ? desk.blanks ?? [] : [];
    if (desk.question_id !== this.asked) this.#begin(desk.question_id);
    if (!blanks.length) return null;
    const fields = blanks.map((blank) => this.#row(blank));
    const fault = this.fault ? make("p", { class: "reason", role: "alert", text: this.fault }) : null;
    const give = make("button", { type: "submit", class: "main", key: "answer", text: say("answer-give") });
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      this.#give(blanks);
    };
    return make("form", { class: "answer", on: { submit } }, make("h2", { text: say("answer-other") }), ...fields, fault, give);
  }

  // A hex that was tapped while one is wanted; whether it was.
  /** @param {Spot | null} hex @returns {boolean} */
  take(hex) {
    const blank = this.picking;
    if (!blank || !hex) return false;
    const label = this.does.label(hex);
    const written = (this.values[blank.name] ?? "").split(" ").filter(Boolean);
    if (blank.kind === "path") {
      const way = written.at(-1) === label ? written.slice(0, -1) : [...written, label];
      this.#put(blank, way.join(" "));
    } else {
      this.#put(blank, label);
      this.picking = null;
    }
    this.render();
    return true;
  }

  stop() {
    const was = this.picking !== null;
    this.picking = null;
    if (was) this.render();
    return was;
  }

  /** @param {string | null | undefined} asked */
  #begin(asked) {
    this.asked = asked;
    this.values = {};
    this.fault = "";
    this.picking = null;
    this.does.trace([]);
  }

  /** @param {Blank} blank @param {string} words */
  #put(blank, words) {
    this.values[blank.name] = words;
    this.fault = "";
    if (blank.kind !== "path") return;
    const way = words.split(" ").map((label) => this.does.grid().find(label));
    this.does.trace(way.every((spot) => spot !== null) && words ? way : []);
  }

  // --- fields -------------------------------------------------------------------------------------

  /** @param {Blank} blank */
  #row(blank) {
    return make("label", {}, make("span", { text: spoken(blank.words) }), this.#field(blank), this.#pointer(blank));
  }

  /** @param {Blank} blank */
  #field(blank) {
    /** @param {{ readonly currentTarget: HTMLInputElement | HTMLSelectElement }} event */
    const change = (event) => this.#put(blank, event.currentTarget.value);
    const values = { key: `b-${blank.name}`, "aria-label": spoken(blank.words), on: { input: change, change } };
    const value = this.values[blank.name] ?? "";
    const listed = this.#options(blank);
    if (listed.length || ["word", "unit"].includes(blank.kind)) {
      const options = listed.map(([id, words]) =>
        make("option", { value: id, text: words, selected: String(id) === value }),
      );
      const field = make("select", values, ...options);
      this.values[blank.name] = field.value;
      return field;
    }
    if (["number", "facing"].includes(blank.kind)) return make("input", { type: "number", step: 1, value, ...values });
    /** @type {Record<string, string>} */
    const hints = { path: say("answer-path"), place: say("answer-place") };
    const hint = hints[blank.kind] ?? "";
    return make("input", { type: "text", value, placeholder: hint, title: hint, ...values });
  }

  /** @param {Blank} blank @returns {[string | number, string][]} */
  #options(blank) {
    if (blank.kind === "facing") {
      /** @type {Record<string, string>} */
      const fronts = { n: say("front-n"), ne: say("front-ne"), e: say("front-e"), se: say("front-se"),
        s: say("front-s"), sw: say("front-sw"), w: say("front-w"), nw: say("front-nw") };
      return this.does.grid().directions.map((name, number) => [number, fronts[name]]);
    }
    if (blank.kind === "unit") return this.seat.own.map((unit) => [unit.id, this.seat.name(unit)]);
    return (blank.options ?? []).map(({ value, words }) => [value, spoken(words)]);
  }

  /** @param {Blank} blank */
  #pointer(blank) {
    if (!["path", "hex"].includes(blank.kind)) return null;
    const isOn = this.picking?.name === blank.name;
    const click = () => {
      this.picking = isOn ? null : blank;
      this.render();
      if (this.picking) byId("map").focus({ preventScroll: true });
    };
    return make("button", {
      type: "button", key: `p-${blank.name}`, "aria-pressed": String(isOn), text: say("answer-point"), on: { click },
    });
  }

  // --- answering ----------------------------------------------------------------------------------

  /** @param {Blank[]} blanks */
  #give(blanks) {
    /** @type {Answer[]} */
    const values = [];
    for (const blank of blanks) {
      const value = this.#value(blank);
      if (value === undefined) {
        this.fault = say("answer-lacks", { what: spoken(blank.words) });
        this.render();
        return;
      }
      values.push(value);
    }
    const isItself = blanks.length === 1 && blanks[0].kind !== "path";
    const words = blanks.map((blank) => this.#said(blank)).join(" · ");
    this.picking = null;
    this.does.answer(isItself ? values[0] : values, words);
  }

  // What a field says, as an answer has it; undefined for what cannot be read.
  /** @param {Blank} blank @returns {Answer | undefined} */
  #value(blank) {
    const written = String(this.values[blank.name] ?? "").trim();
    const grid = this.does.grid();
    const hexes = written.split(/\s+/).map((label) => grid.find(label));
    switch (blank.kind) {
      case "hex":
        return hexes.length === 1 && hexes[0] ? grid.axial(hexes[0]) : undefined;
      case "path":
        return written && hexes.every((hex) => hex !== null) ? hexes.map((hex) => grid.axial(hex)) : undefined;
      case "facing":
      case "number":
        return /^-?\d+$/.test(written) ? Number(written) : undefined;
      case "place": {
        const inches = written.match(/^(\d+(?:\.\d+)?)[\s,;]+(\d+(?:\.\d+)?)$/)?.slice(1);
        return inches?.map((each) => Math.round(Number(each) * SIXTEENTHS));
      }
      default:
        return written || undefined;
    }
  }

  /** @param {Blank} blank */
  #said(blank) {
    const written = this.values[blank.name] ?? "";
    return this.#options(blank).find(([id]) => String(id) === written)?.[1] ?? written;
  }
}
