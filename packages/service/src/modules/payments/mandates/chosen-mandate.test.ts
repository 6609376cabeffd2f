import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { studios } from '../../studios/studios.tables.js';
import { mandates } from './mandates.tables.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const KEY = 'test-key-northside-berlin-eur';
const DETAILS = { accountHolder: 'Mara Lindner', iban: 'DE89370400440532013000' };

async function purchase() {
  return service.gateway(await service.api(KEY).session({ scope: 'ECOM', amount: 49 }));
}

describe('what a person gives who pays once', () => {
  test.each([
    [true, 'RECURRENT'],
    [undefined, 'RECURRENT'],
    [false, 'ONE_OFF'],
  ] as const)('with saving %s, is a mandate that is %s', async (savePaymentInstrument, paymentType) => {
    const gateway = await purchase();
    const more = savePaymentInstrument === undefined ? {} : { savePaymentInstrument };
    const payment = await gateway.pay(await gateway.debitRequest('SEPA', DETAILS, more));
    const [kept] = await service.database.db
      .select()
      .from(mandates)
      .where(eq(mandates.paymentId, payment.id));
    expect([kept?.paymentType, kept?.accepted.offer.paymentType]).toEqual([paymentType, paymentType]);
  });

  test('is not the other mandate than the one that was read', async () => {
    const gateway = await purchase();
    const request = await gateway.debitRequest('SEPA', DETAILS);
    const { status, body } = await gateway.create({ ...request, savePaymentInstrument: false });
    expect([status, (body as unknown as { errorCode: string }).errorCode]).toEqual([
      400,
      'errormessage.payment.mandate.outdated',
    ]);
  });
});

test('a studio without a creditor identifier is not offered SEPA, and takes none', async () => {
  const { db } = service.database;
  const gateway = await purchase();
  const request = await gateway.debitRequest('SEPA', DETAILS);
  const [studio] = await db.select().from(studios).where(eq(studios.id, 1001));
  const { creditorIdentifier: _, ...creditor } = studio?.creditor ?? {
    name: '',
    address: { line1: '', city: '', postalCode: '', country: '' },
  };
  await db.update(studios).set({ creditor }).where(eq(studios.id, 1001));
  const { body } = await gateway.session();
  const offered = body.paymentMethods.map(({ paymentMethod }) => paymentMethod);
  expect(offered).toContain('CREDIT_CARD');
  expect(offered).not.toContain('SEPA');
  const refused = await gateway.create(request);
  expect([refused.status, (refused.body as unknown as { errorCode: string }).errorCode]).toEqual([
    400,
    'errormessage.payment.method.not.offered',
  ]);
  await db.update(studios).set({ creditor: studio?.creditor }).where(eq(studios.id, 1001));
});
