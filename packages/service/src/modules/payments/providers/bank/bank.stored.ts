import { Type } from 'typebox';
import { sealedJson } from '../../../../core/database/sealed-json.js';
import { storedSchema, type StoredSchema } from '../../../../core/database/stored-schema.js';
import { PAYER } from '../../payments.stored.js';
import { bankEntries, bankMandates } from './bank.tables.js';

/** References by which a bank names a debit or batch. */
export interface EntryReferences {
  readonly endToEndId: string | null;
  readonly mandateReference: string | null;
  readonly batchId: string | null;
  readonly bankReference: string | null;
}

const Reference = Type.Union([Type.String(), Type.Null()]);

const REFERENCES: StoredSchema<EntryReferences> = storedSchema(
  Type.Object({
    endToEndId: Reference,
    mandateReference: Reference,
    batchId: Reference,
    bankReference: Reference,
  }),
);

export const SEALED_REFERENCES = sealedJson(bankEntries.referencesEncrypted, REFERENCES);

/** The payer's account as it is debited now. */
export const SEALED_BANK_PAYER = sealedJson(bankMandates.payerEncrypted, PAYER);
