// What the page says, in the reader's language.

const KEPT = "sandtable-language";
let all = {};
let known = {};
let language = "en";

export async function load() {
  ({ languages: known, words: all } = await (await fetch("/page/words.json")).json());
  const wanted = [kept(), ...(navigator.languages ?? [navigator.language])];
  use(wanted.map(spokenHere).find(Boolean) ?? "en");
}

// The language of the page that a reader of some tag reads: zh-TW reads zh-Hant.
function spokenHere(tag) {
  const words = (tag ?? "").toLowerCase().split("-");
  const isTraditional = !words.includes("hans") && ["hant", "tw", "hk", "mo"].some((each) => words.includes(each));
  const code = words[0] === "zh" && isTraditional ? "zh-Hant" : words[0];
  return known[code] ? code : undefined;
}

export function current() {
  return language;
}

// Every language of the page, by its code, with its own name.
export function languages() {
  return known;
}

export function use(wanted) {
  language = known[wanted] ? wanted : "en";
  document.documentElement.lang = known[language]?.tag ?? "en";
}

export function speak(wanted) {
  use(wanted);
  try {
    localStorage.setItem(KEPT, language);
  } catch { /* a browser that keeps nothing */ }
}

// A sentence of the page, with what is filled in; `{count:unit|units}` in it agrees with a number.
export function say(key, values = {}) {
  const sentence = all[language]?.[key] ?? key;
  return sentence.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, name, ways) =>
    (ways === undefined ? values[name] : agreeing(values[name], ways.split("|"))) ?? whole,
  );
}

// The form for a number, of as many as the language counts whole numbers in.
function agreeing(number, ways) {
  const rules = new Intl.PluralRules(known[language]?.tag ?? "en");
  const met = new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)));
  const forms = ["one", "few", "many", "other"].filter((form) => met.has(form));
  return ways[forms.indexOf(rules.select(Number(number)))] ?? ways.at(-1);
}

// A text of the game: one string, or one for each language.
export function spoken(words) {
  if (words === null || words === undefined) return "";
  if (typeof words !== "object") return String(words);
  const read = [language, ...(known[language]?.instead ?? [])].map((each) => words[each]).find(Boolean);
  return read || Object.values(words)[0] || "";
}

// Put every fixed text of the page into the reader's language.
export function sayAll() {
  for (const element of document.querySelectorAll("[data-say]")) {
    element.textContent = say(element.dataset.say);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = say(element.dataset.label);
    element.setAttribute("aria-label", label);
    if (element.tagName === "BUTTON") element.title = label;
  }
  for (const element of document.querySelectorAll("[data-hint]")) {
    element.placeholder = say(element.dataset.hint);
  }
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
