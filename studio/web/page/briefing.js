// What a seat is given to read: its briefing, what the game is won by, what its units can do.

import { fill, make } from "./make.js";
import { prose } from "./prose.js";
import { say, spoken } from "./words.js";

export function showBriefing(place, desk) {
  const told = prose(spoken(desk.briefing ?? {}) || []);
  const aims = (desk.aims ?? []).map((words) => make("li", { text: spoken(words) }));
  const types = (desk.chart ?? []).map(({ name, values }) =>
    make("li", {}, make("b", { text: spoken(name) }), make("small", { text: spoken(values) })),
  );
  fill(
    place,
    told.length ? make("div", { class: "told" }, ...told) : null,
    told.length ? null : make("p", { class: "faint", text: say("no-briefing") }),
    ...listed("aims", aims),
    ...listed("unit-types", types),
  );
}

function listed(title, items) {
  return items.length ? [make("h2", { text: say(title) }), make("ul", { class: "papers" }, ...items)] : [];
}
