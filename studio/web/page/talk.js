// The talk with the host: comes back by itself, and says again what was not answered.

/** @import { Acts, Askings, Change, Desk, HostMessage, Standing, WaitingAct } from "./types.d.ts" */

const VERSION = 2;
const BEAT = 10000; // a ping so often
const PATIENCE = 8000; // for its answer
const LONGEST_PAUSE = 8000; // between two tries
const TOO_MANY_PAGES = 4001;

export class Talk {
  // `hears(message)` gets what the host says, `stands(state)` how the connection is:
  // "connecting", "connected", "lost", "elsewhere" or "no-seat".
  /** @param {string} door @param {(message: HostMessage) => void} hears @param {(state: Standing) => void} stands */
  constructor(door, hears, stands) {
    this.path = `/s/${door}/`;
    this.kept = `sandtable-acts-${door}`;
    this.hears = hears;
    this.stands = stands;
    this.acts = this.#unanswered();
    this.tries = 0;
    /** @type {Desk | null} */
    this.desk = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.welcomed = false;
    this.isLeft = false;
    this.later = this.beating = this.silence = 0; // timers
    window.addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#hurry();
    });
  }

  open() {
    clearTimeout(this.later);
    this.stands(this.tries ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}talk`);
    this.socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.#send({ kind: "hello" });
    };
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (socket === this.socket) this.#closed(event.code, wasOpen);
    };
  }

  // Talk no more, and forget what was not answered.
  close() {
    this.isLeft = true;
    clearTimeout(this.later);
    this.socket?.close();
    this.acts = [];
    this.#keep();
  }

  // Have something done; gives back the act's id. It is said again until the host has answered.
  /** @template {keyof Acts} Kind @param {Kind} kind @param {Acts[Kind]} fields */
  act(kind, fields) {
    const act = { kind, id: newId(), ...wellFormed(fields) };
    this.acts.push(act);
    this.#keep();
    if (this.isOpen) this.#send(act);
    return act.id;
  }

  // Ask for what changes nothing: nobody says it again.
  /** @template {keyof Askings} Kind @param {Kind} kind @param {Askings[Kind]} fields */
  ask(kind, fields) {
    if (this.isOpen) this.#send({ kind, id: newId(), ...fields });
  }

  get isOpen() {
    return this.welcomed && this.socket?.readyState === WebSocket.OPEN;
  }

  /** @param {HostMessage} message */
  #heard(message) {
    switch (message.kind) {
      case "welcome":
        this.welcomed = true;
        this.tries = 0;
        this.desk = null;
        this.stands("connected");
        this.#beat();
        for (const act of this.acts) this.#send(act);
        break;
      case "desk":
        this.desk = message.desk;
        break;
      case "change":
        this.desk = grown(this.desk, message);
        break;
      case "pong":
        clearTimeout(this.silence);
        break;
      case "done":
      case "refused":
        this.acts = this.acts.filter((act) => act.id !== message.id);
        this.#keep();
    }
    this.hears(message);
  }

  /** @param {number} code @param {boolean} wasOpen */
  async #closed(code, wasOpen) {
    clearInterval(this.beating);
    clearTimeout(this.silence);
    this.welcomed = false;
    if (this.isLeft) return;
    if (code === TOO_MANY_PAGES) {
      this.stands("elsewhere");
      return;
    }
    this.tries += 1;
    this.stands("lost");
    if (!wasOpen && (await this.#isTurnedAway())) {
      this.stands("no-seat");
      return;
    }
    const pause = Math.min(LONGEST_PAUSE, 300 * 2 ** Math.min(this.tries, 6));
    this.later = setTimeout(() => this.open(), pause * (0.7 + 0.6 * Math.random()));
  }

  // Whether the host is there, but knows our ticket no more.
  async #isTurnedAway() {
    try {
      return (await fetch(`${this.path}seat`)).status === 403;
    } catch {
      return false;
    }
  }

  #hurry() {
    if (this.isLeft) return;
    if (this.tries && !this.isOpen && this.socket?.readyState === WebSocket.CLOSED) this.open();
  }

  #beat() {
    clearInterval(this.beating);
    this.beating = setInterval(() => {
      this.#send({ kind: "ping", id: newId() });
      clearTimeout(this.silence);
      this.silence = setTimeout(() => this.socket?.close(), PATIENCE);
    }, BEAT);
  }

  /** @param {object} message */
  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ v: VERSION, ...message }));
    }
  }

  // --- acts outlive a page that is loaded again ---------------------------------------------------

  /** @returns {WaitingAct[]} */
  #unanswered() {
    try {
      return JSON.parse(sessionStorage.getItem(this.kept) || "[]");
    } catch {
      return [];
    }
  }

  #keep() {
    try {
      sessionStorage.setItem(this.kept, JSON.stringify(this.acts));
    } catch { /* a browser that keeps nothing */ }
  }
}

// A desk with the rows that have come to its mail and the like.
/** @param {Desk | null} desk @param {Change} change @returns {Desk} */
function grown(desk, { desk: changed, more = {} }) {
  /** @type {Record<string, unknown>} */
  const parts = { ...desk, ...changed };
  for (const [key, { stay, rows }] of Object.entries(more)) {
    const before = parts[key];
    parts[key] = [...(Array.isArray(before) ? before.slice(0, stay) : []), ...rows];
  }
  return /** @type {Desk} */ (parts);
}

// Half a sign, as of an emoji that was cut, is no text the host could read.
/** @param {object} fields */
function wellFormed(fields) {
  /** @param {unknown} value */
  const whole = (value) => (typeof value === "string" ? value.replace(/[\ud800-\udfff]/gu, "?") : value);
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, whole(value)]));
}

// Browsers give random UUIDs to encrypted pages alone.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
