import { Type } from 'typebox';
import { CalendarDate, Int64 } from '../schemas.js';
import { debtorFields, Recurrence } from './person-schemas.js';
import { BlockSchema } from './schemas.js';

const DEBT_TYPES = ['PRINCIPAL_CLAIM', 'SALE', 'DEBT_CLAIM', 'FLAT_FEE', 'DUNNING_FEE', 'BANK_FEE'] as const;

/** A claim that was handed over; the amount is what was open of it then. */
const debtFields = {
  debtId: Type.String(),
  debtDate: CalendarDate,
  contractStartDate: Type.Optional(CalendarDate),
  amount: Type.Number({ examples: [39.9] }),
  currency: Type.String({ examples: ['EUR'] }),
  type: Type.Enum(DEBT_TYPES, { type: 'string' }),
  designation: Type.String(),
  recurrence: Recurrence,
  contractId: Type.Optional(Int64),
  block: Type.Optional(BlockSchema),
};
const Debt = Type.Object(debtFields);

export const Debtor = Type.Object({
  ...debtorFields,
  collectionCases: Type.Array(
    Type.Object({
      collectionCaseId: Type.String(),
      openAmount: Type.Number({ description: 'The rest of all debts.' }),
      debt: Type.Array(Debt),
    }),
  ),
  block: Type.Optional(BlockSchema),
});

export const BlockedDebtor = Type.Object({
  debtorId: Type.String(),
  block: BlockSchema,
  debts: Type.Array(Debt),
});

export const BlockedDebt = Type.Object({
  debtorId: Type.String(),
  ...debtFields,
  block: BlockSchema,
});
