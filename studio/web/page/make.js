// Pieces of the page. Words come in as text, never as markup.

/** @import { Child, MakeValues, PageElements } from "./types.d.ts" */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {MakeValues<HTMLElementTagNameMap[Tag]>} [given]
 * @param {...Child} inside
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, { on = {}, ...values } = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") element.textContent = String(value);
    else if (name === "key") element.dataset.key = String(value);
    else if (name === "colour") element.style.setProperty("--colour", String(value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const [name, listener] of Object.entries(on)) {
    element.addEventListener(name, /** @type {EventListener} */ (/** @type {unknown} */ (listener)));
  }
  element.append(...inside.filter(isThere).filter((piece) => piece !== ""));
  return element;
}

/** @param {Child} piece @returns {piece is Node | string} */
function isThere(piece) {
  return piece !== null && piece !== undefined;
}

/** @param {HTMLElement} place @param {string} key @returns {HTMLElement | undefined} */
export function keyed(place, key) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = place.querySelectorAll("[data-key]");
  return [...found].find((one) => one.dataset.key === key);
}

// Put pieces into a place; who had the focus there by a key keeps it, and nothing scrolls away.
/** @param {HTMLElement} place @param {...Child} pieces */
export function fill(place, ...pieces) {
  const active = document.activeElement;
  const held = active instanceof HTMLElement && place.contains(active) ? active.dataset.key : null;
  const top = place.scrollTop;
  place.replaceChildren(...pieces.filter(isThere));
  place.scrollTop = top;
  if (!held) return;
  const again = keyed(place, held);
  (again ?? place).focus({ preventScroll: true });
}

/** @template {string} Id @param {Id} id @returns {Id extends keyof PageElements ? PageElements[Id] : HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return /** @type {Id extends keyof PageElements ? PageElements[Id] : HTMLElement} */ (found);
}

/** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2DSettings} settings */
export function contextOf(canvas, settings = {}) {
  const found = canvas.getContext("2d", settings);
  if (!found) throw new Error("this browser draws nothing");
  return found;
}

// A short word at the edge of the screen, read out to who does not see it.
/** @param {string} words @param {boolean} isBad */
export function toast(words, isBad = false) {
  const note = make("p", { class: isBad ? "bad" : "", text: words });
  byId("toasts").append(note);
  setTimeout(() => note.remove(), 6000);
}
