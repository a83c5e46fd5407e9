// Pieces of the page. Words come in as text, never as markup.

export function make(tag, { on = {}, ...values } = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "key") element.dataset.key = value;
    else if (name === "colour") element.style.setProperty("--colour", value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  element.append(...inside.filter((piece) => piece !== null && piece !== undefined && piece !== ""));
  return element;
}

// Put pieces into a place; who had the focus there by a key keeps it, and nothing scrolls away.
export function fill(place, ...pieces) {
  const held = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const top = place.scrollTop;
  place.replaceChildren(...pieces.filter((piece) => piece !== null && piece !== undefined));
  place.scrollTop = top;
  if (!held) return;
  const again = [...place.querySelectorAll("[data-key]")].find((one) => one.dataset.key === held);
  (again ?? place).focus({ preventScroll: true });
}

export function byId(id) {
  return document.getElementById(id);
}

// A short word at the edge of the screen, read out to who does not see it.
export function toast(words, isBad = false) {
  const note = make("p", { class: isBad ? "bad" : "", text: words });
  byId("toasts").append(note);
  setTimeout(() => note.remove(), 6000);
}
