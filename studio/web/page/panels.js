// The six lists beside the map: orders, units, what happened, briefing, bulletins, messages.

import { AnswerForm } from "./answer.js";
import { showBriefing } from "./briefing.js";
import { isHex } from "./grid.js";
import { linesOf, showHappened } from "./happened.js";
import { byId, fill, keyed, make, toast } from "./make.js";
import { prose } from "./prose.js";
import { addressees, bulletinForm, showUmpire } from "./umpire.js";
import { current, ownOf, say, spoken } from "./words.js";

/** @import { Bulletin, Counts, Deeds, Letter, Option, Order, Piece, Seat, Spot } from "./types.d.ts" */

/** @type {(keyof Counts)[]} */
const POST = ["bulletins", "messages"];
const MANY = 12; // options from which on a filter helps
const FEW = 6; // orders handed in that are listed at once
const LONGEST = 120; // letters of a message that is announced
const SHORT = 9; // letters of an option that shares its line with others

export class Panels {
  // `does` has draft(option), withdraw(order), deliver(), recall(), write(to, words), select(unit), look(hex).
  /** @param {Seat} seat @param {Deeds} does */
  constructor(seat, does) {
    this.seat = seat;
    this.does = does;
    this.answer = new AnswerForm(seat, does, () => this.#orders());
    this.filter = "";
    this.isSure = false;
    /** @type {Set<string>} */
    this.opened = new Set();
    /** @type {string[]} */
    this.sending = [];
    /** @type {Counts | null} how much of the post was read */
    this.read = null;
    /** @type {Counts | null} how much of it there is */
    this.counted = null;
    /** @type {number | null} of what has happened, as many lines as were seen */
    this.lines = null;
    this.listed = 0; // orders of the draft that are shown
    this.tabs = ["orders", "units", "happened", "briefing", "bulletins", "messages"];
    for (const name of this.tabs) byId(`tab-${name}`).addEventListener("click", () => this.turnTo(name));
    byId("tabs").addEventListener("keydown", (event) => this.#key(event));
    byId("letter").addEventListener("submit", (event) => this.#send(event));
    byId("letter-to").addEventListener("change", () => this.#muting());
    byId("letter-words").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.#send(event);
    });
    this.tab = "orders";
    this.turnTo(this.tab);
  }

  /** @param {string} name */
  turnTo(name) {
    this.tab = name;
    for (const each of this.tabs) {
      byId(each).hidden = each !== name;
      byId(`tab-${each}`).setAttribute("aria-selected", String(each === name));
      byId(`tab-${each}`).tabIndex = each === name ? 0 : -1;
    }
    this.render();
  }

  // Who only looks on has nothing to order and nobody to write to.
  #rooms() {
    const { role, side } = this.seat.desk;
    byId("tab-messages").hidden = role === "observer";
    byId("tab-briefing").hidden = Boolean(role && !side);
    if (byId(`tab-${this.tab}`).hidden) this.turnTo("orders");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = Number(event.key === "ArrowRight") - Number(event.key === "ArrowLeft");
    if (!step) return;
    const open = this.tabs.filter((each) => !byId(`tab-${each}`).hidden);
    const name = open[(open.indexOf(this.tab) + step + open.length) % open.length];
    this.turnTo(name);
    byId(`tab-${name}`).focus();
  }

  render() {
    if (!this.seat.isThere) return;
    this.#rooms();
    this.#orders();
    this.#units();
    if (this.tab === "happened") showHappened(byId("happened"), this.seat.desk, this.does.askWhy);
    showBriefing(byId("briefing"), this.seat, this.does);
    this.#bulletins();
    this.#messages();
    this.#badges();
  }

  // --- orders -------------------------------------------------------------------------------------

  #orders() {
    const { seat } = this;
    const { desk } = seat;
    if (desk.role === "umpire") return showUmpire(byId("orders"), seat, this.does);
    if (desk.role) return fill(byId("orders"), make("p", { class: "question", text: this.#looksOn() }), ...this.#result());
    const unit = seat.unit(seat.selected);
    const mine = unit ? seat.optionsOf(unit.id) : [];
    if (!seat.drafted.length && !desk.can_close) this.isSure = false;
    const scrolled = this.#draftList()?.scrollTop ?? 0;
    fill(
      byId("orders"),
      make("p", { class: "question", text: this.#question() }),
      this.#joined(),
      this.#draft(),
      unit && mine.length ? make("h2", { text: say("options-of", { unit: seat.name(unit) }) }) : null,
      mine.length ? this.#buttons(mine) : null,
      seat.options.length > mine.length ? this.#groups(mine.length > 0) : null,
      this.answer.form(),
      this.#handedIn(desk.draft ?? []),
    );
    this.#scrollDraft(scrolled);
  }

  #looksOn() {
    const { sees, delay } = this.seat.desk;
    const what = sees && ["everything", "bulletins"].includes(sees) ? say(`sees-${sees}`) : say("sees-side", { side: this.seat.side(sees) });
    return delay ? `${what} ${say("sees-later", { minutes: Math.round(delay / 6) / 10 })}` : what;
  }

  #result() {
    const { result } = this.seat.desk;
    return result ? [make("p", { text: spoken(result.words) || say("over") })] : [];
  }

  // A long draft scrolls by itself, and shows what was written last.
  /** @param {number} scrolled */
  #scrollDraft(scrolled) {
    const list = this.#draftList();
    const count = this.seat.drafted.length + this.sending.length;
    if (list) list.scrollTop = count === this.listed ? scrolled : list.scrollHeight;
    this.listed = count;
  }

  #draftList() {
    return byId("orders").querySelector(".draft ol");
  }

  #question() {
    const { desk } = this.seat;
    if (desk.result) return spoken(desk.result.words) || say("over");
    if (desk.asked) return spoken(desk.question);
    if (this.seat.isClosed) return say("time-closed");
    return this.seat.drafted.length ? say("hand-in-first") : say("nothing-asked");
  }

  // Who is in so far, where units join one by one.
  #joined() {
    const { seat } = this;
    const names = seat.joined.map((id) => seat.unit(id)).filter((unit) => unit !== undefined).map((unit) => seat.name(unit));
    if (!names.length) return null;
    return make("p", { class: "joined", text: say("joined", { count: names.length, units: names.join(", ") }) });
  }

  #draft() {
    const { seat } = this;
    const orders = seat.drafted;
    if (!orders.length && !this.sending.length && !seat.desk.asked) return null;
    const { isClosed } = seat;
    const items = orders.map((order) => this.#order(order, isClosed ? null : this.#takeBack(order)));
    for (const words of this.sending) {
      items.push(make("li", { class: "sending" }, make("span", { text: words }), make("i", { text: say("state-sending") })));
    }
    return make(
      "section",
      { class: "draft" },
      make("h2", { text: say("draft") }),
      items.length ? make("ol", {}, ...items) : make("p", { class: "faint", text: this.seat.desk.grip ? say("nothing-drawn") : say("nothing-drafted") }),
      !isClosed && (orders.length || seat.desk.can_close) ? this.#delivering(orders.length) : null,
    );
  }

  /** @param {Order} order @param {HTMLElement | null} button */
  #order(order, button = null) {
    const mate = order.by !== this.seat.me.id && this.seat.desk.mates?.find((one) => one.seat === order.by);
    return make(
      "li",
      { class: order.opens === false ? "follows" : "" },
      make("span", { text: this.seat.toldOrder(order) }),
      mate ? make("small", { text: spoken(mate.name) }) : null,
      button ?? make("i", { class: `state ${order.state}`, text: say(`state-${order.state}`) }),
      order.reason ? make("small", { class: "reason", text: spoken(order.reason) }) : null,
    );
  }

  /** @param {Order} order */
  #takeBack(order) {
    const label = say("withdraw", { order: this.seat.toldOrder(order) });
    return make("button", {
      type: "button", class: "plain", text: "×", key: `x-${order.id}`, "aria-label": label, title: label,
      on: { click: () => this.does.withdraw(order.id) },
    });
  }

  /** @param {number} count */
  #delivering(count) {
    if (!this.seat.desk.may_deliver) return make("p", { class: "faint", text: say("others-deliver") });
    if (!this.isSure) return this.#button("deliver", "main", () => this.#sure(true));
    const asked = count ? (count === 1 ? say("deliver-one") : say("deliver-sure", { count })) : say("deliver-none");
    const words = `${asked} ${say(this.seat.desk.is_attended ? "deliver-waits" : "deliver-at-once")}`;
    return make(
      "div",
      { class: "sure", role: "group", "aria-label": words },
      make("p", { text: words }),
      this.#button("deliver", "main", () => {
        this.#sure(false);
        this.does.deliver();
      }),
      this.#button("cancel", "", () => this.#sure(false)),
    );
  }

  /** @param {boolean} isSure */
  #sure(isSure) {
    this.isSure = isSure;
    this.#orders();
    keyed(byId("orders"), "deliver")?.focus();
  }

  /** @param {string} name @param {string} kind @param {() => void} click */
  #button(name, kind, click) {
    return make("button", { type: "button", class: kind, key: name, text: say(name), on: { click } });
  }

  /** @param {Option[]} options */
  #buttons(options) {
    const buttons = options.map((option) =>
      make("button", {
        type: "button", class: `option ${option.deed ?? ""}`, key: `o-${option.id}`, text: spoken(option.words),
        on: { click: () => this.does.draft(option), focus: () => isHex(option.hex) && this.does.look(option.hex) },
      }),
    );
    const isShort = options.every((option) => spoken(option.words).length <= SHORT);
    return make("div", { class: isShort ? "options short" : "options" }, ...buttons);
  }

  // Every option, under the unit it is for; long lists are made when they are opened.
  /** @param {boolean} hasOwn */
  #groups(hasOwn) {
    const { seat } = this;
    /** @type {Map<string, Option[]>} */
    const groups = new Map();
    for (const option of seat.options) {
      if (hasOwn && option.unit === seat.selected) continue;
      if (this.filter && !spoken(option.words).toLowerCase().includes(this.filter)) continue;
      groups.set(option.unit ?? "", [...(groups.get(option.unit ?? "") ?? []), option]);
    }
    const only = groups.size === 1 && !hasOwn;
    const places = new Map(seat.own.map((each, place) => [each.id, place]));
    /** @param {string} unit */
    const rank = (unit) => (unit === "" ? Infinity : places.get(unit) ?? places.size);
    const lists = [...groups].sort(([one], [other]) => rank(one) - rank(other) || 0).map(([unit, options]) => this.#group(unit, options, only));
    const filter = seat.options.length > MANY ? this.#filterField() : null;
    return make("section", {}, make("h2", { text: say("options") }), filter, ...lists);
  }

  /** @param {string} unit @param {Option[]} options @param {boolean} only */
  #group(unit, options, only) {
    if (only || options.length === 1) return this.#buttons(options);
    const known = this.seat.unit(unit);
    const name = known ? this.seat.name(known) : say("other-options");
    if (!unit) return this.#buttons(options);
    const isOpen = this.opened.has(unit) || this.filter !== "";
    const list = make("div", {}, isOpen ? this.#buttons(options) : null);
    const count = say("many-options", { count: options.length });
    const words = make("summary", { key: `g-${unit}` }, make("b", { text: name }), make("small", { text: count }));
    const group = make("details", { open: isOpen }, words, list);
    group.addEventListener("toggle", () => {
      if (group.open) this.opened.add(unit);
      else this.opened.delete(unit);
      if (group.open && !list.firstChild) list.append(this.#buttons(options));
    });
    return group;
  }

  #filterField() {
    return make("input", {
      type: "search", key: "filter", value: this.filter, placeholder: say("filter"), "aria-label": say("filter"),
      on: {
        input: (event) => {
          this.filter = event.currentTarget.value.trim().toLowerCase();
          const caret = event.currentTarget.selectionStart;
          this.#orders(); // fill gives its focus to the field that has come in its place
          const again = document.activeElement;
          if (again instanceof HTMLInputElement) again.setSelectionRange(caret, caret);
        },
      },
    });
  }

  /** @param {Order[]} draft */
  #handedIn(draft) {
    const others = draft.filter((order) => order.state !== "draft");
    if (!others.length) return null;
    const count = say("many-options", { count: others.length });
    const items = newestFirst(others).map((order) => this.#order(order));
    const isOpen = this.opened.has("handed-in") || others.length <= FEW;
    const words = make("summary", { key: "g-handed-in" }, make("b", { text: say("delivered-orders") }), make("small", { text: count }));
    const waits = this.seat.desk.may_deliver && !this.seat.isClosed && others.some((order) => order.state === "delivered");
    const recall = waits ? this.#button("recall", "plain", () => this.does.recall()) : null;
    const list = make("details", { class: "handed-in", open: isOpen }, words, make("ol", {}, ...items), recall);
    list.addEventListener("toggle", () => (list.open ? this.opened.add("handed-in") : this.opened.delete("handed-in")));
    return list;
  }

  // --- units --------------------------------------------------------------------------------------

  #units() {
    const { seat } = this;
    /** @param {Spot | null} at */
    const label = (at) => (isHex(at) ? this.does.label(at) : say("off-map"));
    const own = seat.own.map((unit) => {
      const state = seat.orderState(unit);
      const orders = state ? say(`state-${state}`) : say("no-order");
      return this.#unit(unit, `${label(unit.at)} · ${orders}`, () => this.does.select(unit.id));
    });
    const seen = seat.seen.map((unit) => this.#unit(unit, label(unit.at), () => this.does.look(unit.at)));
    const ghosts = seat.ghosts.map((ghost) =>
      this.#unit(ghost, `${label(ghost.at)} · ${seat.age(ghost)}`, () => this.does.look(ghost.at)),
    );
    fill(
      byId("units"),
      this.#score(),
      ...this.#listed("own-units", own),
      ...this.#listed("seen-units", seen),
      ...(ghosts.length ? this.#listed("ghosts", ghosts) : []),
    );
  }

  /** @param {string} title @param {HTMLElement[]} items */
  #listed(title, items) {
    const list = items.length ? make("ul", { class: "units" }, ...items) : make("p", { class: "faint", text: say("none") });
    return [make("h2", { text: say(title) }), list];
  }

  /** @param {Piece} unit @param {string} place @param {() => void} click */
  #unit(unit, place, click) {
    const button = make(
      "button",
      { type: "button", key: `u-${unit.id}`, "aria-pressed": String(unit.id === this.seat.selected), on: { click } },
      make("i", { class: "chip", colour: this.seat.colour(unit.side) }),
      make("span", { text: this.seat.told(unit) }),
      make("small", { text: place }),
    );
    return make("li", {}, button);
  }

  #score() {
    const { seat } = this;
    const points = Object.entries(seat.desk.position?.points ?? {});
    const words = points.map(([side, count]) => `${seat.side(side)} ${count}`).join(" : ");
    const held = seat.objectives.map((one) => {
      const objective = spoken(one.name);
      const said = one.holder ? say("objective-of", { objective, side: seat.side(one.holder) }) : say("objective-free", { objective });
      return make("li", {}, make("i", { class: "chip", colour: one.holder ? seat.colour(one.holder) : "#f4efe0" }), make("span", { text: said }));
    });
    if (!words && !held.length) return null;
    return make("section", {}, words ? make("p", { class: "score" }, make("b", { text: say("score") }), ` ${words}`) : null, make("ul", { class: "units" }, ...held));
  }

  // --- post ---------------------------------------------------------------------------------------

  #bulletins() {
    const items = [...(this.seat.desk.bulletins ?? [])].reverse().map((bulletin) =>
      make("article", {}, make("small", { text: [spoken(bulletin.for), this.#when(bulletin)].filter(Boolean).join(" · ") }), make("div", { class: "told" }, ...prose(ownOf(bulletin.prose) ?? []))),
    );
    const form = this.seat.desk.role === "umpire" ? bulletinForm(this.seat, this.does) : null;
    fill(byId("bulletins"), form, ...(items.length ? items : [make("p", { class: "faint", text: say("no-bulletins") })]));
  }

  #messages() {
    const { seat } = this;
    const items = [...(seat.desk.messages ?? [])].reverse().map((message) => {
      const heading = say("from-to", { from: this.#who(message.sender), to: this.#who(message.to) });
      const kind = message.sender === this.#me ? "mine" : "";
      return make("article", { class: kind }, make("small", { text: `${heading} · ${this.#when(message)}` }), make("p", { class: "words", text: told(message) }));
    });
    fill(byId("letters"), ...(items.length ? items : [make("p", { class: "faint", text: say("no-messages") })]));
    byId("letter").hidden = Boolean(seat.desk.is_muted);
    byId("muted").hidden = !seat.desk.is_muted;
    this.#receivers();
    this.#muting();
  }

  // The umpire may keep the seat he would write to from writing.
  #muting() {
    const { desk } = this.seat;
    const button = byId("mute");
    const chosen = desk.role === "umpire" ? desk.people.find((one) => one.seat === byId("letter-to").value) : null;
    button.hidden = !chosen;
    const deed = chosen?.is_muted ? "unmute" : "mute";
    button.textContent = say(deed, { name: spoken(chosen?.name) });
    button.onclick = () => chosen && this.does.umpire(deed, { about: chosen.seat });
  }

  #receivers() {
    const { desk, me } = this.seat;
    const mates = (desk.mates ?? []).filter((one) => one.seat !== me.id && !one.out_of_reach);
    const isUmpire = desk.role === "umpire";
    const listed = isUmpire ? addressees(this.seat) : [["umpire", say("umpire")]];
    if (desk.may_talk && mates.length) {
      listed.push(["side", say("own-side")], ...mates.map((one) => [one.seat, spoken(one.name)]));
    }
    const field = byId("letter-to");
    const chosen = field.value;
    const spelled = JSON.stringify([listed, current()]);
    if (field.dataset.listed === spelled) return;
    field.dataset.listed = spelled;
    field.replaceChildren(...listed.map(([value, words]) => make("option", { value, text: words })));
    if (listed.some(([value]) => value === chosen)) field.value = chosen;
  }

  /** @param {Event} event */
  #send(event) {
    event.preventDefault();
    const field = byId("letter-words");
    if (!field.value.trim()) return;
    this.does.write(byId("letter-to").value, field.value);
    field.value = "";
  }

  /** @param {string} name */
  #who(name) {
    const { seat } = this;
    if (name === "umpire") return seat.desk.role === "umpire" ? say("me") : say("umpire");
    if (name === seat.me.id) return say("me");
    const people = [...(seat.desk.mates ?? []), ...(seat.desk.people ?? [])];
    return spoken(people.find((one) => one.seat === name)?.name) || seat.side(name);
  }

  // By whom messages are our own.
  get #me() {
    return this.seat.desk.role === "umpire" ? "umpire" : this.seat.me.id;
  }

  /** @param {{ turn: number, time: number }} given */
  #when({ turn, time }) {
    const clock = new Date(time * 1000).toLocaleTimeString(current(), { hour: "2-digit", minute: "2-digit" });
    return `${spoken(this.seat.desk.turn_words?.any).replace("{turn}", String(turn))} · ${clock}`;
  }

  // --- what is new --------------------------------------------------------------------------------

  #badges() {
    const { desk } = this.seat;
    const post = {
      bulletins: desk.bulletins ?? [],
      messages: (desk.messages ?? []).filter((message) => message.sender !== this.#me),
    };
    this.#announce(post);
    const read = this.read ?? this.does.kept("read") ?? { bulletins: 0, messages: 0 };
    this.read = read;
    for (const name of POST) {
      const count = post[name].length;
      if (this.tab === name && read[name] !== count && !document.hidden) {
        read[name] = count;
        this.does.keep("read", read);
      }
      this.#badge(name, Math.max(0, count - read[name]));
    }
    this.#badge("orders", this.seat.drafted.length);
    if (this.tab === "happened") this.lines = linesOf(desk);
    this.lines ??= linesOf(desk);
    this.#badge("happened", Math.max(0, linesOf(desk) - this.lines));
    this.#badge("units", 0);
    this.#badge("briefing", 0);
  }

  // Say what has come since the page was opened, where it is not in sight.
  /** @param {{ bulletins: Bulletin[], messages: Letter[] }} post */
  #announce(post) {
    for (const name of POST) {
      const last = post[name].at(-1);
      const isNew = this.counted && post[name].length > this.counted[name];
      if (last && isNew && this.tab !== name) toast(`${say(name)}: ${shortened(told(last))}`);
    }
    this.counted = { bulletins: post.bulletins.length, messages: post.messages.length };
  }

  /** @param {string} name @param {number} count */
  #badge(name, count) {
    const place = byId(`tab-${name}`).querySelector("i");
    if (!place) return;
    place.textContent = count ? String(count) : "";
    place.hidden = !count;
  }
}

// The newest orders first, each with its steps below it.
/** @param {Order[]} orders @returns {Order[]} */
function newestFirst(orders) {
  /** @type {Order[][]} */
  const forms = [];
  for (const order of orders) {
    const last = forms.at(-1);
    if (order.opens === false && last) last.push(order);
    else forms.push([order]);
  }
  return forms.reverse().flat();
}

// A bulletin or a message in words; of a refusal the message has only the reason.
/** @param {Letter | Bulletin} post */
function told(post) {
  const words = spoken(post.words);
  return "is_refusal" in post && post.is_refusal ? say("refused-because", { why: words }) : words;
}

/** @param {string} words */
function shortened(words) {
  return words.length > LONGEST ? `${words.slice(0, LONGEST)} …` : words;
}
