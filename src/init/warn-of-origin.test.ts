import { afterEach, expect, it, vi } from 'vitest';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { gatewaySession } from '../testing/fixtures.js';
import { settle } from '../testing/manual-clock.js';
import { offline, setUp } from '../testing/scripted-flow.js';
import { warnOfOrigin } from './warn-of-origin.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const refused = new PaymentWidgetError('API_ERROR', 'no', { httpStatus: 401 });

it.each([
  ['out of reach', () => Promise.reject(offline()), 1],
  ['there, and refuses', () => Promise.reject(refused), 0],
  ['there', () => Promise.resolve(gatewaySession()), 0],
] as const)('of a gateway that is %s: told %3$d times', async (_, session, times) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { session: store } = setUp({ session });
  warnOfOrigin(store, 'https://studio.example');
  store.start();
  await settle();
  store.retry();
  await settle();
  expect(warn).toHaveBeenCalledTimes(times);
  if (times > 0) expect(warn.mock.calls[0]?.[0]).toContain('"https://studio.example"');
});
