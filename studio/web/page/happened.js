// What has happened, as the seat's side may know it: a chapter for each turn, the newest first.

import { fill, make } from "./make.js";
import { say, spoken } from "./words.js";

/** @import { ChapterKey, Desk, HappenedLine, Words } from "./types.d.ts" */

const PART = "happened-";
const OPEN = 2; // chapters that are open until somebody closes them
/** @type {Map<string, boolean>} chapters somebody opened or closed himself */
const closed = new Map();

/** @param {HTMLElement} place @param {Desk} desk @param {(event: number) => void} asks */
export function showHappened(place, desk, asks) {
  const chapters = chaptersOf(desk).sort(([one], [other]) => number(other) - number(one));
  const items = chapters.map(([key, lines], nth) => chapter(key, lines, nth < OPEN, asks));
  fill(place, ...(items.length ? items : [make("p", { class: "faint", text: say("nothing-happened") })]));
}

/** @param {Desk} desk */
export function linesOf(desk) {
  return chaptersOf(desk).reduce((sum, [, lines]) => sum + lines.length, 0);
}

/** @param {Desk} desk @returns {[ChapterKey, HappenedLine[]][]} */
function chaptersOf(desk) {
  const keys = Object.keys(desk).filter(isChapter);
  return keys.flatMap((key) => (desk[key] ? [[key, desk[key]]] : []));
}

/** @param {string} key @returns {key is ChapterKey} */
function isChapter(key) {
  return key.startsWith(PART);
}

/** @param {ChapterKey} key */
const number = (key) => Number(key.slice(PART.length));

/**
 * @param {ChapterKey} key
 * @param {HappenedLine[]} lines
 * @param {boolean} isNew
 * @param {(event: number) => void} asks
 */
function chapter(key, lines, isNew, asks) {
  const [head, rest] = lines[0].rank ? [lines[0], lines.slice(1)] : [null, lines];
  const title = head ? spoken(head.words) : say("before-it-began");
  const told = make("details", { class: "turn", open: closed.get(key) ?? isNew }, make("summary", { key, text: title }), ...parts(rest, asks));
  told.addEventListener("toggle", () => closed.set(key, told.open));
  return told;
}

// Lines under the heads they belong to; what can be asked why has a button for it.
/** @param {HappenedLine[]} lines @param {(event: number) => void} asks */
function parts(lines, asks) {
  /** @type {HTMLElement[]} */
  const found = [];
  /** @type {HTMLElement | null} */
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

/** @param {number} event @param {Words} words @param {(event: number) => void} asks */
function whyButton(event, words, asks) {
  const label = `${say("ask-why")} ${spoken(words)}`;
  return make("button", { type: "button", class: "ask", key: `why-${event}`, text: say("ask-why"), "aria-label": label, on: { click: () => asks(event) } });
}
