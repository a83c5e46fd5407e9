// Why something is so: rules by their numbers in sentences, and the cells of tables it was read in.

import { byId, fill, make } from "./make.js";
import { rulesAt, say, spoken } from "./words.js";

/** @import { Explanation } from "./types.d.ts" */

/** @param {Explanation[]} told */
export function showWhy(told) {
  const box = byId("why");
  const parts = told.map(({ what, rules, cells, remark }) => [
    make("p", { class: "asked", text: spoken(what) }),
    ...rules.map(({ number, sentence }) => make("p", {}, make("a", { href: rulesAt(number), target: "_blank", rel: "noopener", text: number }), ` ${spoken(sentence)}`)),
    cells.length ? make("ul", {}, ...cells.map((words) => make("li", { text: spoken(words) }))) : null,
    spoken(remark) && (told.length === 1 || rules.length || cells.length) ? make("p", { class: "faint", text: spoken(remark) }) : null,
  ]);
  const close = make("button", { type: "button", class: "plain", key: "why-close", text: say("close"), on: { click: hideWhy } });
  fill(box, ...parts.flat(), close);
  box.hidden = false;
  close.focus({ preventScroll: true });
}

export function hideWhy() {
  const box = byId("why");
  if (box.hidden) return false;
  if (box.contains(document.activeElement)) byId("map").focus({ preventScroll: true });
  box.hidden = true;
  return true;
}
