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
    description: "Whether the partner's reports are booked on the account immediately or only stored.",
  }),
  derecognizeRemainingDebtsOnClosure: Type.Enum(DERECOGNITIONS, {
    type: 'string',
    description:
      "Whether the remaining debt of a case that is closed as POSITIVE or NEGATIVE is written off always, or only on the partner's request.",
  }),
  derecognizeRemainingDebtsOnRejection: Type.Enum(DERECOGNITIONS, {
    type: 'string',
    description: 'The same for a case that is closed as REJECTION.',
  }),
  dunningAfterDays: Type.Array(Type.Integer({ minimum: 1, maximum: 3650 }), {
    minItems: 1,
    maxItems: 10,
    uniqueItems: true,
    description:
      'Days overdue at which each dunning level begins. From the last level on, a claim may be handed over.',
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
