import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveCommand } from '../../../test/support/command.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { bankFiles, bankMandates } from '../../modules/payments/providers/bank/bank.tables.js';
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

describe('the accounts at its own banks', () => {
  const SWISS = 'CH9300762011623852957';
  const POST = 'CH8309000000100012345';
  const cutOff = '10:00';
  const LSV = { iban: SWISS, cutOff };
  const ACH = {
    ...{ routingNumber: '091000019', bankName: 'EXAMPLE BANK', cutOff: '16:00' },
    ...{ originId: '091000019', companyId: '1234567890' },
  };
  const BECS = {
    ...{ bsb: '062000', accountNumber: '12345678', userId: '301500', cutOff: '16:00' },
    ...{ userName: 'BAYSIDE FITNESS PTY LTD', bankAbbreviation: 'CBA' },
  };
  const give = (studio: number, bank: object) => set(studio, '--bank', JSON.stringify(bank));

  test.each([
    [1001, { SEPA: { iban: IBAN, bic: 'COBADEFFXXX', cutOff } }, { SEPA: { cutOff } }],
    [
      1002,
      { CH_DD: { iban: POST, cutOff: '12:00' }, LSV: { ...LSV, participant: '010001628' } },
      { CH_DD: { cutOff: '12:00' }, LSV: { cutOff } },
    ],
    [1004, { ACH: { ...ACH, entryClass: 'PPD' } }, { ACH: { cutOff: '16:00' } }],
    [1007, { BECS }, { BECS: { cutOff: '16:00' } }],
  ])(
    'of studio %i are stored, and the record states only the methods and cut-offs',
    async (id, bank, recorded) => {
      const { code, err, out } = await give(id, bank);
      expect([code, err]).toEqual([0, '']);
      expect((await studioOf(id)).bank).toEqual(bank);
      const record = await newestRecord();
      expect(record?.changed).toEqual({ bank: recorded });
      expect(JSON.stringify(record) + out).not.toMatch(/DE89|CH\d|091000019|EXAMPLE|12345678|BAYSIDE/);
      expect((await give(id, {})).err).toContain('bank');
      await set(id, '--bank', 'null');
      expect((await studioOf(id)).bank).toBeNull();
    },
  );

  test.each([
    [1001, { SEPA: { iban: 'DE89370400440532013001', cutOff } }, 'bank.SEPA.iban has a wrong length or'],
    [
      1001,
      { SEPA: { iban: 'TR330006100519786457841326', cutOff } },
      'bank.SEPA.iban is that of an account outside',
    ],
    [1001, { SEPA: { iban: IBAN, cutOff: '24:00' } }, 'bank.SEPA.cutOff'],
    [1001, { SEPA: { iban: IBAN } }, 'bank.SEPA.cutOff'],
    [1001, { SEPA: { iban: IBAN, cutOff, participant: '010001628' } }, 'bank.SEPA.participant'],
    [1001, { BACS: { cutOff } }, 'bank.BACS'],
    [1001, { LSV }, 'bank.LSV needs a studio whose currency is CHF; this one has EUR.'],
    [
      1002,
      { SEPA: { iban: IBAN, cutOff } },
      'bank.SEPA needs a studio whose currency is EUR; this one has CHF.',
    ],
    [1002, { LSV: { iban: POST, cutOff } }, 'bank.LSV.iban is at PostFinance'],
    [1002, { LSV: { iban: IBAN, cutOff } }, 'bank.LSV.iban is not that of an account in Switzerland'],
    [1002, { LSV: { ...LSV, participant: '010001629' } }, 'bank.LSV.participant has a wrong check digit'],
    [1002, { LSV: { ...LSV, participant: '10001628' } }, 'bank.LSV.participant'],
    [1002, { CH_DD: { iban: SWISS, cutOff } }, 'bank.CH_DD.iban is not at PostFinance'],
    [1002, { CH_DD: { iban: 'CH4431999123000889012', cutOff } }, 'bank.CH_DD.iban is a QR-IBAN'],
    [1004, { ACH: { ...ACH, routingNumber: '091000018' } }, 'bank.ACH.routingNumber has a wrong check digit'],
    [1004, { ACH: { ...ACH, companyId: '123456789' } }, 'bank.ACH.companyId'],
    [1004, { ACH: { ...ACH, bankName: 'A bank whose name is too long' } }, 'bank.ACH.bankName'],
    [1004, { ACH: { ...ACH, entryClass: 'CCD' } }, 'bank.ACH.entryClass'],
    [1001, { BECS }, 'bank.BECS needs a studio whose currency is AUD; this one has EUR.'],
    [1007, { BECS: { ...BECS, bsb: '062-000' } }, 'bank.BECS.bsb'],
    [1007, { BECS: { ...BECS, accountNumber: '0000' } }, 'bank.BECS.accountNumber'],
    [1007, { BECS: { ...BECS, accountNumber: '1234567890' } }, 'bank.BECS.accountNumber'],
    [1007, { BECS: { ...BECS, userId: '30150' } }, 'bank.BECS.userId'],
    [1007, { BECS: { ...BECS, userName: 'A name of more than 26 signs' } }, 'bank.BECS.userName'],
    [1007, { BECS: { ...BECS, userName: '***' } }, 'bank.BECS.userName'],
    [1007, { BECS: { ...BECS, bankAbbreviation: 'cba' } }, 'bank.BECS.bankAbbreviation'],
  ] as const)('of studio %i are refused: %j', async (id, bank, problem) => {
    const { code, err } = await give(id, bank);
    expect([code, err]).toEqual([1, expect.stringContaining(problem)]);
    expect(err).not.toMatch(/DE89|TR33|CH\d\d|09100001/);
    expect((await studioOf(id)).bank).toBeNull();
  });

  test('need the currency of the studio, also when that is changed', async () => {
    await give(1001, { SEPA: { iban: IBAN, cutOff } });
    const problem = 'bank.SEPA needs a studio whose currency is EUR; this one has CHF.';
    expect((await set(1001, '--currency', 'CHF')).err).toContain(problem);
    await set(1001, '--bank', 'null');
  });

  test.each([
    [
      1001,
      'SEPA',
      { SEPA: { iban: IBAN, cutOff } },
      '--creditor',
      { creditorIdentifier: 'DE09ZZZ00000000001' },
      'creditor.creditorIdentifier',
    ],
    [
      1002,
      'CH_DD',
      { CH_DD: { iban: POST, cutOff } },
      '--creditor',
      { rsPid: '41101000001234568' },
      'creditor.rsPid',
    ],
    [1002, 'LSV', { LSV }, '--creditor', { lsvIdentifier: 'SBF2W' }, 'creditor.lsvIdentifier'],
    [1004, 'ACH', { ACH }, '--bank', { ACH: { ...ACH, companyId: '1234567891' } }, 'bank.ACH.companyId'],
    [1007, 'BECS', { BECS }, '--bank', { BECS: { ...BECS, userId: '301501' } }, 'bank.BECS.userId'],
  ] as const)(
    'of studio %i keep the identifier of mandates of %s',
    async (id, method, bank, option, changed, field) => {
      const { db } = service.database;
      expect((await give(id, bank)).code).toBe(0);
      const { creditor } = await studioOf(id);
      const value = option === '--creditor' ? { ...creditor, ...changed } : changed;
      const change = () => set(id, option, JSON.stringify(value));
      const now = service.clock.now();
      const mandate = {
        id: randomUUID(),
        studioId: id,
        paymentMethod: method,
        createdAt: now,
        updatedAt: now,
      };
      await db.insert(bankMandates).values({ ...mandate, status: 'ACTIVE' });
      const kept = await change();
      expect(kept.err).toContain(`${field}: studio ${id} has 1 mandates of ${method} under `);
      await db.update(bankMandates).set({ status: 'ENDED' }).where(eq(bankMandates.id, mandate.id));
      expect((await change()).code).toBe(0);
      await set(id, '--bank', 'null', '--creditor', JSON.stringify(creditor));
    },
  );

  test('keep the identifier of mandates also when the bank was taken away in between', async () => {
    const { db } = service.database;
    const now = service.clock.now();
    const of = { studioId: 1007, paymentMethod: 'BECS', createdAt: now } as const;
    const mandateId = randomUUID();
    await db.insert(bankMandates).values({ ...of, id: mandateId, status: 'ACTIVE', updatedAt: now });
    await db.insert(bankFiles).values({
      ...{ ...of, id: randomUUID(), direction: 'OUT', account: BECS.userId },
      ...{ messageType: 'ABA', messageId: 'UPC-20261120-0', sha256: 'x' },
    });
    await give(1007, { BECS });
    expect((await set(1007, '--bank', 'null')).code).toBe(0);
    const another = await give(1007, { BECS: { ...BECS, userId: '301501' } });
    expect(another.err).toContain('bank.BECS.userId: studio 1007 has 1 mandates of BECS under 301500');
    expect((await give(1007, { BECS })).code).toBe(0);
  });
});
