// Tells the player what has come while no page is open; a tap on it opens the page.

self.addEventListener("push", (event) => {
  const told = read(event.data);
  const [title, body] = [inOwn(told.title) || "Sandtable", inOwn(told.words)];
  event.waitUntil(self.registration.showNotification(title, { body, icon: "/page/icon.svg", tag: "sandtable", data: told.page || "/" }));
});

// A text in the browser's language, else in the nearest one it is there in.
function inOwn(words = {}) {
  const tag = (self.navigator.language || "en").toLowerCase();
  const isTraditional = /^zh\b.*\b(hant|tw|hk|mo)\b/.test(tag);
  const read = isTraditional ? ["zh-Hant", "zh", "en"] : [tag.split("-")[0], "en", "zh"];
  return read.map((each) => words[each]).find(Boolean) || "";
}

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((pages) => (pages.length ? pages[0].focus() : self.clients.openWindow(event.notification.data || "/"))));
});
