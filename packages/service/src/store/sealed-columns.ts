import { communications } from './customer-tables.js';
import { COMMUNICATION, IDENTITY } from './forms/customers.js';
import { PAYER } from './forms/payments.js';
import { customers, mandates } from './schema.js';
import { sealedJson } from './sealed-json.js';

/** Bound to the person, not to the customer: there may be no customer yet when it is written. */
export const SEALED_IDENTITY = sealedJson(customers.identityEncrypted, IDENTITY);

export const SEALED_PAYER = sealedJson(mandates.payerEncrypted, PAYER);

/** Bound to the communication's `contentKey`. */
export const SEALED_COMMUNICATION = sealedJson(communications.contentEncrypted, COMMUNICATION);
