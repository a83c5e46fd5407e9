// A pencil and a ruler on the player's own map. What is drawn is kept by the host, for this seat or its side.

import { byId, contextOf } from "./make.js";
import { say } from "./words.js";

/** @import { Deeds, GroundView, Point, Seat, SketchTool } from "./types.d.ts" */

/** @type {SketchTool[]} */
const TOOLS = ["line", "arrow", "ruler"];
const COLOURS = ["#c92a2a", "#1864ab", "#2b8a3e", "#e8590c", "#7048e8", "#2b241a"];
const PALE = "#fdf8ea";
const FINE = 1000; // parts of a hex's width, or a foot, in which points are told
const APART = 3; // pixels between points of a line
const MOST = 400; // points of a line

export class Drawing {
  // `does` has sketch(mark), wipe(number); `view` left, top, scale, and after each painting calls `painted`.
  /** @param {GroundView} view @param {Seat} seat @param {Deeds} does */
  constructor(view, seat, does) {
    this.view = view;
    this.seat = seat;
    this.does = does;
    this.canvas = byId("drawing");
    this.context = contextOf(this.canvas);
    /** @type {SketchTool | ""} */
    this.tool = "";
    this.colour = 0;
    this.isShared = false;
    /** @type {Point[]} */
    this.points = [];
    /** @type {Point} where the pointer was last */
    this.last = [0, 0];
    /** @type {{ from: Point, to: Point } | null} */
    this.measured = null;
    view.painted = () => this.paint();
    for (const name of TOOLS) byId(`draw-${name}`).addEventListener("click", () => this.take(name));
    byId("draw").addEventListener("click", () => this.open(Boolean(byId("draw-bar").hidden)));
    byId("draw-colour").addEventListener("click", () => this.#recolour());
    byId("draw-share").addEventListener("click", () => this.#share());
    byId("draw-undo").addEventListener("click", () => this.#undo());
    byId("draw-wipe").addEventListener("click", () => this.does.wipe(0));
    this.canvas.addEventListener("pointerdown", (event) => this.#begin(event));
    this.canvas.addEventListener("pointermove", (event) => this.#move(event));
    this.canvas.addEventListener("pointerup", (event) => this.#end(event));
    this.canvas.addEventListener("pointercancel", () => this.#stop());
    this.#show();
  }

  /** @param {boolean} isOpen */
  open(isOpen) {
    byId("draw-bar").hidden = !isOpen;
    byId("draw").setAttribute("aria-pressed", String(isOpen));
    this.take(isOpen ? "line" : "");
  }

  /** @param {SketchTool | ""} tool */
  take(tool) {
    this.tool = tool;
    this.#stop();
    this.#show();
  }

  // Escape puts the pencil away; whether there was one in hand.
  escape() {
    const was = Boolean(this.tool);
    if (was) this.open(false);
    return was;
  }

  follow() {
    byId("draw").hidden = Boolean(this.seat.desk.role);
    byId("draw-share").hidden = !this.seat.desk.may_talk;
    this.paint();
  }

  // --- hands --------------------------------------------------------------------------------------

  /** @param {PointerEvent} event @returns {Point} */
  #place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** @param {Point} given @returns {Point} */
  #ground([x, y]) {
    return [x / this.view.scale + this.view.left, y / this.view.scale + this.view.top];
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button || !event.isPrimary) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.last = this.#place(event);
    this.points = [this.#ground(this.last)];
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.points.length || !event.isPrimary) return;
    const at = this.#place(event);
    const isStraight = this.tool !== "line";
    if (!isStraight && Math.hypot(at[0] - this.last[0], at[1] - this.last[1]) < APART) return;
    if (isStraight) this.points = [this.points[0], this.#ground(at)];
    else if (this.points.length < MOST) this.points.push(this.#ground(at));
    this.last = at;
    if (this.tool === "ruler") this.#measure();
    this.paint();
  }

  /** @param {PointerEvent} event */
  #end(event) {
    if (!this.points.length || !event.isPrimary) return;
    const { points, tool } = this;
    if (tool === "ruler") return void (this.points = []);
    this.#stop();
    if (!tool || points.length < 2) return;
    this.does.sketch({
      draws: tool, colour: this.colour, is_shared: this.isShared,
      points: points.flatMap((at) => at.map((each) => Math.round(each * FINE))).join(" "),
    });
  }

  #stop() {
    this.points = [];
    this.measured = null;
    this.paint();
  }

  // How far it is from where the ruler was laid, in hexes and on the ground, or in inches of a table.
  #measure() {
    const [from, to] = this.points;
    const words = this.view.far(from, to);
    this.measured = { from, to };
    byId("spot").hidden = !words;
    byId("spot").textContent = words;
  }

  #recolour() {
    this.colour = (this.colour + 1) % COLOURS.length;
    this.#show();
  }

  #share() {
    this.isShared = !this.isShared;
    this.#show();
  }

  #undo() {
    const last = (this.seat.desk.sketches ?? []).filter((one) => one.seat === this.seat.me.id).at(-1);
    if (last) this.does.wipe(last.number);
  }

  #show() {
    for (const name of TOOLS) byId(`draw-${name}`).setAttribute("aria-pressed", String(this.tool === name));
    byId("draw-colour").style.setProperty("--colour", COLOURS[this.colour]);
    byId("draw-share").setAttribute("aria-pressed", String(this.isShared));
    byId("draw-share").textContent = say(this.isShared ? "draw-for-side" : "draw-for-me");
    this.canvas.classList.toggle("held", Boolean(this.tool));
  }

  // --- painting -----------------------------------------------------------------------------------

  paint() {
    const { canvas, context, view } = this;
    const dots = window.devicePixelRatio || 1;
    const [wide, high] = [view.canvas.clientWidth, view.canvas.clientHeight];
    if (!wide || !view.scale) return;
    if (canvas.width !== Math.round(wide * dots) || canvas.height !== Math.round(high * dots)) {
      [canvas.width, canvas.height] = [Math.round(wide * dots), Math.round(high * dots)];
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(dots, 0, 0, dots, 0, 0);
    context.lineCap = context.lineJoin = "round";
    for (const one of this.seat.desk.sketches ?? []) {
      const points = one.points.map((each) => each / FINE);
      this.#stroke(one.kind, COLOURS[one.colour], pairs(points));
    }
    if (this.points.length > 1 && this.tool && this.tool !== "ruler") this.#stroke(this.tool, COLOURS[this.colour], this.points);
    if (this.measured) this.#stroke("ruler", COLOURS[5], [this.measured.from, this.measured.to]);
  }

  /** @param {SketchTool} kind @param {string} colour @param {Point[]} points */
  #stroke(kind, colour, points) {
    const { context } = this;
    const on = points.map(([x, y]) => [(x - this.view.left) * this.view.scale, (y - this.view.top) * this.view.scale]);

    const path = new Path2D();
    on.forEach(([x, y], place) => (place ? path.lineTo(x, y) : path.moveTo(x, y)));
    const [tail, tip] = on.slice(-2);
    if (kind === "arrow" && tip) {
      const [[fx, fy], [x, y]] = [tail, tip];
      const angle = Math.atan2(y - fy, x - fx);
      for (const turn of [2.6, -2.6]) {
        path.moveTo(x, y);
        path.lineTo(x + 14 * Math.cos(angle + turn), y + 14 * Math.sin(angle + turn));
      }
    }
    context.setLineDash(kind === "ruler" ? [8, 6] : []);
    /** @type {[ink: string, broad: number][]} */
    const strokes = [[PALE, 6], [colour, 3]];
    for (const [ink, broad] of strokes) {
      context.strokeStyle = ink;
      context.lineWidth = broad;
      context.stroke(path);
    }
    context.setLineDash([]);
  }
}

/** @param {number[]} values @returns {Point[]} */
function pairs(values) {
  return values.filter((_, place) => place % 2 === 0).map((x, place) => [x, values[2 * place + 1]]);
}
