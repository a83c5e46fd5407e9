// What has happened, as the seat's side may know it: a chapter for each turn, the newest first.

import { fill, make } from "./make.js";
import { say, spoken } from "./words.js";

const PART = "happened-";
const OPEN = 2; // chapters that are open until somebody closes them
const closed = new Map(); // chapters somebody opened or closed himself

export function showHappened(place, desk) {
  const chapters = Object.keys(desk)
    .filter((key) => key.startsWith(PART) && desk[key])
    .sort((one, other) => number(other) - number(one));
  const items = chapters.map((key, nth) => chapter(key, desk[key], nth < OPEN));
  fill(place, ...(items.length ? items : [make("p", { class: "faint", text: say("nothing-happened") })]));
}

export function linesOf(desk) {
  return Object.keys(desk).filter((key) => key.startsWith(PART)).reduce((sum, key) => sum + (desk[key]?.length ?? 0), 0);
}

const number = (key) => Number(key.slice(PART.length));

function chapter(key, lines, isNew) {
  const [head, ...rest] = lines[0].rank ? lines : [null, ...lines];
  const title = head ? spoken(head.words) : say("before-it-began");
  const told = make("details", { class: "turn", open: closed.get(key) ?? isNew }, make("summary", { key, text: title }), ...parts(rest));
  told.addEventListener("toggle", () => closed.set(key, told.open));
  return told;
}

// Lines under the heads they belong to.
function parts(lines) {
  const found = [];
  let list = null;
  for (const { rank, words } of lines) {
    if (rank) {
      found.push(make("h3", { text: spoken(words) }));
      list = null;
    } else {
      if (!list) found.push((list = make("ul", { class: "happened" })));
      list.append(make("li", { text: spoken(words) }));
    }
  }
  return found;
}
