import { countOf, inject, recordCalls } from '../support/faults.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { expect, test } from '../support/fixtures.js';

test('a reload while the bank is asked sends nothing again @core', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const session = await openSepaSession(backend);
  await open('npm');
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  await form.fill();
  // The gateway processes the payment, but the page leaves before it receives the response.
  const asked = await inject(page, 'PUT /authentication', { kind: 'answerLost' });
  await form.button.click();
  await expect.poll(() => asked.length).toBeGreaterThan(0);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await open('npm');
  // Recording starts only here, because the page that left repeats its request for as long as it exists.
  const calls = recordCalls(page);
  await host.init({ userSessionToken: session.token });
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(countOf(calls, 'POST /payments') + countOf(calls, 'PUT /authentication')).toBe(0);
});

test('a payment that had only been written down is submitted again by the person', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const session = await openSepaSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  await new SepaForm(widget).fill();
  const lost = await inject(page, 'POST /payments', { kind: 'answerLost' });
  await new SepaForm(widget).button.click();
  await expect.poll(() => lost.length).toBeGreaterThan(0);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('the service is killed in between, and the payment continues', async ({
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
  const lost = await inject(page, 'PUT /authentication', { kind: 'answerLost' }, 1);
  await form.button.click();
  await expect.poll(() => lost.length).toBe(1);
  await stack.restartService('SIGKILL');
  await open();
  await host.init({ userSessionToken: session.token });
  await expect.poll(() => host.tokens(), { timeout: 60_000 }).toHaveLength(1);
});
