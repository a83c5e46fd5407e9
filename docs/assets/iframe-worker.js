// A browser starts no worker for a page that is read from a folder. There the site's search works in
// a hidden frame instead, which speaks as a worker does; nothing is fetched from elsewhere for it.
class IFrameWorker extends EventTarget {
  /** @param {string | URL} script */
  constructor(script) {
    super();
    /** @type {((event: MessageEvent) => void) | null} */
    this.onmessage = null;
    this.frame = document.createElement("iframe");
    this.frame.hidden = true;
    document.body.appendChild(this.frame);
    const inside = this.frame.contentWindow;
    if (!inside) throw new Error("a frame that is in no page");
    inside.document.open();
    inside.document.write(
      "<html><body><script>postMessage = (said) => parent.postMessage(said, '*')</script>" +
      `<script src="${script}"></script></body></html>`);
    inside.document.close();
    this.ready = new Promise((resolve) => { inside.onload = resolve; });
    window.addEventListener("message", (event) => {
      if (event.source !== inside) return;
      this.dispatchEvent(new MessageEvent("message", { data: event.data }));
      if (this.onmessage) this.onmessage(event);
    });
  }

  /** @param {unknown} said */
  postMessage(said) {
    this.ready.then(() => this.frame.contentWindow?.dispatchEvent(
      new MessageEvent("message", { data: structuredClone(said) })));
  }

  terminate() { this.frame.remove(); }
}

Object.assign(window, { IFrameWorker }, location.protocol === "file:" ? { Worker: IFrameWorker } : {});
