// Areas of the map: zones, watched rings and what is to be held, as the printed map has them.

import { paintFlag, paintName } from "./figures.js";
import { isHex } from "./grid.js";
import { spoken } from "./words.js";

/** @import { Area, Point, Room, Spot, Zone } from "./types.d.ts" */
/** @import { MapView } from "./map.js" */
/** @import { Grid } from "./grid.js" */

const INK = "#2b241a";
// Of zones that name no colour, and how far each is set in from the next, as the printed map has it.
const ZONES = ["#c1272d", "#1f5fbf", "#b8860b", "#242e4c", "#6b6b6b", "#680820"];
const ROOT3 = Math.sqrt(3);
const INSETS = [0.05, 0.11, 0.17];
const MOST_TRIED = 7; // places for a zone's name

// Set-up areas and the rings that are watched, as on the printed map: tinted, with a dashed edge.
/** @param {MapView} view */
export function paintZones(view) {
  const { context } = view;
  context.lineWidth = Math.max(0.05, 0.8 / view.scale);
  context.setLineDash([0.15, 0.1]);
  (view.shown.zones ?? []).forEach((zone, order) => {
    const colour = zone.colour || ZONES[order % ZONES.length];
    const { room, edge } = kept(view, zone, () => areaOf(view.grid, zone.hexes, INSETS[order % INSETS.length]));
    context.globalAlpha = 0.12;
    context.fillStyle = colour;
    context.fill(room);
    context.globalAlpha = 1;
    context.strokeStyle = colour;
    context.stroke(edge);
  });
  context.setLineDash([]);
}

/** @param {MapView} view */
export function paintObjectives(view) {
  const { context } = view;
  for (const objective of view.shown.objectives) {
    const colour = view.shown.colours[objective.holder];
    const hexes = objective.hexes.filter(isHex);
    if (!hexes.length) continue;
    const { edge } = kept(view, objective.id, () => areaOf(view.grid, hexes, 0.06));
    context.lineWidth = 0.08;
    context.strokeStyle = "rgba(255,255,255,0.8)";
    context.stroke(edge);
    context.lineWidth = 0.055;
    context.strokeStyle = colour ?? INK;
    context.stroke(edge);
  }
}

// The flags of what is to be held, with the points it brings, over the counters' corner.
/** @param {MapView} view */
export function paintFlags(view) {
  for (const objective of view.shown.objectives) {
    const hex = objective.hexes.find(isHex);
    if (!hex) continue;
    const [x, y] = view.grid.centre(hex);
    paintFlag(view.context, objective, x + 0.28, y - 0.24, view.scale, view.shown.colours[objective.holder]);
  }
}

// The names of zones where the first free hex near their middles is, but for those that places have.
/** @param {MapView} view @param {Room[]} taken @param {number} closest */
export function paintZoneNames(view, taken, closest) {
  if (view.scale < closest) return;
  const named = new Set(view.places.map((place) => spoken(place.name)));
  const flags = view.shown.objectives.flatMap((one) => one.hexes.filter(isHex).map((hex) => view.grid.centre(hex)));
  taken.push(...flags.map(([x, y]) => ({ left: x + 0.2, right: x + 0.65, top: y - 0.5, bottom: y })));
  (view.shown.zones ?? []).forEach((zone, order) => {
    const words = spoken(zone.name);
    if (!words || named.has(words)) return;
    const ink = darker(zone.colour || ZONES[order % ZONES.length]);
    for (const [x, y] of middles(view.grid, zone.hexes)) {
      const size = paintName(view.context, words, x, y + 0.24, view.scale, taken, { ink, part: 0.75, wide: view.grid.size[0] });
      if (size) return void taken.push(size);
    }
  });
}

/** @param {MapView} view @param {Zone | string} key @param {() => Area} makes */
function kept(view, key, makes) {
  const known = view.areas.get(key) ?? makes();
  view.areas.set(key, known);
  return known;
}

// An area whose border is set in by some part of a hex.
/** @param {Grid} grid @param {Spot[]} hexes @param {number} inset @returns {Area} */
function areaOf(grid, hexes, inset) {
  const inside = new Set(hexes);
  const [room, edge] = [new Path2D(), new Path2D()];
  for (const hex of hexes) {
    grid.outline(room, hex, 1.004);
    for (let direction = 0; direction < 6; direction += 1) {
      if (inside.has(grid.neighbour(hex, direction))) continue;
      // Where the border turns inwards its edges run on, where it turns outwards they end sooner.
      const ends = [-1, 1].map((end) => (inside.has(grid.neighbour(hex, grid.beside(direction, end))) ? inset : -inset));
      edge.moveTo(...grid.towards(hex, direction, 0.5 - inset, -(0.5 + ends[0]) / ROOT3));
      edge.lineTo(...grid.towards(hex, direction, 0.5 - inset, (0.5 + ends[1]) / ROOT3));
    }
  }
  return { room, edge };
}

// The middles of a zone's hexes, those nearest to its own middle first.
/** @param {Grid} grid @param {Spot[]} hexes */
function middles(grid, hexes) {
  const found = hexes.map((hex) => grid.centre(hex));
  const [mx, my] = [0, 1].map((axis) => found.reduce((sum, at) => sum + at[axis], 0) / found.length);
  /** @param {Point} at */
  const far = ([x, y]) => Math.hypot(x - mx, y - my);
  return found.sort((a, b) => far(a) - far(b)).slice(0, MOST_TRIED);
}

/** @param {string} colour */
function darker(colour) {
  const parts = [1, 3, 5].map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * 0.62));
  return `rgb(${parts.join(", ")})`;
}
