import { randomUUID } from 'node:crypto';
import { and, asc, eq, like } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Answer, ErrorBody, OpenApiClient } from '../../../test/support/clients.js';
import type { TestService } from '../../../test/support/service.js';
import { performStaffAction } from '../../admin/staff-actions.js';
import { customers, paymentCustomers } from '../customers/customers.tables.js';
import { accountTransactions, debtClaims } from '../payments/account/account.tables.js';
import { openClaims } from '../payments/account/claims.js';
import {
  type DebtCollectionSettings,
  DEFAULT_DEBT_COLLECTION,
} from '../studios/settings/debt-collection-settings.js';
import type { StaffResult } from '../studios/staff/staff-action.js';
import { webhookDeliveries } from '../webhooks/webhooks.tables.js';
import { collectionBookings } from './debt-collection.tables.js';

export const COLLECTION_KEY = 'test-key-collection-berlin';
const DAY = 24 * 3600_000;

/** A debtor with one case, as handed over by a run. */
export interface Scene {
  readonly customerId: number;
  readonly debtorId: string;
  readonly runId: number;
  readonly collectionCaseId: string;
  readonly claimIds: readonly number[];
  readonly debtIds: readonly string[];
}

export interface ReportedAmounts {
  paidAmount?: number;
  reducedAmount?: number;
  writeOffAmount?: number;
  canceledAmount?: number;
  currency?: string;
  block?: object;
}

/** Performs the steps of debt collection tests on behalf of a studio and its partner. */
export class CollectionStudio {
  constructor(
    readonly service: TestService,
    readonly studioId = 1001,
    private readonly key = COLLECTION_KEY,
  ) {}

  partner(key = this.key): OpenApiClient {
    return this.service.api(key);
  }

  staff(name: string, input: object = {}, studioId = this.studioId): Promise<StaffResult> {
    const { context } = this.service.app;
    return performStaffAction(context, { name, studioId, actor: 'test', input, traceId: 'test' });
  }

  settings(changes: Partial<DebtCollectionSettings>): Promise<StaffResult> {
    const values = { ...DEFAULT_DEBT_COLLECTION, ...changes };
    return this.staff('settings.set', { subject: 'debtCollection', values });
  }

  inDays(days: number): string {
    return new Date(this.service.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
  }

  async member(): Promise<number> {
    const { db } = this.service.database;
    const paymentCustomerId = randomUUID();
    const { studioId } = this;
    await db
      .insert(paymentCustomers)
      .values({ id: paymentCustomerId, studioId, createdAt: this.service.clock.now() });
    const [made] = await db
      .insert(customers)
      .values({ studioId, paymentCustomerId, firstName: 'Test', lastName: 'Debtor' })
      .returning();
    return made?.id ?? 0;
  }

  /** @param amount in cents */
  async claim(customerId: number, amount: number, dueInDays = -60): Promise<number> {
    const [made] = await this.service.database.db
      .insert(debtClaims)
      .values({ customerId, description: 'Fee', amount, dueDate: this.inDays(dueInDays) })
      .returning();
    return made?.id ?? 0;
  }

  async credit(customerId: number, amount: number): Promise<void> {
    const bookedAt = this.service.clock.now();
    await this.service.database.db
      .insert(accountTransactions)
      .values({ customerId, usageId: null, amount, currency: 'EUR', bookedAt });
  }

  /** Creates a member and hands over the given claims, in cents, in a separate run. */
  async handOver(...amounts: number[]): Promise<Scene> {
    const customerId = await this.member();
    const claimIds: number[] = [];
    for (const amount of amounts) claimIds.push(await this.claim(customerId, amount));
    return { ...(await this.run(customerId)), claimIds };
  }

  /** Hands over the claims of one member in a run. */
  async run(customerId: number): Promise<Omit<Scene, 'claimIds'>> {
    const { entity } = await this.staff('debt-collection.verify-run', { customerIds: [customerId] });
    const runId = Number(entity.split(' ')[1]);
    const found = await this.partner().request<{
      result: { collectionCases: { collectionCaseId: string; debt: { debtId: string }[] }[] }[];
    }>({ url: `/v1/debt-collection/${runId}/debtors` });
    expect(found.status, JSON.stringify(found.body)).toBe(200);
    const [handedOver] = found.body.result[0]?.collectionCases ?? [];
    return {
      customerId,
      debtorId: String(customerId),
      runId,
      collectionCaseId: handedOver?.collectionCaseId ?? '',
      debtIds: handedOver?.debt.map(({ debtId }) => debtId) ?? [],
    };
  }

  /** Returns the body of an update of one case. Each debt has its original amount in cents and the reported amounts. */
  body(scene: Scene, debts: readonly (ReportedAmounts & { original: number })[], more: object = {}): object {
    return {
      requestId: randomUUID(),
      debtors: [
        {
          debtorId: scene.debtorId,
          agencyCollectionCases: [
            {
              agencyCollectionCaseId: `A-${scene.collectionCaseId}`,
              collectionCaseIds: [scene.collectionCaseId],
              debts: debts.map(({ original, ...reported }, index) => ({
                debtId: scene.debtIds[index],
                originalAmount: original / 100,
                paidAmount: 0,
                currency: 'EUR',
                ...reported,
              })),
              ...more,
            },
          ],
        },
      ],
    };
  }

  async update(
    scene: Scene,
    debts: readonly (ReportedAmounts & { original: number })[],
    more: object = {},
  ): Promise<void> {
    const answer = await this.send(this.body(scene, debts, more));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body).toBeNull();
  }

  send(body: object, key?: string): Promise<Answer<ErrorBody>> {
    return this.partner(key).post('/v1/debt-collection/update', body);
  }

  /** Returns the amounts booked for a debt, in cents: payment, reduction, abandonment. */
  async booked(debtId: string | undefined): Promise<number[]> {
    const rows = await this.service.database.db
      .select({ kind: collectionBookings.kind, amount: accountTransactions.amount })
      .from(collectionBookings)
      .innerJoin(accountTransactions, eq(accountTransactions.id, collectionBookings.transactionId))
      .where(eq(collectionBookings.debtId, debtId ?? ''));
    return ['PAYMENT', 'REDUCTION', 'ABANDONMENT'].map((kind) =>
      rows.filter((row) => row.kind === kind).reduce((sum, { amount }) => sum + amount, 0),
    );
  }

  /** Returns the open amount of each claim, in cents. */
  async open(customerId: number): Promise<number[]> {
    return (await openClaims(this.service.database.db, customerId)).map(({ open }) => open);
  }

  /** Returns the balances that a partner with every scope receives; accountBalance is in cents. */
  async balances(customerId: number): Promise<Record<string, unknown>> {
    const { body } = await this.service.api().request<{ accountBalance: { amount: number } }>({
      url: `/v1/customers/${customerId}/account/balances`,
    });
    return { ...body, accountBalance: Math.round(body.accountBalance.amount * 100) };
  }

  /** Returns whether the partner's key may read the member's data. */
  async isGranted(customerId: number): Promise<boolean> {
    const { status } = await this.partner().request({ url: `/v1/customers/${customerId}/account/balances` });
    return status === 200;
  }

  async cases(query: string): Promise<Record<string, unknown>[]> {
    const { status, body } = await this.partner().request<Record<string, unknown>[]>({
      url: `/v1/debt-collection/cases?${query}`,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  async events(type: string): Promise<{ entityId: number; content: unknown }[]> {
    return this.service.database.db
      .select({ entityId: webhookDeliveries.entityId, content: webhookDeliveries.content })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.type, type))
      .orderBy(asc(webhookDeliveries.id));
  }

  /** Returns the events about a member's access, in order: that it was restricted and that it was restored. */
  async accessEvents(customerId: number): Promise<string[]> {
    const rows = await this.service.database.db
      .select({ type: webhookDeliveries.type })
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.entityId, customerId),
          like(webhookDeliveries.type, 'CUSTOMER_ACCESS_RESTRICTION_%'),
        ),
      )
      .orderBy(asc(webhookDeliveries.id));
    return rows.map(({ type }) => type.split('_').at(-1) ?? '');
  }
}
