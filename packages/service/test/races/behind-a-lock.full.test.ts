import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/database/database.js';
import { ensureIntent } from '../../src/modules/payments/attempts/provider-attempt.js';
import { lockPayment } from '../../src/modules/payments/payments.js';
import { payments } from '../../src/modules/payments/payments.tables.js';
import { lockSession } from '../../src/modules/payments/sessions/sessions.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { markCancelled } from '../../src/modules/payments/state.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import { startTestService, type TestService } from '../support/service.js';
import { whileHeld } from '../support/until.js';

/*
 * A statement reads the database as it was when the statement began. If it then waits for a lock, it must still decide
 * on what was committed in the meantime.
 */
describe('a statement that waits while a payment is cancelled', () => {
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const gateway = service.gateway(await service.api().session({ scope: 'ECOM', amount: 5 }));
    ({ id } = (await gateway.create(await gateway.sepaRequest())).body);
  });

  const found = async () => {
    const [row] = await service.database.db
      .select({ payment: payments, session: paymentSessions, studio: studios })
      .from(payments)
      .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
      .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
      .where(eq(payments.id, id));
    if (!row) throw new Error('There is no such payment.');
    return row;
  };

  /** Runs a request that waits for the session's lock while another transaction cancels the payment. */
  const whileCancelled = async <T>(request: () => Promise<T>): Promise<T | undefined> => {
    const { context } = service.app;
    const { session } = await found();
    const lock = (tx: Database) => lockSession(tx, session.id);
    const cancel = async (tx: Database) => {
      const locked = await lockPayment(tx, session.id, id);
      await markCancelled({ context, tx, traceId: 'faster' }, locked, 'CANCELLED_BY_PAYER');
    };
    const [result] = await whileHeld(service.database.db, lock, [request], cancel);
    return result;
  };

  test('locks the payment as it is afterwards', async () => {
    const { session } = await found();
    const locked = await whileCancelled(() =>
      service.database.db.transaction((tx) => lockPayment(tx, session.id, id)),
    );
    expect(locked?.payment.status).toBe('CANCELLED');
  });

  test('stores the reference of an intent as one to be released', async () => {
    const { payment, session, studio } = await found();
    const intent = await whileCancelled(() =>
      ensureIntent(service.app.context, { payment, session, studio }),
    );
    expect(intent).toBeNull();
    const after = (await found()).payment;
    expect(after).toMatchObject({ status: 'CANCELLED', releaseStatus: 'DUE' });
    expect(after.providerReference).not.toBeNull();
  });
});
