import { describedBy } from '../../../test/support/description.js';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ErrorBody, requestToken } from '../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { COLLECTION_KEYS } from '../../admin/seed/keys.js';
import { customers } from '../customers/customers.tables.js';
import { debtClaims } from '../payments/account/account.tables.js';
import { subscribe } from '../webhooks/subscriptions.js';
import { COLLECTION_KEY, CollectionStudio, type Scene } from './collection-scene.fixture.js';
import { handOverRestrictions } from './restrictions.js';

/* Covers the specification's table "Debt collection case" cell by cell, through the Open API and the staff actions. */

let service: TestService;
let studio: CollectionStudio;
beforeAll(async () => {
  service = await startTestService({ studioPage: true });
  studio = new CollectionStudio(service);
  for (const apiKey of [COLLECTION_KEY, 'test-key-collection-milano']) {
    await subscribe(service.app.context.db, service.app.context.keys, {
      apiKey,
      url: 'https://partner.example/events',
      webhookKey: 'outbound',
      types: null,
    });
    const confirmed = await service.api(apiKey).post('/v1/studios/confirmActivation', {});
    expect(confirmed.status).toBe(200);
  }
});
afterAll(() => service.close());
beforeEach(async () => {
  await studio.settings({ debtModificationOnUpdateMode: 'IMMEDIATELY' });
});

const isSettled = async ({ claimIds: [id = 0] }: Scene) => {
  const [claim] = await service.database.db.select().from(debtClaims).where(eq(debtClaims.id, id));
  return claim?.isSettled;
};
const restricted = async (customerId: number) =>
  (await handOverRestrictions(service.database.db, [customerId])).length > 0;
const closure = (type: string, more: object = {}) => ({ closure: { type, date: '2026-11-20', ...more } });
const WRITE_OFF = { options: [{ key: 'WRITE_OFF_REMAINING_DEBTS', value: '' }] };
const REJECTED = { rejectionReason: 'POSTAL_DELIVERY_NOT_POSSIBLE' };
const [HUNDRED] = [{ original: 10000 }];

describe('a run is verified', () => {
  test('the partner receives an event and the debtors, and may read their data', async () => {
    const before = await studio.events('FINANCE_DEBT_COLLECTION_RUN_CREATED');
    const customerId = await studio.member();
    await studio.claim(customerId, 10000);
    await studio.claim(customerId, 3990, -28);
    await studio.claim(customerId, 5000, -27);
    expect(await studio.isGranted(customerId)).toBe(false);
    expect(await studio.balances(customerId)).toMatchObject({ inDebtCollection: false, dunningLevel: '3' });
    const { runId } = await studio.run(customerId);
    expect((await studio.events('FINANCE_DEBT_COLLECTION_RUN_CREATED')).slice(before.length)).toEqual([
      { entityId: runId, content: null },
    ]);
    expect(await studio.isGranted(customerId)).toBe(true);
    expect(await restricted(customerId)).toBe(true);
    expect(await studio.accessEvents(customerId)).toEqual(['CREATED']);
    expect(await studio.balances(customerId)).toMatchObject({ inDebtCollection: true });
    const { body } = await studio
      .partner()
      .request<{ result: Record<string, unknown>[] }>({ url: `/v1/debt-collection/${runId}/debtors` });
    expect(body).toMatchObject({ hasNext: false, offset: String(customerId) });
    // A claim that is 27 days overdue has not reached the last dunning level.
    expect(body.result).toMatchObject([
      { debtorId: String(customerId), collectionCases: [{ openAmount: 139.9, debt: [{ amount: 100 }, { amount: 39.9 }] }] },
    ]); // prettier-ignore
  });

  test('a run opens every operation about a customer, and the last closure shuts them', async () => {
    const { paths } = describedBy<{
      paths: Record<string, { get?: { summary: string } }>;
    }>(service.app.app);
    const scopes = COLLECTION_KEYS[0]?.scopes ?? [];
    // They open the door or concern training, and say nothing about what is owed.
    const notForPartners = ['access-code', 'benefits'].map((part) => `/v1/customers/{customerId}/${part}`);
    const readable = Object.entries(paths).flatMap(([path, { get }]) =>
      path.match(/\{/g)?.length === 1 &&
      path.includes('{customerId}') &&
      !notForPartners.includes(path) &&
      scopes.some((scope) => get?.summary.endsWith(` ${scope}.`))
        ? [path]
        : [],
    );
    expect(readable).toEqual(
      expect.arrayContaining(
        ['', '/contracts', '/documents', '/account/transactions'].map(
          (part) => `/v1/customers/{customerId}${part}`,
        ),
      ),
    );
    const customerId = await studio.member();
    await studio.claim(customerId, 10000);
    const statuses = async () => {
      const answers = readable.map((path) =>
        studio.partner().request<ErrorBody>({ url: path.replace('{customerId}', String(customerId)) }),
      );
      return [
        ...new Set(
          (await Promise.all(answers)).map(({ status, body }) => (status === 200 ? 200 : body.errorCode)),
        ),
      ];
    };
    expect(await statuses()).toEqual(['errormessage.permission.denied']);
    const scene = { ...(await studio.run(customerId)), claimIds: [] };
    expect(await statuses()).toEqual([200]);
    await studio.update(scene, [HUNDRED], closure('NEGATIVE'));
    expect(await statuses()).toEqual(['errormessage.permission.denied']);
  });

  test('only debtors are read with the key of a partner, one by one and in lists', async () => {
    const { customerId } = await studio.handOver(10000);
    const other = await studio.member();
    const read = (url: string) => studio.partner().request<{ result: { id: number }[] }>({ url });
    expect((await read(`/v1/customers/${customerId}`)).status).toBe(200);
    expect((await read(`/v1/customers/${other}`)).status).toBe(403);
    const { body } = await read('/v1/customers?sliceSize=500&customerStatus=PROSPECT');
    const ids = body.result.map(({ id }) => id);
    expect(ids).toContain(customerId);
    expect(ids).not.toContain(other);
    expect(ids).not.toContain(2001);
  });

  test('it is confirmed once, and only while it waits for it', async () => {
    const { runId } = await studio.handOver(10000);
    const path = `/v1/debt-collection/${runId}`;
    const details = () => studio.partner().request<{ status: string }>({ url: `${path}/details` });
    expect((await details()).body).toMatchObject({
      status: 'WAITING_FOR_CONFIRMATION',
      origin: 'DEBT_COLLECTION_RUN',
      debtCollectionType: 'TRUST',
      client: { name1: 'Northside Gym Berlin GmbH', city: 'Berlin', country: 'Germany' },
    });
    const headers = { 'idempotency-key': `confirm-transfer-${runId}` };
    const confirm = () => studio.partner().post(`${path}/confirmTransfer`, {}, headers);
    expect((await confirm()).status).toBe(200);
    expect((await confirm()).status).toBe(200);
    expect((await details()).body.status).toBe('COMPLETED');
    const again = await studio.partner().post(`${path}/confirmTransfer`, {});
    expect([again.status, again.body.errorCode]).toEqual([
      400,
      'errormessage.debt.collection.run.not.waiting',
    ]);
  });

  test.each([
    ['not overdue for long enough', (id: number) => studio.claim(id, 10000, -27)],
    ['paid by credit', async (id: number) => {
      await studio.claim(id, 10000);
      await studio.credit(id, 10000);
    }],
    ['blocked', async (id: number) => {
      await studio.claim(id, 10000);
      await studio.staff('debt-collection.block-debtor', { customerId: id, limitType: 'UNLIMITED' });
    }],
    ['with a partner already', async (id: number) => {
      await studio.claim(id, 10000);
      await studio.run(id);
    }],
  ])('claims that are %s are not handed over', async (about, prepare) => {
    const customerId = await studio.member();
    await prepare(customerId);
    if (about === 'paid by credit') await pay(customerId, 1).catch(() => {});
    const run = studio.staff('debt-collection.verify-run', { customerIds: [customerId] });
    await expect(run).rejects.toMatchObject({ code: 'errormessage.debt.collection.not.possible' });
  }); // prettier-ignore
});

/** Pays for a member with a token. @param amount in euros */
async function pay(customerId: number, amount: number, debtClaimIds?: readonly number[]) {
  const token = await service.api().session({ customerId, scope: 'ECOM', amount });
  const payment = await service.gateway(token).paySepa();
  return service.api().post(`/v1/customers/${customerId}/account/payment`, {
    paymentRequestToken: requestToken(payment),
    amount: { amount, currency: 'EUR' },
    ...(debtClaimIds && { debtClaimIds }),
  });
}

describe('a claim in debt collection', () => {
  test('is paid neither by a token nor by credit until the case is closed', async () => {
    const { customerId, claimIds, ...scene } = await studio.handOver(10000);
    const refused = await pay(customerId, 30, claimIds);
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'errormessage.payment.claims.invalid']);
    expect(refused.body.errorMessage).toContain('debt collection partner');
    // A payment that names no claims pays nothing towards this claim and becomes credit.
    expect((await pay(customerId, 30)).status).toBe(200);
    expect(await studio.open(customerId)).toEqual([10000]);
    await studio.update({ customerId, claimIds, ...scene }, [HUNDRED], closure('REJECTION', REJECTED));
    expect((await pay(customerId, 30, claimIds)).status).toBe(200);
    expect(await studio.open(customerId)).toEqual([4000]);
  });
});

describe('an open case', () => {
  test('an update without closure: it stays open, and the payments are booked', async () => {
    const scene = await studio.handOver(10000);
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 25, reducedAmount: 10, writeOffAmount: 5 }]);
    expect(await studio.booked(scene.debtIds[0])).toEqual([2500, 1000, 500]);
    expect(await studio.open(scene.customerId)).toEqual([6000]);
    expect(await studio.balances(scene.customerId)).toMatchObject({
      accountBalance: -6000,
      inDebtCollection: true,
    });
    expect(await studio.isGranted(scene.customerId)).toBe(true);
  });

  test('less was paid than reported before: the earlier payment is reduced, and the claim is open again', async () => {
    const scene = await studio.handOver(10000);
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 100 }]);
    expect(await isSettled(scene)).toBe(true);
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 40 }]);
    expect(await studio.booked(scene.debtIds[0])).toEqual([4000, 0, 0]);
    expect(await studio.open(scene.customerId)).toEqual([6000]);
    expect(await isSettled(scene)).toBe(false);
  });

  test('the studio ignores reports: they are stored, and nothing is booked', async () => {
    await studio.settings({ debtModificationOnUpdateMode: 'IGNORED' });
    const scene = await studio.handOver(10000);
    expect(await studio.cases(`debtorId=${scene.debtorId}`)).toMatchObject([
      { agencyCollectionCases: [{ debts: [{ paidAmount: 0, writeOffAmount: 0, canceledAmount: 0 }] }] },
    ]);
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 25, canceledAmount: 5 }]);
    expect(await studio.booked(scene.debtIds[0])).toEqual([0, 0, 0]);
    expect(await studio.open(scene.customerId)).toEqual([10000]);
    expect(await studio.cases(`debtorId=${scene.debtorId}`)).toMatchObject([
      { agencyCollectionCases: [{ debts: [{ paidAmount: 25, writeOffAmount: 0, canceledAmount: 5 }] }] },
    ]);
    // The studio now has totals booked, which takes effect with the next update.
    await studio.settings({ debtModificationOnUpdateMode: 'IMMEDIATELY' });
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 25, canceledAmount: 5 }]);
    expect(await studio.booked(scene.debtIds[0])).toEqual([2500, 0, 500]);
  });

  test('nothing is left by a write-off: status and restriction stay until it is closed (rule 8)', async () => {
    const scene = await studio.handOver(10000);
    await studio.update(scene, [{ ...HUNDRED, writeOffAmount: 100 }]);
    expect(await studio.balances(scene.customerId)).toMatchObject({
      accountBalance: 0,
      inDebtCollection: true,
    });
    expect(await restricted(scene.customerId)).toBe(true);
    await studio.update(scene, [{ ...HUNDRED, writeOffAmount: 100 }], closure('NEGATIVE'));
    expect(await studio.balances(scene.customerId)).toMatchObject({ inDebtCollection: false });
    expect(await restricted(scene.customerId)).toBe(false);
    const run = studio.staff('debt-collection.verify-run', { customerIds: [scene.customerId] });
    await expect(run).rejects.toMatchObject({ code: 'errormessage.debt.collection.not.possible' });
  });

  /** The last three columns are the expected values: in collection, access restricted, data readable. */
  test.each([
    ['POSITIVE', {}, false, false, false],
    ['NEGATIVE', {}, false, false, false],
    ['REVERSAL', {}, false, true, false],
    ['REJECTION', REJECTED, true, true, true],
  ])('closed as %s', async (type, more, inDebtCollection, isRestricted, isGranted) => {
    const scene = await studio.handOver(10000);
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 10 }], closure(type, more));
    expect(await studio.balances(scene.customerId)).toMatchObject({
      inDebtCollection,
      accountBalance: -9000,
    });
    expect(await restricted(scene.customerId)).toBe(isRestricted);
    expect(await studio.accessEvents(scene.customerId)).toEqual(
      isRestricted ? ['CREATED'] : ['CREATED', 'DELETED'],
    );
    expect(await studio.isGranted(scene.customerId)).toBe(isGranted);
  });

  test.each(['POSITIVE', 'NEGATIVE'])('closed as %s, and the rest written off', async (type) => {
    const scene = await studio.handOver(10000, 2000);
    const debts = [{ ...HUNDRED, paidAmount: 30, writeOffAmount: 20 }, { original: 2000 }];
    await studio.update(scene, debts, closure(type, { options: ['WRITE_OFF_REMAINING_DEBTS'] }));
    expect(await studio.booked(scene.debtIds[0])).toEqual([3000, 0, 7000]);
    expect(await studio.booked(scene.debtIds[1])).toEqual([0, 0, 2000]);
    expect(await studio.balances(scene.customerId)).toMatchObject({ accountBalance: 0 });
  });

  test.each(['POSITIVE', 'NEGATIVE'])(
    'closed as %s while another is open: access and data only with the last',
    async (type) => {
      const first = await studio.handOver(10000);
      await studio.claim(first.customerId, 4000);
      const second = { ...(await studio.run(first.customerId)), claimIds: [] };
      await studio.update(first, [HUNDRED], closure(type));
      expect(await studio.balances(first.customerId)).toMatchObject({ inDebtCollection: true });
      expect(await restricted(first.customerId)).toBe(true);
      expect(await studio.accessEvents(first.customerId)).toEqual(['CREATED']);
      expect(await studio.isGranted(first.customerId)).toBe(true);
      await studio.update(second, [{ original: 4000 }], closure(type));
      expect(await studio.balances(first.customerId)).toMatchObject({ inDebtCollection: false });
      expect(await restricted(first.customerId)).toBe(false);
      expect(await studio.isGranted(first.customerId)).toBe(false);
    },
  );

  /**
   * The case that is closed last decides. The last two columns are the expected values: access restricted, data
   * readable.
   */
  test.each([
    ['REVERSAL', {}, true, false],
    ['REJECTION', REJECTED, true, true],
  ])(
    'closed as POSITIVE, and the other one as %s afterwards',
    async (type, more, isRestricted, isGranted) => {
      const first = await studio.handOver(10000);
      await studio.claim(first.customerId, 4000);
      const second = { ...(await studio.run(first.customerId)), claimIds: [] };
      await studio.update(first, [HUNDRED], closure('POSITIVE'));
      await studio.update(second, [{ original: 4000 }], closure(type, more));
      expect(await restricted(first.customerId)).toBe(isRestricted);
      expect(await studio.isGranted(first.customerId)).toBe(isGranted);
    },
  );
});

describe('a closed case', () => {
  const closed = async (type: string, more: object = {}): Promise<Scene> => {
    const scene = await studio.handOver(10000);
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 10 }], closure(type, more));
    return scene;
  };
  const closureOf = async ({ collectionCaseId }: Scene) => {
    const [found] = await studio.cases(`collectionCaseId=${collectionCaseId}`);
    return (found?.agencyCollectionCases as { closure?: object }[])[0]?.closure;
  };

  /** The last three columns are the values after the closure: in collection, access restricted, data readable. */
  const CLOSED = [
    ['POSITIVE', {}, false, false, false],
    ['NEGATIVE', {}, false, false, false],
    ['REVERSAL', {}, false, true, false],
    ['REJECTION', REJECTED, true, true, true],
  ] as const;
  const LATER = [
    ['an update without closure', {}],
    ['a later WRITE_OFF_REMAINING_DEBTS', closure('POSITIVE', WRITE_OFF)],
    ['another closure', closure('REVERSAL')],
  ] as const;
  test.each(LATER.flatMap(([what, later]) => CLOSED.map((one) => [what, ...one, later] as const)))(
    '%s changes nothing of one closed as %s',
    async (_, type, more, inDebtCollection, isRestricted, isGranted, later) => {
      const scene = await closed(type, more);
      await studio.update(scene, [{ ...HUNDRED, paidAmount: 10 }], later);
      expect(await closureOf(scene)).toEqual({ type, date: '2026-11-20', ...more });
      expect(await studio.booked(scene.debtIds[0])).toEqual([1000, 0, 0]);
      expect(await studio.balances(scene.customerId)).toMatchObject({
        inDebtCollection,
        accountBalance: -9000,
      });
      expect(await restricted(scene.customerId)).toBe(isRestricted);
      expect(await studio.isGranted(scene.customerId)).toBe(isGranted);
    },
  );

  test.each(['POSITIVE', 'NEGATIVE', 'REVERSAL', 'REJECTION'])('more is paid after %s: it is booked', async (type) => {
    const scene = await closed(type, type === 'REJECTION' ? REJECTED : {});
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 60 }]);
    expect(await studio.booked(scene.debtIds[0])).toEqual([6000, 0, 0]);
    expect(await studio.open(scene.customerId)).toEqual([4000]);
  }); // prettier-ignore

  test.each(CLOSED)('after %s only payments count: no reduction, no write-off, no block', async (type, more) => {
    const scene = await studio.handOver(10000);
    await studio.update(scene, [{ ...HUNDRED, reducedAmount: 5 }], closure(type, more));
    const block = { limitType: 'UNLIMITED' };
    const reported = { paidAmount: 20, reducedAmount: 15, writeOffAmount: 65, canceledAmount: 65, block };
    await studio.update(scene, [{ ...HUNDRED, ...reported }], { block });
    expect(await studio.booked(scene.debtIds[0])).toEqual([2000, 500, 0]);
    const [found] = await studio.cases(`debtorId=${scene.debtorId}`);
    const [one] = found?.agencyCollectionCases as { debts: object[] }[];
    expect(one).not.toHaveProperty('block');
    expect(one?.debts).toEqual([
      { debtId: scene.debtIds[0], originalAmount: 100, paidAmount: 20, reducedAmount: 5, writeOffAmount: 0, canceledAmount: 0, currency: 'EUR' },
    ]);
    // A payment replaces what was reduced, and restores the reduction when it is returned.
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 98, reducedAmount: 2 }]);
    expect(await studio.booked(scene.debtIds[0])).toEqual([9800, 200, 0]);
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 20 }]);
    expect(await studio.booked(scene.debtIds[0])).toEqual([2000, 500, 0]);
  }); // prettier-ignore

  test('a partner whose grant has ended blocks no debtor', async () => {
    const scene = await closed('NEGATIVE');
    const body = studio.body(scene, [{ ...HUNDRED, paidAmount: 10 }]) as { debtors: object[] };
    const block = { limitType: 'UNLIMITED' };
    expect((await studio.send({ ...body, debtors: [{ ...body.debtors[0], block }] })).status).toBe(200);
    expect((await studio.cases(`debtorId=${scene.debtorId}`))[0]).not.toHaveProperty('block');
    await studio.claim(scene.customerId, 4000);
    expect((await studio.run(scene.customerId)).debtIds).toHaveLength(2);
  });

  test('more is paid of what was written off: less is written off', async () => {
    const scene = await closed('NEGATIVE', WRITE_OFF);
    expect(await studio.booked(scene.debtIds[0])).toEqual([1000, 0, 9000]);
    await studio.update(scene, [{ ...HUNDRED, paidAmount: 60 }]);
    expect(await studio.booked(scene.debtIds[0])).toEqual([6000, 0, 4000]);
    expect(await studio.balances(scene.customerId)).toMatchObject({ accountBalance: 0 });
  });
});

test('a case that the partner has not named goes by its own id, in the answer and in the search', async () => {
  const { collectionCaseId, customerId } = await studio.handOver(10000);
  const named = { agencyCollectionCaseId: collectionCaseId, collectionCaseIds: [collectionCaseId] };
  for (const search of [`debtorId=${customerId}`, `agencyCollectionCaseId=${collectionCaseId}`]) {
    expect(await studio.cases(search)).toMatchObject([{ agencyCollectionCases: [named] }]);
  }
});

describe('the debtors of a run', () => {
  const debtorsOf = async (runId: number, of = studio) => {
    const url = `/v1/debt-collection/${runId}/debtors`;
    const { body } = await of.partner().request<{ result: { debtorId: string }[] }>({ url });
    return body.result.map(({ debtorId }) => debtorId);
  };

  test('are those whose data the partner may read: no more after the last closure', async () => {
    const first = await studio.member();
    const second = await studio.member();
    for (const customerId of [first, second]) await studio.claim(customerId, 10000);
    const { entity } = await studio.staff('debt-collection.verify-run', { customerIds: [first, second] });
    const runId = Number(entity.split(' ')[1]);
    expect(await debtorsOf(runId)).toEqual([String(first), String(second)]);
    const [found] = await studio.cases(`debtorId=${first}`);
    const [one] = found?.agencyCollectionCases as { collectionCaseIds: string[]; debts: { debtId: string }[] }[];
    const [collectionCaseId = ''] = one?.collectionCaseIds ?? [];
    const debtIds = one?.debts.map(({ debtId }) => debtId) ?? [];
    const scene = { customerId: first, debtorId: String(first), runId, collectionCaseId, claimIds: [], debtIds };
    await studio.update(scene, [HUNDRED], closure('POSITIVE'));
    expect(await debtorsOf(runId)).toEqual([String(second)]);
  }); // prettier-ignore

  test('a member who is blocked before any run is not shown to the partner', async () => {
    const customerId = await studio.member();
    await studio.staff('debt-collection.block-debtor', { customerId, limitType: 'UNLIMITED' });
    const url = `/v1/debt-collection/blocked/debtors?debtorId=${customerId}`;
    expect((await studio.partner().request<{ result: object[] }>({ url })).body.result).toEqual([]);
  });
});

describe('a change by the studio', () => {
  const updatesSince = async (from: number) =>
    (await studio.events('FINANCE_DEBT_COLLECTION_CASE_UPDATED')).slice(from);

  test('a withdrawn case: rejected, reported by the id of the partner, and handed over again', async () => {
    const from = (await updatesSince(0)).length;
    const scene = await studio.handOver(10000);
    await studio.update(scene, [HUNDRED]);
    await studio.staff('debt-collection.withdraw-case', { collectionCaseId: scene.collectionCaseId });
    const [event, ...others] = await updatesSince(from);
    expect(others).toEqual([]);
    const agencyCollectionCaseId = `A-${scene.collectionCaseId}`;
    expect(event?.content).toEqual({
      agencyCollectionCaseId,
      agencyDebtCollectionCaseId: agencyCollectionCaseId,
    });
    expect(await studio.cases(`caseAdjustmentRequestId=${event?.entityId}`)).toMatchObject([
      {
        debtorId: scene.debtorId,
        agencyCollectionCases: [
          {
            collectionCaseIds: [scene.collectionCaseId],
            closure: { type: 'REJECTION', rejectionReason: 'WITHDRAWN_BY_STUDIO' },
          },
        ],
      },
    ]);
    expect(await studio.isGranted(scene.customerId)).toBe(true);
    const again = await studio.run(scene.customerId);
    expect(again.collectionCaseId).not.toBe(scene.collectionCaseId);
    const twice = studio.staff('debt-collection.withdraw-case', { collectionCaseId: scene.collectionCaseId });
    await expect(twice).rejects.toMatchObject({ code: 'errormessage.debt.collection.not.possible' });
  });

  test('a block of a debtor is reported with the id of the unnamed case, and listed', async () => {
    const from = (await updatesSince(0)).length;
    const { customerId, collectionCaseId, debtorId, debtIds } = await studio.handOver(10000);
    const block = { limitType: 'LIMITED', endDate: studio.inDays(1) };
    await studio.staff('debt-collection.block-debtor', { customerId, ...block });
    expect((await updatesSince(from)).map(({ content }) => content)).toEqual([{ collectionCaseId }]);
    const blocked = (what: string) =>
      studio.partner().request<{ result: object[] }>({ url: `/v1/debt-collection/blocked/${what}` });
    const { body } = await blocked(`debtors?debtorId=${debtorId}`);
    expect(body.result).toMatchObject([{ debtorId, block, debts: [{ debtId: debtIds[0], amount: 100 }] }]);
    service.clock.advance(2 * 24 * 3600_000);
    expect((await blocked(`debtors?debtorId=${debtorId}`)).body.result).toEqual([]);
  });

  test('blocks that the partner sets are listed, and removed by an update without them', async () => {
    const scene = await studio.handOver(10000, 2000);
    const block = { limitType: 'UNLIMITED' };
    const debts = () =>
      studio.partner().request<{ result: object[] }>({
        url: `/v1/debt-collection/blocked/debts?${scene.debtIds.map((id) => `debtId=${id}`).join('&')}`,
      });
    await studio.update(scene, [{ ...HUNDRED, block }, { original: 2000 }]);
    expect((await debts()).body.result).toMatchObject([
      { debtorId: scene.debtorId, debts: [{ debtId: scene.debtIds[0], block }] },
    ]);
    const over = { limitType: 'LIMITED', endDate: studio.inDays(-1) };
    await studio.update(scene, [{ ...HUNDRED, block: over }, { original: 2000 }], { block });
    expect((await debts()).body.result).toMatchObject([{ debts: [{ block }, { block }] }]);
    await studio.update(scene, [HUNDRED, { original: 2000 }]);
    expect((await debts()).body.result).toEqual([]);
    const debtors = () =>
      studio.partner().request<{ result: object[] }>({
        url: `/v1/debt-collection/blocked/debtors?debtorId=${scene.debtorId}`,
      });
    const body = studio.body(scene, [HUNDRED, { original: 2000 }]) as { debtors: object[] };
    expect((await studio.send({ ...body, debtors: [{ ...body.debtors[0], block }] })).status).toBe(200);
    expect((await debtors()).body.result).toMatchObject([{ debtorId: scene.debtorId, block }]);
    await studio.update(scene, [HUNDRED, { original: 2000 }]);
    expect((await debtors()).body.result).toEqual([]);
  }); // prettier-ignore

  test('access is restored by hand where no closure does it', async () => {
    const { customerId, ...scene } = await studio.handOver(10000);
    await studio.update({ customerId, ...scene }, [HUNDRED], closure('REVERSAL'));
    for (const wasRestricted of [true, false]) {
      const { changed } = await studio.staff('debt-collection.restore-access', { customerId });
      expect(changed).toEqual({ wasRestricted });
      expect(await restricted(customerId)).toBe(false);
    }
    expect(await studio.accessEvents(customerId)).toEqual(['CREATED', 'DELETED']);
  });
});

describe('the debtor moves to another studio', () => {
  test('the old key is refused for the debtor, the key of the new studio works', async () => {
    const scene = await studio.handOver(10000);
    const { customerId, debtorId, collectionCaseId, debtIds } = scene;
    const named = studio.body(scene, [HUNDRED]);
    expect((await studio.send(named)).status).toBe(200);
    const adjusted = (await studio.events('FINANCE_DEBT_COLLECTION_CASE_UPDATED')).length;
    await studio.staff('debt-collection.block-debtor', { customerId, limitType: 'UNLIMITED' });
    const [adjustment] = (await studio.events('FINANCE_DEBT_COLLECTION_CASE_UPDATED')).slice(adjusted);
    await studio.staff('customer.move-home-studio', { customerId, targetStudioId: 1005 });
    expect(await studio.events('CUSTOMER_HOME_STUDIO_UPDATED')).toEqual(
      Array.from({ length: 2 }, () => ({
        entityId: customerId,
        content: { sourceStudioId: 1001, targetStudioId: 1005 },
      })),
    );
    const body = studio.body(scene, [{ ...HUNDRED, paidAmount: 20 }]);
    const refused = await studio.send(body);
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'errormessage.permission.denied']);
    for (const [path, parameter, value] of [
      ['cases', 'debtorId', debtorId],
      ['cases', 'collectionCaseId', collectionCaseId],
      ['cases', 'agencyCollectionCaseId', `A-${collectionCaseId}`],
      ['cases', 'caseAdjustmentRequestId', adjustment?.entityId],
      ['blocked/debtors', 'debtorId', debtorId],
      ['blocked/debts', 'debtId', debtIds[0]],
    ]) {
      const url = `/v1/debt-collection/${path}?${parameter}=${value}`;
      const { status, body: refusal } = await studio.partner().request<ErrorBody>({ url });
      expect([url, status, refusal.errorCode, refusal.reference]).toEqual([
        url,
        403,
        'errormessage.permission.denied',
        parameter,
      ]);
    }
    expect((await studio.cases('')).filter((one) => one.debtorId === debtorId)).toEqual([]);
    expect(await studio.isGranted(customerId)).toBe(false);
    const milano = new CollectionStudio(service, 1005, 'test-key-collection-milano');
    await milano.settings({ debtModificationOnUpdateMode: 'IMMEDIATELY' });
    expect((await milano.send(body)).status).toBe(200);
    expect(await milano.booked(scene.debtIds[0])).toEqual([2000, 0, 0]);
    expect(await milano.isGranted(customerId)).toBe(true);
  });

  test.each([
    ['with another currency', 1002],
    ['that is the same', 1001],
    ['that there is not', 9999],
  ])('not to a studio %s', async (_, targetStudioId) => {
    const customerId = await studio.member();
    const moved = studio.staff('customer.move-home-studio', { customerId, targetStudioId });
    await expect(moved).rejects.toMatchObject({ code: 'errormessage.customer.move.not.possible' });
    const [found] = await service.database.db.select().from(customers).where(eq(customers.id, customerId));
    expect(found?.studioId).toBe(1001);
  });
});

test('the studio page shows runs and cases, which of them are invoiced, and a form for each staff action', async () => {
  const scene = await studio.handOver(10000);
  await studio.claim(scene.customerId, 4000);
  const second = await studio.run(scene.customerId);
  const gathered = studio.body(scene, [HUNDRED], {
    agencyCollectionCaseId: 'gathered',
    collectionCaseIds: [scene.collectionCaseId, second.collectionCaseId],
    debts: [
      { debtId: scene.debtIds[0], originalAmount: 100, paidAmount: 0, currency: 'EUR' },
      { debtId: second.debtIds[0], originalAmount: 40, paidAmount: 0, currency: 'EUR' },
    ],
  });
  expect((await studio.send(gathered)).status).toBe(200);
  const page = await service.app.app.inject({ url: '/studio/contracts', headers: { host: 'localhost:4010' } });
  const shown = page.body.replaceAll(/\s+/g, ' ');
  expect(shown).toMatch(new RegExp(`1 debt, €100.00 left, invoiced .{0,150}${scene.collectionCaseId}`));
  expect(shown).toMatch(new RegExp(`1 debt, €40.00 left, not invoiced .{0,150}${second.collectionCaseId}`));
  expect(shown).toContain(`Handover ${second.runId} <span class="badge" data-status="WAITING_FOR_CONFIRMATION">`);
  expect(shown).toContain('action="/studio/actions/debt-collection.withdraw-case"');
}); // prettier-ignore

describe('the partnership ends', () => {
  /** Each case has a separate studio, because the studio has no partner afterwards. */
  test.each([
    ['STUDIO', 1002, 'test-key-collection-zuerich', { type: 'REJECTION', rejectionReason: 'WITHDRAWN_BY_STUDIO' }, true],
    ['PARTNER', 1003, 'test-key-collection-bristol', { type: 'REVERSAL' }, false],
  ] as const)('by the %s', async (by, studioId, key, closed, inDebtCollection) => {
    const other = new CollectionStudio(service, studioId, key);
    await other.settings({ debtModificationOnUpdateMode: 'IMMEDIATELY' });
    const scene = await other.handOver(10000);
    const { customerId, runId, debtorId } = scene;
    await other.staff('debt-collection.terminate-partnership', { by });
    const currency = studioId === 1002 ? 'CHF' : 'GBP';
    const reported = { original: 10000, currency, paidAmount: 20, reducedAmount: 30, writeOffAmount: 50 };
    await other.update(scene, [reported]);
    expect(await other.booked(scene.debtIds[0])).toEqual([2000, 0, 0]);
    const debtors = await other.partner().request<object>({ url: `/v1/debt-collection/${runId}/debtors` });
    expect(debtors.body).toMatchObject({ result: [], hasNext: false });
    expect(await other.cases(`debtorId=${debtorId}`)).toMatchObject([{ agencyCollectionCases: [{ closure: closed }] }]);
    expect(await other.isGranted(customerId)).toBe(false);
    const details = await other.partner().request<object>({ url: `/v1/debt-collection/${runId}/details` });
    expect(details.body).toMatchObject({ status: 'FAILED' });
    const ofStudio = service.api(studioId === 1002 ? 'test-key-seeblick-zuerich-chf' : 'test-key-harbour-bristol-gbp');
    const balances = await ofStudio.request<object>({ url: `/v1/customers/${customerId}/account/balances` });
    expect(balances.body).toMatchObject({ inDebtCollection });
    const run = other.staff('debt-collection.verify-run');
    await expect(run).rejects.toMatchObject({ code: 'errormessage.debt.collection.not.possible' });
  }); // prettier-ignore
});
