import { afterEach, describe, expect, it } from 'vitest';
import type { PaymentWidget } from './payment-widget.js';
import { claimRuntime, runtimeKey, type Runtime } from './runtime.js';

const runtime = (version: string): Runtime => ({ version, init: () => ({}) as PaymentWidget });

afterEach(() => {
  Reflect.deleteProperty(globalThis, runtimeKey);
});

describe('the runtime of a page', () => {
  it('is the first copy', () => {
    const first = runtime('1.0.0');
    expect(claimRuntime(first)).toBe(first);
    expect(claimRuntime(runtime('1.4.2'))).toBe(first);
  });

  it('refuses another major, and says so', () => {
    claimRuntime(runtime('1.0.0'));
    expect(() => claimRuntime(runtime('2.0.0'))).toThrow(
      /already runs version 1\.0\.0 .* version 2\.0\.0 cannot run/,
    );
  });
});
