import { and, asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { NINA, TERMS, tokenFor } from '../../../../test/support/buyer.js';
import type { Answer, ErrorBody } from '../../../../test/support/clients.js';
import { form, type SentFile } from '../../../../test/support/data-form.js';
import type { TestService } from '../../../../test/support/service.js';
import { performStaffAction } from '../../../admin/staff-actions.js';
import { accountTransactions, debtClaims } from '../../payments/account/account.tables.js';
import { type IdlePeriodSettings, USUAL_IDLE_PERIODS } from '../../studios/settings/idle-period-settings.js';
import { webhookDeliveries } from '../../webhooks/webhooks.tables.js';
import { contracts } from '../contracts/contracts.tables.js';

export interface IdlePeriodAnswer {
  readonly id: number;
  readonly startDate: string;
  readonly endDate?: string;
  readonly unlimited: boolean;
  readonly state: string;
  readonly documentUrl?: string;
  readonly fee: { readonly amount: number };
  readonly usedFreeTermsInDays: number;
}

/** Sets the EUR studio's settings for idle periods, as its staff would. Settings not given have their defaults. */
export async function decideRules(
  service: TestService,
  more: Partial<IdlePeriodSettings> = {},
): Promise<void> {
  await staff(service, 'settings.set', {
    subject: 'idlePeriods',
    values: { ...USUAL_IDLE_PERIODS, ...more },
  });
}

export async function staff(service: TestService, name: string, input: object): Promise<void> {
  await performStaffAction(service.app.context, {
    name,
    studioId: 1001,
    actor: 'a test',
    input,
    traceId: 'trace',
  });
}

/**
 * A contract from 1 December 2026 to 30 November 2027. It costs 19.90 on the first of each month, 29.90 from March and
 * 39.90 from June; the first payment has been made. It is extended by one month at a time.
 */
export class IdleContract {
  private constructor(
    private readonly service: TestService,
    readonly customerId: number,
    readonly contractId: number,
  ) {}

  static async sign(service: TestService, contractOfferTermId = TERMS.rising): Promise<IdleContract> {
    const { body } = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
    const { customerId } = body;
    const { db } = service.database;
    await db
      .insert(accountTransactions)
      .values({ customerId, usageId: null, amount: 1990, currency: 'EUR', bookedAt: service.clock.now() });
    const url = `/v1/memberships/customers/${customerId}/add-membership`;
    const answer = await service.api().post(url, { contractOfferTermId, startDate: '2026-12-01' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const [contract] = await db.select().from(contracts).where(eq(contracts.customerId, customerId));
    return new IdleContract(service, customerId, contract?.id ?? 0);
  }

  get path(): string {
    return `/v1/memberships/${this.contractId}/self-service/idle-periods`;
  }

  create(
    data: unknown,
    document?: SentFile,
    headers: Record<string, string> = {},
  ): Promise<Answer<IdlePeriodAnswer & ErrorBody>> {
    return this.send('POST', this.path, data, document, headers);
  }

  update(id: number, data: unknown, document?: SentFile): Promise<Answer<IdlePeriodAnswer & ErrorBody>> {
    return this.send('PUT', `${this.path}/${id}`, data, document);
  }

  withdraw(id: number): Promise<Answer<{ success?: string } & ErrorBody>> {
    return this.service.api().request({ method: 'DELETE', url: `${this.path}/${id}` });
  }

  get<T>(below: string): Promise<Answer<T>> {
    return this.service.api().request<T>({ url: `${this.path}${below}` });
  }

  validate(payload: object): Promise<Answer<{ validationStatus: string; documentRequired?: boolean }>> {
    return this.service.api().post(`${this.path}/validate`, payload);
  }

  preview<T>(id: number, payload: object): Promise<Answer<T>> {
    return this.service.api().request<T>({ method: 'PUT', url: `${this.path}/${id}/preview`, payload });
  }

  /** Creates an idle period and expects it to be accepted. */
  async accepted(data: object, document?: SentFile): Promise<IdlePeriodAnswer> {
    const { status, body } = await this.create({ reasonId: 1, temporalUnit: 'MONTH', ...data }, document);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  /** Returns the claims, paid or not, in the form `2027-01-01 19.90`. */
  async claims(): Promise<string[]> {
    const rows = await this.service.database.db
      .select()
      .from(debtClaims)
      .where(eq(debtClaims.contractId, this.contractId))
      .orderBy(asc(debtClaims.dueDate), asc(debtClaims.id));
    return rows.map(({ dueDate, amount }) => `${dueDate} ${(amount / 100).toFixed(2)}`);
  }

  /** Pays the claim that is due on a day, using a token. */
  async pay(dueDate: string, iban?: string): Promise<void> {
    const { db } = this.service.database;
    const ofDay = and(eq(debtClaims.contractId, this.contractId), eq(debtClaims.dueDate, dueDate));
    const [claim] = await db.select().from(debtClaims).where(ofDay);
    const amount = (claim?.amount ?? 0) / 100;
    const { customerId } = this;
    const session = { customerId, scope: 'ECOM', amount };
    const { token } = await tokenFor(this.service, session, { ...(iban && { iban }) });
    const paid = await this.service.api().post(`/v1/customers/${customerId}/account/payment`, {
      paymentRequestToken: token,
      amount: { amount, currency: 'EUR' },
      debtClaimIds: [claim?.id],
    });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  }

  /** Returns the member's account balance; negative if the member owes money. */
  async balance(): Promise<number> {
    const url = `/v1/customers/${this.customerId}/account/balances`;
    const { body } = await this.service.api().request<{ accountBalance: { amount: number } }>({ url });
    return body.accountBalance.amount;
  }

  async endDate(): Promise<string | undefined> {
    const { db } = this.service.database;
    const [contract] = await db.select().from(contracts).where(eq(contracts.id, this.contractId));
    return contract?.endDate;
  }

  /** Returns the types and content of the events that partners received about the customer, in order. */
  async events(): Promise<{ type: string; content: Record<string, unknown> | null }[]> {
    return this.service.database.db
      .select({ type: webhookDeliveries.type, content: webhookDeliveries.content })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.entityId, this.customerId))
      .orderBy(asc(webhookDeliveries.id));
  }

  private send(
    method: 'POST' | 'PUT',
    url: string,
    data: unknown,
    document?: SentFile,
    more: Record<string, string> = {},
  ): Promise<Answer<IdlePeriodAnswer & ErrorBody>> {
    const { payload, headers } = form(data, document);
    return this.service.api().request({ method, url, payload, headers: { ...headers, ...more } });
  }
}
