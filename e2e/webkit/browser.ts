import { writeFile } from 'node:fs/promises';
import { vi } from 'vitest';
import { waitOptions } from './wait-options.js';

/** Key under which WebDriver passes elements back and forth. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Time that the driver may take to respond, in milliseconds. */
const deadline = 40_000;

/**
 * Maximum number of attempts to start the browser. About one start in sixty hangs within the driver (2.50), even when
 * nothing else runs; the next one works.
 */
const starts = 4;

/** Reference by which the driver identifies an element of the page. */
export interface PageElement {
  readonly [elementKey]: string;
}

/** Target of the pointer, in CSS pixels of the viewport. */
export type Point = readonly [x: number, y: number];

/** Keys without a character, in WebDriver's encoding. */
export const keys = { enter: '\uE007', tab: '\uE004', down: '\uE015' } as const;

/** Drives a browser window through W3C WebDriver. Nothing is carried over from the window before. */
export class Browser {
  private constructor(private readonly url: string) {}

  /**
   * Opens a window.
   *
   * @param driver address of the driver.
   * @param binary path of the browser to start.
   */
  static async open(driver: string, binary: string): Promise<Browser> {
    const capabilities = {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      },
    };
    for (let start = 1; ; start += 1) {
      try {
        const session = await request<{ sessionId: string }>('POST', `${driver}/session`, { capabilities });
        return new Browser(`${driver}/session/${session.sessionId}`);
      } catch (error) {
        if (start === starts || !isTimeout(error)) throw error;
        console.warn(`WebKit did not start within ${deadline / 1000} s: once more.`);
      }
    }
  }

  async close(): Promise<void> {
    await request('DELETE', this.url);
  }

  /**
   * Opens a page and waits until its scripts have run. A new window may at first respond for the empty page that it
   * opened with.
   */
  async goto(url: string): Promise<void> {
    await this.post('/url', { url });
    await vi.waitFor(async () => {
      const state = await this.evaluate(() => `${document.readyState} ${location.href}`);
      if (state !== `complete ${url}`) throw new Error(`The page is ${state} instead of ${url}.`);
    }, waitOptions);
  }

  async address(): Promise<string> {
    return request<string>('GET', `${this.url}/url`);
  }

  async resize(width: number, height: number): Promise<void> {
    await this.post('/window/rect', { width, height });
  }

  /** Runs a function in the page, or in the frame that was entered, and awaits its promise. */
  async evaluate<Result>(work: () => Result): Promise<Awaited<Result>>;
  async evaluate<Result, Argument>(
    work: (argument: Argument) => Result,
    argument: Argument,
  ): Promise<Awaited<Result>>;
  async evaluate(work: (argument: unknown) => unknown, argument: unknown = null): Promise<unknown> {
    const script = `return (${work.toString()})(arguments[0])`;
    return this.post('/execute/sync', { script, args: [argument] });
  }

  /** Clicks as a person does: scrolls to the element, and presses and releases the mouse button at its centre. */
  async click(element: PageElement): Promise<void> {
    await this.post(`/element/${element[elementKey]}/click`, {});
  }

  /** Focuses the element and types at the end of its text. */
  async type(element: PageElement, text: string): Promise<void> {
    await this.post(`/element/${element[elementKey]}/value`, { text });
  }

  /** Sends keys to the focused element, one after the other. */
  async press(...texts: readonly string[]): Promise<void> {
    const actions = texts
      .flatMap((text) => Array.from(text))
      .flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
    await this.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Draws a line with the mouse button held down. */
  async draw([from, ...points]: readonly [Point, ...Point[]]): Promise<void> {
    const move = ([x, y]: Point): object => ({
      type: 'pointerMove',
      duration: 20,
      x: Math.round(x),
      y: Math.round(y),
    });
    const actions = [
      move(from),
      { type: 'pointerDown', button: 0 },
      ...points.map(move),
      { type: 'pointerUp', button: 0 },
    ];
    await this.post('/actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    });
  }

  /**
   * Enters a frame.
   *
   * @param frame null enters the page itself.
   */
  async enterFrame(frame: PageElement | null): Promise<void> {
    await this.post('/frame', { id: frame });
  }

  async screenshot(file: string): Promise<void> {
    await writeFile(file, Buffer.from(await request<string>('GET', `${this.url}/screenshot`), 'base64'));
  }

  private post<Result>(path: string, body: object): Promise<Result> {
    return request<Result>('POST', this.url + path, body);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof DOMException && error.cause.name === 'TimeoutError';
}

async function request<Result>(method: string, url: string, body?: object): Promise<Result> {
  const what = `WebKit's driver, ${method} ${new URL(url).pathname}`;
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(deadline),
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new Error(`${what}: no answer in ${deadline / 1000} s, or none at all.`, { cause: error });
  });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (!response.ok) {
    const { error, message } = value as { readonly error: string; readonly message: string };
    throw new Error(`${what}: ${error}: ${message}`);
  }
  return value as Result;
}
