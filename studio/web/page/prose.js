// Texts in Markdown, which the host has read already: elements as [tag, attributes, inside…].

import { make } from "./make.js";

const TAGS = new Set([
  "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "hr", "br", "strong", "em", "s", "code", "pre",
  "a", "table", "thead", "tbody", "tr", "th", "td",
]);
const LINK = /^(https?|mailto):/i;
const ALIGNED = /^text-align:(left|right|center)$/;

export function prose(tree) {
  return tree.map(piece);
}

function piece(found) {
  if (typeof found === "string") return found;
  const [tag, values, ...inside] = found;
  if (!TAGS.has(tag)) return document.createTextNode("");
  const element = make(tag, attributes(tag, values), ...inside.map(piece));
  const side = ALIGNED.exec(values.style ?? "");
  if (side) element.style.textAlign = side[1];
  return element;
}

function attributes(tag, { href, start }) {
  if (tag === "a" && LINK.test(href ?? "")) return { href, target: "_blank", rel: "noopener noreferrer" };
  return tag === "ol" && Number.isInteger(start) ? { start } : {};
}
