// The cards that lie open, always in view, the own first: of each side what it holds, and what works before it.

import { byId, fill, make } from "./make.js";
import { spoken } from "./words.js";

/** @import { Card, Option, Seat, Store } from "./types.d.ts" */

// `plays(option)` writes the order that plays a card.
/** @param {Seat} seat @param {(option: Option) => void} plays */
export function showHands(seat, plays) {
  /** @param {Store} store */
  const own = (store) => Number(store.side === seat.desk.side);
  const stores = [...(seat.desk.cards ?? [])].sort((one, other) => own(other) - own(one));
  const place = byId("hands");
  place.hidden = !stores.some((store) => store.cards.length);
  if (place.hidden) return;
  const scrolled = place.scrollLeft;
  fill(place, ...stores.flatMap((store) => [head(seat, store), ...store.cards.map((card) => shown(seat, store, card, plays))]));
  place.scrollLeft = scrolled;
}

/** @param {Seat} seat @param {Store} store */
function head(seat, store) {
  const stocks = store.stocks.map((stock) => make("small", { text: `${spoken(stock.name)} ${stock.amount}` }));
  return make("div", { class: "holder", colour: seat.colour(store.side) }, make("b", { text: seat.side(store.side) }), ...stocks);
}

/** @param {Seat} seat @param {Store} store @param {Card} card @param {(option: Option) => void} plays */
function shown(seat, store, card, plays) {
  const option = store.side === seat.desk.side && !card.laid_out && seat.optionOfCard(card.id);
  const inside = [
    make("b", { text: spoken(card.title) }),
    make("small", { text: spoken(card.terms) }),
    make("span", { text: spoken(card.text) }),
  ];
  const key = `card-${store.side}-${card.id}`;
  if (option) return make("button", { class: "card", type: "button", key, on: { click: () => plays(option) } }, ...inside);
  return make("div", { class: card.laid_out ? "card laid" : "card" }, ...inside);
}
