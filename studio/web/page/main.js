// The page of a seat: comes in by its link, then shows what the host sends.

import { Drawing } from "./draw.js";
import { showHands } from "./hands.js";
import { byId, fill, make, toast } from "./make.js";
import { isHex } from "./grid.js";
import { MapView } from "./map.js";
import { Panels } from "./panels.js";
import { offerPush, pushEndpoint } from "./push.js";
import { Replay } from "./replay.js";
import { Seat } from "./seat.js";
import { Talk } from "./talk.js";
import { TableView } from "./table.js";
import { TableHand } from "./tablehand.js";
import { Tiles } from "./tiles.js";
import { drafted } from "./umpire.js";
import { hideWhy, showWhy } from "./why.js";
import { current, languages, load, say, sayAll, spoken, speak } from "./words.js";

/**
 * @import {
 *  Deeds, Desk, Gesture, GroundView, HostMessage, Kept, Option, Piece, Spot, Standing, TableFacts, Way,
 *  Welcome
 * } from "./types.d.ts"
 */

const THEMES = ["", "light", "dark"];
const seat = new Seat();
let door = "";
/** @type {Talk} from `sit` on */
let talk;
/** @type {Panels} from `sit` on */
let panels;
/** @type {GroundView} from `welcome` on, as are the next three */
let map;
/** @type {Tiles} */
let tiles;
/** @type {Drawing} */
let drawing;
/** @type {Replay} */
let replay;
/** @type {TableHand | null} on a table */
let hand = null;
let ahead = 0; // seconds the host's clock is ahead of ours
let screens = 1; // on which this seat is open
let standing = "connecting";
let doorWords = "joining";
/** @type {Map<string, string>} acts under way, and what to say of them */
const sent = new Map();
/** @type {Map<string, string>} words under way: what was not taken is given back */
const letters = new Map();
let hasLooked = false; // at the own units, or elsewhere
let isOver = false; // and the host knows that we know
let waysAsked = "";
let questionSeen = "";

// --- coming in ------------------------------------------------------------------------------------

async function begin() {
  setTheme(kept("theme") ?? "");
  try {
    await load();
    offerLanguages();
  } catch {
    setTimeout(begin, 3000);
    return;
  }
  sayAll();
  const secret = location.hash.slice(1); // its letters need no escapes
  door = location.pathname.match(/^\/s\/([0-9a-f]+)\/$/)?.[1] ?? "";
  if (secret) await enter(secret);
  else if (door) sit();
  else atDoor("no-secret");
}

// Change the secret of the link for a ticket; it stands in the address no longer than that takes.
/** @param {string} secret */
async function enter(secret) {
  atDoor("joining");
  history.replaceState(null, "", location.pathname);
  let answer;
  let said;
  try {
    answer = await fetch("/enter", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ secret }),
    });
    said = await answer.json(); // what stands between may answer otherwise
  } catch {
    atDoor("no-host");
    setTimeout(() => enter(secret), 3000);
    return;
  }
  if (!answer.ok) {
    atDoor("no-seat");
    return;
  }
  const known = await fetch(`/s/${said.door}/seat`);
  if (!known.ok) atDoor("no-cookies");
  else location.replace(`/s/${said.door}/`);
}

window.addEventListener("hashchange", () => {
  if (location.hash.length > 1) enter(location.hash.slice(1));
});

/** @param {string} words */
function atDoor(words) {
  doorWords = words;
  byId("door").hidden = false;
  byId("desk").hidden = true;
  byId("door-words").textContent = say(words);
}

function sit() {
  atDoor("joining");
  talk = new Talk(door, hear, stand);
  panels = new Panels(seat, does);
  talk.open();
}

// --- what the host says ---------------------------------------------------------------------------

/** @param {HostMessage} message */
function hear(message) {
  if (message.now) ahead = message.now - Date.now() / 1000;
  switch (message.kind) {
    case "welcome":
      welcome(message);
      break;
    case "desk":
    case "change":
      if (talk.desk) seat.take(talk.desk);
      show();
      break;
    case "ways":
      seat.reach = { unit: message.unit, ways: message.ways };
      map.show(seat.shown());
      break;
    case "why":
      showWhy(message.told);
      break;
    case "screens":
      if (message.count > screens && message.count > 1) toast(say("screens", { count: message.count }), true);
      screens = message.count;
      byId("screens").textContent = screens > 1 ? `×${screens}` : "";
      break;
    case "drafted":
      drafted(message.words);
      panels.render();
      break;
    case "prospect":
      hand?.hear(message);
      break;
    case "ground":
      tiles.use(message);
      map.repaint();
      break;
    case "stranger":
      toast(spoken(message.words), true);
      break;
    case "done":
      finish(message.id);
      break;
    case "refused":
      giveBack(letters.get(message.id));
      finish(message.id);
      hand?.fail();
      toast(spoken(message.words), true);
      if (message.code === "version") setTimeout(() => location.reload(), 2000);
  }
}

/** @param {Welcome} message */
function welcome(message) {
  seat.welcomed(message);
  byId("door").hidden = true;
  byId("desk").hidden = false;
  offerPush(message.push, (wanted) => talk.act("subscribe", wanted));
  if (map) {
    tiles.use(message.ground);
    return;
  }
  tiles = new Tiles(`/s/${door}/`, message.ground, () => map.repaint());
  map = "table" in message.map ? tableOf(message.map) : new MapView(byId("map"), message.map, tiles, { tapped, pointed, faced: does.draft });
  drawing = new Drawing(map, seat, does);
  replay = new Replay(`/s/${door}/`, seat, (past) => map.show((past ?? seat).shown()));
  const credits = spoken(message.map.credits);
  byId("title").title = credits ? say("credits", { credits }) : "";
}

/** @param {TableFacts} facts */
function tableOf(facts) {
  const asker = {
    /** @param {Gesture} gesture */
    asks: (gesture) => talk.ask("try", gesture),
    writes: does.gesture,
    /** @param {Option[]} options */
    drafts: (options) => (options.length === 1 ? does.draft(options[0]) : choose(null, options, [])),
    select,
  };
  hand = new TableHand(seat, asker, (made) => new TableView(byId("map"), facts, tiles, made));
  return hand.view;
}

// Let a letter that was not taken be sent again, unless another is being written.
/** @param {string | undefined} words */
function giveBack(words) {
  const field = byId("letter-words");
  if (words && !field.value) field.value = words;
}

/** @param {string} id */
function finish(id) {
  sent.delete(id);
  letters.delete(id);
  panels.sending = [...sent.values()].filter(Boolean);
  panels.render();
}

/** @param {Standing} state */
function stand(state) {
  standing = state;
  if (state === "no-seat") atDoor("no-seat");
  else if (state === "lost" && byId("desk").hidden) atDoor("no-host");
  showLink();
}

// --- what the player does -------------------------------------------------------------------------

/** @type {Deeds} */
const does = {
  draft(option) {
    closeChooser();
    const read = { number: seat.desk.number, question: seat.desk.question_id };
    underWay(talk.act("draft", { option: option.id, ...read }), spoken(option.words));
  },
  answer(answer, words) {
    const read = { number: seat.desk.number, question: seat.desk.question_id };
    underWay(talk.act("draft", { answer, ...read }), words);
  },
  gesture(gesture) {
    const read = { number: seat.desk.number, question: seat.desk.question_id };
    underWay(talk.act("gesture", { ...gesture, ...read }), say("table-drawn"));
  },
  march(way, hex) {
    closeChooser();
    const unit = seat.unit(seat.goer);
    if (!unit) return;
    const words = say("march", { unit: seat.name(unit), hex: map.grid.label(hex) });
    underWay(talk.act("march", { unit: unit.id, to: hex, ...(way.order ? { order: way.order } : {}) }), words);
  },
  trace(way) {
    if (!map) return;
    const units = [...new Set(seat.options.map((option) => option.unit).filter(Boolean))];
    const start = units.length === 1 ? seat.unit(units[0])?.at : null;
    map.sketch = way.length && isHex(start) ? [start, ...way] : way;
    map.repaint();
  },
  grid: () => map.grid,
  withdraw(order) {
    underWay(talk.act("withdraw", { order }), "");
  },
  deliver() {
    underWay(talk.act("deliver", {}), "");
  },
  recall() {
    underWay(talk.act("recall", {}), "");
  },
  write(to, words) {
    if (seat.desk.role === "umpire") does.umpire("say", { about: to, words });
    else {
      const id = talk.act("write", { to, words });
      letters.set(id, words);
      underWay(id, "");
    }
  },
  umpire(deed, fields = {}) {
    underWay(talk.act("umpire", { deed, ...fields }), "");
  },
  draftBulletin: (side) => talk.ask("bulletin", { side }),
  select(unit) {
    select(unit);
    look(seat.unit(unit)?.at);
  },
  sketch: ({ is_shared: isShared, ...mark }) => underWay(talk.act("sketch", { ...mark, is_shared: Number(isShared) }), ""),
  wipe: (number) => underWay(talk.act("wipe", { number }), ""),
  look,
  askWhy: (event) => talk.ask("why", { event }),
  label: (hex) => map.grid.label(hex),
  kept,
  keep,
};

/** @param {string} id @param {string} words */
function underWay(id, words) {
  sent.set(id, words);
  panels.sending = [...sent.values()].filter(Boolean);
  panels.render();
}

/** @param {Spot | null | undefined} hex */
function look(hex) {
  if (!hex || !map) return;
  map.cursor = hex;
  map.reveal(hex);
  map.repaint();
}

/** @param {string | null} unit */
function select(unit) {
  seat.selected = unit;
  show();
  if (unit && panels.tab !== "orders" && seat.optionsOf(unit).length) panels.turnTo("orders");
  if (unit) byId("orders").scrollTop = 0;
}

/** @param {Spot | null} hex */
function tapped(hex) {
  closeChooser();
  hideWhy();
  pointed(hex);
  if (panels.answer.take(hex)) return;
  if (!hex) {
    select(null);
    return;
  }
  const options = seat.optionsAt(hex);
  const units = seat.own.filter((unit) => unit.at === hex);
  const others = units.filter((unit) => unit.id !== seat.selected);
  /** @param {Option} option */
  const isMeant = (option) => option.hex === hex || others.every((unit) => [unit.id, unit.inside, unit.bearer].includes(option.unit));
  if (options.length === 1 && isMeant(options[0])) does.draft(options[0]);
  else if (options.length) choose(hex, options, others);
  else if (seat.waysTo(hex).length) setOut(hex, seat.waysTo(hex), others);
  else if (units.length === 1) select(units[0].id === seat.selected ? null : units[0].id);
  else if (units.length) choose(hex, [], units);
  else if (!faced(hex)) refused(hex);
}

// What is meant by a unit in hand and cannot be: ask why. Without one a tap lets go of everything.
/** @param {Spot} hex */
function refused(hex) {
  const unit = seat.selected;
  const isMeant = unit && (seat.goer || seat.optionsOf(unit).length > 0);
  select(null);
  if (isMeant) talk.ask("why", { hex, unit });
}

// Send the unit in hand to a hex it comes to; of several ways, or where others stand, ask first.
/** @param {Spot} hex @param {Way[]} ways @param {Piece[]} others */
function setOut(hex, ways, others) {
  if (ways.length === 1 && !others.length) does.march(ways[0], hex);
  else choose(hex, [], others, ways);
}

// Turn the unit meant to a hex next door, where nothing else is there to be done; whether it may.
/** @param {Spot} hex @returns {boolean} */
function faced(hex) {
  const { wheel } = seat;
  const front = wheel && map.grid.direction(wheel.at, hex);
  const option = front === null ? null : wheel?.fronts.get(front);
  if (option) does.draft(option);
  return Boolean(option);
}

// Ask which of several things a tap means.
/** @param {Spot | null} hex @param {Option[]} options @param {Piece[]} units @param {Way[]} ways */
function choose(hex, options, units, ways = []) {
  const box = byId("chooser");
  const goer = seat.unit(seat.goer);
  const march = { unit: goer ? seat.name(goer) : "", hex: hex ? map.grid.label(hex) : "" };
  const buttons = [
    ...ways.map((way) => pick(spoken(way.words) || say("march", march), () => does.march(way, hex ?? ""))),
    ...options.map((option) => pick(spoken(option.words), () => does.draft(option))),
    ...units.map((unit) => pick(seat.told(unit), () => select(unit.id), seat.colour(unit.side))),
    pick(say("cancel"), () => {}, null, "plain"),
  ];
  fill(box, make("p", { text: `${say("choose")} ${march.hex}` }), ...buttons);
  box.hidden = false;
  buttons[0].focus({ preventScroll: true });
}

/** @param {string} words @param {() => void} click @param {string | null} colour @param {string} kind */
function pick(words, click, colour = null, kind = "") {
  const act = () => {
    closeChooser();
    click();
  };
  const chip = colour ? make("i", { class: "chip", colour }) : null;
  return make("button", { type: "button", class: kind, on: { click: act } }, chip, make("span", { text: words }));
}

// Give this seat up on this browser, once that is confirmed: only the link opens it again.
function askToLeave() {
  const box = byId("chooser");
  const buttons = [pick(say("leave"), leave), pick(say("cancel"), () => {}, null, "plain")];
  fill(box, make("p", { text: say("leave-sure") }), ...buttons);
  box.hidden = false;
  buttons[1].focus({ preventScroll: true });
}

async function leave() {
  try {
    const body = JSON.stringify({ endpoint: await pushEndpoint() });
    const answer = await fetch(`/s/${door}/leave`, { method: "POST", headers: { "content-type": "application/json" }, body });
    if (!answer.ok && answer.status !== 403) throw new Error(answer.statusText);
  } catch {
    toast(say("no-host"), true);
    return;
  }
  talk.close();
  forget();
  history.replaceState(null, "", "/");
  atDoor("left");
}

function closeChooser() {
  const box = byId("chooser");
  if (box.hidden) return;
  if (box.contains(document.activeElement)) byId("map").focus({ preventScroll: true });
  box.hidden = true;
}

// Say what is in the hex that is pointed at.
/** @param {Spot | null} hex */
function pointed(hex) {
  const spot = byId("spot");
  spot.hidden = !hex;
  if (!hex) return;
  const units = [...seat.own, ...seat.seen].filter((unit) => unit.at === hex).map((unit) => seat.told(unit));
  const ghosts = seat.ghosts.filter((ghost) => ghost.at === hex).map((ghost) => `${seat.told(ghost)} · ${seat.age(ghost)}`);
  const words = [say("hex", { hex: map.grid.label(hex) }), ...units, ...ghosts].join("\n");
  if (spot.textContent !== words) spot.textContent = words;
}

// --- showing --------------------------------------------------------------------------------------

function show() {
  const { desk } = seat;
  if (!seat.isThere) return;
  byId("title").textContent = spoken(desk.title) || spoken(seat.game.title);
  byId("seat").textContent = [spoken(seat.me.name), spoken(desk.arm ?? "")].filter(Boolean).join(" · ");
  byId("seat").style.setProperty("--colour", seat.colour(desk.side));
  const turn = spoken(desk.turn_words?.now);
  byId("when").textContent = [turn, spoken(desk.phase?.words)].filter(Boolean).join(" · ");
  const amount = desk.purse ?? 0;
  const hasPurse = Number.isInteger(desk.purse) && (amount > 0 || desk.asked) && !desk.result;
  byId("purse").hidden = !hasPurse;
  byId("purse").textContent = hasPurse ? say("purse", { amount }) : "";
  byId("whose").textContent = whose();
  byId("whose").classList.toggle("mine", Boolean(desk.asked));
  byId("whose").classList.toggle("due", seat.waitsForDelivery);
  document.title = `${desk.asked || seat.waitsForDelivery ? "● " : ""}${spoken(desk.title) || "Sandtable"} · ${spoken(seat.me.name)}`;
  const banner = byId("banner");
  banner.hidden = !desk.result;
  if (desk.result) fill(banner, make("span", { text: spoken(desk.result.words) || say("over") }), replayButton(desk));
  askForWays();
  if (replay.isOn && !desk.result) replay.end();
  if (desk.result && !isOver) fetch(`/s/${door}/seat`).catch(() => {}); // its cookie ends with the game
  isOver = Boolean(desk.result);
  if (!replay.isOn) map.show(seat.shown());
  hand?.follow();
  drawing.follow();
  showHands(seat, does.draft);
  lookFirst((desk.role ? [...seat.own, ...seat.seen] : seat.own).map((unit) => unit.at));
  lookAtQuestion();
  panels.render();
  tick();
}

// Of a game that is over: how it went, as this side saw it.
/** @param {Desk} given */
function replayButton({ side }) {
  return side ? make("button", { type: "button", key: "replay", text: say("replay"), on: { click: () => replay.begin() } }) : null;
}

// Ask where the unit in hand may go, once for each question.
function askForWays() {
  const goer = seat.goer;
  const asked = `${seat.desk.number} ${goer}`;
  if (!goer || seat.reach?.unit === goer || waysAsked === asked) return;
  waysAsked = asked;
  talk.ask("ways", { unit: goer });
}

// Begin where our own units are, once there are any and nobody has looked elsewhere.
/** @param {(Spot | null)[]} hexes */
function lookFirst(hexes) {
  if (hexes.length && !hasLooked) map.lookAt(hexes);
  hasLooked ||= hexes.length > 0;
}

// Bring what a new question is about into sight: all of it where that is little, else its unit.
function lookAtQuestion() {
  const { hexes, isOne } = seat.questioned();
  const asked = JSON.stringify([seat.desk.question, hexes]);
  if (asked === questionSeen) return;
  questionSeen = asked;
  if (hexes.length && (isOne ? !hexes.every((hex) => map.isInSight(hex)) : !hexes.some((hex) => map.isInSight(hex)))) {
    map.bring(hexes);
  }
}

function whose() {
  const { desk } = seat;
  if (desk.result) return say("over");
  if (desk.role) return say(desk.role === "umpire" ? "you-umpire" : "you-look-on");
  if (desk.asked) return say("your-turn");
  if (seat.isClosed) return say("time-up");
  if (seat.waitsForDelivery) return say("to-hand-in");
  const active = desk.position?.active;
  return active && active !== desk.side ? say("their-turn", { side: seat.side(active) }) : say("waiting");
}

function showLink() {
  const words = standing === "no-seat" ? say("no-seat") : say(standing);
  const link = byId("link");
  link.className = `link ${standing}`;
  link.setAttribute("aria-label", words);
  link.title = words;
  const banner = byId("banner");
  if (standing === "lost" || standing === "elsewhere") {
    fill(banner, make("span", { text: words }));
    if (standing === "elsewhere") {
      banner.append(make("button", { type: "button", text: say("again"), on: { click: () => talk.open() } }));
    }
    banner.hidden = false;
  } else if (!seat.desk.result) banner.hidden = true;
}

function tick() {
  const clock = seat.desk.clock;
  const place = byId("clock");
  place.hidden = !clock || Boolean(seat.desk.result);
  if (!clock || place.hidden) return;
  const runs = clock.ends_at !== null;
  const left = Math.max(0, clock.ends_at === null ? clock.left ?? 0 : clock.ends_at - Date.now() / 1000 - ahead);
  const [minutes, seconds] = [Math.floor(left / 60), Math.floor(left % 60)];
  const words = left <= 0 ? say("time-up") : `${minutes}:${String(seconds).padStart(2, "0")}`;
  const grace = clock.is_grace && left > 0 ? ` ${say("clock-grace")}` : "";
  place.textContent = (runs || left <= 0 ? words : `${words} ‖`) + grace;
  place.title = runs ? say("clock") : say("clock-stopped");
  place.setAttribute("aria-label", `${say("clock")} ${words}`);
  place.classList.toggle("short", left < 60);
}

setInterval(tick, 500);

/** @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").setAttribute("aria-pressed", String(theme === "dark"));
}

// --- what the browser keeps -----------------------------------------------------------------------

/** @template {keyof Kept} K @param {K} name @returns {Kept[K] | null} */
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(`sandtable-${name}-${name === "theme" ? "" : door}`) ?? "null");
  } catch {
    return null;
  }
}

/** @template {keyof Kept} K @param {K} name @param {Kept[K]} value */
function keep(name, value) {
  try {
    localStorage.setItem(`sandtable-${name}-${name === "theme" ? "" : door}`, JSON.stringify(value));
  } catch { /* a browser that keeps nothing */ }
}

// What it kept of this seat; how it looks stays.
function forget() {
  for (const store of [localStorage, sessionStorage]) {
    for (const key of Object.keys(store)) if (key.endsWith(`-${door}`)) store.removeItem(key);
  }
}

// --- the bar --------------------------------------------------------------------------------------

function offerLanguages() {
  const offered = Object.entries(languages()).map(([code, { name }]) => new Option(name, code));
  byId("language").replaceChildren(...offered);
  byId("language").value = current();
}

byId("language").addEventListener("change", () => {
  speak(byId("language").value);
  sayAll();
  byId("door-words").textContent = say(doorWords);
  showLink();
  show();
});
byId("theme").addEventListener("click", () => {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? "";
  const order = isDark ? ["", "light", "dark"] : ["", "dark", "light"];
  const next = order[(order.indexOf(now) + 1) % THEMES.length];
  setTheme(next);
  keep("theme", next);
  map?.repaint();
});
byId("leave").addEventListener("click", askToLeave);
byId("zoom-in").addEventListener("click", () => map.zoom(1.4));
byId("zoom-out").addEventListener("click", () => map.zoom(1 / 1.4));
byId("zoom-all").addEventListener("click", () => map.fit());
byId("taller").addEventListener("click", () => {
  const isTall = byId("desk").classList.toggle("tall");
  byId("taller").setAttribute("aria-pressed", String(isTall));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (replay?.isOn) return replay.end();
  if (drawing?.escape()) return;
  if (hideWhy()) return;
  if (panels?.answer.stop()) return;
  if (!byId("chooser").hidden) closeChooser();
  else if (!hand?.escape()) select(null);
});

begin();
