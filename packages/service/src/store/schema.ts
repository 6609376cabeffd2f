import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { FailureCode, PaymentMethod, Schemas } from '@upc/contract/gateway';
import type { DeclineCode, ProviderName } from '../ports/provider.js';
import { id64, instant, minorUnits } from './columns.js';
import { PROFILE } from './forms/customers.js';
import { IDS, METHODS, TEXTS } from './forms/lists.js';
import {
  ACCEPTANCE,
  ACCEPTED_OFFER,
  ANSWER,
  CLAIM_SHARES,
  CREDITOR,
  INSTRUMENT,
  TRANSFER_ACCOUNT,
} from './forms/payments.js';
import { STUDIO_SETTINGS } from './forms/studio.js';
import { jsonColumn } from './json-column.js';

export type PaymentStatus = Schemas['PaymentStatus'];
export type Scope = Schemas['Scope'];
export type IntegrationStatus = 'ACTIVE' | 'DEACTIVATED';
export type ApiKeyStatus = 'ACTIVE' | 'ROTATED' | 'DEACTIVATED';
/** OPEN until used; USING and EXPIRING are the two ways out, and only one of them can be taken. */
export type SessionStatus = 'OPEN' | 'USING' | 'USED' | 'EXPIRING' | 'EXPIRED';
/**
 * The provider's hold for a payment, and so the task of a usage.
 * STORED: an instrument of an earlier session; nothing was done yet. SETUP: an instrument collected now.
 * AUTHORIZED: an amount held. PAID: an amount taken at once. NOTHING: no provider is concerned (CASH).
 */
export type PaymentHold = 'STORED' | 'SETUP' | 'AUTHORIZED' | 'PAID' | 'NOTHING';
/** The release of the hold at the provider for a payment that was cancelled. */
export type ReleaseStatus = 'DUE' | 'DONE';
/** INITIAL_PAYMENT: what is due when a contract is signed; always part of a sale. */
export type UsageKind = 'ACCOUNT_PAYMENT' | 'PAYMENT_INSTRUMENT' | 'INITIAL_PAYMENT';
export type UsageStatus = 'RESERVED' | 'DONE' | 'DECLINED';
/** RETURNED: it was done, and the bank took the money back. */
export type ChargeStatus = 'RESERVED' | 'DONE' | 'DECLINED' | 'RETURNED';
/** COLLECTED: usable only through its payment's token. ACTIVE: listed in later sessions. */
export type InstrumentStatus = 'COLLECTED' | 'ACTIVE' | 'DISCARDED';

export const studios = pgTable('studios', {
  id: id64('id').primaryKey(),
  name: text('name').notNull(),
  currency: varchar('currency', { length: 3 }).notNull(),
  timeZone: text('time_zone').notNull(),
  language: text('language').notNull(),
  region: text('region').notNull(),
  creditor: jsonColumn('studios.creditor', CREDITOR).notNull(),
  publicKey: text('public_key').notNull(),
  paymentMethods: jsonColumn('studios.payment_methods', METHODS).notNull(),
  registeredOrigins: jsonColumn('studios.registered_origins', TEXTS).notNull(),
  sessionMinutes: integer('session_minutes').notNull().default(30),
  /** The name of its account at Stripe (providers/stripe/settings.ts); null: its own, or that of all studios. */
  stripeAccount: text('stripe_account'),
  /** The account that payers transfer money to; null: the studio names it to them itself. */
  transferAccount: jsonColumn('studios.transfer_account', TRANSFER_ACCOUNT),
  /** The studio's own decisions; read by `settingsOf`, which knows the defaults. */
  settings: jsonColumn('studios.settings', STUDIO_SETTINGS)
    .notNull()
    .default(sql`'{"version":1,"decided":{}}'::jsonb`),
});

/** Companies that collect claims, each for any number of studios. */
export const collectionPartners = pgTable('collection_partners', {
  id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  name: text('name').notNull(),
  /** Whether its reports may change accounts at all; the studio's mode decides besides (specification, rule 6). */
  debtModificationEnabled: boolean('debt_modification_enabled').notNull(),
  /** Whether it is told of what a studio changes in a case. */
  adjustmentsEnabled: boolean('adjustments_enabled').notNull(),
});

/** A partner's access to a studio: one tenant, its scopes, and whatever keys, events and devices belong to it. */
export const integrations = pgTable(
  'integrations',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 500001 }),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    name: text('name').notNull(),
    scopes: jsonColumn('integrations.scopes', TEXTS).notNull(),
    /** DEACTIVATED: none of its keys is valid, and it is told of nothing. */
    status: text('status').$type<IntegrationStatus>().notNull(),
    /** The debt collection partner whose access it is, with whatever key; null for everyone else. */
    collectionPartnerId: id64('collection_partner_id').references(() => collectionPartners.id),
  },
  (table) => [index('integrations_by_studio').on(table.studioId, table.id)],
);

/** The inbound keys of integrations: several while one is being replaced. */
export const apiKeys = pgTable(
  'api_keys',
  {
    keyHash: text('key_hash').primaryKey(),
    integrationId: id64('integration_id')
      .notNull()
      .references(() => integrations.id),
    status: text('status').$type<ApiKeyStatus>().notNull(),
    /** From before integrations, for a service of before that still runs; read by nobody here. */
    studioId: id64('studio_id').references(() => studios.id),
    label: text('label'),
    scopes: jsonColumn('api_keys.scopes', TEXTS),
  },
  (table) => [index('api_keys_by_integration').on(table.integrationId)],
);

/** A person as the payment service knows them, with or without a customer record. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    id: uuid('id').primaryKey(),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    createdAt: instant('created_at').notNull(),
    /** The customer who was this person until they moved to another studio, where they are another one. */
    movedCustomerId: id64('moved_customer_id'),
  },
  (table) => [
    index('payment_customers_moved')
      .on(table.movedCustomerId)
      .where(sql`moved_customer_id is not null`)
      .concurrently(),
  ],
);

/** The id of a person at a provider that keeps persons. */
export const providerCustomers = pgTable(
  'provider_customers',
  {
    paymentCustomerId: uuid('payment_customer_id')
      .notNull()
      .references(() => paymentCustomers.id),
    provider: text('provider').$type<ProviderName>().notNull(),
    reference: text('reference').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.paymentCustomerId, table.provider] })],
);

export const customers = pgTable(
  'customers',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 100001 }),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    paymentCustomerId: uuid('payment_customer_id')
      .notNull()
      .unique()
      .references(() => paymentCustomers.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    thirdPartyAccess: boolean('third_party_access').notNull().default(true),
    /** Method of the payment runs; with an instrument, that of the instrument. */
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull().default('CASH'),
    /** The instrument of the payment runs; null for CASH and BANK_TRANSFER. */
    paymentInstrumentId: uuid('payment_instrument_id'),
    /** Data that signup asks for, without `identityEncrypted`; null for customers that are older than it. */
    profile: jsonColumn('customers.profile', PROFILE),
    /** Birth date, tax id and identification document as JSON, AES-256-GCM; see `customers/identity.ts`. */
    identityEncrypted: text('identity_encrypted'),
    /** Names the customer in codes that they show, where an id could be guessed. */
    uuid: uuid('uuid').notNull().unique().defaultRandom(),
    /** null: from before it was kept. */
    createdAt: instant('created_at'),
    /** From then on nobody finds them; the row stays for what the law keeps, and goes with it (customers/erasure). */
    erasedAt: instant('erased_at'),
  },
  (table) => [
    index('customers_erased')
      .on(table.erasedAt)
      .where(sql`erased_at is not null`),
    index('customers_by_studio').on(table.studioId, table.id).concurrently(),
    index('customers_by_instrument')
      .on(table.paymentInstrumentId)
      .where(sql`payment_instrument_id is not null`)
      .concurrently(),
    index('customers_by_email')
      .on(table.studioId, sql`lower(profile ->> 'email')`)
      .concurrently(),
    index('customers_by_first_name')
      .on(table.studioId, sql`lower(first_name) collate "C"`)
      .concurrently(),
    index('customers_by_last_name')
      .on(table.studioId, sql`lower(last_name) collate "C"`)
      .concurrently(),
  ],
);

export const paymentSessions = pgTable(
  'payment_sessions',
  {
    id: uuid('id').primaryKey(),
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    paymentCustomerId: uuid('payment_customer_id')
      .notNull()
      .references(() => paymentCustomers.id),
    tokenHash: text('token_hash').notNull().unique(),
    /** Of the secret that the token is derived from; null: it is random, from before tokens were derived. */
    tokenKeyId: text('token_key_id'),
    scope: text('scope').$type<Scope>().notNull(),
    amount: minorUnits('amount').notNull(),
    currency: varchar('currency', { length: 3 }).notNull(),
    referenceText: text('reference_text').notNull(),
    /** null: the filter was not given. */
    permittedPaymentChoices: jsonColumn('payment_sessions.permitted_payment_choices', METHODS),
    requireDirectDebitSignature: boolean('require_direct_debit_signature').notNull(),
    showExistingPaymentInstruments: boolean('show_existing_payment_instruments').notNull(),
    savingAllowed: boolean('saving_allowed').notNull(),
    /** Whether the box to save is ticked when it shows: unless the partner has asked for it in so many words. */
    savingPreset: boolean('saving_preset').notNull().default(true),
    status: text('status').$type<SessionStatus>().notNull(),
    validUntil: instant('valid_until').notNull(),
    createdAt: instant('created_at').notNull(),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    index('payment_sessions_due').on(table.status, table.validUntil),
    index('payment_sessions_by_person').on(table.paymentCustomerId),
    index('payment_sessions_by_time').on(table.createdAt, table.id),
    index('payment_sessions_by_studio').on(table.studioId, table.createdAt, table.id),
  ],
);

export const LIVE_STATUSES = ['CREATED', 'ACTION_REQUIRED', 'AUTHENTICATED', 'UNKNOWN', 'PREAUTHED'] as const;

export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => paymentSessions.id),
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    hold: text('hold').$type<PaymentHold>().notNull(),
    /** The provider it was made with, for good; null with hold NOTHING. */
    provider: text('provider').$type<ProviderName>(),
    saveInstrument: boolean('save_instrument').notNull(),
    /** Only the hash: the token itself is derived from the id when it is given. */
    requestTokenHash: text('request_token_hash').unique(),
    /** Of the secret that the token is derived from; null with a token: from before secrets had ids. */
    requestTokenKeyId: text('request_token_key_id'),
    providerReference: text('provider_reference'),
    instrumentId: uuid('instrument_id'),
    /** Masked. */
    instrumentDetails: jsonColumn('payments.instrument_details', INSTRUMENT),
    failureCode: text('failure_code').$type<FailureCode>(),
    returnUrl: text('return_url'),
    /** The browser in which a payment began that the provider's own page collects; mandates keep it for the others. */
    acceptance: jsonColumn('payments.acceptance', ACCEPTANCE),
    releaseStatus: text('release_status').$type<ReleaseStatus>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    uniqueIndex('payments_one_live_per_session')
      .on(table.sessionId)
      .where(sql`status in ('CREATED', 'ACTION_REQUIRED', 'AUTHENTICATED', 'UNKNOWN', 'PREAUTHED')`),
    index('payments_by_session').on(table.sessionId, table.createdAt),
    index('payments_to_release').on(table.releaseStatus),
    index('payments_by_update').on(table.updatedAt),
    index('payments_by_method').on(table.paymentMethod, table.status, table.createdAt),
    index('payments_by_status').on(table.status, table.createdAt),
    index('payments_by_reference').on(table.providerReference).concurrently(),
    index('payments_by_instrument').on(table.instrumentId).concurrently(),
    index('payments_failed_accounts')
      .on(table.updatedAt)
      .where(
        sql`status in ('FAILED', 'CANCELLED') and (instrument_details is not null or acceptance is not null)`,
      )
      .concurrently(),
  ],
);

/** Mandates, as they were accepted. */
export const mandates = pgTable(
  'mandates',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .unique()
      .references(() => payments.id),
    scheme: text('scheme').$type<Schemas['MandateOffer']['scheme']>().notNull(),
    reference: text('reference').notNull(),
    version: text('version').notNull(),
    language: text('language').notNull(),
    paymentType: text('payment_type').$type<Schemas['MandateOffer']['paymentType']>().notNull(),
    /** The offer as it was shown, and by whom it was made. */
    accepted: jsonColumn('mandates.accepted', ACCEPTED_OFFER).notNull(),
    /** Everything the person read, as one text. */
    acceptedText: text('accepted_text').notNull(),
    acceptedTextSha256: text('accepted_text_sha256').notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    /** SVG, redrawn by the service. */
    signature: text('signature'),
    /** The payer's details as JSON, AES-256-GCM, bound to this row. */
    payerEncrypted: text('payer_encrypted').notNull(),
  },
  (table) => [index('mandates_by_time').on(table.acceptedAt).concurrently()],
);

export const paymentInstruments = pgTable(
  'payment_instruments',
  {
    id: uuid('id').primaryKey(),
    token: text('token').notNull().unique(),
    paymentCustomerId: uuid('payment_customer_id')
      .notNull()
      .references(() => paymentCustomers.id),
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
    status: text('status').$type<InstrumentStatus>().notNull(),
    /** Masked. */
    details: jsonColumn('payment_instruments.details', INSTRUMENT).notNull(),
    provider: text('provider').$type<ProviderName>().notNull(),
    providerReference: text('provider_reference').notNull(),
    /** Whether the provider still has to forget it; null: nobody has removed it. */
    detachStatus: text('detach_status').$type<ReleaseStatus>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('payment_instruments_by_customer').on(table.paymentCustomerId, table.createdAt),
    index('payment_instruments_by_reference').on(table.providerReference).concurrently(),
    index('payment_instruments_to_detach')
      .on(table.createdAt)
      .where(sql`detach_status = 'DUE'`)
      .concurrently(),
  ],
);

export const usages = pgTable(
  'usages',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind').$type<UsageKind>().notNull(),
    /** The sale that it is part of; null for a usage of its own. */
    saleId: uuid('sale_id'),
    /** null while the sale that makes the customer is not done. */
    customerId: id64('customer_id').references(() => customers.id),
    amount: minorUnits('amount').notNull(),
    debtClaimIds: jsonColumn('usages.debt_claim_ids', IDS),
    /** Recognises the request when it is sent again; null: it is part of a sale, which has it. */
    requestHash: text('request_hash'),
    status: text('status').$type<UsageStatus>().notNull(),
    providerReference: text('provider_reference'),
    failureCode: text('failure_code').$type<DeclineCode>(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    uniqueIndex('usages_one_per_payment')
      .on(table.paymentId)
      .where(sql`status in ('RESERVED', 'DONE')`),
    index('usages_by_payment').on(table.paymentId),
    index('usages_by_status').on(table.status),
    index('usages_by_customer').on(table.customerId, table.status),
    index('usages_declined')
      .on(table.finishedAt)
      .where(sql`status = 'DECLINED'`),
    index('usages_by_reference').on(table.providerReference),
    index('usages_done')
      .on(table.finishedAt)
      .where(sql`status = 'DONE'`)
      .concurrently(),
    index('usages_by_sale')
      .on(table.saleId)
      .where(sql`sale_id is not null`)
      .concurrently(),
  ],
);

/** A payment run's charge of a customer's stored instrument, for what is due. RESERVED is written before the provider is asked. */
export const charges = pgTable(
  'charges',
  {
    /** Also the provider's idempotency key. */
    id: uuid('id').primaryKey(),
    customerId: id64('customer_id')
      .notNull()
      .references(() => customers.id),
    instrumentId: uuid('instrument_id')
      .notNull()
      .references(() => paymentInstruments.id),
    /** The share of the amount for each claim, in minor units. */
    claims: jsonColumn('charges.claims', CLAIM_SHARES).notNull(),
    amount: minorUnits('amount').notNull(),
    currency: varchar('currency', { length: 3 }).notNull(),
    statementText: text('statement_text').notNull(),
    status: text('status').$type<ChargeStatus>().notNull(),
    providerReference: text('provider_reference'),
    /** Reason for the decline or return. */
    failureCode: text('failure_code').$type<DeclineCode>(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    traceId: text('trace_id').notNull(),
  },
  (table) => [
    index('charges_by_customer').on(table.customerId, table.status),
    index('charges_by_status').on(table.status, table.createdAt),
    index('charges_by_reference').on(table.providerReference),
    index('charges_by_instrument').on(table.instrumentId).concurrently(),
    index('charges_done')
      .on(table.finishedAt)
      .where(sql`status = 'DONE'`)
      .concurrently(),
    uniqueIndex('charges_one_under_way')
      .on(table.customerId)
      .where(sql`status = 'RESERVED'`),
  ],
);

export const debtClaims = pgTable(
  'debt_claims',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 500001 }),
    customerId: id64('customer_id')
      .notNull()
      .references(() => customers.id),
    /** The contract whose schedule it is part of. */
    contractId: id64('contract_id'),
    /** The contract's fee that it is for (memberships/life): one claim for each. */
    contractKey: text('contract_key'),
    description: text('description').notNull(),
    amount: minorUnits('amount').notNull(),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    /**
     * Whether payments cover it as a whole. It follows from them, and stands here so that open claims are found without
     * reading the settled ones; `payClaims` writes it.
     */
    isSettled: boolean('is_settled').notNull().default(false),
  },
  (table) => [
    index('debt_claims_by_customer').on(table.customerId, table.dueDate),
    index('debt_claims_open')
      .on(table.dueDate)
      .where(sql`not is_settled`),
    uniqueIndex('debt_claims_by_contract').on(table.contractId, table.contractKey),
  ],
);

export const accountTransactions = pgTable(
  'account_transactions',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 700001 }),
    customerId: id64('customer_id')
      .notNull()
      .references(() => customers.id),
    /** null: not paid by a token, but by a payment run, or credited by a voucher. */
    usageId: uuid('usage_id')
      .unique()
      .references(() => usages.id),
    /** The payment run's charge that paid it. */
    chargeId: uuid('charge_id')
      .unique()
      .references(() => charges.id),
    /** The transaction that this one takes back as a whole: its amounts, and those of its claim payments, are negative. */
    reversesId: bigint('reverses_id', { mode: 'number' })
      .unique()
      .references((): AnyPgColumn => accountTransactions.id),
    /** The claim that this one gives back, as a whole or in part: a fee that is not owed any more (memberships/life). */
    creditsClaimId: bigint('credits_claim_id', { mode: 'number' }).references(() => debtClaims.id, {
      onDelete: 'set null',
    }),
    amount: minorUnits('amount').notNull(),
    currency: varchar('currency', { length: 3 }).notNull(),
    bookedAt: instant('booked_at').notNull(),
  },
  (table) => [
    index('account_transactions_by_customer').on(table.customerId),
    index('account_transactions_by_time').on(table.bookedAt).concurrently(),
    index('account_transactions_by_credited_claim')
      .on(table.creditsClaimId)
      .where(sql`credits_claim_id is not null`),
  ],
);

/** The claim that a transaction paid, and how much of it; the rest of the transaction is credit. */
export const claimPayments = pgTable(
  'claim_payments',
  {
    transactionId: id64('transaction_id')
      .notNull()
      .references(() => accountTransactions.id),
    claimId: id64('claim_id')
      .notNull()
      .references(() => debtClaims.id),
    amount: minorUnits('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.claimId] }),
    index('claim_payments_by_claim').on(table.claimId),
  ],
);

/** The answer is kept without its paymentRequestToken, which is derived again when the answer is. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => paymentSessions.id),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    paymentId: uuid('payment_id').notNull(),
    answer: jsonColumn('idempotency_keys.answer', ANSWER),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.key] }),
    index('idempotency_keys_by_time').on(table.createdAt).concurrently(),
  ],
);

/** Requests of the Open API that came with an Idempotency-Key, and what they made. */
export const requestKeys = pgTable(
  'request_keys',
  {
    studioId: id64('studio_id')
      .notNull()
      .references(() => studios.id),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** The session, usage or sale it made; its result is the answer, so that no answer is stored. */
    madeId: uuid('made_id').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.studioId, table.key] }),
    index('request_keys_by_expiry').on(table.expiresAt),
  ],
);

/** Events for the studio page; they hold no personal data. */
export const events = pgTable(
  'events',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity(),
    studioId: id64('studio_id'),
    sessionId: uuid('session_id'),
    paymentId: uuid('payment_id'),
    kind: text('kind').notNull(),
    detail: text('detail').notNull(),
    traceId: text('trace_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('events_by_session').on(table.sessionId, table.id),
    index('events_by_trace').on(table.traceId),
    index('events_by_studio').on(table.studioId, table.kind, table.id),
    index('events_by_kind').on(table.kind, table.id),
    index('events_by_time').on(table.createdAt).concurrently(),
    index('events_outside_sessions')
      .on(table.id)
      .where(sql`session_id is null`),
  ],
);

/** Number of tries of something that the jobs bring to its end, as long as it is not there. */
export const jobTries = pgTable(
  'job_tries',
  {
    lane: text('lane').notNull(),
    subjectId: uuid('subject_id').notNull(),
    tries: integer('tries').notNull(),
    nextTryAt: instant('next_try_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lane, table.subjectId] }),
    index('job_tries_by_time').on(table.nextTryAt).concurrently(),
    index('job_tries_due').on(table.lane, table.nextTryAt).concurrently(),
  ],
);

/** Up to when searches of the jobs have looked through what is finished: each thing is looked at once. */
export const jobMarks = pgTable('job_marks', {
  name: text('name').primaryKey(),
  lookedUntil: instant('looked_until').notNull(),
});

/** Who attempts to pay or books a trial session without having to say who they are, for a day (requests/networks.ts). */
export const recentNetworks = pgTable(
  'recent_networks',
  {
    /** The payment or booking. */
    subjectId: uuid('subject_id').primaryKey(),
    /** A keyed hash. */
    network: text('network').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('recent_networks_by_network').on(table.network, table.createdAt),
    index('recent_networks_by_time').on(table.createdAt),
  ],
);

/** Number of requests of each caller in the current minute (requests/count-request.ts). */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
