import { desc, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveCommand } from '../../../test/support/command.js';
import { type AddedPerson, addPerson } from '../../../test/support/person-everywhere.js';
import { type Columns, ERASED, KEPT, NOT_PERSONAL } from '../../../test/support/personal-columns.js';
import { tokenFor } from '../../../test/support/buyer.js';
import { runBatches } from '../../../test/support/batches.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { subscribeToEvents } from '../../../test/support/subscribe-to-events.js';
import { addTerm, calendarDateIn } from '../../core/calendar.js';
import { customerOfStudio, lockCustomerRecord } from '../../modules/customers/customers.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { lockMembers } from '../../modules/debt-collection/debtors.js';
import { lockContract } from '../../modules/memberships/contracts/lock-contract.js';
import { paymentInstruments } from '../../modules/payments/instruments/instruments.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { bankMandates } from '../../modules/payments/providers/bank/bank.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';
import { readRetention } from '../retention/retention-periods.js';
import { applyRetention } from '../retention/retention.js';
import { contractStories } from '../studio-page/contract-stories.js';
import { readFilter } from '../studio-page/filter.js';
import { sessionPage } from '../studio-page/queries.js';

const YEAR = 366 * 24 * 3600_000;

let service: TestService;
let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
beforeAll(async () => {
  service = await startTestService();
  newEvents = await subscribeToEvents(service);
});
afterAll(() => service.close());

const erase = (...args: string[]) => giveCommand(service, ['erase', '--studio', '1001', ...args]);

const throwIt = (fault: unknown) => {
  throw fault;
};

async function query<Row>(text: string): Promise<Row[]> {
  return (await service.database.raw.query({ text })).rows as Row[];
}

const allColumns = () =>
  query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' order by 1`,
  ).then((rows) => rows.map(({ name }) => name));

const listed = (columns: Columns) =>
  Object.entries(columns).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`));

/** Returns the columns in which a text occurs. */
async function columnsWith(text: string): Promise<string[]> {
  const searches = (await allColumns()).map((name) => {
    const [table = '', column = ''] = name.split('.');
    return `select '${name}' as name where exists (select 1 from "${table}" where "${column}"::text like '%${text}%')`;
  });
  const rows = await query<{ name: string }>(`${searches.join(' union all ')} order by 1`);
  return rows.map(({ name }) => name);
}

test('every column is declared as kept, erased or not personal', async () => {
  expect([...listed(KEPT), ...listed(ERASED), ...listed(NOT_PERSONAL)].sort()).toEqual(
    (await allColumns()).sort(),
  );
});

describe('of a customer with rows in every table', () => {
  let added: AddedPerson;
  beforeAll(async () => {
    added = await addPerson(service, { customerId: 7001, kept: 'KEPT-OF-7001', erased: 'GONE-OF-7001' });
  });

  test('a preview shows what would be erased and kept, and changes nothing', async () => {
    const before = await columnsWith('OF-7001');
    const texts = new Set(before);
    // The data to erase existed before; a table without such data would prove nothing.
    expect(added.textColumns.filter((name) => !texts.has(name))).toEqual([]);
    const { code, out, err } = await erase('--customer', '7001');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(
      'would be erased: 1 instruments, 1 tokens, 1 payments, 1 idempotencyKeys, 1 record, ',
    );
    expect(out).toContain('1 contracts, 1 claims, 1 bookings, 1 mandates, 1 sessions');
    expect(await columnsWith('OF-7001')).toEqual(before);
    const [customer] = await service.database.db.select().from(customers).where(eq(customers.id, 7001));
    expect(customer?.erasedAt).toBeNull();
  });

  test('--yes leaves only what the law requires; the record and the event name no person', async () => {
    const kept = await columnsWith('KEPT-OF-7001');
    const counts = await added.rowsOfErasedTables();
    expect(counts.filter(({ rows }) => rows === 0)).toEqual([]);
    const { code, err } = await erase('--customer', '7001', '--yes', '--as', 'anna');
    expect([code, err]).toEqual([0, '']);
    expect(await columnsWith('GONE-OF-7001')).toEqual([]);
    expect(await columnsWith('KEPT-OF-7001')).toEqual(kept);
    expect((await added.rowsOfErasedTables()).filter(({ rows }) => rows > 0)).toEqual([]);
    const [record] = await service.database.db
      .select()
      .from(auditRecords)
      .orderBy(desc(auditRecords.id))
      .limit(1);
    expect(record).toMatchObject({
      studioId: 1001,
      action: 'person.erase',
      actor: 'command: anna',
      entity: 'customer 7001',
    });
    expect(JSON.stringify(record)).not.toContain('OF-7001');
  });

  test('is treated as unknown', async () => {
    const api = service.api();
    const asked = await Promise.all([
      api.request({ method: 'GET', url: '/v1/customers/7001' }),
      api.request({ method: 'GET', url: '/v1/customers/7001/account/balances' }),
      api.post('/v1/payments/user-session', {
        customerId: 7001,
        scope: 'ECOM',
        amount: 5,
        referenceText: 'x',
      }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
    const found = await service.app.context.db.transaction((tx) =>
      customerOfStudio(tx, 1001, 7001).catch((error: unknown) => String(error)),
    );
    expect(found).toContain('errormessage.customer.not.found');
  });

  test.each([
    ['contract.cancel', { contractId: 7001, origin: 'STUDIO' }, 'errormessage.membership.contract.not.found'],
    ['contract.withdraw-cancelation', { contractId: 7001 }, 'errormessage.membership.contract.not.found'],
    ['idle-period.approve', { idlePeriodId: 7001 }, 'errormessage.idle.period.not.found'],
    ['check-in.start', { customerId: 7001 }, 'errormessage.customer.not.found'],
  ])('staff do not find the person either: %s', async (name, input, refused) => {
    await expect(staff(service, name, input)).rejects.toMatchObject({ code: refused });
  });

  test('rules that lock a member do not find the person', async () => {
    const { db } = service.database;
    const locked = await db.transaction((tx) => lockMembers(tx, { id: 1001 }, [2001, 7001]));
    expect(locked).toEqual([2001]);
    await expect(db.transaction((tx) => lockCustomerRecord(tx, 7001))).rejects.toMatchObject({
      code: 'errormessage.customer.not.found',
    });
    await expect(db.transaction((tx) => lockContract(service.app.context, tx, 7001))).rejects.toMatchObject({
      code: 'errormessage.membership.contract.not.found',
    });
  });

  test('the kept data is not on the studio page', async () => {
    const ofCustomer = { customerId: 7001, studioId: null, found: null, size: 10, before: null };
    expect((await contractStories(service.app.context, ofCustomer)).rows).toEqual([]);
    const { rows } = await sessionPage(service.database.db, readFilter({ q: '7001' }).filter);
    expect(rows).toEqual([]);
  });

  test('data that a simultaneous request has written is erased with the next batch', async () => {
    const { raw } = service.database;
    await raw.query({
      text: `insert into check_ins (id, studio_id, customer_id, checked_in_at, gone_at) values (9001, 1001, 7001, now(), now())`,
    });
    await raw.query({
      text: `insert into member_list_entries (list_id, customer_id) select min(id), 7001 from member_lists`,
    });
    await applyRetention(service.app.context, readRetention({}), throwIt);
    const left = await added.rowsOfErasedTables();
    expect(left.filter(({ rows }) => rows > 0)).toEqual([]);
  });

  test('another erasure changes nothing and sends no event', async () => {
    const { code, out } = await erase('--customer', '7001', '--yes');
    expect(code).toBe(0);
    expect(out).toContain('erased: nothing');
    expect(await newEvents()).toEqual([{ type: 'CUSTOMER_DELETED', entityId: 7001 }]);
    const person = await erase('--person', added.personId, '--yes');
    expect(person.out).toContain('customer 7001, studio 1001\nerased: nothing');
  });

  test('the kept data is deleted completely when its time is over', async () => {
    const { db } = service.database;
    await db
      .update(paymentInstruments)
      .set({ detachStatus: 'DONE' })
      .where(eq(paymentInstruments.id, added.instrumentId));
    service.clock.advance(9 * YEAR);
    const remove = () => applyRetention(service.app.context, readRetention({}), throwIt);
    await remove();
    expect(await columnsWith('KEPT-OF-7001')).toContain('contracts.details');
    service.clock.advance(2 * YEAR);
    await remove();
    expect(await columnsWith('OF-7001')).toEqual([]);
    expect(await db.$count(customers, eq(customers.id, 7001))).toBe(0);
    expect((await erase('--customer', '7001')).err).toContain('Studio 1001 has no customer 7001.');
  });
});

describe('is rejected, and nothing is changed,', () => {
  let added: AddedPerson;
  beforeAll(async () => {
    added = await addPerson(service, { customerId: 7002, kept: 'KEPT-OF-7002', erased: 'GONE-OF-7002' });
  });

  test.each([
    ['contracts', `end_date = '2999-01-01'`, `end_date = '2025-12-31'`, /contract 7002 runs/],
    ['contracts', `next_change = '2026-12-01'`, 'next_change = null', /contract 7002 runs/],
    ['debt_claims', 'is_settled = false', 'is_settled = true', /claim 7002 is open/],
    ['usages', `status = 'RESERVED'`, `status = 'DONE'`, /usage [-\da-f]{36} of a payment is undecided/],
    ['sales', `status = 'RESERVED'`, `status = 'DONE'`, /sale [-\da-f]{36} is undecided/],
    [
      'collection_cases',
      'closure = null',
      `closure = '{"type": "POSITIVE"}'`,
      /debt collection case [-\da-f]{36} is open/,
    ],
  ])('%s: %s', async (table, set, back, reason) => {
    await query(`update ${table} set ${set} where customer_id = 7002`);
    for (const args of [[], ['--yes']]) {
      const { code, err } = await erase('--customer', '7002', ...args);
      expect([code, err]).toEqual([1, expect.stringMatching(reason)]);
      expect(err).toMatch(/The data of customer 7002 is still needed: [^,]+\.\n$/);
    }
    await query(`update ${table} set ${back} where customer_id = 7002`);
    expect(await columnsWith('GONE-OF-7002')).toEqual(
      expect.arrayContaining([
        'customers.profile',
        'documents.file_name',
        'communications.content_encrypted',
      ]),
    );
  });

  test.each(['WAITING', 'SENT'])('while a debit is %s for the bank, however long', async (status) => {
    const ofPerson = `mandate_id in (select payment_id from usages where customer_id = 7002)`;
    await query(`update bank_debits set status = '${status}' where ${ofPerson}`);
    const { code, err } = await erase('--customer', '7002', '--yes');
    await query(`update bank_debits set status = 'COLLECTED' where ${ofPerson}`);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/still needed: debit [-\da-f]{36} has no outcome at the studio's bank\.\n$/),
    ]);
  });

  describe('while a debit can be returned', () => {
    const runCharge = 'c0ffee00-0000-4000-8000-000000007002';
    beforeAll(async () => {
      await query(`insert into charges
        (id, customer_id, instrument_id, claims, amount, currency, statement_text, status, created_at, finished_at, trace_id)
        values ('${runCharge}', 7002, '${added.instrumentId}', '[]', 2500, 'EUR', 'x', 'DONE', now(), '2025-01-01', 't')`);
    });

    afterAll(() => query(`delete from charges where id = '${runCharge}'`));

    const today = () => calendarDateIn(service.clock.now(), 'Europe/Berlin');
    const day = (value: number) => addTerm(today(), { value, unit: 'DAY' });
    const finished = (table: string, date: string) =>
      query(`update ${table} set finished_at = '${date} 12:00:00+01' where customer_id = 7002`);

    test.each([
      ['usages', 0, 60],
      ['usages', -59, 1],
      ['charges', 0, 60],
      ['charges', -59, 1],
    ])('%s of day %i: for %i days', async (table, made, left) => {
      await finished(table, day(made));
      const { code, err } = await erase('--customer', '7002', '--yes');
      await finished(table, day(-61));
      expect([code, err]).toEqual([
        1,
        expect.stringContaining(`can be returned by its bank (erase from ${day(left)} on).`),
      ]);
      expect((await erase('--customer', '7002')).code).toBe(0);
    });

    test.each([
      [
        'of a card',
        `update payments set payment_method = 'CREDIT_CARD' from usages u where u.payment_id = payments.id and u.customer_id = 7002`,
        `update payments set payment_method = 'SEPA' from usages u where u.payment_id = payments.id and u.customer_id = 7002`,
      ],
      [
        'that was returned',
        `insert into account_transactions (id, customer_id, amount, currency, booked_at, reverses_id)
          values (7999, 7002, -2500, 'EUR', now(), 7002)`,
        'delete from account_transactions where id = 7999',
      ],
    ])('none is one %s', async (_, change, back) => {
      await finished('usages', day(0));
      await query(change);
      const { err } = await erase('--customer', '7002');
      await query(back);
      await finished('usages', day(-61));
      expect(err).toBe('');
    });
  });

  test('while credit is left, until it is confirmed as paid out; the output contains the amount', async () => {
    await query('update claim_payments set amount = 1250 where claim_id = 7002');
    const { code, err } = await erase('--customer', '7002', '--yes');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(
        'still needed: credit of 1250 minor units is left (pay it out, then confirm that with --credit-paid-out).',
      ),
    ]);
    const paidOut = await erase('--customer', '7002', '--credit-paid-out');
    expect([paidOut.code, paidOut.err]).toEqual([0, '']);
    expect(paidOut.out).toContain('credit paid out: 1250 minor units');
    await query('update claim_payments set amount = 2500 where claim_id = 7002');
    expect((await erase('--customer', '7002', '--credit-paid-out')).out).not.toContain('credit');
  });

  test('with each of several reasons', async () => {
    await query('update debt_claims set is_settled = false where customer_id = 7002');
    await query(`update contracts set end_date = '2999-01-01' where customer_id = 7002`);
    const { err } = await erase('--customer', '7002', '--yes');
    expect(err).toContain('still needed: contract 7002 runs, claim 7002 is open.');
  });

  test.each([
    [['--customer', 'Mara'], '--customer must be a customer number, digits only.'],
    [['--person', 'Mara'], '--person must be the id of a person, a UUID in lower case.'],
    [[], 'The person to erase is missing: use --customer, --person or both.'],
    [['--customer', '2101'], 'Studio 1001 has no customer 2101.'],
    [['--person', '5b0f6a52-0d1c-4a6e-9f6b-0a2101000001'], 'Studio 1001 has no person 5b0f6a52'],
  ])('for %j', async (args, message) => {
    const { code, err } = await erase(...args, '--yes');
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    expect(err).not.toContain('Mara');
  });

  test('for a person who is not this customer', async () => {
    const { err } = await erase('--customer', '2001', '--person', added.personId, '--yes');
    expect(err).toContain(`Studio 1001 has no customer 2001 who is the person ${added.personId}.`);
  });
});

test('a person who was not debited leaves no account for the bank', async () => {
  const { db } = service.database;
  await staff(service, 'studio.set', {
    bank: { SEPA: { iban: 'DE02120300000000202051', cutOff: '10:00' } },
  });
  const { person } = await tokenFor(service, {});
  await staff(service, 'studio.set', { bank: null });
  const payers = () => db.$count(bankMandates, isNotNull(bankMandates.payerEncrypted));
  const before = await payers();
  service.clock.advance(24 * 3600_000);
  await runBatches(service.app.context, 0, throwIt);
  const { code, err } = await erase('--person', person, '--yes');
  expect([code, err]).toEqual([0, '']);
  expect(await payers()).toBe(before - 1);
});

test('a person who is not a customer: not while a payment is undecided; then the provider detaches the account', async () => {
  const { db } = service.database;
  const gateway = service.gateway(await service.api().session({ scope: 'ECOM', amount: 25 }));
  const payment = await gateway.paySepa();
  const [session] = await db
    .select({ person: paymentSessions.paymentCustomerId })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.sessionId, paymentSessions.id))
    .where(eq(payments.id, payment.id));
  const id = session?.person ?? '';
  const refused = await erase('--person', id, '--yes');
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining(`payment ${payment.id} is undecided`),
  ]);
  await gateway.cancel(payment.id);
  await runBatches(service.app.context, 0, throwIt);
  const { code, out, err } = await erase('--person', id, '--yes');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('erased: 1 instruments, 1 tokens, 1 payments');
  expect(out).toContain('1 unusedMandates');
  const instrument = async () =>
    (await db.select().from(paymentInstruments).where(eq(paymentInstruments.paymentCustomerId, id)))[0];
  expect(await instrument()).toMatchObject({ status: 'DISCARDED', details: {}, detachStatus: 'DUE' });
  await runBatches(service.app.context, 0, throwIt);
  expect(await instrument()).toMatchObject({ detachStatus: 'DONE' });
  expect((await gateway.session()).status).toBe(401);
});
