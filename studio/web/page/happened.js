// What has happened, as the seat's side may know it: a chapter for each turn, the newest first.

import { fill, make } from "./make.js";
import { say, spoken } from "./words.js";

const PART = "happened-";
const OPEN = 2; // chapters that are open until somebody closes them
const closed = new Map(); // chapters somebody opened or closed himself

export function showHappened(place, desk, asks) {
  const chapters = Object.keys(desk)
    .filter((key) => key.startsWith(PART) && desk[key])
    .sort((one, other) => number(other) - number(one));
  const items = chapters.map((key, nth) => chapter(key, desk[key], nth < OPEN, asks));
  fill(place, ...(items.length ? items : [make("p", { class: "faint", text: say("nothing-happened") })]));
}

export function linesOf(desk) {
  return Object.keys(desk).filter((key) => key.startsWith(PART)).reduce((sum, key) => sum + (desk[key]?.length ?? 0), 0);
}

const number = (key) => Number(key.slice(PART.length));

function chapter(key, lines, isNew, asks) {
  const [head, ...rest] = lines[0].rank ? lines : [null, ...lines];
  const title = head ? spoken(head.words) : say("before-it-began");
  const told = make("details", { class: "turn", open: closed.get(key) ?? isNew }, make("summary", { key, text: title }), ...parts(rest, asks));
  told.addEventListener("toggle", () => closed.set(key, told.open));
  return told;
}

// Lines under the heads they belong to; what can be asked why has a button for it.
function parts(lines, asks) {
  const found = [];
  let list = null;
  for (const { rank, words, why } of lines) {
    if (rank) {
      found.push(make("h3", { text: spoken(words) }));
      list = null;
    } else {
      if (!list) found.push((list = make("ul", { class: "happened" })));
      list.append(make("li", {}, make("span", { text: `${spoken(words)} ` }), why === undefined ? null : whyButton(why, words, asks)));
    }
  }
  return found;
}

function whyButton(number, words, asks) {
  const label = `${say("ask-why")} ${spoken(words)}`;
  return make("button", { type: "button", class: "ask", key: `why-${number}`, text: say("ask-why"), "aria-label": label, on: { click: () => asks(number) } });
}
