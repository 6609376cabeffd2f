import { Type } from 'typebox';
import type { CalendarDate } from '../../core/calendar.js';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import { COLLECTION_TYPES } from '../studios/settings/debt-collection-settings.js';

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

export type ClosureType = (typeof CLOSURE_TYPES)[number];
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];
export type TransferOrigin = (typeof TRANSFER_ORIGINS)[number];
export type CollectionType = (typeof COLLECTION_TYPES)[number];

/** A block on collection. `endDate` is its last day and is set for LIMITED. */
export interface Block {
  readonly limitType: (typeof LIMIT_TYPES)[number];
  readonly endDate?: CalendarDate;
}

/** The end of a case, as reported. */
export interface Closure {
  readonly type: ClosureType;
  readonly options?: readonly { readonly key: (typeof CLOSURE_OPTIONS)[number]; readonly value: string }[];
  readonly date: CalendarDate;
  readonly rejectionReason?: (typeof REJECTION_REASONS)[number];
  readonly closureReason?: string;
}

export const BLOCK: StoredSchema<Block> = storedSchema(
  Type.Object({ limitType: Type.Enum(LIMIT_TYPES), endDate: Type.Optional(Type.String()) }),
);

export const CLOSURE: StoredSchema<Closure> = storedSchema(
  Type.Object({
    type: Type.Enum(CLOSURE_TYPES),
    options: Type.Optional(
      Type.Array(Type.Object({ key: Type.Enum(CLOSURE_OPTIONS), value: Type.String() })),
    ),
    date: Type.String(),
    rejectionReason: Type.Optional(Type.Enum(REJECTION_REASONS)),
    closureReason: Type.Optional(Type.String()),
  }),
);
