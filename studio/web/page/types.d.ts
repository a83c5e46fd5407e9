// What page and host say to each other (studio/web/messages.py), the desk of a seat as JSON
// (engine/umpire/seat_view.py), and the values that parts of the page hand to one another.

import type { AnswerForm } from "./answer.js";
import type { Seat } from "./seat.js";

export type { AnswerForm, Seat };

/** A text by language, or one text for all. */
export type Words = string | Record<string, string>;

/** A hex as `@column,row`, or a point of a table as `x,y` in sixteenths of an inch. */
export type Spot = string;

export type Point = [number, number];

/** The parts of a value that are there may go again: the host then sends null for them. */
type Gone<T> = { [K in keyof T]?: T[K] | null };

// --- what a page learns once ----------------------------------------------------------------------

export interface Me {
  id: string;
  side: string;
  name: Words;
}

export interface Side {
  id: string;
  name: Words;
  colour: string;
}

export interface Zone {
  id: string;
  name: Words;
  colour: string;
  hexes: Spot[];
}

export interface Objective {
  id: string;
  name: Words;
  hexes: Spot[];
  points: number;
}

export interface HeldObjective extends Objective {
  holder: string;
}

/** How a mark of a unit looks; `place` is where on the counter's edge it hangs. */
export interface BadgeLook {
  letter: Words;
  colour: string;
  place: string;
  grey: boolean;
}

/** A figure on a base, with how many places it takes. */
export interface FigureLook {
  shape: string;
  places: number;
}

export interface GameFacts {
  title?: Words;
  sides: Side[];
  types: Record<string, { name: Words; symbol: string }>;
  marks: Record<string, Words>;
  badges?: Record<string, BadgeLook>;
  base?: { places: number; figures: Record<string, FigureLook> } | null;
  objectives: Objective[];
  zones?: Zone[];
}

export interface Place {
  at: Spot;
  name: Words;
}

export interface MapFacts {
  title: Words;
  credits: Words;
  columns: number;
  rows: number;
  pointy: boolean;
  hex_metres: number | null;
  even: boolean;
  labels: string[];
  places: Place[];
}

export interface TableFacts {
  title: Words;
  credits: Words;
  table: { wide: number; deep: number };
  places: Place[];
  /** By side and type: the picture, and how wide it is in sixteenths of an inch. */
  stands: Record<string, Record<string, { picture: string; wide: number }>>;
}

/** The printed map at one size: a hex is `width` pixels wide, all of it `wide` by `high`. */
export interface TileLevel {
  name: string;
  width: number;
  wide: number;
  high: number;
}

export interface TileFacts {
  tile: number;
  levels: TileLevel[];
}

// --- the desk of a seat ---------------------------------------------------------------------------

/** Whatever can be drawn as a counter. */
export interface Piece {
  id: string;
  side: string;
  at: Spot | null;
  type?: string;
  name?: Words;
  marks?: string[];
  inside?: string;
  bearer?: string;
  figures?: string[];
  values?: Record<string, number | string>;
  facing?: number;
  has_order?: boolean;
}

/** A unit out of sight, as it was `age` turns ago. */
export interface Ghost extends Piece {
  turn?: number;
  age?: number;
}

export interface Reserve {
  id: string;
  side: string;
  type: string;
  turn: number;
}

export interface Lying {
  kind: string;
  at: Spot;
  type?: string;
  facing?: number;
}

export interface WrittenOrder {
  units: string[];
  target: Spot | null;
  path: Spot[];
}

export interface Position {
  active?: string | null;
  lying?: Lying[];
  reserves?: Reserve[];
  objectives?: Record<string, string>;
  points?: Record<string, number>;
  memo?: WrittenOrder[];
  watched?: Spot[];
}

/** Something that may be ordered, with what it points at. */
export interface Option {
  id: string;
  words: Words;
  deed: string;
  unit: string;
  target: string;
  hex: Spot | null;
  card: string;
  facing?: number;
  joined?: string[];
  points?: Spot[];
}

export type OrderState = "draft" | "riding" | "delivered" | "noted" | "executed" | "refused";

export interface Order {
  id: string;
  by: string;
  words: Words;
  unit: string;
  units: string[];
  deed: string;
  target: string;
  hex: Spot | null;
  opens: boolean;
  turn: number;
  state: OrderState;
  reason: Words | null;
}

/** What is filled in for an answer that is not among the options. */
export interface Blank {
  name: string;
  kind: string;
  words: Words;
  options: { value: string; words: Words }[];
}

/** What a hand on a table may do. */
export interface Grip {
  takes: string[];
  waiting: string[];
  bodies: Record<string, Words>;
  touches: Touch[];
  many: boolean;
  formations: { id: string; words: Words }[];
}

export interface Card {
  id: string;
  laid_out: boolean;
  title: Words;
  terms: Words;
  text: Words;
}

export interface Store {
  side: string;
  stocks: { name: Words; amount: number }[];
  cards: Card[];
}

export interface Clock {
  seconds: number;
  ends_at: number | null;
  left: number | null;
  is_up: boolean;
  is_grace: boolean;
}

/** A part of the situation. */
export interface Overview {
  id: string;
  title: Words;
  lines: { words: Words; side: string; at?: Spot[] }[];
  empty: Words;
}

/** A Markdown element as `[tag, attributes, inside…]`. */
export type Prose = string | ProseElement;

export type ProseElement = [tag: string, attributes: ProseAttributes, ...inside: (string | ProseElement)[]];

export interface ProseAttributes {
  href?: string;
  start?: number;
  style?: string;
}

/** A line of what has happened; heads have a rank. */
export interface HappenedLine {
  words: Words;
  rank: number;
  why?: number;
}

export interface Letter {
  time: number;
  turn: number;
  sender: string;
  to: string;
  words: string;
  is_refusal: boolean;
  unheard?: string[];
}

export interface Bulletin {
  time: number;
  turn: number;
  to: string;
  for?: Words;
  words: Record<string, string>;
  prose: Record<string, Prose[]>;
}

export interface Sketch {
  number: number;
  seat: string;
  kind: SketchTool;
  colour: number;
  points: number[];
}

export interface Mate {
  seat: string;
  name: Words;
  may_deliver: boolean;
  out_of_reach?: boolean;
}

export interface Person {
  seat: string;
  side: string;
  name: Words;
  may_deliver: boolean;
  is_muted: boolean;
}

export type ChapterKey = `happened-${number}`;

type Chapters = Record<ChapterKey, HappenedLine[] | null | undefined>;

interface DeskParts {
  arm: Words;
  asked: boolean;
  blanks: Blank[];
  briefing: Record<string, Prose[]>;
  bulletins: Bulletin[];
  can_close: boolean;
  cards: Store[];
  chart: { name: Words; values: Words }[];
  aims: Words[];
  clock: Clock;
  delay: number;
  draft: Order[];
  ghosts: Ghost[];
  grip: Grip;
  is_attended: boolean;
  is_muted: boolean;
  mates: Mate[];
  may_deliver: boolean;
  may_talk: boolean;
  may_write: boolean;
  messages: Letter[];
  name: Words;
  options: Option[];
  people: Person[];
  phase: { id: string; words: Words };
  position: Position;
  purse: number;
  question: Words;
  question_id: string;
  result: { winner: string | null; reason: string; words: Words };
  seat: string;
  seen: Piece[];
  sees: string;
  side: string;
  situation: Overview[];
  sketches: Sketch[];
  special: Overview[];
  title: Words;
  sides: Side[];
  open: boolean;
  turn: number;
  turns: number;
  turn_words: { now: Words; any: Words };
  units: Piece[];
}

/** All that any desk has, besides whose it is. */
export type AnyDesk = { number: number } & Gone<DeskParts> & Chapters;

/** What waits, and what may be done about it. */
export interface NextStep {
  kind: string;
  words: Words;
  side?: string;
  faces?: number[];
  sides?: number;
  options?: { id: string; words: Words }[];
  order?: string;
}

export interface Courier {
  number: number;
  side: string;
  sender: string;
  to: string;
  due: number;
  fate: string;
  unit?: Words;
  words: Words;
}

/** The orders of a side, and its units that have none. */
export interface Book {
  side: string;
  orders: Order[];
  idle: Words[];
}

export type UmpireDesk = AnyDesk & {
  role: "umpire";
  step: string;
  next: NextStep;
  can_undo: boolean;
  real_dice: boolean;
  books: Book[];
  couriers: Courier[];
  notes: { time: number; turn: number; words: string }[];
  talk: boolean;
  people: Person[];
};

/** A player's desk has no role. */
export type Desk = (AnyDesk & { role?: "observer" | null }) | UmpireDesk;

/** A step of a game that is over, as a side saw it. */
export interface Frame {
  turn: number;
  turn_words: { now: Words; any: Words };
  phase: { id: string; words: Words };
  units: Piece[];
  seen: Piece[];
  ghosts: Ghost[];
  position: Position;
  words: { words: Words; rank: number }[];
}

// --- what the host says ---------------------------------------------------------------------------

/** A way in which a unit may go now, and the hexes it comes to. */
export interface Way {
  order: string;
  words: Words;
  hexes: Spot[];
  fights: Spot[];
}

/** Why something is so. */
export interface Explanation {
  what: Words;
  rules: { number: string; sentence: Words }[];
  cells: Words[];
  remark: Words;
}

/** What a gesture on a table would come to. */
export interface Prospect {
  landings: { unit: string; at: Spot; way: Spot[]; fine: boolean }[];
  why: Words | null;
  barred: Spot[];
  line: Spot[];
  struck: { unit: string; chance: number }[];
  told: Words[];
  fine: boolean;
  reach: string[];
}

/** Rows that a part of a desk has grown by, after `stay` of its own. */
export type Growth = Record<string, { stay: number; rows: unknown[] }>;

export interface Welcome {
  kind: "welcome";
  push: string;
  seat: Me;
  ground: TileFacts;
  map: MapFacts | TableFacts;
  game: GameFacts;
}

/** The parts of a desk that have changed, and those that have grown. */
export interface Change {
  kind: "change";
  number: number;
  desk: Record<string, unknown>;
  more?: Growth;
}

export type HostMessage = { now?: number } & (
  | Welcome
  | { kind: "desk"; number: number; desk: Desk }
  | Change
  | { kind: "ways"; id: string; unit: string; ways: Way[] }
  | { kind: "why"; id: string; told: Explanation[] }
  | { kind: "screens"; count: number }
  | { kind: "drafted"; id: string; words: Words }
  | ({ kind: "prospect"; id: string } & Prospect)
  | ({ kind: "ground" } & TileFacts)
  | { kind: "stranger"; words: Words }
  | { kind: "pong"; id: string }
  | { kind: "done"; id: string; number: number }
  | { kind: "refused"; id: string; code: string; words: Words }
);

// --- what the page says ---------------------------------------------------------------------------

export type Touch = "move" | "lay" | "aim" | "mark";

export interface Gesture {
  touch: Touch;
  pieces?: string;
  way?: string;
  formation?: string;
  target?: string;
}

/** An answer that is filled in: nothing, a number, a word, or a list of these. */
export type Answer = null | number | string | Answer[];

/** The desk on which something was read. */
interface Read {
  number: number;
  question?: string | null;
}

export interface Mark {
  draws: SketchTool;
  colour: number;
  points: string;
  is_shared: boolean;
}

export interface PushSubscriber {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface UmpireFields {
  step?: string;
  about?: string;
  words?: string;
}

/** What is said again until it is answered. */
export interface Acts {
  draft: Read & ({ option: string } | { answer: Answer });
  gesture: Read & Gesture;
  march: { unit: string; to: Spot; order?: string };
  withdraw: { order: string };
  deliver: Record<never, never>;
  recall: Record<never, never>;
  write: { to: string; words: string };
  umpire: { deed: string } & UmpireFields;
  sketch: Omit<Mark, "is_shared"> & { is_shared: number };
  wipe: { number: number };
  subscribe: PushSubscriber;
}

/** What is asked once, and changes nothing. */
export interface Askings {
  ways: { unit: string };
  try: Gesture;
  bulletin: { side: string };
  why: { event: number } | { hex: Spot; unit: string };
}

export interface WaitingAct {
  kind: keyof Acts;
  id: string;
}

export type Standing = "connecting" | "connected" | "lost" | "elsewhere" | "no-seat";

// --- what parts of the page hand to one another ---------------------------------------------------

export type Child = Node | string | null | undefined;

export type Attribute = string | number | boolean | null | undefined;

export type Listeners<E> = {
  [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K] & { readonly currentTarget: E }) => unknown;
};

export type MakeValues<E> = { on?: Listeners<E>; text?: string | number; key?: string; colour?: string } & {
  [name: string]: Attribute | Listeners<E>;
};

/** The elements of index.html that are more than any element. */
export interface PageElements {
  language: HTMLSelectElement;
  letter: HTMLFormElement;
  "letter-to": HTMLSelectElement;
  "letter-words": HTMLTextAreaElement;
  map: HTMLCanvasElement;
  drawing: HTMLCanvasElement;
  push: HTMLButtonElement;
  mute: HTMLButtonElement;
  "replay-at": HTMLInputElement;
}

export interface Badge extends BadgeLook {
  letter: string;
}

export interface Base {
  places: number;
  figures: FigureLook[];
}

/** A counter as it is drawn. */
export interface Counter extends Piece {
  colour: string;
  symbol: string;
  designation: string;
  badges: Badge[];
  base: Base | null;
  age?: number;
  bearing?: number | null;
  count?: number;
  hasJoined?: boolean;
  isGhost?: boolean;
  isSelected?: boolean;
  load?: Counter[];
  mayAct?: boolean;
  mayLose?: boolean;
  orderState?: OrderState | null;
}

/** An order on the map, through the spots it leads to. */
export interface Arrow {
  hexes: (Spot | null | undefined)[];
  deed: string;
  colour: string;
  isDelivered: boolean;
}

/** The fronts that a unit may turn to, each with its option. */
export interface Wheel {
  at: Spot;
  unit: string;
  facing?: number;
  fronts: Map<number, Option>;
}

/** All that a map or a table shows. */
export interface Shown {
  units: Counter[];
  ghosts: Counter[];
  lying: Lying[];
  objectives: HeldObjective[];
  zones: Zone[];
  options: Option[];
  arrows: Arrow[];
  reach: Spot[];
  wheel: Wheel | null;
  visible: Spot[] | null;
  colours: Record<string, string>;
}

/** A room on the map that words have taken. */
export interface Room {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What words of spots and answers need to know of a map or a table. */
export interface SpotNames {
  label(spot: Spot): string;
  find(words: string): Spot | null;
  axial(spot: Spot): number[];
  direction(spot: Spot, other: Spot): number | null;
  readonly directions: string[];
}

/** What fingers move and zoom. */
export interface Movable {
  pan(dx: number, dy: number): void;
  zoom(factor: number, x?: number, y?: number): void;
}

/** What the fingers do where they do not move the ground. */
export interface Pointed {
  tap(x: number, y: number): void;
  hover(x: number | null, y: number | null): void;
}

export interface HandOnTable extends Pointed {
  grabs(x: number, y: number): boolean;
  drag(from: Point, at: Point): void;
  drop(from: Point, at: Point): void;
  giveUp(): void;
}

/** A map or a table on the page. */
export interface GroundView extends Movable {
  readonly canvas: HTMLCanvasElement;
  readonly grid: SpotNames;
  left: number;
  top: number;
  scale: number;
  cursor: Spot | null;
  sketch: Spot[];
  painted: (() => void) | null;
  show(shown: Shown): void;
  repaint(): void;
  fit(): void;
  lookAt(spots: (Spot | null)[]): void;
  isInSight(spot: Spot): boolean;
  bring(spots: Spot[]): void;
  reveal(spot: Spot): void;
  far(from: Point, to: Point): string;
}

export type SketchTool = "line" | "arrow" | "ruler";

/** How many bulletins and messages there are, or were read. */
export interface Counts {
  bulletins: number;
  messages: number;
}

/** A set of hexes as what to fill, and the border round it. */
export interface Area {
  room: Path2D;
  edge: Path2D;
}

/** What the browser keeps of a seat. */
export interface Kept {
  theme: string;
  read: Counts;
}

/** What a player does, for the panels that offer it. */
export interface Deeds {
  draft(option: Option): void;
  answer(answer: Answer, words: string): void;
  gesture(gesture: Gesture): void;
  march(way: Way, hex: Spot): void;
  trace(way: Spot[]): void;
  grid(): SpotNames;
  withdraw(order: string): void;
  deliver(): void;
  recall(): void;
  write(to: string, words: string): void;
  umpire(deed: string, fields?: UmpireFields): void;
  draftBulletin(side: string): void;
  select(unit: string): void;
  sketch(mark: Mark): void;
  wipe(number: number): void;
  look(spot: Spot | null | undefined): void;
  askWhy(event: number): void;
  label(spot: Spot): string;
  kept<K extends keyof Kept>(name: K): Kept[K] | null;
  keep<K extends keyof Kept>(name: K, value: Kept[K]): void;
}
