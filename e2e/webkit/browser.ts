import { writeFile } from 'node:fs/promises';
import { vi } from 'vitest';
import { waitOptions } from './wait-options.js';

/** The key under which WebDriver passes elements to and fro. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Time that the driver may take to answer, in milliseconds. */
const deadline = 40_000;

/** A start of the browser in about sixty hangs within the driver (2.50), also when nothing else runs; the next works. */
const starts = 4;

/** An element of the page, as the driver knows it. */
export interface PageElement {
  readonly [elementKey]: string;
}

/** The target of the pointer, in CSS pixels of the viewport. */
export type Point = readonly [x: number, y: number];

/** Keys that have no character, as WebDriver writes them. */
export const keys = { enter: '\uE007', tab: '\uE004', down: '\uE015' } as const;

/** A browser window that W3C WebDriver drives; nothing is remembered from the one before. */
export class Browser {
  private constructor(private readonly url: string) {}

  /**
   * @param driver address of the driver.
   * @param binary path of the browser it starts.
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

  /** Until its scripts have run: a new window may answer for the empty page that it opened with. */
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

  /** Runs a function in the page, or in the frame that was entered, and waits for what it promises. */
  async evaluate<Result>(work: () => Result): Promise<Awaited<Result>>;
  async evaluate<Result, Argument>(
    work: (argument: Argument) => Result,
    argument: Argument,
  ): Promise<Awaited<Result>>;
  async evaluate(work: (argument: unknown) => unknown, argument: unknown = null): Promise<unknown> {
    const script = `return (${work.toString()})(arguments[0])`;
    return this.post('/execute/sync', { script, args: [argument] });
  }

  /** As a person does: scrolls there, and presses and lets go the mouse in the middle. */
  async click(element: PageElement): Promise<void> {
    await this.post(`/element/${element[elementKey]}/click`, {});
  }

  /** Puts the focus there and types at the end of the text. */
  async type(element: PageElement, text: string): Promise<void> {
    await this.post(`/element/${element[elementKey]}/value`, { text });
  }

  /** Keys to whatever has the focus, one after the other. */
  async press(...texts: readonly string[]): Promise<void> {
    const actions = texts
      .flatMap((text) => Array.from(text))
      .flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
    await this.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Draws a line with the mouse's button held down. */
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

  /** @param frame null is the page itself. */
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
