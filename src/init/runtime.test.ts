import { afterEach, describe, expect, it, vi } from 'vitest';
import { preload } from './es-init.js';
import type { PaymentWidget } from './payment-widget.js';
import { claimRuntime, findRuntime, runtimeKey, type Runtime } from './runtime.js';

const runtime = (version: string): Runtime => ({
  version,
  init: () => ({}) as PaymentWidget,
  preload: vi.fn(),
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, runtimeKey);
});

describe('the runtime of a page', () => {
  it('is the first copy', () => {
    const first = runtime('1.0.0');
    expect(claimRuntime(first)).toBe(first);
    expect(claimRuntime(runtime('1.4.2'))).toBe(first);
  });

  it('is only looked for by preload, which the first copy serves', () => {
    const [first, later] = [runtime('0.9.0'), runtime('0.9.1')];
    expect(findRuntime(later)).toBe(later);
    expect(runtimeKey in globalThis).toBe(false);
    claimRuntime(first);
    preload({ locale: 'de' });
    expect(first.preload).toHaveBeenCalledExactlyOnceWith({ locale: 'de' });
  });

  it('refuses another major, and says so', () => {
    claimRuntime(runtime('1.0.0'));
    expect(() => claimRuntime(runtime('2.0.0'))).toThrow(
      /already runs version 1\.0\.0 .* version 2\.0\.0 cannot run/,
    );
  });
});
