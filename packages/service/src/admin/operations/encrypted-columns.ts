import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { SealedJson } from '../../core/database/sealed-json.js';
import { aggregators } from '../../modules/aggregators/aggregators.tables.js';
import { communications } from '../../modules/customers/communication/communication.tables.js';
import { SEALED_COMMUNICATION } from '../../modules/customers/communication/threads.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { SEALED_IDENTITY } from '../../modules/customers/identity.js';
import { customerImages } from '../../modules/customers/images/images.tables.js';
import { documents } from '../../modules/documents/documents.tables.js';
import { SEALED_DECLARATION } from '../../modules/memberships/declarations/declarations.js';
import { declarations } from '../../modules/memberships/declarations/declarations.tables.js';
import { sales } from '../../modules/memberships/sales/sales.tables.js';
import { SEALED_PLAN } from '../../modules/memberships/sales/sealed-plan.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { SEALED_PAYER } from '../../modules/payments/mandates/sealed-payer.js';
import { SEALED_BANK_PAYER, SEALED_REFERENCES } from '../../modules/payments/providers/bank/bank.stored.js';
import { bankEntries, bankFiles, bankMandates } from '../../modules/payments/providers/bank/bank.tables.js';
import { SEALED_CHANGES } from '../../modules/self-service/amendments.js';
import { amendments } from '../../modules/self-service/amendments.tables.js';
import { taxExportParts } from '../../modules/tax-exports/tax-exports.tables.js';
import { SEALED_CONTENT } from '../../modules/webhooks/webhook-events.js';
import { webhookDeliveries, webhookSubscriptions } from '../../modules/webhooks/webhooks.tables.js';
import { SEALED_WEIGHING } from '../../modules/weighings/weighings.js';
import { weighings } from '../../modules/weighings/weighings.tables.js';

/** A column with ciphertext, and the column whose value the ciphertext is bound to (core/database/row-of.ts). */
export interface EncryptedColumn {
  readonly table: PgTable;
  readonly key: PgColumn;
  readonly column: PgColumn;
  readonly boundTo: PgColumn;
  /** Schema of encrypted JSON; null for a text or file. */
  readonly schema: Pick<SealedJson<unknown>, 'open'> | null;
}

/** All encrypted columns; a test finds missing ones. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  {
    table: customers,
    key: customers.id,
    column: customers.identityEncrypted,
    boundTo: customers.paymentCustomerId,
    schema: SEALED_IDENTITY,
  },
  {
    table: mandates,
    key: mandates.id,
    column: mandates.payerEncrypted,
    boundTo: mandates.id,
    schema: SEALED_PAYER,
  },
  {
    table: bankMandates,
    key: bankMandates.id,
    column: bankMandates.payerEncrypted,
    boundTo: bankMandates.id,
    schema: SEALED_BANK_PAYER,
  },
  {
    table: bankEntries,
    key: bankEntries.id,
    column: bankEntries.referencesEncrypted,
    boundTo: bankEntries.id,
    schema: SEALED_REFERENCES,
  },
  {
    table: bankFiles,
    key: bankFiles.id,
    column: bankFiles.contentEncrypted,
    boundTo: bankFiles.id,
    schema: null,
  },
  { table: sales, key: sales.id, column: sales.planEncrypted, boundTo: sales.id, schema: SEALED_PLAN },
  ...[
    webhookSubscriptions.webhookKeyEncrypted,
    webhookSubscriptions.signingKeyEncrypted,
    webhookSubscriptions.earlierSigningKeyEncrypted,
  ].map((column) => ({
    table: webhookSubscriptions,
    key: webhookSubscriptions.id,
    column,
    boundTo: webhookSubscriptions.integrationId,
    schema: null,
  })),
  {
    table: aggregators,
    key: aggregators.studioId,
    column: aggregators.apiKeyEncrypted,
    boundTo: aggregators.studioId,
    schema: null,
  },
  {
    table: communications,
    key: communications.id,
    column: communications.contentEncrypted,
    boundTo: communications.contentKey,
    schema: SEALED_COMMUNICATION,
  },
  {
    table: customerImages,
    key: customerImages.customerId,
    column: customerImages.contentEncrypted,
    boundTo: customerImages.contentKey,
    schema: null,
  },
  {
    table: amendments,
    key: amendments.id,
    column: amendments.changesEncrypted,
    boundTo: amendments.contentKey,
    schema: SEALED_CHANGES,
  },
  {
    table: declarations,
    key: declarations.id,
    column: declarations.contentEncrypted,
    boundTo: declarations.key,
    schema: SEALED_DECLARATION,
  },
  {
    table: weighings,
    key: weighings.id,
    column: weighings.contentEncrypted,
    boundTo: weighings.contentKey,
    schema: SEALED_WEIGHING,
  },
  {
    table: documents,
    key: documents.id,
    column: documents.contentEncrypted,
    boundTo: documents.contentKey,
    schema: null,
  },
  {
    table: taxExportParts,
    key: taxExportParts.id,
    column: taxExportParts.contentEncrypted,
    boundTo: taxExportParts.id,
    schema: null,
  },
  {
    table: webhookDeliveries,
    key: webhookDeliveries.id,
    column: webhookDeliveries.contentEncrypted,
    boundTo: webhookDeliveries.uuid,
    schema: SEALED_CONTENT,
  },
];
