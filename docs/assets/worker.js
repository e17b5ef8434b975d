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

  // What the theme's search says: it is ready; it is asked.
  const READY = 1;
  const QUERY = 2;

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
      frame.postMessage = (/** @type {any} */ data) => {
        this.dispatchEvent(new MessageEvent('message', {data}));
        if (data.type === READY) this.isReady();
      };
      this.frame = frame;
      this.loaded = load(frame, String(url));
      this.ready = new Promise((resolve) => { this.isReady = () => resolve(null); });
    }

    /** What is asked before the index is there waits for it. @param {any} data */
    postMessage(data) {
      const first = data.type === QUERY ? this.ready : this.loaded;
      first.then(() => this.frame.dispatchEvent(new this.frame.MessageEvent('message', {data})));
    }

    isReady() {}

    terminate() {
      this.frame.frameElement.remove();
    }
  }

  // By the second name the search knows that it runs in a frame, and where its languages lie.
  Object.assign(window, {Worker: FrameWorker, IFrameWorker: FrameWorker});
}
