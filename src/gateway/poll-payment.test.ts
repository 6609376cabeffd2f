import { describe, expect, it } from 'vitest';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { payment } from '../testing/fixtures.js';
import { ManualClock } from '../testing/manual-clock.js';
import type { Payment } from '@upc/contract/gateway';
import type { Gateway } from './gateway.js';
import { pollingDeadline, pollPayment } from './poll-payment.js';

function setUp(
  reply: (asked: number) => Payment | Error,
  authentication: () => Payment | Error = () => new Error('Nothing was to be authenticated.'),
) {
  const clock = new ManualClock();
  const begun = clock.now();
  const asked: number[] = [];
  const awaited: Payment[] = [];
  const unknowns: Payment[] = [];
  const overdue: PaymentWidgetError[] = [];
  const keys: string[] = [];
  const asks = new EventTarget();
  const wakes = new Set<() => void>();
  const page = { hidden: false };
  const gateway = {
    getPayment: () => {
      asked.push(clock.now() - begun);
      const answer = reply(asked.length);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    authenticate: (_id: string, _body: object, key: string) => {
      keys.push(key);
      const answer = authentication();
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  } as unknown as Gateway;
  const abort = new AbortController();
  const poll = (start: Payment = payment({ status: 'UNKNOWN' })) =>
    pollPayment(start, {
      gateway,
      clock,
      signal: abort.signal,
      authenticationKey: 'key-auth',
      asks,
      onAwaiting: (standing) => awaited.push(standing),
      onUnknown: (standing) => unknowns.push(standing),
      isOverdue: false,
      onOverdue: (error) => overdue.push(error),
      wakeup: {
        isHidden: () => page.hidden,
        onWake: (listener, signal) => {
          wakes.add(listener);
          signal.addEventListener('abort', () => wakes.delete(listener));
        },
      },
    });
  const wake = (): void => wakes.forEach((listener) => listener());
  return { clock, asked, awaited, unknowns, overdue, keys, asks, poll, wake, page, abort, wakes };
}

const done = payment({ status: 'PREAUTHED', paymentRequestToken: 'token' });
const unknown = payment({ status: 'UNKNOWN' });

describe('pollPayment', () => {
  it('reports the status of the payment, until it is final', async () => {
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

  it('asks at once when it is told to', async () => {
    const { clock, asked, poll, asks } = setUp(() => done);
    const polled = poll();
    await clock.advance(100);
    asks.dispatchEvent(new Event('ask'));
    await polled;
    expect(asked).toEqual([100]);
  });

  it('continues through answers that decide nothing', async () => {
    const errors = [undefined, 200, 401, 403, 404, 429, 500].map((httpStatus) =>
      httpStatus === undefined
        ? new PaymentWidgetError('NETWORK_ERROR', 'offline')
        : new PaymentWidgetError('API_ERROR', 'refused, or not the contract', { httpStatus }),
    );
    const { clock, poll, unknowns } = setUp((count) => errors[count - 1] ?? done);
    const polled = poll();
    await clock.advance(60_000);
    expect(await polled).toBe(done);
    expect(unknowns).toEqual(errors.map(() => unknown));
  });

  it('calls the outcome unknown while there is no answer, and no longer than that', async () => {
    const offline = new PaymentWidgetError('NETWORK_ERROR', 'offline');
    const { clock, poll, unknowns, awaited } = setUp((count) => [offline, unknown, done][count - 1] ?? done);
    const polled = poll();
    await clock.advance(10_000);
    await polled;
    expect([unknowns, awaited]).toEqual([[unknown], [unknown]]);
  });

  it('calls it unknown when the provider has not said for 18.5 s; a person at the bank may take their time', async () => {
    const slow = setUp(() => unknown);
    void slow.poll();
    await slow.clock.advance(18_499);
    expect(slow.unknowns).toEqual([]);
    await slow.clock.advance(1);
    expect(slow.unknowns).toEqual([unknown]);
    const atBank = setUp(() => payment({ status: 'ACTION_REQUIRED', paymentMethod: 'IDEAL' }));
    void atBank.poll(payment({ status: 'ACTION_REQUIRED', paymentMethod: 'IDEAL' }));
    await atBank.clock.advance(20 * 60_000);
    expect(atBank.unknowns).toEqual([]);
    expect(atBank.overdue).toHaveLength(1);
  });

  it('past the deadline of the method says so once, and keeps asking every 30 s', async () => {
    const { clock, poll, asked, overdue } = setUp((count) => (count < 20 ? unknown : done));
    const polled = poll(payment({ status: 'UNKNOWN', traceId: 't-1' }));
    await clock.advance(pollingDeadline('SEPA') - 1);
    expect(overdue).toEqual([]);
    await clock.advance(10 * 60_000);
    expect(overdue).toEqual([
      expect.objectContaining({ code: 'POLLING_TIMEOUT', reason: 'OUTCOME_UNKNOWN' }) as unknown,
    ]);
    const late = asked.filter((time) => time > pollingDeadline('SEPA') + 10_000);
    expect(late.slice(1).map((time, index) => time - (late[index] ?? 0))).toEqual(
      late.slice(1).map(() => 30_000),
    );
    expect(await polled).toBe(done);
  });

  it.each([
    ['forwards by a day', 86_400_000],
    ['back by a day', -86_400_000],
  ])('a clock that jumps %s brings the deadline neither nearer nor farther', async (_, jump) => {
    const { clock, poll, overdue } = setUp(() => unknown);
    void poll();
    await clock.advance(5_000);
    clock.jump(jump);
    await clock.advance(pollingDeadline('SEPA') - 10_000);
    expect(overdue).toEqual([]);
    await clock.advance(20_000);
    expect(overdue).toHaveLength(1);
  });

  it('a page that was hidden past the deadline asks first, and then says it', async () => {
    const { clock, poll, page, wake, overdue } = setUp(() => done);
    page.hidden = true;
    const polled = poll();
    await clock.advance(60 * 60_000);
    page.hidden = false;
    wake();
    expect(await polled).toBe(done);
    expect(overdue).toEqual([]);
  });

  it('sends an authentication again that the gateway has not heard of, with its key', async () => {
    const { clock, poll, keys } = setUp(
      () => payment(),
      () => done,
    );
    const polled = poll();
    await clock.advance(500);
    expect(await polled).toBe(done);
    expect(keys).toEqual(['key-auth']);
  });

  it('ends with what refuses an authentication that had not begun', async () => {
    const refused = new PaymentWidgetError('API_ERROR', 'refused', { httpStatus: 409 });
    const { clock, poll } = setUp(
      () => payment(),
      () => refused,
    );
    const polled = poll().catch((error: unknown) => error);
    await clock.advance(500);
    expect(await polled).toBe(refused);
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
