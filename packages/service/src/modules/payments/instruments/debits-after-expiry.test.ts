import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payByCard } from '../../../../test/support/cards.js';
import { requestToken } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { customers } from '../../customers/customers.tables.js';
import { debtClaims } from '../account/account.tables.js';
import { paymentInstruments } from './instruments.tables.js';

/** A member without a contract, on 20 November 2026. */
const CUSTOMER = 2001;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const token = requestToken(await payByCard(service, await open()));
  const used = await service
    .api()
    .post(`/v1/customers/${CUSTOMER}/account/payment-instrument`, { paymentRequestToken: token });
  expect(used.status).toBe(200);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.database.db.delete(debtClaims).where(eq(debtClaims.description, 'a test'));
});

const open = async (fields: object = {}) =>
  service.gateway(await service.api().session({ customerId: CUSTOMER, ...fields }));

/** Returns the day of the debit with which a session marks the card; undefined if it does not. */
async function markOf(fields: object = {}): Promise<string | undefined> {
  const { body } = await (await open(fields)).session();
  const [card, ...others] = body.paymentInstruments;
  expect([card?.paymentMethod, others]).toEqual(['CREDIT_CARD', []]);
  return card?.expiresBeforeDebitOn;
}

const expire = (expiry: string) =>
  service.database.db.update(paymentInstruments).set({
    details: sql`jsonb_set(${paymentInstruments.details}, '{creditCard,expiry}', to_jsonb(${expiry}::text))`,
  });

const owe = (...claims: readonly (readonly [dueDate: string, isSettled?: boolean])[]) =>
  service.database.db.insert(debtClaims).values(
    claims.map(([dueDate, isSettled = false]) => ({
      ...{ customerId: CUSTOMER, description: 'a test', amount: 3990 },
      ...{ dueDate, isSettled },
    })),
  );

describe('a card in a member’s session', () => {
  test.each<[string, string, readonly (readonly [string, boolean?])[], string | undefined]>([
    ['the next debit is after its last day', '11/26', [['2026-12-01'], ['2027-01-01']], '2026-12-01'],
    ['the next debit is on its last day', '11/26', [['2026-11-30']], undefined],
    ['the next debit is before, a later one after', '12/26', [['2026-12-01'], ['2027-01-01']], undefined],
    [
      'a claim is due today, and one after its last day',
      '11/26',
      [['2026-11-20'], ['2026-12-01']],
      '2026-12-01',
    ],
    ['an overdue claim is open', '11/26', [['2026-11-19'], ['2026-12-01']], '2026-12-01'],
    ['the next claim is paid already', '12/26', [['2026-12-01', true], ['2027-01-01']], '2027-01-01'],
    ['only overdue claims are open', '11/26', [], undefined],
    ['it has expired', '10/26', [['2026-12-01']], undefined],
    ['the next debit is in more than a year', '11/27', [['2028-01-01']], '2028-01-01'],
    ['it is valid for years', '12/34', [['2035-01-01']], undefined],
  ])('where %s', async (_, expiry, claims, mark) => {
    await expire(expiry);
    if (claims.length > 0) await owe(...claims);
    expect(await markOf()).toBe(mark);
  });

  test('is compared with the next fee of a contract that has no claim yet', async () => {
    await expire('12/26');
    const { memberships } = service.app.context;
    const asked: unknown[] = [];
    const withFee = {
      ...memberships,
      nextFeeOfCustomer: async (...[, ...of]: unknown[]) => (asked.push(of), '2027-01-15'),
    };
    Object.assign(service.app.context, { memberships: withFee });
    try {
      expect(await markOf()).toBe('2027-01-15');
      await owe(['2027-02-01']);
      expect(await markOf()).toBe('2027-01-15');
      expect(asked).toEqual([
        [CUSTOMER, '2026-11-20'],
        [CUSTOMER, '2026-11-20'],
      ]);
      await owe(['2026-12-01']);
      expect(await markOf()).toBeUndefined();
      expect(asked).toHaveLength(2);
    } finally {
      Object.assign(service.app.context, { memberships });
    }
  });
});

test('in ECOM, only the card that payment runs charge is marked', async () => {
  await expire('11/26');
  await owe(['2026-12-01']);
  const ecom = { scope: 'ECOM', amount: 25 };
  expect(await markOf(ecom)).toBe('2026-12-01');
  const { db } = service.database;
  const use = (changes: Partial<typeof customers.$inferInsert>) =>
    db.update(customers).set(changes).where(eq(customers.id, CUSTOMER)).returning();
  const [customer] = await db.select().from(customers).where(eq(customers.id, CUSTOMER));
  await use({ paymentMethod: 'CASH', paymentInstrumentId: null });
  expect([await markOf(ecom), await markOf()]).toEqual([undefined, '2026-12-01']);
  await use({
    paymentMethod: 'CREDIT_CARD',
    paymentInstrumentId: customer?.paymentInstrumentId ?? null,
  });
});
