import { Type, type Static } from 'typebox';
import type { CalendarDate } from './calendar.js';

export const LIMIT_TYPES = ['DISABLED', 'LIMITED', 'UNLIMITED'] as const;
export const CLOSURE_TYPES = ['POSITIVE', 'NEGATIVE', 'REVERSAL', 'REJECTION'] as const;
export const CLOSURE_OPTIONS = ['WRITE_OFF_REMAINING_DEBTS'] as const;
export const REJECTION_REASONS = [
  'CLAIMS_ALREADY_IN_COURT',
  'MISSING_COMPENSATION_BLOCKING_DUNNING_PROCESS',
  'NO_INFORMATION_ABOUT_LEGAL_REPRESENTATIVE',
  'NO_COLLECTION_ABROAD_POSSIBLE',
  'COLLECTING_FROM_INHERIT_NOT_POSSIBLE',
  'CLAIMS_TIME_BARRED_OR_RESIDUAL_DEBT_DISCHARGE_GRANTED',
  'REMAINING_CLAIM_BELOW_LIMIT',
  'NOTIFICATION_OBLIGATIONS_NOT_POSSIBLE',
  'FRAUD',
  'CONFLICT_OF_INTEREST',
  'WITHDRAWN_BY_STUDIO',
  'NO_PROCESSING_AT_ALL',
  'HARD_NEGATIVES_IN_DEBTOR_REGISTER',
  'POSTAL_DELIVERY_NOT_POSSIBLE',
  'CLAIM_INCREASE_IMPORTED_SYSTEM',
] as const;
export const TRANSFER_STATUSES = [
  'INTERNAL_PROCESSING',
  'WAITING_FOR_CONFIRMATION',
  'COMPLETED',
  'FAILED',
] as const;
export const TRANSFER_ORIGINS = [
  'DEBT_COLLECTION_RUN',
  'INDIVIDUAL_HANDOVER',
  'AUTOMATIC_HANDOVER',
  'CONTRACT_CANCELATION',
] as const;
export const COLLECTION_TYPES = ['TRUST', 'PURCHASE'] as const;
export const MODIFICATION_MODES = ['IGNORED', 'IMMEDIATELY'] as const;
export const DERECOGNITIONS = ['BY_PARTNER', 'ALWAYS'] as const;

export type ClosureType = (typeof CLOSURE_TYPES)[number];
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];
export type TransferOrigin = (typeof TRANSFER_ORIGINS)[number];
export type CollectionType = (typeof COLLECTION_TYPES)[number];

/** A stop of the collection; `endDate` is its last day, and is there with LIMITED. */
export interface Block {
  readonly limitType: (typeof LIMIT_TYPES)[number];
  readonly endDate?: CalendarDate;
}

/** End of a case, as it was reported. */
export interface Closure {
  readonly type: ClosureType;
  readonly options?: readonly { readonly key: (typeof CLOSURE_OPTIONS)[number]; readonly value: string }[];
  readonly date: CalendarDate;
  readonly rejectionReason?: (typeof REJECTION_REASONS)[number];
  readonly closureReason?: string;
}

/** Settings of a studio's debt collection. */
export const DebtCollectionSchema = Type.Object({
  collectionType: Type.Enum(COLLECTION_TYPES, {
    type: 'string',
    description: 'TRUST: the partner collects for the studio. PURCHASE: the partner buys the claims.',
  }),
  debtModificationOnUpdateMode: Type.Enum(MODIFICATION_MODES, {
    type: 'string',
    description: 'Whether what the partner reports is booked on the account at once, or only kept.',
  }),
  derecognizeRemainingDebtsOnClosure: Type.Enum(DERECOGNITIONS, {
    type: 'string',
    description:
      'Whether a closure as POSITIVE or NEGATIVE writes off what is left: always, or if the partner asks.',
  }),
  derecognizeRemainingDebtsOnRejection: Type.Enum(DERECOGNITIONS, {
    type: 'string',
    description: 'The same of a closure as REJECTION.',
  }),
  dunningAfterDays: Type.Array(Type.Integer({ minimum: 1, maximum: 3650 }), {
    minItems: 1,
    maxItems: 10,
    uniqueItems: true,
    description:
      'Days overdue at which each level of dunning begins; from the last on a claim may be handed over.',
  }),
});

export type DebtCollectionSettings = Readonly<Static<typeof DebtCollectionSchema>>;

export const DEFAULT_DEBT_COLLECTION: DebtCollectionSettings = {
  collectionType: 'TRUST',
  debtModificationOnUpdateMode: 'IGNORED',
  derecognizeRemainingDebtsOnClosure: 'BY_PARTNER',
  derecognizeRemainingDebtsOnRejection: 'BY_PARTNER',
  dunningAfterDays: [7, 14, 28],
};
