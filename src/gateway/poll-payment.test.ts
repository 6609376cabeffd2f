import { describe, expect, it } from 'vitest';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { payment } from '../testing/fixtures.js';
import { ManualClock } from '../testing/manual-clock.js';
import type { Payment } from '@upc/contract/gateway';
import type { Gateway } from './gateway.js';
import { pollingDeadline, pollPayment } from './poll-payment.js';

function setUp(reply: (asked: number) => Payment | Error) {
  const clock = new ManualClock();
  const begun = clock.now();
  const asked: number[] = [];
  const awaited: Payment[] = [];
  const wakes = new Set<() => void>();
  const page = { hidden: false };
  const gateway = {
    getPayment: () => {
      asked.push(clock.now() - begun);
      const answer = reply(asked.length);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  } as unknown as Gateway;
  const abort = new AbortController();
  const poll = (start: Payment = payment({ status: 'UNKNOWN' })) =>
    pollPayment(start, {
      gateway,
      clock,
      signal: abort.signal,
      onAwaiting: (standing) => awaited.push(standing),
      wakeup: {
        isHidden: () => page.hidden,
        onWake: (listener, signal) => {
          wakes.add(listener);
          signal.addEventListener('abort', () => wakes.delete(listener));
        },
      },
    });
  const wake = (): void => wakes.forEach((listener) => listener());
  return { clock, asked, awaited, poll, wake, page, abort, wakes };
}

const done = payment({ status: 'PREAUTHED', paymentRequestToken: 'token' });
const unknown = payment({ status: 'UNKNOWN' });

describe('pollPayment', () => {
  it('tells how the payment stands, until it is final', async () => {
    const atBank = payment({ status: 'ACTION_REQUIRED' });
    const { clock, awaited, poll } = setUp((count) => [atBank, unknown, done][count - 1] ?? done);
    const polled = poll(atBank);
    await clock.advance(3_500);
    await polled;
    expect(awaited).toEqual([atBank, unknown]);
  });

  it('asks after 0.5, 1, 2, 5, then every 10 s, until the payment is final', async () => {
    const { clock, asked, poll } = setUp((count) => (count < 7 ? unknown : done));
    const polled = poll();
    await clock.advance(60_000);
    expect(await polled).toBe(done);
    expect(asked).toEqual([500, 1_500, 3_500, 8_500, 18_500, 28_500, 38_500]);
  });

  it('does not ask while the page is hidden, and at once when it comes back', async () => {
    const { clock, asked, poll, page, wake } = setUp(() => done);
    page.hidden = true;
    const polled = poll();
    await clock.advance(60_000);
    expect(asked).toEqual([]);
    page.hidden = false;
    wake();
    await polled;
    expect(asked).toEqual([60_000]);
  });

  it('goes on through a network that fails', async () => {
    const offline = new PaymentWidgetError('NETWORK_ERROR', 'offline');
    const { clock, poll } = setUp((count) => (count < 3 ? offline : done));
    const polled = poll();
    await clock.advance(10_000);
    expect(await polled).toBe(done);
  });

  it('goes on through answers that nobody can read', async () => {
    const unreadable = new PaymentWidgetError('API_ERROR', 'not the contract', { httpStatus: 200 });
    const { clock, poll } = setUp((count) => (count < 3 ? unreadable : done));
    const polled = poll();
    await clock.advance(10_000);
    expect(await polled).toBe(done);
  });

  it('ends with the error of a gateway that no longer knows the payment', async () => {
    const gone = new PaymentWidgetError('API_ERROR', 'gone', { httpStatus: 404 });
    const { clock, poll } = setUp(() => gone);
    const polled = poll().catch((error: unknown) => error);
    await clock.advance(1_000);
    expect(await polled).toBe(gone);
  });

  it('ends with POLLING_TIMEOUT past the deadline of the method', async () => {
    const { clock, poll, wakes } = setUp(() => unknown);
    const polled = poll().catch((error: unknown) => error);
    await clock.advance(pollingDeadline('SEPA') + 10_000);
    expect(await polled).toMatchObject({ code: 'POLLING_TIMEOUT' });
    expect(wakes.size).toBe(0);
  });

  it('ends at once when aborted, and leaves no listener', async () => {
    const { clock, poll, abort, wakes } = setUp(() => unknown);
    const polled = poll().catch((error: unknown) => error);
    await clock.advance(100);
    abort.abort(new Error('destroyed'));
    expect(await polled).toMatchObject({ message: 'destroyed' });
    expect(wakes.size).toBe(0);
  });
});

it.each([
  ['SEPA', 2],
  ['CREDIT_CARD', 10],
  ['IDEAL', 15],
  ['BECS', 15],
] as const)('%s may take %i minutes', (method, minutes) => {
  expect(pollingDeadline(method)).toBe(minutes * 60_000);
});
