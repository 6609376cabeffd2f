import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { whileHeld } from '../../../test/support/until.js';
import type { Database } from '../../core/database/database.js';
import { customers, paymentCustomers } from '../customers/customers.tables.js';
import { CollectionStudio } from './collection-scene.fixture.js';
import { collectionCases, collectionPartnerships } from './debt-collection.tables.js';

/*
 * Covers staff actions while a member moves away or a partnership ends, on PostgreSQL, where transactions really
 * overlap.
 */

const MILANO = 1005;
const IMPOSSIBLE = { code: 'errormessage.debt.collection.not.possible' };

let service: TestService;
let studio: CollectionStudio;

describe('staff of a studio at the same time', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    service = await startTestService();
    studio = new CollectionStudio(service);
  });
  afterAll(() => service.close());

  /** Starts `act` while the changes are made but not yet committed. */
  const during = (change: (tx: Database) => Promise<unknown>, act: () => Promise<unknown>) =>
    whileHeld(service.database.db, change, [act]);
  const moves = (customerId: number) => async (tx: Database) => {
    const [member] = await tx.select().from(customers).where(eq(customers.id, customerId));
    const isPerson = eq(paymentCustomers.id, member?.paymentCustomerId ?? '');
    await tx.select().from(paymentCustomers).where(isPerson).for('no key update');
    const id = randomUUID();
    await tx.insert(paymentCustomers).values({ id, studioId: MILANO, createdAt: new Date() });
    await tx
      .update(customers)
      .set({ studioId: MILANO, paymentCustomerId: id })
      .where(eq(customers.id, customerId));
  };
  const ends = (studioId: number) => (tx: Database) =>
    tx
      .update(collectionPartnerships)
      .set({ status: 'TERMINATED' })
      .where(and(eq(collectionPartnerships.studioId, studioId), eq(collectionPartnerships.status, 'ACTIVE')));
  const casesOf = (customerId: number) =>
    service.database.db.select().from(collectionCases).where(eq(collectionCases.customerId, customerId));

  test('a member who moves away is not handed over', async () => {
    const customerId = await studio.member();
    await studio.claim(customerId, 10000);
    const run = () => studio.staff('debt-collection.verify-run', { customerIds: [customerId] });
    await expect(during(moves(customerId), run)).rejects.toMatchObject(IMPOSSIBLE);
    expect(await casesOf(customerId)).toEqual([]);
  });

  test('the case of a member who moves away is not withdrawn', async () => {
    const { customerId, collectionCaseId } = await studio.handOver(10000);
    const withdraw = () => studio.staff('debt-collection.withdraw-case', { collectionCaseId });
    await expect(during(moves(customerId), withdraw)).rejects.toMatchObject(IMPOSSIBLE);
    expect(await casesOf(customerId)).toMatchObject([{ closure: null }]);
  });

  test('a member does not move to a studio whose partnership ends', async () => {
    const { customerId } = await studio.handOver(10000);
    const move = () => studio.staff('customer.move-home-studio', { customerId, targetStudioId: MILANO });
    await expect(during(ends(MILANO), move)).rejects.toMatchObject({
      code: 'errormessage.customer.move.not.possible',
    });
    const [member] = await service.database.db.select().from(customers).where(eq(customers.id, customerId));
    expect(member?.studioId).toBe(1001);
  });

  test('the case of a member who moves away stays open when the partnership ends', async () => {
    const { customerId } = await studio.handOver(10000);
    const terminate = () => studio.staff('debt-collection.terminate-partnership', { by: 'STUDIO' });
    await during(moves(customerId), terminate);
    expect(await casesOf(customerId)).toMatchObject([{ closure: null }]);
  });

  test('nothing is handed over when the partnership ends', async () => {
    const zurich = new CollectionStudio(service, 1002);
    const customerId = await zurich.member();
    await zurich.claim(customerId, 10000);
    const run = () => zurich.staff('debt-collection.verify-run', { customerIds: [customerId] });
    await expect(during(ends(1002), run)).rejects.toMatchObject(IMPOSSIBLE);
    expect(await casesOf(customerId)).toEqual([]);
  });
});
