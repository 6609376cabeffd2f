import { type Static, Type } from 'typebox';

export const COLLECTION_TYPES = ['TRUST', 'PURCHASE'] as const;
export const MODIFICATION_MODES = ['IGNORED', 'IMMEDIATELY'] as const;
export const DERECOGNITIONS = ['BY_PARTNER', 'ALWAYS'] as const;

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
