import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/database/database.js';
import { customers } from '../../src/modules/customers/customers.tables.js';
import { paymentInstruments } from '../../src/modules/payments/instruments/instruments.tables.js';
import { type Person, TwoServices } from '../support/two-services.js';
import { until } from '../support/until.js';

let services: TwoServices;

describe('one instrument, two processes on PostgreSQL', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.shared();
  });

  /** Returns a person who has saved an account and is about to use it for future payment runs. */
  const scene = async () => {
    const person = await services.person();
    const { customerId } = person;
    const saving = await services.session({ customerId, amount: 25, savePaymentInstrument: true });
    const { paymentRequestToken = '', paymentInstrumentToken = '' } = await services.paySepa(saving);
    expect((await services.payAccount(person, paymentRequestToken, 25)).status).toBe(200);
    const session = await services.session({ customerId, amount: 0, scope: 'MEMBER_ACCOUNT' });
    const chosen = { paymentMethod: 'SEPA', paymentInstrumentToken };
    const { status, body } = await services.gateway(session, 'POST', 'payments', chosen);
    expect([status, body.status]).toEqual([201, 'PREAUTHED']);
    const other = await services.session({ customerId, amount: 25 });
    return {
      person,
      pays: () =>
        services.api(
          `customers/${customerId}/account/payment-instrument`,
          { paymentRequestToken: body.paymentRequestToken },
          1,
        ),
      removes: () =>
        services.gateway(other, 'DELETE', `payment-instruments/${paymentInstrumentToken}`, undefined, {
          at: 0,
        }),
    };
  };

  /** Returns the current instrument of the person's payment runs. */
  const standing = async ({ customerId }: Person) => {
    const [found] = await services.database.db
      .select({ status: paymentInstruments.status, detachStatus: paymentInstruments.detachStatus })
      .from(customers)
      .innerJoin(paymentInstruments, eq(paymentInstruments.id, customers.paymentInstrumentId))
      .where(eq(customers.id, customerId));
    return found;
  };

  /** Checks whether the transaction that has locked the person's instruments waits for this one. */
  const removalWaits = async (tx: Database, { paymentCustomerId }: Person) => {
    const { rows } = (await tx.execute(sql`
        select from payment_instruments, pg_locks locker
        where payment_customer_id = ${paymentCustomerId}
          and locker.transactionid = payment_instruments.xmax and locker.granted
          and pg_backend_pid() = any(pg_blocking_pids(locker.pid))`)) as { rows: unknown[] };
    return rows.length > 0;
  };

  test('an instrument set for payment runs during its removal stays', async () => {
    const { person, pays, removes } = await scene();
    const { removal, set } = await services.database.db.transaction(async (tx) => {
      // A query of charges returns only after this transaction has ended.
      await tx.execute(sql`lock table charges in access exclusive mode`);
      const asked = removes();
      await until(() => removalWaits(tx, person));
      return { removal: asked, set: await pays() };
    });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    const { status, body } = await removal;
    expect(status).toBe(409);
    expect(body.errorCode).toBe('errormessage.payment.instrument.in.use');
    expect(await standing(person)).toEqual({ status: 'ACTIVE', detachStatus: null });
  });
});
