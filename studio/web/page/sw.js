// Tells the player what has come while no page is open; a tap on it opens the page.

/** @typedef {{ title?: Record<string, string>, words?: Record<string, string>, page?: string }} Told */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("push", (event) => {
  const told = read(event.data);
  const [title, body] = [inOwn(told.title) || "Sandtable", inOwn(told.words)];
  event.waitUntil(worker.registration.showNotification(title, { body, icon: "/page/icon.svg", tag: "sandtable", data: told.page || "/" }));
});

// A text in the browser's language, else in the nearest one it is there in.
/** @param {Record<string, string>} [words] */
function inOwn(words = {}) {
  const tag = (worker.navigator.language || "en").toLowerCase();
  const isTraditional = /^zh\b.*\b(hant|tw|hk|mo)\b/.test(tag);
  const languages = isTraditional ? ["zh-Hant", "zh", "en"] : [tag.split("-")[0], "en", "zh"];
  return languages.map((each) => words[each]).find(Boolean) || "";
}

/** @param {PushMessageData | null} data @returns {Told} */
function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    worker.clients.matchAll({ type: "window" }).then((pages) =>
      pages.length ? pages[0].focus() : worker.clients.openWindow(event.notification.data || "/"),
    ),
  );
});
