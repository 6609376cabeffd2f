import { countOf, inject, recordCalls } from '../support/faults.js';
import { ledgerOf } from '../support/ledger.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { expect, test } from '../support/fixtures.js';

test('after a 429, it waits as requested and repeats with the same idempotency key', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const calls = recordCalls(page);
  await inject(page, 'POST /payments', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }, 1);
  const session = await openSepaSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();

  await expect.poll(() => host.tokens()).toHaveLength(1);
  const keys = calls
    .filter((call) => call.method() === 'POST' && call.url().endsWith('/payments'))
    .map((call) => call.headers()['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a 500 is reported, the input is kept, and the next attempt succeeds @core', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  await inject(page, 'POST /payments', { kind: 'status', status: 500 }, 1);
  const session = await openSepaSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();

  await expect(widget.text('injected')).toBeVisible();
  await expect(form.holder).toHaveValue('Mara Lindner');
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

for (const kind of ['answerLost', 'answerDoubled'] as const) {
  test(`${kind}, for the attempt and its authentication: one payment, reported once${kind === 'answerLost' ? ' @core' : ''}`, async ({
    backend,
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    const session = await openSepaSession(backend);
    await open();
    await host.init({ userSessionToken: session.token });
    const form = new SepaForm(widget);
    await form.fill();
    const calls = recordCalls(page);
    const made = await inject(page, 'POST /payments', { kind }, 1);
    const authenticated = await inject(page, 'PUT /authentication', { kind }, 1);
    await form.button.click();

    await expect.poll(() => host.tokens(), { timeout: 60_000 }).toHaveLength(1);
    await expect(widget.success).toBeVisible();
    const times = kind === 'answerLost' ? 1 : 2;
    expect([made.length, authenticated.length]).toEqual([times, times]);
    const puts = calls.filter((call) => call.method() === 'PUT');
    // Both requests were about the same payment, whichever response arrived.
    expect(puts).toHaveLength(2);
    expect(new Set(puts.map((call) => call.url())).size).toBe(1);
    expect(countOf(calls, 'POST /payments')).toBe(2);
    expect(await ledgerOf(stack, session.paymentServiceCustomerId)).toHaveLength(1);
    expect(await host.tokens()).toHaveLength(1);
  });
}

test('no response means an unknown outcome, not a failed payment', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  await page.clock.install();
  const calls = recordCalls(page);
  await inject(page, 'PUT /authentication', { kind: 'silence' });
  const session = await openSepaSession(backend);
  await open();
  await host.init({ userSessionToken: session.token, takesErrors: true });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();

  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await expect.poll(() => countOf(calls, 'PUT /authentication')).toBe(attempt);
    await page.clock.runFor(39_000);
  }
  await expect(widget.root.locator('upc-outcome-unknown')).toBeVisible();
  expect((await host.events()).filter(({ type }) => type === 'error')).toEqual([]);
  expect(await host.tokens()).toEqual([]);
});

test('a gateway that cannot be reached when the page opens can be retried', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  await page.clock.install();
  await inject(page, 'POST /session', { kind: 'offline' }, 3);
  const session = await openSepaSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  await page.clock.runFor(20_000);
  await widget.button('Try again').click();
  await expect(new SepaForm(widget).holder).toBeVisible();
});
