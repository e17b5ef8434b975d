// @ts-check
/* The search runs in a worker, and a page opened from a disk may have none: there a hidden frame takes its place. */
if (location.protocol === 'file:') {
  /** @param {Window & typeof globalThis} frame @param {string} url @returns {Promise<void>} */
  const load = (frame, url) => new Promise((resolve, reject) => {
    const script = frame.document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(url));
    frame.document.body.append(script);
  });

  class FrameWorker extends EventTarget {
    /** @param {string | URL} url */
    constructor(url) {
      super();
      const element = document.createElement('iframe');
      element.hidden = true;
      document.body.append(element);
      const frame = /** @type {any} */ (element.contentWindow);
      frame.importScripts = async (/** @type {string[]} */ ...urls) => { for (const each of urls) await load(frame, each); };
      // What the worker posts goes to the page, and not to the frame itself.
      frame.postMessage = (/** @type {any} */ data) => this.dispatchEvent(new MessageEvent('message', {data}));
      this.frame = frame;
      this.ready = load(frame, String(url));
    }

    /** @param {any} data */
    postMessage(data) {
      this.ready.then(() => this.frame.dispatchEvent(new this.frame.MessageEvent('message', {data})));
    }

    terminate() {
      this.frame.frameElement.remove();
    }
  }

  /** @type {any} */ (window).Worker = FrameWorker;
}
