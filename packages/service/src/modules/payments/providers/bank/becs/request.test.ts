import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GatewayClient, requestToken } from '../../../../../../test/support/clients.js';
import { readPdf } from '../../../../../../test/support/pdf.js';
import { startTestService, type TestService } from '../../../../../../test/support/service.js';
import { studios } from '../../../../studios/studios.tables.js';
import { mandates } from '../../../mandates/mandates.tables.js';
import { payments } from '../../../payments.tables.js';
import { SEALED_BANK_PAYER } from '../bank.stored.js';
import { bankMandates } from '../bank.tables.js';

const KEY = 'test-key-bayside-sydney-aud';
const STUDIO = 1007;
const RETURN_URL = 'http://localhost:5173/join?plan=7#/pay';
const MINUTE = 60_000;
const BECS = {
  bsb: '062000',
  accountNumber: '12345678',
  userId: '301500',
  userName: 'BAYSIDE FITNESS',
  bankAbbreviation: 'CBA',
  cutOff: '16:00',
};
const ENTERED = {
  accountHolder: ' Ruby Campbell ',
  bankLocationId: '123-456',
  accountNumber: '000 123 456',
  email: 'ruby@example.com',
  accepted: 'yes',
};

let service: TestService;
let gateway: GatewayClient;
let payment: { readonly id: string; readonly url: string };
beforeAll(async () => {
  service = await startTestService();
  await setBank({ BECS });
});
afterAll(() => service.close());
beforeEach(async () => {
  gateway = await open({ scope: 'ECOM', amount: 25 });
  payment = await leave(gateway);
});

const db = () => service.database.db;
const setBank = (bank: typeof studios.$inferInsert.bank) =>
  db().update(studios).set({ bank }).where(eq(studios.id, STUDIO));
const open = async (fields: object): Promise<GatewayClient> =>
  service.gateway(await service.api(KEY).session({ customerId: 2401, ...fields }));

/** Makes a payment up to the point where the person is redirected. */
async function leave(at: GatewayClient, more: object = {}) {
  const made = await at.create({ paymentMethod: 'BECS', returnUrl: RETURN_URL, ...more });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { body } = await at.authenticate(made.body.id);
  expect(body.status).toBe('ACTION_REQUIRED');
  if (body.nextAction?.type !== 'REDIRECT') throw new Error('The payment leads nowhere.');
  return { id: body.id, url: body.nextAction.url };
}

const get = (url: string) => service.app.app.inject({ url, headers: { accept: 'text/html' } });

/** Sends the form as a browser does that has opened the page. */
async function submit(url: string, fields: Readonly<Record<string, string>>, read?: string) {
  const { body } = await get(url);
  return service.app.app.inject({
    method: 'POST',
    url,
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Browser of Ruby',
    },
    payload: new URLSearchParams({ read: read ?? hashIn(body), ...fields }).toString(),
  });
}
const hashIn = (page: string) => /name="read" value="(\w+)"/.exec(page)?.[1] ?? '';
const mandateOf = async (id: string) =>
  (await db().select().from(bankMandates).where(eq(bankMandates.id, id)))[0];
const evidenceOf = (id: string) => db().select().from(mandates).where(eq(mandates.paymentId, id));

describe('the session', () => {
  test('allows the redirect to the service itself', async () => {
    const { body } = await gateway.session();
    const offer = body.paymentMethods.find(({ paymentMethod }) => paymentMethod === 'BECS');
    expect(offer).toEqual({
      paymentMethod: 'BECS',
      canBeSaved: true,
      provider: { name: 'BANK', redirectOrigins: ['http://localhost:4010'] },
    });
    expect(body.pendingPayment).toMatchObject({
      id: payment.id,
      nextAction: { type: 'REDIRECT', url: payment.url },
    });
  });
});

describe('the page', () => {
  test('names the studio, the amount, the Request and its Service Agreement, and runs nothing', async () => {
    const page = await get(payment.url);
    expect(page.statusCode).toBe(200);
    for (const part of [
      'Bayside Fitness Pty Ltd',
      '9 Wharf Road',
      BECS.userId,
      '$25.00, and later the amounts that fall due',
      'Bulk Electronic Clearing System (BECS)',
      'Direct Debit Request Service Agreement',
      'Our commitment to you',
      'If you believe that a debit is wrong',
    ]) {
      expect(page.body).toContain(part);
    }
    expect(page.body).not.toContain('<script');
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-language': 'en',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; .*form-action 'self' http:\/\/localhost:5173;.*frame-ancestors 'none'$/,
      ) as unknown,
    });
  });

  test('for a payment that is not saved asks for one debit', async () => {
    const once = await leave(await open({ scope: 'ECOM', amount: 49.5 }), { savePaymentInstrument: false });
    const { body } = await get(once.url);
    expect(body).toContain('$49.50, once');
    expect(body).toContain('debit my account once with $49.50');
    expect((await submit(once.url, ENTERED)).statusCode).toBe(303);
    expect(await mandateOf(once.id)).toMatchObject({ paymentType: 'ONE_OFF' });
  });

  test.each([
    ['nothing', {}, ['accountHolder', 'bankLocationId', 'accountNumber', 'email', 'accepted']],
    ['no consent', { ...ENTERED, accepted: undefined }, ['accepted']],
    ['a name of 33 letters', { ...ENTERED, accountHolder: 'x'.repeat(33) }, ['accountHolder']],
    ['a name without letters', { ...ENTERED, accountHolder: '—' }, ['accountHolder']],
    ['a BSB of five digits', { ...ENTERED, bankLocationId: '12-345' }, ['bankLocationId']],
    ['a BSB with a letter', { ...ENTERED, bankLocationId: '123-45a' }, ['bankLocationId']],
    ['an account of ten digits', { ...ENTERED, accountNumber: '1234567890' }, ['accountNumber']],
    ['an account of zeros', { ...ENTERED, accountNumber: '0000' }, ['accountNumber']],
    ['no email address', { ...ENTERED, email: 'ruby' }, ['email']],
  ])('refuses %s beside the field, and keeps the rest', async (_, fields, wrong) => {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const { statusCode, body } = await submit(payment.url, given as Record<string, string>);
    expect(statusCode).toBe(400);
    const marked = [...body.matchAll(/<p class="problem" id="(\w+)-problem"/g)].map(([, name]) => name);
    expect(marked).toEqual(wrong);
    expect(body.match(/ autofocus/g)).toHaveLength(1);
    if (!wrong.includes('accountHolder')) expect(body).toContain('value=" Ruby Campbell "');
    expect(await evidenceOf(payment.id)).toEqual([]);
    expect(await mandateOf(payment.id)).toMatchObject({ status: 'NEW', payerEncrypted: null });
  });

  test.each([
    ['without a signature', (url: string) => url.split('?')[0]],
    ['with the signature of another', (url: string) => url.replace(/requests\/[^?]+/, `requests/${OTHER}`)],
    ['of no payment', () => '/direct-debit-requests/1?signature=x'],
  ])('is not shown at an address %s', async (_, change) => {
    const url = change(payment.url) ?? '';
    const [page, sent] = [await get(url), await submit(url, ENTERED, 'x')];
    expect([page.statusCode, sent.statusCode]).toEqual([403, 403]);
    expect(page.body).toContain('This link to a document is not valid');
  });
});

const OTHER = '00000000-0000-4000-8000-000000000000';

describe('a signed Request', () => {
  test('is a mandate with its evidence; the payment has a token and the masked account', async () => {
    const sent = await submit(payment.url, ENTERED);
    expect([sent.statusCode, sent.headers.location]).toEqual([303, RETURN_URL]);
    const [evidence] = await evidenceOf(payment.id);
    const { body } = await gateway.get(payment.id);
    expect(body).toMatchObject({
      status: 'PREAUTHED',
      paymentInstrumentDetails: {
        becs: {
          accountHolder: 'Ruby Campbell',
          bankAccountNumber: '•••• 3456',
          bankLocationId: '123-456',
          mandateId: evidence?.reference,
          shopperEmail: 'ruby@example.com',
        },
      },
      nextAction: { type: 'MANDATE_DOWNLOAD' },
    });
    expect(body.paymentInstrumentDetails?.becs).not.toHaveProperty('directDebitPdfFormUrl');
    expect(requestToken(body)).toMatch(/\w{50}/);
    const given = await mandateOf(payment.id);
    expect(given).toMatchObject({
      status: 'ACTIVE',
      paymentType: 'RECURRENT',
      reference: evidence?.reference,
      signedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
    });
    expect(SEALED_BANK_PAYER.open(service.app.context.keys, payment.id, given?.payerEncrypted ?? '')).toEqual(
      {
        accountHolder: 'Ruby Campbell',
        bankLocationId: '123456',
        accountNumber: '000123456',
        email: 'ruby@example.com',
      },
    );
    expect(evidence).toMatchObject({
      scheme: 'BECS',
      version: '2026-11',
      language: 'en',
      userAgent: 'Browser of Ruby',
      ip: '127.0.0.1',
      acceptedTextSha256: createHash('sha256')
        .update(evidence?.acceptedText ?? '')
        .digest('hex'),
    });
    expect(evidence?.acceptedText).toContain(BECS.userId);
    expect(evidence?.acceptedText).toContain('Your commitment to us');
  });

  test('can be downloaded, and leads back when it is opened again', async () => {
    await submit(payment.url, ENTERED);
    const { statusCode, body } = await get(payment.url);
    expect(statusCode).toBe(200);
    expect(body).toContain('You have signed this Direct Debit Request');
    expect(body).toContain(`href="${RETURN_URL}"`);
    const { nextAction } = (await gateway.get(payment.id)).body;
    const pdf = await get(nextAction?.type === 'MANDATE_DOWNLOAD' ? nextAction.url : '');
    expect([pdf.statusCode, pdf.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('direct-debit-request-UPC-'),
    ]);
    const { elements, missingGlyphs } = await readPdf(pdf.rawPayload);
    const text = JSON.stringify(elements);
    for (const part of [
      'Direct Debit Request',
      'User ID number',
      BECS.userId,
      'BSB',
      '123-456',
      '000123456',
      'Direct Debit Request Service Agreement',
      'Your commitment to us',
    ]) {
      expect(text).toContain(part);
    }
    expect(missingGlyphs).toEqual([]);
  });

  test('is stored once, however often and at once it is sent', async () => {
    const other = { ...ENTERED, accountHolder: 'Someone Else' };
    const sent = await Promise.all([
      submit(payment.url, ENTERED),
      submit(payment.url, ENTERED),
      submit(payment.url, ENTERED),
    ]);
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
    const late = await submit(payment.url, other, 'x');
    const cancelled = await submit(payment.url, { cancel: 'yes' });
    expect([late.statusCode, cancelled.statusCode]).toEqual([303, 303]);
    expect(await evidenceOf(payment.id)).toHaveLength(1);
    expect((await gateway.get(payment.id)).body).toMatchObject({
      status: 'PREAUTHED',
      paymentInstrumentDetails: { becs: { accountHolder: 'Ruby Campbell' } },
    });
  });

  test('counts although the person never returned: it is not called off', async () => {
    await submit(payment.url, ENTERED);
    expect((await gateway.session()).body.pendingPayment).toMatchObject({ status: 'PREAUTHED' });
  });

  test('of another text than was read is not stored; the person reads it again', async () => {
    const { body } = await get(payment.url);
    await setBank({ BECS: { ...BECS, userId: '301501' } });
    const sent = await submit(payment.url, ENTERED, hashIn(body));
    await setBank({ BECS });
    expect(sent.statusCode).toBe(409);
    expect(sent.body).toContain('The Direct Debit Request has changed');
    expect(sent.body).toContain('301501');
    expect(sent.body).not.toContain('checked');
    expect(await evidenceOf(payment.id)).toEqual([]);
  });

  test('of a session that has ended without it becoming a token ends with the session', async () => {
    const crash = new Error('crash');
    service.onStep = (step) => {
      if (step === 'payment.confirmed') throw crash;
    };
    expect((await submit(payment.url, ENTERED)).statusCode).toBe(500);
    service.onStep = () => {};
    expect(await mandateOf(payment.id)).toMatchObject({ status: 'ACTIVE' });
    service.clock.advance(31 * MINUTE);
    expect((await gateway.get(payment.id)).body).toMatchObject({
      status: 'CANCELLED',
      failure: { code: 'EXPIRED' },
    });
    expect(await mandateOf(payment.id)).toMatchObject({ status: 'ENDED', payerEncrypted: null });
  });
});

describe('a Request that was not signed', () => {
  test('is cancelled on the page, and another attempt is possible', async () => {
    const sent = await submit(payment.url, { cancel: 'yes' });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, RETURN_URL]);
    expect((await gateway.get(payment.id)).body).toMatchObject({
      status: 'FAILED',
      failure: { code: 'CANCELLED_BY_PAYER' },
    });
    await expectClosed(payment.url);
    const again = await leave(gateway);
    expect((await submit(again.url, ENTERED)).statusCode).toBe(303);
    expect((await gateway.get(again.id)).body.status).toBe('PREAUTHED');
  });

  test.each([
    ['cancelled in the widget', async () => expect((await gateway.cancel(payment.id)).status).toBe(200)],
    ['replaced by another attempt', async () => void (await leave(gateway))],
    ['past its session', async () => service.clock.advance(31 * MINUTE)],
    ['of a studio whose bank no longer collects BECS', async () => void (await setBank({}))],
  ])('%s cannot be signed', async (_, end) => {
    await end();
    await expectClosed(payment.url);
    await setBank({ BECS });
  });

  async function expectClosed(url: string): Promise<void> {
    const page = await get(url);
    expect(page.statusCode).toBe(410);
    expect(page.body).toContain('This Direct Debit Request is closed');
    expect(page.body).toContain(`href="${RETURN_URL}"`);
    const [{ id } = { id: '' }] = await db().select().from(payments).where(eq(payments.id, payment.id));
    expect((await submit(url, ENTERED)).statusCode).toBe(410);
    // A second click on Cancel leads back, too.
    expect((await submit(url, { cancel: 'yes' })).statusCode).toBe(303);
    expect(await evidenceOf(id)).toEqual([]);
    expect(await mandateOf(id)).not.toMatchObject({ status: 'ACTIVE' });
  }
});

test('a member account keeps the account for later debits, with amount 0 too', async () => {
  const own = await open({ scope: 'MEMBER_ACCOUNT', amount: 0 });
  const { id, url } = await leave(own);
  expect((await get(url)).body).toContain('>The amounts that fall due<');
  await submit(url, ENTERED);
  expect((await own.get(id)).body).toMatchObject({
    status: 'PREAUTHED',
    paymentInstrumentToken: expect.any(String) as unknown,
  });
});
