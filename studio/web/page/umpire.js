// The umpire's own desk on a page: what waits, every side's orders, and the bulletins he writes.

import { byId, fill, make } from "./make.js";
import { say, spoken } from "./words.js";

/** @import { Book, Child, Courier, Deeds, Order, Seat, UmpireDesk, UmpireFields, Words } from "./types.d.ts" */

const opened = new Set(); // what is open below the buttons: "lay", "refuse"
const written = { note: "", faces: "", reason: "", bulletin: "" };
let about = ""; // the step that was written for, and with which dice
let to = "";

// `does.umpire(deed, fields)` has it done, `does.draftBulletin(side)` asks for words.
/** @param {HTMLElement} place @param {Seat} seat @param {Deeds} does */
export function showUmpire(place, seat, does) {
  const { desk } = seat;
  if (desk.role !== "umpire") return;
  if (about !== stepOf(desk)) begin(desk);
  fill(place, ...next(seat, desk, does), ...couriers(seat, desk, does), ...desk.books.flatMap((book) => orders(seat, book)));
}

/** @param {UmpireDesk} desk */
function stepOf(desk) {
  return `${desk.step} ${desk.real_dice}`;
}

/** @param {UmpireDesk} desk */
function begin(desk) {
  about = stepOf(desk);
  opened.clear();
  written.reason = written.note = "";
  written.faces = (desk.next.faces ?? []).join(" ");
}

// --- what waits -----------------------------------------------------------------------------------

/** @param {Seat} seat @param {UmpireDesk} desk @param {Deeds} does */
function next(seat, desk, does) {
  const { kind, words, side, faces } = desk.next;
  const whose = side ? `${seat.side(side)} · ` : "";
  const step = { step: desk.step };
  const isReal = kind === "dice" && desk.real_dice;
  const redo = () => showUmpire(byId("orders"), seat, does);
  return [
    make("p", { class: "question", text: `${whose}${say(`umpire-${kind}`)}` }),
    spoken(words) ? make("p", { text: spoken(words) }) : null,
    faces?.length ? make("p", { class: "faces", text: faces.join("  ") }) : null,
    rulings(desk, does, step),
    make("div", { class: "row" },
      ["dice", "order", "silent"].includes(kind) && !isReal ? button("proceed", "main", () => does.umpire("proceed", step)) : null,
      kind === "dice" && !isReal ? button("lay-other", "", () => turn("lay", redo)) : null,
      kind === "order" ? button("refuse", "", () => turn("refuse", redo)) : null,
      desk.can_undo ? button("undo", "", () => does.umpire("undo", step)) : null,
    ),
    isReal || opened.has("lay") ? layForm(desk, does, step) : null,
    opened.has("refuse") ? refuseForm(does, desk.next.order) : null,
    clock(desk, does),
  ];
}

/** @param {UmpireDesk} desk @param {Deeds} does @param {UmpireFields} step */
function rulings(desk, does, step) {
  const found = (desk.next.options ?? []).map((option) =>
    make("button", { type: "button", class: "option", key: `o-${option.id}`, text: spoken(option.words), on: { click: () => does.umpire("choose", { ...step, about: option.id }) } }),
  );
  return found.length ? make("div", { class: "options" }, ...found) : null;
}

/** @param {"lay" | "refuse"} name @param {() => void} redo */
function turn(name, redo) {
  if (!opened.delete(name)) opened.add(name);
  redo();
}

// Other dice need a reason; real ones, which somebody rolls at the table, are entered as they fell.
/** @param {UmpireDesk} given @param {Deeds} does @param {UmpireFields} step */
function layForm({ real_dice: isReal, next: { sides } }, does, step) {
  const words = isReal ? "" : written.note.trim();
  const lay = () => does.umpire("lay", { ...step, about: written.faces.trim(), ...(words ? { words } : {}) });
  const change = () => does.umpire(isReal ? "own-dice" : "real-dice");
  return form(lay,
    make("label", {}, make("input", { type: "checkbox", key: "w-real", checked: isReal, on: { change } }), ` ${say("real-dice")}`),
    field("faces", say("faces"), sides !== undefined && sides < 10 ? "numeric" : "text"),
    isReal ? null : field("note", say("why")),
    make("button", { type: "submit", class: "main", text: say(isReal ? "lay-real" : "lay-other") }),
  );
}

/** @param {Deeds} does @param {string | undefined} order */
function refuseForm(does, order) {
  const refuse = () => {
    if (written.reason.trim()) does.umpire("refuse", { about: order, words: written.reason });
  };
  return form(refuse, field("reason", say("why")), make("button", { type: "submit", class: "main", text: say("refuse") }));
}

/** @param {() => void} give @param {...Child} inside */
function form(give, ...inside) {
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    give();
  };
  return make("form", { class: "answer", on: { submit } }, ...inside);
}

/** @param {"note" | "faces" | "reason"} name @param {string} words @param {string} keys */
function field(name, words, keys = "text") {
  /** @param {{ readonly currentTarget: HTMLInputElement }} event */
  const input = (event) => (written[name] = event.currentTarget.value);
  return make("input", { type: "text", key: `w-${name}`, value: written[name], placeholder: words, inputmode: keys, "aria-label": words, on: { input } });
}

/** @param {UmpireDesk} desk @param {Deeds} does */
function clock(desk, does) {
  const runs = desk.clock && desk.clock.ends_at !== null;
  return make("div", { class: "row" },
    desk.clock && !desk.clock.is_up ? button(runs ? "clock-hold" : "clock-go", "", () => does.umpire(runs ? "stop-clock" : "start-clock")) : null,
    desk.clock ? button("clock-more", "", () => does.umpire("more-time")) : null,
    desk.next.kind === "side" ? button("collect", "", () => does.umpire("collect")) : null,
    button(desk.talk ? "talk-off" : "talk-on", "", () => does.umpire(desk.talk ? "forbid-talk" : "allow-talk")),
  );
}

/** @param {string} name @param {string} kind @param {() => void} click */
function button(name, kind, click) {
  return make("button", { type: "button", class: kind, key: name, text: say(name), on: { click } });
}

// Who is on the way with words or orders, and what will become of him: the umpire may decide otherwise.
/** @param {Seat} seat @param {UmpireDesk} desk @param {Deeds} does */
function couriers(seat, desk, does) {
  const riders = desk.couriers;
  if (!riders.length) return [];
  /** @param {string} name */
  const person = (name) => spoken(desk.people.find((one) => one.seat === name)?.name) || name;
  const items = riders.map((one) => make("li", {},
    make("span", { text: `${seat.side(one.side)}: ${say("from-to", { from: person(one.sender), to: spoken(one.unit) || person(one.to) })} · ${say("courier-due", { turn: one.due })} · ${say(`fate-${one.fate}`)}` }),
    make("small", { class: "reason", text: spoken(one.words) }),
    ...["arrives", "lost"].map((fate) => fateButton(one, fate, does)),
  ));
  return [make("h2", { text: say("couriers") }), make("ol", {}, ...items)];
}

/** @param {Courier} one @param {string} fate @param {Deeds} does */
function fateButton(one, fate, does) {
  const click = () => does.umpire("courier", { about: String(one.number), words: fate });
  return make("button", { type: "button", key: `c-${one.number}-${fate}`, text: say(`fate-${fate}`), on: { click } });
}

// --- the orders of a side -------------------------------------------------------------------------

/** @param {Seat} seat @param {Book} given1 */
function orders(seat, { side, orders: listed, idle }) {
  /** @param {Order} order */
  const live = (order) => Number(["draft", "delivered"].includes(order.state));
  const items = [...listed].sort((one, other) => live(other) - live(one)).map((order) => make("li", { class: order.opens === false ? "follows" : "" },
    make("span", { text: seat.toldOrder(order) }),
    make("i", { class: `state ${order.state}`, text: say(`state-${order.state}`) }),
    order.reason ? make("small", { class: "reason", text: spoken(order.reason) }) : null,
  ));
  const without = idle.length ? make("p", { class: "faint", text: say("without-orders", { units: idle.map(spoken).join(", ") }) }) : null;
  const head = make("h2", {}, make("i", { class: "chip", colour: seat.colour(side) }), ` ${seat.side(side)}`);
  return [head, items.length ? make("ol", {}, ...items) : make("p", { class: "faint", text: say("none") }), without];
}

// --- bulletins ------------------------------------------------------------------------------------

// What the umpire writes to a side, a seat or those who look on; words of before are kept.
/** @param {Seat} seat @param {Deeds} does */
export function bulletinForm(seat, does) {
  /** @type {[string, string][]} */
  const people = [...addressees(seat), ["observers", say("observers")]];
  if (!people.some(([id]) => id === to)) to = people[0][0];
  const options = people.map(([id, words]) => make("option", { value: id, text: words, selected: id === to }));
  const choose = make("select", { key: "b-to", "aria-label": say("to"), on: { change: (event) => (to = event.currentTarget.value) } }, ...options);
  const words = make("textarea", { rows: 5, key: "b-words", maxlength: 4000, "aria-label": say("bulletins"), on: { input: (event) => (written.bulletin = event.currentTarget.value) } });
  words.value = written.bulletin;
  const give = () => {
    if (!written.bulletin.trim()) return;
    does.umpire("announce", { about: to, words: written.bulletin });
    written.bulletin = words.value = "";
  };
  const isSide = seat.game.sides.some((side) => side.id === to);
  const draft = isSide ? button("draft-bulletin", "", () => does.draftBulletin(to)) : null;
  return form(give, choose, words, draft, make("button", { type: "submit", class: "main", text: say("send") }));
}

/** @param {Words} words */
export function drafted(words) {
  written.bulletin = spoken(words);
}

/** @param {Seat} seat @returns {[string, string][]} */
export function addressees(seat) {
  /** @type {[string, string][]} */
  const sides = seat.game.sides.map((side) => [side.id, seat.side(side.id)]);
  return sides.concat((seat.desk.people ?? []).map((one) => [one.seat, spoken(one.name)]));
}
