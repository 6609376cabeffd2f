import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runQueue } from '../../../../test/support/batches.js';
import { readPdf, type Tagged } from '../../../../test/support/pdf.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { staff } from '../../../../test/support/staff.js';
import { subscribeToEvents } from '../../../../test/support/subscribe-to-events.js';
import { erasePerson } from '../../../admin/erasure/erase.js';
import { RETENTION_RULES } from '../../../admin/retention/rules.js';
import { readRetention } from '../../../admin/retention/retention-periods.js';
import { LANGUAGES } from '../../../core/i18n/languages.js';
import { translate } from '../../../core/i18n/translate.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import { documents } from '../../documents/documents.tables.js';
import { debtClaims } from '../../payments/account/account.tables.js';
import { studios } from '../../studios/studios.tables.js';
import { contentOf } from '../../webhooks/webhook-events.js';
import { webhookDeliveries } from '../../webhooks/webhooks.tables.js';
import { advanceContracts } from '../contracts/advance.job.js';
import { contracts } from '../contracts/contracts.tables.js';
import { declarations } from './declarations.tables.js';

/* Today is 20 November 2026, and the studio is in Berlin. */

const DAY_MS = 24 * 3600_000;
const PAGE = '/contracts/cancel/1001';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await subscribeToEvents(service);
  await advanceContracts(service.app.context, (fault) => {
    throw fault;
  });
});
afterAll(() => service.close());

let sentBy = 0;
let contractId: number;
let customerId: number;
beforeEach(async () => {
  // Each test has its own address, because only some declarations an hour are taken from one.
  sentBy += 1;
  ({ contractId, customerId } = await newMember());
});

const db = () => service.database.db;

/** Adds Zoë Brandt with a contract. */
async function newMember(): Promise<{ contractId: number; customerId: number }> {
  const person = randomUUID();
  await db().insert(paymentCustomers).values({ id: person, studioId: 1001, createdAt: service.clock.now() });
  const [customer] = await db()
    .insert(customers)
    .values({
      ...{ studioId: 1001, paymentCustomerId: person, firstName: 'Zoë', lastName: 'Brandt' },
      profile: { firstName: 'Zoë', lastName: 'Brandt', email: 'zoe@example.com' },
    })
    .returning();
  const [model] = await db().select().from(contracts).where(eq(contracts.customerId, 2005)).limit(1);
  if (!customer || !model) throw new Error('The member was not added.');
  const { id: _, ...terms } = model;
  const [contract] = await db()
    .insert(contracts)
    .values({ ...terms, customerId: customer.id, cancelation: null, finalEndDate: null })
    .returning();
  return { contractId: contract?.id ?? 0, customerId: customer.id };
}

const given = (changes: Record<string, string> = {}) => ({
  formKey: randomUUID(),
  kind: 'ORDINARY_CANCELATION',
  reason: '',
  name: 'Zoe Brandt',
  contractNumber: String(contractId),
  email: 'zoe@example.com',
  date: '',
  ...changes,
});

const request = (method: 'GET' | 'POST', url: string, form?: Record<string, string>, headers = {}) =>
  service.app.app.inject({
    ...{ method, url, remoteAddress: `10.0.0.${sentBy}` },
    headers: {
      accept: 'text/html',
      'accept-language': 'en-GB',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  });
const send = (changes?: Record<string, string>) => request('POST', PAGE, given(changes));
const settle = () => runQueue(service.app.context, 'DECLARATIONS', 0);
const newest = async () => {
  const [row] = await db().select().from(declarations).orderBy(desc(declarations.id)).limit(1);
  if (!row) throw new Error('There is no declaration.');
  return row;
};
const declared = async (changes?: Record<string, string>) => {
  expect((await send(changes)).statusCode).toBe(200);
  await settle();
  return newest();
};
const cancelationOf = async (id: number) => {
  const [row] = await db().select().from(contracts).where(eq(contracts.id, id));
  return row?.cancelation ?? null;
};
const documentsOf = (id: number) => db().select().from(documents).where(eq(documents.customerId, id));
/** Returns the texts of labels and values on an acknowledgement. */
const factsOn = (page: string) =>
  [...page.matchAll(/<dt>([^<]*)<\/dt>\s*<dd>([^<]*)<\/dd>/g)].map(([, label, value]) => [label, value]);

describe('the page', () => {
  test('needs no script, is in no frame and no search engine, and tells no other site where it was', async () => {
    const { statusCode, headers, body } = await request('GET', PAGE);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ) as string,
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    });
    expect(body).not.toContain('<script');
  });

  test.each([
    ['?lang=fr', 'de', 'fr', 'Résilier votre contrat', 'Notification de la résiliation'],
    ['', 'de', 'de', 'Vertrag kündigen', 'jetzt kündigen'],
    ['?lang=xx', '', 'en', 'Cancel a contract', 'Cancel now'],
  ])('with %s and Accept-Language %s is in %s', async (query, accepted, language, title, button) => {
    const { headers, body } = await request('GET', `${PAGE}${query}`, undefined, {
      'accept-language': accepted,
    });
    expect(headers['content-language']).toBe(language);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(`<button>${button}</button>`);
  });

  test('of an unknown studio does not exist', async () => {
    for (const studio of ['1', 'x', '1001.pdf', '9'.repeat(30)]) {
      expect((await request('GET', `/contracts/cancel/${studio}`)).statusCode, studio).toBe(404);
    }
  });

  test.each([
    ['nothing', { name: '', contractNumber: ' ', email: '' }, ['name', 'contractNumber', 'email']],
    ['a name without letters', { name: '1 2' }, ['name']],
    ['half an e-mail address', { email: 'zoe@example' }, ['email']],
    ['an extraordinary cancellation without a reason', { kind: 'EXTRAORDINARY_CANCELATION' }, ['reason']],
    ['a past day', { date: '2026-11-19' }, ['date']],
    ['no day', { date: '2026-02-30' }, ['date']],
    ['a long reason', { reason: 'x'.repeat(2001) }, ['reason']],
    ['a long name', { name: 'x'.repeat(201) }, ['name']],
  ] as [string, Record<string, string>, string[]][])(
    'with %s is shown again with what was entered',
    async (_, changes, wrong) => {
      const before = await db().$count(declarations);
      const form = given({ reason: 'Moving “away”', ...changes });
      if (wrong[0] === 'reason') form.reason = changes.reason ?? '';
      const { statusCode, body } = await request('POST', PAGE, form);
      expect(statusCode).toBe(400);
      expect([...body.matchAll(/id="(\w+)-problem"/g)].map(([, name]) => name).sort()).toEqual(
        [...wrong].sort(),
      );
      for (const name of wrong) {
        expect(body).toMatch(
          new RegExp(`id="${name}"[^>]*aria-describedby="[^"]*${name}-problem"[^>]*aria-invalid="true"`),
        );
      }
      expect(body.match(/autofocus/g)).toHaveLength(1);
      expect(body).toContain(`value="${form.formKey}"`);
      expect(body).toContain(`value="${form.contractNumber.trim()}"`);
      expect(body).toMatch(new RegExp(`value="${form.kind}" checked`));
      expect(await db().$count(declarations)).toBe(before);
    },
  );

  test('shows what was entered as text', async () => {
    const { body } = await send({ name: '"><script>alert(1)</script>', email: '' });
    expect(body).not.toContain('<script>');
    expect(body).toContain('&lt;script&gt;');
  });

  test.each([
    ['multipart/form-data; boundary=x', '--x--', 415],
    ['application/json', '{}', 415],
    ['application/x-www-form-urlencoded', `reason=${'x'.repeat(33_000)}`, 413],
  ])('refuses %s', async (type, payload, status) => {
    const { statusCode } = await service.app.app.inject({
      ...{ method: 'POST', url: PAGE, payload },
      headers: { 'content-type': type, accept: 'text/html' },
    });
    expect(statusCode).toBe(status);
  });
});

describe('the acknowledgement', () => {
  test('says what was declared, when it was received, and when the contract shall end', async () => {
    const { statusCode, body } = await send({ date: '2027-02-28', reason: 'I move.\r\nTo Rome.' });
    expect(statusCode).toBe(200);
    expect(factsOn(body)).toEqual([
      ['Type of cancellation', 'Ordinary cancellation'],
      ['Reason', 'I move.\nTo Rome.'],
      ['First and last name', 'Zoe Brandt'],
      ['Contract number', String(contractId)],
      ['Email', 'zoe@example.com'],
      ['End of the contract', '28 February 2027'],
      ['Received on', expect.stringMatching(/^20 November 2026 at [\d:]+ CET$/)],
      ['Studio', expect.stringMatching(/^Northside Gym Berlin\n.*\n.*Berlin, Germany\n.+@.+$/)],
    ]);
    expect(body).toContain('pressing the button “Cancel now”');
  });

  test('is the same whether or not there is such a contract', async () => {
    const formKey = randomUUID();
    const known = await send({ formKey });
    const unknown = await send({ formKey, contractNumber: '1' });
    const alike = ({ body }: { readonly body: string }) =>
      body.replace(/name="key" value="[^"]+"/, '').replace(`<dd>${contractId}</dd>`, '<dd>1</dd>');
    expect(alike(unknown)).toBe(alike(known));
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
  });

  test('is downloaded as a PDF by its key alone', async () => {
    const { body } = await send();
    const [, key = ''] = /name="key" value="([^"]+)"/.exec(body) ?? [];
    const download = await request('POST', '/contracts/declarations/pdf', { key });
    expect(download.statusCode).toBe(200);
    expect(download.headers['content-disposition']).toMatch(/^attachment; filename="cancellation-\d+\.pdf"$/);
    const pdf = await readPdf(download.rawPayload);
    expect([pdf.title, pdf.language, pdf.declaresPdfUa]).toEqual([
      'Confirmation of receipt of your cancellation',
      'en-GB',
      true,
    ]);
    expect(textsOf(pdf.elements)).toEqual(expect.arrayContaining(['Zoe Brandt', String(contractId)]));
    for (const wrong of [randomUUID(), 'x', '']) {
      expect((await request('POST', '/contracts/declarations/pdf', { key: wrong })).statusCode).toBe(403);
    }
  });

  test.each(LANGUAGES)('is complete in %s', async (language) => {
    const { body } = await request('POST', `${PAGE}?lang=${language}`, given());
    const [, key = ''] = /name="key" value="([^"]+)"/.exec(body) ?? [];
    const pdf = await readPdf((await request('POST', '/contracts/declarations/pdf', { key })).rawPayload);
    expect(pdf.title).toBe(translate(language, 'declaration.acknowledgement'));
    expect([pdf.missingGlyphs, pdf.fontsNotEmbedded]).toEqual([[], []]);
    sentBy += 1;
  });

  test('is sent whole in an event, which is stored encrypted', async () => {
    await db().delete(webhookDeliveries);
    await send();
    const [event] = await db().select().from(webhookDeliveries);
    const { id } = await newest();
    expect(event).toMatchObject({ type: 'DECLARATION_RECEIVED', entityId: id, content: null });
    expect(event && contentOf(service.app.context.keys, event)).toEqual({
      kind: 'ORDINARY_CANCELATION',
      receivedAt: service.clock.now().toISOString(),
      name: 'Zoe Brandt',
      contractNumber: String(contractId),
      email: 'zoe@example.com',
      language: 'en-GB',
      subject: 'Confirmation of receipt of your cancellation',
      text: expect.stringContaining(`Contract number: ${contractId}\nEmail: zoe@example.com\n`) as string,
    });
  });

  test('of a form that is sent twice is the same, and of a changed one another', async () => {
    const form = given();
    const before = await db().$count(declarations);
    const [first, second] = await Promise.all([request('POST', PAGE, form), request('POST', PAGE, form)]);
    service.clock.advance(60_000);
    const later = await request('POST', PAGE, form);
    expect([second.body, later.body]).toEqual([first.body, first.body]);
    expect(await db().$count(declarations)).toBe(before + 1);
    await request('POST', PAGE, { ...form, date: '2027-06-30' });
    expect(await db().$count(declarations)).toBe(before + 2);
  });
});

describe('too many declarations', () => {
  test('from one address are refused for a while, and nothing that was entered is lost', async () => {
    for (let count = 0; count < 20; count++)
      expect((await send({ contractNumber: 'x' })).statusCode).toBe(200);
    const form = given({ reason: 'I move.' });
    const refused = await request('POST', PAGE, form);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect(refused.body).toContain('Please try again in an hour, or write to Northside');
    expect(refused.body).toContain('>I move.</textarea>');
    expect((await request('GET', PAGE)).statusCode).toBe(200);
    service.clock.advance(3600_000);
    expect((await request('POST', PAGE, form)).statusCode).toBe(200);
  });

  test('about one contract are refused from any address', async () => {
    for (let count = 0; count < 20; count++) {
      sentBy += 1;
      expect((await send({ email: `a${count}@example.com` })).statusCode).toBe(200);
    }
    sentBy += 1;
    expect((await send()).statusCode).toBe(429);
    expect((await send({ contractNumber: 'Membership' })).statusCode).toBe(200);
  });
});

describe('an ordinary cancellation', () => {
  test('that matches a contract cancels it, and is among the documents of the member', async () => {
    expect(
      await declared({
        contractNumber: `Nr. ${String(contractId).slice(0, 3)} ${String(contractId).slice(3)}`,
      }),
    ).toMatchObject({ status: 'DONE', problem: null, contractId, customerId });
    expect(await cancelationOf(contractId)).toMatchObject({ receivedOn: '2026-11-20', origin: 'CUSTOMER' });
    const { body } = await service
      .api()
      .request<{ result: { fileName: string; description: string; url: string }[] }>({
        url: `/v1/customers/${customerId}/documents`,
      });
    expect(body.result).toMatchObject([
      {
        fileName: expect.stringMatching(/^cancellation-\d+\.pdf$/) as string,
        description: 'Confirmation of receipt of your cancellation',
      },
    ]);
    const opened = await service.app.app.inject(
      String(body.result[0]?.url.replace('http://localhost:4010', '')),
    );
    expect(textsOf((await readPdf(opened.rawPayload)).elements)).toContain('Zoe Brandt');
  });

  test.each([
    ['another name', { name: 'Zoe Brand' }],
    ['another e-mail address', { email: 'zoe@example.org' }],
    ['no number', { contractNumber: 'Membership' }],
  ])('with %s is left to staff', async (_, changes) => {
    expect(await declared(changes)).toMatchObject({
      status: 'OPEN',
      problem: 'NOT_MATCHED',
      contractId: null,
    });
    expect(await cancelationOf(contractId)).toBeNull();
    expect(await documentsOf(customerId)).toEqual([]);
  });

  test('of another studio’s contract is left to staff', async () => {
    await request('POST', '/contracts/cancel/1002', given());
    await settle();
    expect(await newest()).toMatchObject({ studioId: 1002, status: 'OPEN', problem: 'NOT_MATCHED' });
  });

  test('on a day that is too early, or of a cancelled contract, is left to staff with its contract', async () => {
    expect(await declared({ date: '2026-11-20' })).toMatchObject({ problem: 'NOT_POSSIBLE', customerId });
    expect(await declared()).toMatchObject({ status: 'DONE' });
    expect(await declared({ formKey: randomUUID() })).toMatchObject({ problem: 'NOT_POSSIBLE', customerId });
  });

  test('awaits approval if the studio has decided so, and another one is left to staff', async () => {
    const verify = { reasons: [], requireVerification: true, requireWithdrawalVerification: false };
    const settings = (decided: object) =>
      db().update(studios).set({ settings: { decided } }).where(eq(studios.id, 1001));
    await settings({ cancelation: verify });
    expect(await declared()).toMatchObject({ status: 'DONE' });
    expect(await cancelationOf(contractId)).toMatchObject({ status: 'PENDING_VERIFICATION' });
    expect(await declared({ formKey: randomUUID() })).toMatchObject({ problem: 'NOT_POSSIBLE', customerId });
    await settings({});
  });

  test('is assigned to a contract by staff, with the notice of the day on which it was received', async () => {
    const { id } = await declared({ contractNumber: 'Membership' });
    service.clock.advance(5 * DAY_MS);
    expect(await staff(service, 'declaration.assign', { declarationId: id, contractId })).toMatchObject({
      changed: { status: 'DONE' },
    });
    service.clock.advance(-5 * DAY_MS);
    expect(await cancelationOf(contractId)).toMatchObject({ receivedOn: '2026-11-20' });
    await expect(
      staff(service, 'declaration.assign', { declarationId: id, contractId }),
    ).rejects.toMatchObject({ code: 'errormessage.declaration.not.open' });
    await expect(staff(service, 'declaration.close', { declarationId: 1 })).rejects.toMatchObject({
      code: 'errormessage.declaration.not.found',
    });
  });
});

describe('an extraordinary cancellation', () => {
  const EXTRAORDINARY = { kind: 'EXTRAORDINARY_CANCELATION', reason: 'The studio has moved.' };

  test('is accepted by staff, on the declared day', async () => {
    const { id } = await declared({ ...EXTRAORDINARY, date: '2026-12-05' });
    expect(await newest()).toMatchObject({ status: 'OPEN', problem: 'EXTRAORDINARY', contractId });
    expect(await cancelationOf(contractId)).toBeNull();
    await staff(service, 'declaration.accept', { declarationId: id });
    expect(await cancelationOf(contractId)).toMatchObject({ date: '2026-12-05' });
    expect(await newest()).toMatchObject({ status: 'DONE', problem: null });
  });

  test('is closed by staff, and its document stays', async () => {
    const { id } = await declared(EXTRAORDINARY);
    await staff(service, 'declaration.close', { declarationId: id });
    expect(await newest()).toMatchObject({ status: 'CLOSED' });
    expect(await documentsOf(customerId)).toHaveLength(1);
  });

  test('without a contract must be assigned first; a wrong assignment is corrected with its document', async () => {
    const other = await newMember();
    const { id } = await declared({ ...EXTRAORDINARY, contractNumber: 'x' });
    await expect(staff(service, 'declaration.accept', { declarationId: id })).rejects.toMatchObject({
      code: 'errormessage.declaration.not.assigned',
    });
    await staff(service, 'declaration.assign', { declarationId: id, contractId: other.contractId });
    expect(await documentsOf(other.customerId)).toHaveLength(1);
    await staff(service, 'declaration.assign', { declarationId: id, contractId });
    expect([await documentsOf(other.customerId), await documentsOf(customerId)]).toMatchObject([[], [{}]]);
    await expect(
      staff(service, 'declaration.assign', { declarationId: id, contractId: 1 }),
    ).rejects.toMatchObject({ code: 'errormessage.membership.contract.not.found' });
  });
});

test('the erasure of a member deletes their declarations, documents and events', async () => {
  const { id, status } = await declared();
  expect(status).toBe('DONE');
  const events = () => db().select().from(webhookDeliveries).where(eq(webhookDeliveries.entityId, id));
  expect(await events()).toHaveLength(1);
  await db()
    .update(contracts)
    .set({ endDate: '2026-01-01', nextChange: null })
    .where(eq(contracts.id, contractId));
  await db().update(debtClaims).set({ isSettled: true }).where(eq(debtClaims.customerId, customerId));
  const [studio] = await db().select().from(studios).where(eq(studios.id, 1001));
  if (!studio) throw new Error('There is no studio.');
  await db().transaction((tx) => erasePerson(service.app.context, tx, studio, { customerId }));
  expect(await db().select().from(declarations).where(eq(declarations.id, id))).toEqual([]);
  expect(await documentsOf(customerId)).toEqual([]);
  expect(await events()).toEqual([]);
});

test('closed declarations without a customer are deleted after a year; open ones and those of members stay', async () => {
  await db().delete(declarations);
  const closed = await declared({ contractNumber: 'x' });
  await staff(service, 'declaration.close', { declarationId: closed.id });
  const open = await declared({ contractNumber: 'y' });
  const done = await declared();
  const later = new Date(service.clock.now().getTime() + 366 * DAY_MS);
  for (const rule of RETENTION_RULES) await rule(db(), readRetention({}), later, 100);
  const left = await db().select({ id: declarations.id }).from(declarations).orderBy(declarations.id);
  expect(left).toEqual([{ id: open.id }, { id: done.id }]);
});

/** Returns the texts of all elements of a PDF. */
function textsOf(elements: readonly Tagged[]): string[] {
  return elements.flatMap(({ text, children }) => [text, ...textsOf(children)]);
}

describe('a withdrawal', () => {
  const WITHDRAWAL = '/contracts/withdraw/1001';
  const withdrawn = async (changes: Record<string, string> = {}) => {
    const { statusCode, body } = await request('POST', WITHDRAWAL, given(changes));
    expect(statusCode).toBe(200);
    await settle();
    return { body, declaration: await newest() };
  };
  const contractRow = async () => {
    const [row] = await db().select().from(contracts).where(eq(contracts.id, contractId));
    if (!row) throw new Error('The contract is gone.');
    return row;
  };
  /** Makes the contract one that was signed online and can be withdrawn from until a day. */
  const signedOnline = async (withdrawableUntil: string) => {
    const { details } = await contractRow();
    await db()
      .update(contracts)
      .set({ details: { ...details, withdrawableUntil } })
      .where(eq(contracts.id, contractId));
  };

  test.each([
    ['de', 'Vertrag widerrufen', 'Widerruf bestätigen'],
    ['en', 'Withdraw from a contract', 'Confirm withdrawal'],
  ])('has the labels of the law: %s', async (language, title, button) => {
    const { body } = await request('GET', `${WITHDRAWAL}?lang=${language}`);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(`<button>${button}</button>`);
    expect([...body.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'formKey',
      'name',
      'contractNumber',
      'email',
      'removeInstruments',
    ]);
  });

  test('takes effect if the contract can be withdrawn from, and is acknowledged', async () => {
    await signedOnline('2026-12-04');
    const { body, declaration } = await withdrawn({ removeInstruments: 'true' });
    expect(factsOn(body)).toEqual(
      expect.arrayContaining([
        ['Declaration', 'I withdraw from the contract named here.'],
        ['Stored accounts and cards', 'They are to be removed.'],
      ]),
    );
    expect(declaration).toMatchObject({ kind: 'WITHDRAWAL', status: 'DONE', contractId, customerId });
    expect(await contractRow()).toMatchObject({ withdrawnOn: '2026-11-20', amountUsed: 0 });
    const [document] = await documentsOf(customerId);
    expect(document).toBeDefined();
    const [sent] = await db()
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.entityId, declaration.id));
    if (!sent) throw new Error('No event was sent.');
    expect(contentOf(service.app.context.keys, sent)).toMatchObject({
      kind: 'WITHDRAWAL',
      subject: 'Confirmation of receipt of your withdrawal',
      text: expect.stringContaining('I withdraw from the contract named here.') as string,
    });
  });

  test.each([
    ['is too late', '2026-11-19', {}],
    ['names no contract', '2026-12-04', { contractNumber: '1' }],
    ['has another e-mail address', '2026-12-04', { email: 'other@example.com' }],
  ])('that %s is acknowledged alike, and left to staff', async (_, until, changes) => {
    await signedOnline(until);
    const { body, declaration } = await withdrawn(changes);
    expect(body).toContain('<h1>Confirmation of receipt of your withdrawal</h1>');
    expect(declaration.status).toBe('OPEN');
    expect((await contractRow()).withdrawnOn).toBeNull();
    await staff(service, 'declaration.assign', { declarationId: declaration.id, contractId });
    if (until < '2026-11-20') {
      await staff(service, 'declaration.accept', { declarationId: declaration.id });
    }
    expect([(await newest()).status, (await contractRow()).withdrawnOn]).toEqual(['DONE', '2026-11-20']);
  });
});
