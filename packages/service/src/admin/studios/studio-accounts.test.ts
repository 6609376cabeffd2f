import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveCommand } from '../../../test/support/command.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { Providers } from '../../modules/payments/providers/providers.js';
import type { StripeKeys } from '../../modules/payments/providers/stripe/settings.js';
import { stripeOfStudio } from '../../modules/payments/providers/stripe/stripe-of-studio.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';

const keysOf = (name: string): StripeKeys => ({
  secretKey: `sk_test_${name}`,
  publishableKey: `pk_test_${name}`,
  webhookSecret: null,
});
const SETTINGS = { common: keysOf('common'), named: new Map([['SOUTH', keysOf('south')]]), apiUrl: null };
const IBAN = 'DE89370400440532013000';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** Runs a command in an installation where two Stripe accounts have keys. */
const command = (...args: string[]) => {
  const { app, database } = service;
  const { clock } = app.context;
  const STRIPE = stripeOfStudio(SETTINGS, { db: database.db, clock });
  const providers = new Providers({ STRIPE, SIMULATOR: () => null, BANK: () => null }, () => false, [
    'SOUTH',
  ]);
  const context = { ...app.context, providers };
  return giveCommand(service, args, {
    open: async () => ({ app: { ...app, context }, database, close: async () => {} }),
  });
};
const set = (studio: number, ...args: string[]) =>
  command('studio', 'set', '--studio', String(studio), ...args);

const studioOf = async (id: number) => {
  const [studio] = await service.database.db.select().from(studios).where(eq(studios.id, id));
  if (!studio) throw new Error('The studio is gone.');
  return studio;
};
const newestRecord = async () =>
  (await service.database.db.select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(1))[0];

describe('the account of a studio at Stripe', () => {
  const publicKeyOf = async (id: number) => {
    const { db } = service.database;
    const provider = stripeOfStudio(SETTINGS, { db, clock: service.clock })(await studioOf(id));
    return provider?.publicConfiguration().publicKey;
  };

  test('is given by its name, and taken back', async () => {
    expect(await publicKeyOf(1003)).toBe('pk_test_common');
    const { code, err } = await set(1003, '--stripeAccount', 'SOUTH');
    expect([code, err]).toEqual([0, '']);
    expect(await newestRecord()).toMatchObject({
      studioId: 1003,
      action: 'studio.set',
      changed: { stripeAccount: 'SOUTH' },
    });
    expect(await publicKeyOf(1003)).toBe('pk_test_south');
    expect((await command('studio', 'list')).out).toMatch(/^1003 .* SOUTH /m);
    await set(1003, '--stripeAccount', 'default');
    expect(await publicKeyOf(1003)).toBe('pk_test_common');
  });

  test('is one whose keys are set', async () => {
    const { code, err } = await set(1003, '--stripeAccount', 'NORTH');
    expect(code).toBe(1);
    expect(err).toContain('STRIPE_SECRET_KEY_NORTH is not set. Allowed: default, SOUTH.');
  });

  test('stays while sessions are open, or payments are at Stripe', async () => {
    const token = await service.api().session({ scope: 'ECOM', amount: 25 });
    const open = await set(1001, '--stripeAccount', 'SOUTH');
    expect(open.err).toMatch(/\d+ payment sessions of studio 1001 are open/);
    const payment = await service.gateway(token).paySepa();
    const { raw, db } = service.database;
    await db.update(paymentSessions).set({ status: 'EXPIRED' }).where(eq(paymentSessions.studioId, 1001));
    await raw.query({ text: `update payments set provider = 'STRIPE' where id = '${payment.id}'` });
    const paid = await set(1001, '--stripeAccount', 'SOUTH');
    expect(paid.err).toContain('studio 1001 has payments at the account default');
    expect((await studioOf(1001)).stripeAccount).toBeNull();
    // Setting the current value again is not a change.
    expect((await set(1001, '--stripeAccount', 'default')).code).toBe(0);
  });
});

describe('the account that payers transfer to', () => {
  const account = { accountHolder: 'Seeblick AG', iban: IBAN, bic: 'COBADEFFXXX' };

  const offered = async () => {
    const token = await service
      .api('test-key-seeblick-zuerich-chf')
      .session({ scope: 'MEMBER_ACCOUNT', amount: 0 });
    const { body } = await service.gateway(token).session();
    return body.paymentMethods.find(({ paymentMethod }) => paymentMethod === 'BANK_TRANSFER');
  };

  test('is told with the method, and to nobody else', async () => {
    await service.database.db.update(studios).set({ transferAccount: null }).where(eq(studios.id, 1002));
    expect(await offered()).toEqual({
      paymentMethod: 'BANK_TRANSFER',
      canBeSaved: expect.any(Boolean) as boolean,
    });
    const { code, err, out } = await set(1002, '--transferAccount', JSON.stringify(account));
    expect([code, err]).toEqual([0, '']);
    expect(await offered()).toMatchObject({ paymentMethod: 'BANK_TRANSFER', transferAccount: account });
    // The record states only that the account was set.
    const record = await newestRecord();
    expect(record?.changed).toEqual({ transferAccount: 'set' });
    expect(JSON.stringify(record) + out).not.toContain(IBAN);
  });

  test.each([
    [
      { ...account, iban: 'DE89370400440532013001' },
      'transferAccount.iban has a wrong length or wrong check digits',
    ],
    [{ accountHolder: 'Gym', iban: 'CH4431999123000889012' }, 'transferAccount.iban is a QR-IBAN'],
    [{ accountHolder: 'Gym' }, 'needs iban, or accountNumber and bankLocationId'],
    [{ accountHolder: 'Gym', accountNumber: '12345678' }, 'needs iban, or accountNumber and bankLocationId'],
    [{ ...account, accountNumber: '12345678', bankLocationId: '601613' }, 'not both'],
    [{ ...account, bic: 'x' }, 'transferAccount.bic'],
    [{ ...account, holder: 'x' }, 'transferAccount'],
  ])('is refused: %j', async (given, problem) => {
    const { code, err } = await set(1002, '--transferAccount', JSON.stringify(given));
    expect([code, err]).toEqual([1, expect.stringContaining(problem)]);
    expect(err).not.toMatch(/DE89|CH44/);
    expect((await studioOf(1002)).transferAccount).toEqual(account);
  });

  test('has a sort code where there is no IBAN', async () => {
    const british = { accountHolder: 'Harbour Ltd', accountNumber: '31926819', bankLocationId: '601613' };
    expect((await set(1003, '--transferAccount', JSON.stringify(british))).code).toBe(0);
    expect((await studioOf(1003)).transferAccount).toEqual(british);
  });
});
