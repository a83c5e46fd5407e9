// What the page says, in the reader's language.

const KEPT = "sandtable-language";
let all = {};
let language = "en";

export async function load() {
  all = await (await fetch("/page/words.json")).json();
  const wanted = kept() || navigator.languages?.[0] || navigator.language || "en";
  use(wanted.toLowerCase().startsWith("zh") ? "zh" : "en");
}

export function current() {
  return language;
}

export function use(wanted) {
  language = all[wanted] ? wanted : "en";
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
}

export function swap() {
  use(language === "zh" ? "en" : "zh");
  try {
    localStorage.setItem(KEPT, language);
  } catch { /* a browser that keeps nothing */ }
}

// A sentence of the page, with what is filled in.
export function say(key, values = {}) {
  const sentence = all[language]?.[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// A text of the game: one string, or one for each language.
export function spoken(words) {
  if (words === null || words === undefined) return "";
  if (typeof words === "object") return words[language] || words.en || Object.values(words)[0] || "";
  return String(words);
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
