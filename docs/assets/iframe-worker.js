// A browser starts no worker for a page that is read from a folder. There the site's search works in
// a hidden frame instead, which speaks as a worker does; nothing is fetched from elsewhere for it.
class IFrameWorker extends EventTarget {
  constructor(script) {
    super();
    this.frame = document.createElement("iframe");
    this.frame.hidden = true;
    document.body.appendChild(this.frame);
    const inside = this.frame.contentWindow;
    inside.document.open();
    inside.document.write(
      "<html><body><script>postMessage = (said) => parent.postMessage(said, '*')<\/script>" +
      `<script src="${script}"><\/script></body></html>`);
    inside.document.close();
    this.ready = new Promise((resolve) => { inside.onload = resolve; });
    window.addEventListener("message", (event) => {
      if (event.source !== inside) return;
      this.dispatchEvent(new MessageEvent("message", { data: event.data }));
      if (this.onmessage) this.onmessage(event);
    });
  }

  postMessage(said) {
    this.ready.then(() => this.frame.contentWindow.dispatchEvent(
      new MessageEvent("message", { data: structuredClone(said) })));
  }

  terminate() { this.frame.remove(); }
}

window.IFrameWorker = IFrameWorker;
if (location.protocol === "file:") window.Worker = IFrameWorker;
