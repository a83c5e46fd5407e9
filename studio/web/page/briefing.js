// Where the game stands, and what a seat is given to read: its briefing, what the game is won by, what its units can do.

import { isHex } from "./grid.js";
import { fill, make } from "./make.js";
import { prose } from "./prose.js";
import { ownOf, rulesAt, say, spoken } from "./words.js";

/** @import { Deeds, Overview, Seat } from "./types.d.ts" */

/** @param {HTMLElement} place @param {Seat} seat @param {Deeds} does */
export function showBriefing(place, seat, does) {
  const { desk } = seat;
  const told = prose(ownOf(desk.briefing ?? {}) ?? []);
  const aims = (desk.aims ?? []).map((words) => make("li", { text: spoken(words) }));
  const types = (desk.chart ?? []).map(({ name, values }) =>
    make("li", {}, make("b", { text: spoken(name) }), make("small", { text: spoken(values) })),
  );
  fill(
    place,
    make("p", {}, make("a", { class: "rulebook", href: rulesAt(), target: "_blank", rel: "noopener", text: say("rules") })),
    ...(desk.situation ?? []).flatMap((part) => toldOf(part, seat, does)),
    desk.situation?.length ? make("h2", { text: say("briefing") }) : null,
    told.length ? make("div", { class: "told" }, ...told) : null,
    told.length ? null : make("p", { class: "faint", text: say("no-briefing") }),
    ...listed("aims", aims),
    ...listed("unit-types", types),
    ...(desk.special ?? []).flatMap((part) => toldOf(part, seat, does)),
  );
}

// A part of the situation: its lines, each in its side's colour; one that lies somewhere is shown with a tap.
/** @param {Overview} given @param {Seat} seat @param {Deeds} does */
function toldOf({ title, lines, empty }, seat, does) {
  const items = lines.map(({ words, side, at }) => {
    const said = spoken(words);
    const name = side ? seat.side(side) : "";
    const named = name && !said.includes(name) ? `${name}: ${said}` : said;
    const chip = side ? make("i", { class: "chip", colour: seat.colour(side) }) : null;
    const hexes = (at ?? []).filter(isHex);
    const text = make("span", { text: named });
    return make("li", {}, hexes.length ? make("button", { type: "button", on: { click: () => does.look(hexes[0]) } }, chip, text) : make("p", {}, chip, text));
  });
  const list = items.length ? make("ul", { class: "situation" }, ...items) : make("p", { class: "faint", text: spoken(empty) });
  return [make("h2", { text: spoken(title) }), list];
}

/** @param {string} title @param {HTMLElement[]} items */
function listed(title, items) {
  return items.length ? [make("h2", { text: say(title) }), make("ul", { class: "papers" }, ...items)] : [];
}
