import type { CDPSession, Page } from '@playwright/test';

/** Things that a widget could leave behind on a page. */
export interface Leftovers {
  readonly elements: number;
  readonly frames: number;
  readonly sheets: number;
  readonly history: number;
  /** Listeners on the window, the document and media queries. */
  readonly listeners: number;
  readonly timers: number;
  readonly requests: number;
}

interface Counters {
  readonly listeners: Set<object>;
  readonly timers: Set<number>;
  requests: number;
}

interface CountingWindow {
  leftovers: Counters;
  widgets: WeakRef<Element>[];
}

/** Counts active listeners, timers and requests on every page that is opened from now on. */
export async function countLeftovers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const counters: Counters = { listeners: new Set(), timers: new Set(), requests: 0 };
    Object.assign(window, { leftovers: counters, widgets: [] });

    const [start, end, send] = [
      window.setTimeout.bind(window),
      window.clearTimeout.bind(window),
      window.fetch.bind(window),
    ];
    window.setTimeout = ((handler: () => void, delay?: number) => {
      const id = start(() => {
        counters.timers.delete(id);
        handler();
      }, delay);
      counters.timers.add(id);
      return id;
    }) as typeof window.setTimeout;
    window.clearTimeout = (id) => {
      counters.timers.delete(id as number);
      end(id);
    };
    window.fetch = async (...args) => {
      counters.requests += 1;
      try {
        return await send(...args);
      } finally {
        counters.requests -= 1;
      }
    };

    interface Entry {
      readonly target: EventTarget;
      readonly type: string;
      readonly listener: unknown;
    }
    // oxlint-disable-next-line typescript/unbound-method -- called with their original receiver
    const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (
      this: EventTarget | undefined,
      type,
      listener,
      options,
    ) {
      const target = this ?? window;
      add.call(target, type, listener, options);
      if (!(target === window || target === document || target instanceof MediaQueryList)) return;
      const entry: Entry = { target, type, listener };
      const signal = typeof options === 'object' ? options.signal : undefined;
      // Playwright adds listeners as well, which are not counted.
      const isDriver =
        type.startsWith('__playwright') ||
        (typeof listener === 'function' && listener.toString().includes('_hitTargetInterceptor'));
      if (isDriver || signal?.aborted) return;
      counters.listeners.add(entry);
      if (signal) add.call(signal, 'abort', () => counters.listeners.delete(entry));
    };
    EventTarget.prototype.removeEventListener = function (
      this: EventTarget | undefined,
      type,
      listener,
      options,
    ) {
      const target = this ?? window;
      remove.call(target, type, listener, options);
      for (const entry of counters.listeners as Set<Entry>) {
        if (entry.target === target && entry.type === type && entry.listener === listener)
          counters.listeners.delete(entry);
      }
    };
  });
}

export function leftovers(page: Page): Promise<Leftovers> {
  return page.evaluate(() => {
    const { listeners, timers, requests } = (window as unknown as CountingWindow).leftovers;
    return {
      elements: document.querySelectorAll('*').length,
      frames: window.length,
      sheets: document.adoptedStyleSheets.length,
      history: history.length,
      listeners: listeners.size,
      timers: timers.size,
      requests,
    };
  });
}

/** Remembers the widgets that are on the page now, through weak references. */
export function rememberWidgets(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { widgets } = window as unknown as CountingWindow;
    for (const widget of document.querySelectorAll('upc-payment-widget')) widgets.push(new WeakRef(widget));
  });
}

export interface Memory {
  readonly documents: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Number of remembered widgets that have not been garbage-collected. */
  readonly widgets: number;
}

/** Returns the memory that the browser still holds after garbage collection. Chromium only. */
export async function memory(page: Page, browser: CDPSession): Promise<Memory> {
  for (let round = 0; round < 3; round += 1) await browser.send('HeapProfiler.collectGarbage');
  const { documents, nodes, jsEventListeners: listeners } = await browser.send('Memory.getDOMCounters');
  const widgets = await page.evaluate(
    () =>
      (window as unknown as CountingWindow).widgets.filter((widget) => widget.deref() !== undefined).length,
  );
  return { documents, nodes, listeners, widgets };
}
