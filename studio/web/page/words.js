// What the page says, in the reader's language.

/** @import { Words } from "./types.d.ts" */

const KEPT = "sandtable-language";
/** @type {Record<string, Record<string, string>>} */
let all = {};
/** @type {Record<string, { name: string, tag: string, instead: string[] }>} */
let known = {};
let language = "en";

export async function load() {
  ({ languages: known, words: all } = await (await fetch("/page/words.json")).json());
  const wanted = [kept(), ...(navigator.languages ?? [navigator.language])];
  use(wanted.map(spokenHere).find(Boolean) ?? "en");
}

// The language of the page that a reader of some tag reads: zh-TW reads zh-Hant.
/** @param {string | null | undefined} tag */
function spokenHere(tag) {
  const words = (tag ?? "").toLowerCase().split("-");
  const isTraditional = !words.includes("hans") && ["hant", "tw", "hk", "mo"].some((each) => words.includes(each));
  const code = words[0] === "zh" && isTraditional ? "zh-Hant" : words[0];
  return known[code] ? code : undefined;
}

export function current() {
  return language;
}

// Where the rules of the game are read in the reader's language, from a rule on.
/** @param {string} number */
export function rulesAt(number = "") {
  return `rules?language=${language}${number && `#${number}`}`;
}

// Every language of the page, by its code, with its own name.
export function languages() {
  return known;
}

/** @param {string} wanted */
export function use(wanted) {
  language = known[wanted] ? wanted : "en";
  document.documentElement.lang = known[language]?.tag ?? "en";
}

/** @param {string} wanted */
export function speak(wanted) {
  use(wanted);
  try {
    localStorage.setItem(KEPT, language);
  } catch { /* a browser that keeps nothing */ }
}

// A sentence of the page, with what is filled in; `{count:unit|units}` in it agrees with a number.
/** @param {string} key @param {Record<string, string | number>} values */
export function say(key, values = {}) {
  const sentence = all[language]?.[key] ?? key;
  return sentence.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, name, ways) => {
    const value = values[name];
    if (value === undefined || value === null) return whole;
    return String(ways === undefined ? value : agreeing(value, ways.split("|")));
  });
}

// The form for a number, of as many as the language counts whole numbers in.
/** @param {string | number} number @param {string[]} ways */
function agreeing(number, ways) {
  const rules = new Intl.PluralRules(known[language]?.tag ?? "en");
  const met = new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)));
  /** @type {Intl.LDMLPluralRule[]} */
  const inOrder = ["one", "few", "many", "other"];
  const forms = inOrder.filter((form) => met.has(form));
  return ways[forms.indexOf(rules.select(Number(number)))] ?? ways.at(-1) ?? "";
}

// A text of the game: one string, or one for each language.
/** @param {Words | number | null | undefined} words @returns {string} */
export function spoken(words) {
  if (words === null || words === undefined) return "";
  if (typeof words !== "object") return String(words);
  return ownOf(words) || "";
}

/**
 * What is there in the reader's language, else in the nearest one.
 * @template T
 * @param {Record<string, T>} each
 * @returns {T | undefined}
 */
export function ownOf(each) {
  const read = [language, ...(known[language]?.instead ?? [])].map((code) => each[code]).find(Boolean);
  return read || Object.values(each)[0];
}

// Put every fixed text of the page into the reader's language.
export function sayAll() {
  for (const [element, words] of fixed("say")) element.textContent = words;
  for (const [element, words] of fixed("label")) {
    element.setAttribute("aria-label", words);
    if (element instanceof HTMLButtonElement) element.title = words;
  }
  for (const [element, words] of fixed("hint")) element.setAttribute("placeholder", words);
}

/**
 * The elements that have a fixed text of some kind, each with it.
 * @param {"say" | "label" | "hint"} kind
 * @returns {[HTMLElement, string][]}
 */
function fixed(kind) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll(`[data-${kind}]`);
  return [...found].map((element) => [element, say(element.dataset[kind] ?? "")]);
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
