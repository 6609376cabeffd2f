/** Reports whether the page is hidden, and when it returns from being hidden, offline or in the back-forward cache. */
export interface Wakeup {
  isHidden(): boolean;
  /** @param signal stops listening. */
  onWake(listener: () => void, signal: AbortSignal): void;
}

export function pageWakeup(page: Window & typeof globalThis): Wakeup {
  return {
    isHidden: () => page.document.visibilityState === 'hidden',
    onWake: (listener, signal) => {
      const options = { signal };
      page.document.addEventListener(
        'visibilitychange',
        () => {
          if (page.document.visibilityState === 'visible') listener();
        },
        options,
      );
      page.addEventListener('online', listener, options);
      page.addEventListener(
        'pageshow',
        (event) => {
          if (event.persisted) listener();
        },
        options,
      );
    },
  };
}
