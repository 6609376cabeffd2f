import { Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../../core/database/stored-schema.js';

/** What a payment link is for: to pay claims, and to replace the instrument of the customer's payment runs. */
export const LINK_PURPOSES = ['ACCOUNT_PAYMENT', 'PAYMENT_INSTRUMENT'] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** The purposes of a link in the order in which its page serves them. */
export const PURPOSES: StoredSchema<readonly LinkPurpose[]> = storedSchema(
  Type.Array(Type.Enum(LINK_PURPOSES)),
);
