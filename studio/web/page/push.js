// Being told while the page is closed, where the browser and the host can do that.

import { byId, toast } from "./make.js";
import { say } from "./words.js";

/** @import { PushSubscriber } from "./types.d.ts" */

// `wants(subscription)` tells the host where this browser is to be told.
/** @param {string} key @param {(wanted: PushSubscriber) => void} wants */
export function offerPush(key, wants) {
  const place = byId("push");
  place.hidden = !(key && window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window);
  place.onclick = () => subscribe(key, wants);
}

// Where this browser is told, if it is told at all.
export async function pushEndpoint() {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    return (await worker?.pushManager?.getSubscription())?.endpoint ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {(wanted: PushSubscriber) => void} wants */
async function subscribe(key, wants) {
  try {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
    const worker = await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
    const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
    const { endpoint, keys } = found.toJSON();
    if (!endpoint || !keys) throw new Error("no endpoint");
    wants({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
    toast(say("push-on"));
  } catch {
    toast(say("push-failed"), true);
  }
}

/** @param {string} key */
function bytesOf(key) {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}
