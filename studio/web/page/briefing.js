// What a seat is given to read: its briefing, what the game is won by, what its units can do.

import { fill, make } from "./make.js";
import { say, spoken } from "./words.js";

export function showBriefing(place, desk) {
  const told = paragraphs(spoken(desk.briefing));
  const aims = (desk.aims ?? []).map((words) => make("li", { text: spoken(words) }));
  const types = (desk.chart ?? []).map(({ name, values }) =>
    make("li", {}, make("b", { text: spoken(name) }), make("small", { text: spoken(values) })),
  );
  fill(
    place,
    ...told.map((words) => make("p", { class: "told", text: words })),
    told.length ? null : make("p", { class: "faint", text: say("no-briefing") }),
    ...listed("aims", aims),
    ...listed("unit-types", types),
  );
}

function listed(title, items) {
  return items.length ? [make("h2", { text: say(title) }), make("ul", { class: "papers" }, ...items)] : [];
}

// Markdown as plain paragraphs: a line each, without the marks of headings and of stress.
function paragraphs(words) {
  return words
    .split("\n")
    .map((line) => line.trim().replace(/^(#+|>)\s*/, "").replace(/^[-*+]\s+/, "• "))
    .map((line) => line.replace(/(\*\*|__)(.+?)\1/g, "$2").replace(/\*(\S.*?)\*/g, "$1"))
    .filter(Boolean);
}
