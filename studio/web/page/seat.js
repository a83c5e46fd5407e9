// What a seat has before it: the desk as the host sent it, and what is chosen on the page.

import { isHex } from "./grid.js";
import { say, spoken } from "./words.js";

/**
 * @import {
 *  Arrow, Badge, Base, Counter, Desk, GameFacts, Ghost, HeldObjective, Me, Option, Order, OrderState, Piece,
 *  Shown, Spot, Way, Welcome, Wheel
 * } from "./types.d.ts"
 */

const AIMED = new Set(["fire", "aim"]);
const GOING = new Set(["order", "step", "march", "assault", "advance", "overrun"]);
const DONE_TO = new Set(["join", "lose"]); // deeds of which a tap on the unit itself is enough
/** @type {OrderState[]} */
const STATES = ["draft", "riding", "delivered", "noted", "executed"]; // of orders, as they come
const FEW = 12; // hexes that are brought into sight together
const GREY = "#6b6b6b";
const RED = "#c92a2a";
const BLUE = "#1864ab";

/** @type {Shown} before the host has told anything */
export const NOTHING = {
  units: [], ghosts: [], lying: [], objectives: [], zones: [], options: [], arrows: [], reach: [],
  wheel: null, visible: null, colours: {},
};

export class Seat {
  constructor() {
    /** @type {GameFacts} */
    this.game = { sides: [], types: {}, marks: {}, objectives: [] };
    /** @type {Me} */
    this.me = { id: "", side: "", name: "" };
    /** @type {Desk} */
    this.desk = { number: -1 };
    /** @type {string | null} */
    this.selected = null;
    /** @type {{ unit: string, ways: Way[] } | null} where the unit in hand may go */
    this.reach = null;
    /** @type {{ of: Piece[] | null | undefined, units: Piece[] }} our units, in order */
    this.sorted = { of: undefined, units: [] };
  }

  /** @param {Pick<Welcome, "seat" | "game">} given */
  welcomed({ seat, game }) {
    this.me = seat;
    this.game = game;
  }

  /** @param {Desk} desk */
  take(desk) {
    if (desk.number !== this.desk.number || desk.question_id !== this.desk.question_id) this.reach = null;
    this.desk = desk;
    if (this.selected && !this.unit(this.selected)) this.selected = null;
    // Where only one unit is asked for anything, it is the one that is meant.
    const asked = new Set(this.options.map((option) => option.unit).filter(Boolean));
    if (asked.size === 1 && this.unit([...asked][0])) this.selected = [...asked][0];
  }

  // --- lists --------------------------------------------------------------------------------------

  /** @returns {Option[]} */
  get options() {
    return this.desk.options ?? [];
  }

  // Whether the host has told how the game stands.
  get isThere() {
    return this.desk.turn !== undefined;
  }

  // The option that plays a card, if it may be played.
  /** @param {string} card */
  optionOfCard(card) {
    return this.options.find((option) => option.deed === "card" && option.card === card);
  }

  // Our units as people look for them: those on the map first, by name, 2 before 10.
  /** @returns {Piece[]} */
  get own() {
    if (this.sorted.of !== this.desk.units) {
      const units = [...(this.desk.units ?? [])];
      /** @param {Piece} unit */
      const isOff = (unit) => Number(!unit.at);
      units.sort((a, b) => isOff(a) - isOff(b) || this.name(a).localeCompare(this.name(b), undefined, { numeric: true }));
      this.sorted = { of: this.desk.units, units };
    }
    return this.sorted.units;
  }

  /** @returns {Piece[]} */
  get seen() {
    return this.desk.seen ?? [];
  }

  /** @returns {Ghost[]} */
  get ghosts() {
    return this.desk.ghosts ?? [];
  }

  /** @returns {Order[]} */
  get draft() {
    return this.desk.draft ?? [];
  }

  get drafted() {
    return this.draft.filter((order) => order.state === "draft");
  }

  // Nothing more is asked until the orders that are drafted are handed in.
  get waitsForDelivery() {
    return !this.desk.result && !this.desk.asked && !this.isClosed && this.drafted.length > 0;
  }

  // Time is up, and nothing more is written or handed in.
  get isClosed() {
    return !this.desk.role && !this.desk.result && this.desk.may_write === false;
  }

  /** @returns {HeldObjective[]} */
  get objectives() {
    const holders = this.desk.position?.objectives ?? {};
    return this.game.objectives
      .filter((one) => one.id in holders)
      .map((one) => ({ ...one, holder: holders[one.id] }));
  }

  /** @param {string | null} id */
  unit(id) {
    return this.own.find((unit) => unit.id === id);
  }

  /** @param {string} unit */
  optionsOf(unit) {
    return this.options.filter((option) => option.unit === unit);
  }

  // What a tap on a hex may mean: to enter or mark it, or to act against who stands there.
  /** @param {Spot} hex */
  optionsAt(hex) {
    const there = new Set([...this.seen, ...this.own].filter((u) => u.at === hex).map((u) => u.id));
    const found = this.options.filter(
      (o) => (o.hex === hex && o.deed !== "turn") || there.has(o.target) || (DONE_TO.has(o.deed) && there.has(o.unit)),
    );
    const chosen = found.filter((option) => option.unit === this.selected);
    return chosen.length ? chosen : found;
  }

  // The unit whose ways are to be asked for: the one in hand, where it may begin a move or go on.
  /** @returns {string | null} */
  get goer() {
    const goes = this.selected && this.desk.asked && this.optionsOf(this.selected).some((o) => GOING.has(o.deed));
    return goes ? this.selected : null;
  }

  /** @returns {Way[]} */
  get ways() {
    return this.reach && this.reach.unit === this.goer ? this.reach.ways : [];
  }

  /** @param {Spot} hex */
  waysTo(hex) {
    return this.ways.filter((way) => way.hexes.includes(hex));
  }

  // The units that are in already, where units join one by one to act together.
  /** @returns {string[]} */
  get joined() {
    return [...new Set(this.options.flatMap((option) => option.joined ?? []))];
  }

  // The fronts that the unit meant may turn to, each with its option; nothing where none may.
  /** @returns {Wheel | null} */
  get wheel() {
    const turns = this.options.flatMap((o) => (o.deed === "turn" && o.facing !== undefined ? [{ ...o, facing: o.facing }] : []));
    const units = [...new Set(turns.map((option) => option.unit))];
    const meant = this.selected !== null && units.includes(this.selected) ? this.selected : units.length === 1 ? units[0] : "";
    const unit = this.unit(meant);
    if (!unit || !isHex(unit.at)) return null;
    const own = turns.filter((option) => option.unit === unit.id);
    return { at: unit.at, unit: unit.id, facing: unit.facing, fronts: new Map(own.map((o) => [o.facing, o])) };
  }

  // The hexes of what is asked: of the one unit that is asked for, else of everything offered.
  /** @returns {{ hexes: Spot[], isOne: boolean }} */
  questioned() {
    const units = new Set(this.options.map((option) => option.unit).filter(Boolean));
    const standing = [...units].map((id) => this.unit(id)?.at).filter(isHex);
    const offered = [...new Set(this.options.map((option) => option.hex).filter(isHex))];
    const all = [...new Set([...standing, ...offered])];
    if (all.length <= FEW) return { hexes: all, isOne: true };
    return units.size === 1 && standing.length ? { hexes: standing, isOne: true } : { hexes: all, isOne: false };
  }

  // --- words --------------------------------------------------------------------------------------

  /** @param {string | null | undefined} id @returns {string} */
  side(id) {
    return spoken(this.game.sides.find((side) => side.id === id)?.name ?? id);
  }

  /** @param {string | null | undefined} side @returns {string} */
  colour(side) {
    return this.game.sides.find((one) => one.id === side)?.colour ?? GREY;
  }

  /** @param {Piece} unit @returns {string} */
  name(unit) {
    return spoken(unit.name) || unit.id;
  }

  /** @param {{ type?: string }} unit @returns {string} */
  type(unit) {
    return spoken(this.game.types[unit.type ?? ""]?.name ?? unit.type);
  }

  /** @param {Piece} unit @returns {string[]} */
  marks(unit) {
    return (unit.marks ?? []).map((mark) => spoken(this.game.marks[mark] ?? mark));
  }

  /** @param {Ghost} ghost @returns {string} */
  age(ghost) {
    if (!ghost.age) return say("ghost-now");
    return ghost.age === 1 ? say("ghost-age-one") : say("ghost-age", { age: ghost.age });
  }

  // Everything known of a unit in one line.
  /** @param {Piece} unit @returns {string} */
  told(unit) {
    const { strength: worth } = unit.values ?? {};
    const strength = worth === undefined ? "" : say("strength", { strength: worth });
    const [name, type] = [this.name(unit), this.type(unit)];
    const holder = this.#holder(unit, [...this.seen, ...this.own]);
    const held = holder ? unit.inside ? say("rides-in", { unit: this.name(holder) }) : say("borne-by", { unit: this.name(holder) }) : "";
    const isNamed = name.toLowerCase().includes(type.toLowerCase());
    return [name, isNamed ? "" : type, strength, ...this.marks(unit), held].filter(Boolean).join(" · ");
  }

  // An order in words, with its unit where the words alone do not tell it.
  /** @param {Order} order @returns {string} */
  toldOrder(order) {
    const words = spoken(order.words);
    const name = this.#nameOf(order.unit);
    return name && !words.includes(name) ? say("order-of", { unit: name, order: words }) : words;
  }

  /** @param {string} id */
  #nameOf(id) {
    const unit = this.unit(id);
    if (unit) return this.name(unit);
    const waiting = this.#waiting(id);
    return waiting ? `${this.type(waiting)} ${designation(waiting)}` : "";
  }

  // A unit of ours that is not on the map yet.
  /** @param {string} id */
  #waiting(id) {
    return this.desk.position?.reserves?.find((unit) => unit.id === id);
  }

  // How far the orders of a unit have come: the least of them; nothing where it has none.
  /** @param {Piece} unit @returns {OrderState | null} */
  orderState(unit) {
    const states = this.draft.filter((order) => order.units.includes(unit.id)).map((order) => order.state);
    return STATES.find((state) => states.includes(state)) ?? (unit.has_order ? "noted" : null);
  }

  // --- for the map --------------------------------------------------------------------------------

  /** @returns {Shown} */
  shown() {
    const acting = new Set(this.options.map((option) => option.unit));
    const losing = new Set(this.options.filter((o) => o.deed === "lose").map((o) => o.unit));
    const joined = new Set(this.joined);
    const options = this.options.filter((o) => !this.selected || !o.unit || o.unit === this.selected);
    const known = [...this.seen, ...this.own];
    return {
      units: known.filter((unit) => !this.#holder(unit, known)).map((unit) => ({
        ...this.#figure(unit),
        isSelected: unit.id === this.selected,
        mayAct: acting.has(unit.id),
        hasJoined: joined.has(unit.id),
        mayLose: losing.has(unit.id),
        orderState: unit.side === this.me.side ? this.orderState(unit) : null,
        load: this.#load(unit, known).map((each) => this.#figure(each)),
      })),
      lying: this.desk.position?.lying ?? [],
      wheel: this.wheel,
      reach: [...new Set(this.ways.flatMap((way) => way.hexes))],
      ghosts: [...this.ghosts, ...this.#placed()].map((ghost) => this.#figure(ghost)),
      objectives: this.objectives,
      zones: this.game.zones ?? [],
      options: options.length > 4000 ? [] : options,
      arrows: this.#arrows(),
      visible: this.desk.position?.watched ?? null,
      colours: Object.fromEntries(this.game.sides.map((side) => [side.id, side.colour])),
    };
  }

  // Units that would be put on the map by orders not handed in yet, as far as they are known.
  /** @returns {Piece[]} */
  #placed() {
    return this.drafted
      .filter((order) => order.deed === "place" && isHex(order.hex) && order.unit)
      .map((order) => ({
        ...(this.unit(order.unit) ?? this.#waiting(order.unit)),
        id: order.unit,
        side: this.me.side,
        at: order.hex,
      }));
  }

  // Who carries or bears a unit, as far as he is known.
  /** @param {Piece} unit @param {Piece[]} known */
  #holder(unit, known) {
    const holder = unit.inside || unit.bearer;
    return holder && known.find((other) => other.id === holder);
  }

  // What a unit has with it, and what that has.
  /** @param {Piece} unit @param {Piece[]} known @returns {Piece[]} */
  #load(unit, known) {
    const own = known.filter((other) => this.#holder(other, known) === unit && other !== unit);
    return own.flatMap((each) => [each, ...this.#load(each, known.filter((one) => one !== unit))]);
  }

  /** @param {Ghost} unit @returns {Counter} */
  #figure(unit) {
    return {
      ...unit,
      colour: this.colour(unit.side),
      symbol: this.game.types[unit.type ?? ""]?.symbol ?? "unknown",
      designation: designation(unit),
      badges: this.#badges(unit),
      base: this.#base(unit),
    };
  }

  // How the marks of a unit look.
  /** @param {Piece} unit @returns {Badge[]} */
  #badges(unit) {
    const known = this.game.badges ?? {};
    return (unit.marks ?? []).map((mark) => known[mark]).filter(Boolean)
      .map((badge) => ({ ...badge, letter: spoken(badge.letter) }));
  }

  // The figures of a unit side by side, in games that draw them.
  /** @param {Piece} unit @returns {Base | null} */
  #base(unit) {
    const { base } = this.game;
    if (!base || !unit.figures?.length) return null;
    const figures = unit.figures.map((each) => base.figures[each] ?? { shape: "soldier", places: 1 });
    return { places: base.places, figures };
  }

  // The orders that a game itself keeps in writing.
  /** @returns {Arrow[]} */
  #memo() {
    const found = [];
    for (const { units, path, target } of this.desk.position?.memo ?? []) {
      for (const unit of units.map((id) => this.unit(id)).filter((one) => one !== undefined)) {
        const aimed = { hexes: [unit.at, target], deed: "fire", colour: RED };
        const moved = { hexes: [unit.at, ...(path ?? [])], deed: "step", colour: BLUE };
        found.push({ ...(target ? aimed : moved), isDelivered: true });
      }
    }
    return found;
  }

  // The orders still to be executed, as the ways they lead; first those of a memo handed in.
  /** @returns {Arrow[]} */
  #arrows() {
    const ends = new Map();
    const ways = new Map();
    const found = this.#memo();
    for (const order of this.draft) {
      if (order.state !== "draft" && order.state !== "delivered") continue;
      const target = order.hex ?? this.seen.find((unit) => unit.id === order.target)?.at;
      if (!isHex(target) || order.deed === "place") continue;
      const from = ends.get(order.unit) ?? this.unit(order.unit)?.at;
      const isDelivered = order.state === "delivered";
      const colour = AIMED.has(order.deed) ? RED : BLUE;
      if (AIMED.has(order.deed)) {
        found.push({ hexes: [from, target], deed: order.deed, isDelivered, colour });
        continue;
      }
      ends.set(order.unit, target);
      const way = ways.get(order.unit);
      if (way && way.isDelivered === isDelivered) way.hexes.push(target);
      else {
        const begun = { hexes: [from, target], deed: order.deed, isDelivered, colour };
        ways.set(order.unit, begun);
        found.push(begun);
      }
    }
    return found;
  }
}

// What stands on a counter: the last number of a unit's name or id, else the id's head.
/** @param {Pick<Piece, "id" | "name">} unit */
function designation(unit) {
  const name = typeof unit.name === "object" ? unit.name?.en : unit.name;
  for (const words of [name ?? "", unit.id]) {
    const numbers = String(words).match(/\d+/g);
    if (numbers) return numbers[numbers.length - 1].slice(-4);
  }
  return unit.id.slice(0, 2).toUpperCase();
}
