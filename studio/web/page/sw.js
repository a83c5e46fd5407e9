// Tells the player what has come while no page is open; a tap on it opens the page.

self.addEventListener("push", (event) => {
  const told = read(event.data);
  const language = (self.navigator.language || "en").toLowerCase().startsWith("zh") ? "zh" : "en";
  const [title, body] = [told.title?.[language] || "Sandtable", told.words?.[language] || ""];
  event.waitUntil(self.registration.showNotification(title, { body, icon: "/page/icon.svg", tag: "sandtable", data: told.page || "/" }));
});

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
