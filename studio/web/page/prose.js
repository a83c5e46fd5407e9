// Texts in Markdown, which the host has read already: elements as [tag, attributes, inside…].

import { make } from "./make.js";

/** @import { Child, Prose, ProseAttributes } from "./types.d.ts" */

/** @type {(keyof HTMLElementTagNameMap)[]} */
const TAGS = [
  "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "hr", "br", "strong", "em", "s", "code", "pre",
  "a", "table", "thead", "tbody", "tr", "th", "td",
];
const LINK = /^(https?|mailto):/i;
const ALIGNED = /^text-align:(left|right|center)$/;

/** @param {Prose[]} tree */
export function prose(tree) {
  return tree.map(piece);
}

/** @param {Prose} found @returns {Child} */
function piece(found) {
  if (typeof found === "string") return found;
  const [tag, values, ...inside] = found;
  if (!isKnown(tag)) return "";
  const element = make(tag, attributes(tag, values), ...inside.map(piece));
  const side = ALIGNED.exec(values.style ?? "");
  if (side) element.style.textAlign = side[1];
  return element;
}

/** @param {string} tag @returns {tag is keyof HTMLElementTagNameMap} */
function isKnown(tag) {
  return TAGS.some((each) => each === tag);
}

/** @param {string} tag @param {ProseAttributes} given1 */
function attributes(tag, { href, start }) {
  if (tag === "a" && LINK.test(href ?? "")) return { href, target: "_blank", rel: "noopener noreferrer" };
  return tag === "ol" && Number.isInteger(start) ? { start } : {};
}
