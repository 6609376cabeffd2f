import { Type } from 'typebox';
import { CalendarDate, Int64, Line, RequiredLine } from '../../core/http/schemas.js';
import {
  COLLECTION_TYPES,
  DERECOGNITIONS,
  MODIFICATION_MODES,
} from '../studios/settings/debt-collection-settings.js';
import {
  CLOSURE_OPTIONS,
  CLOSURE_TYPES,
  LIMIT_TYPES,
  REJECTION_REASONS,
  TRANSFER_ORIGINS,
  TRANSFER_STATUSES,
} from './debt-collection.stored.js';

const PERIODS = ['DAY', 'MONTH', 'WEEK', 'YEAR', 'ONCE'] as const;

/** Interval of a recurring payment; without `frequency`, once per period. */
const Recurrence = Type.Object(
  {
    period: Type.Enum(PERIODS, { type: 'string' }),
    frequency: Type.Optional(Type.Integer({ format: 'int32', examples: [2] })),
  },
  { title: 'Period' },
);

const ContactDetail = Type.Object(
  {
    type: Type.Enum(['TEL_PRIVATE', 'TEL_PRIVATE_MOBILE', 'TEL_BUSINESS', 'EMAIL'], { type: 'string' }),
    value: Type.String(),
  },
  { title: 'ContactDetail' },
);

const addressFields = {
  addressLine1: Type.Optional(Type.String({ examples: ['Burgring 22'] })),
  addressLine2: Type.Optional(Type.String({ examples: ['1180 Vienna'] })),
  addressLine3: Type.Optional(Type.String({ examples: ['Austria'] })),
  region: Type.Optional(Type.String()),
  countryCode: Type.Optional(Type.String({ examples: ['AT'] })),
  country: Type.Optional(Type.String({ description: 'In the language of the response.' })),
  addressData: Type.Optional(
    Type.Object(
      { street: Type.Optional(Type.String()), houseNumber: Type.Optional(Type.String()) },
      { title: 'CollectionAddress' },
    ),
  ),
};

/** The studio for which claims are collected. */
export const Client = Type.Object(
  {
    name1: Type.String(),
    preTaxAttribute: Type.Boolean({ description: 'Whether the studio can deduct input tax.' }),
    postalCode: Type.String(),
    city: Type.String(),
    contactDetails: Type.Optional(Type.Array(ContactDetail)),
    ...addressFields,
  },
  { title: 'CollectionClient' },
);

const ContractDetail = Type.Object(
  {
    id: Int64,
    rateName: Type.Optional(Type.String()),
    startDate: CalendarDate,
    endDate: CalendarDate,
    createdDate: CalendarDate,
    cancelled: Type.Boolean(),
    contractPeriod: Type.Optional(Recurrence),
    extensionPeriod: Type.Optional(Recurrence),
    cancellationPeriod: Type.Optional(Recurrence),
  },
  { title: 'DebtorContract' },
);

/** The debtor. Account data is not included, because the mandate was given to the studio only. */
const debtorFields = {
  debtorId: Type.String(),
  membershipNr: Type.String(),
  identificationNumber: Type.Optional(Type.String()),
  contractDetails: Type.Array(ContractDetail),
  birthdate: Type.Optional(CalendarDate),
  firstName: Type.String(),
  lastName: Type.String(),
  secondLastName: Type.Optional(Type.String()),
  sex: Type.String({ description: 'MALE, FEMALE or UNISEX. UNISEX also means unknown.' }),
  postalCode: Type.Optional(Type.String()),
  city: Type.String({ description: 'Empty if unknown.' }),
  contactDetails: Type.Array(ContactDetail),
  ...addressFields,
};

/** Debt amounts are plain numbers with a separate currency field, unlike other amounts. */
const Amount = Type.Number({ minimum: 0, maximum: 1e12, examples: [100] });
const Uuid = (description: string) =>
  Type.String({
    maxLength: 100,
    description,
    examples: ['123e4567-e89b-42d3-a456-556642440000'],
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
  });

export const DebtorId = Type.String({
  maxLength: 100,
  pattern: '^[^\\p{Cc}\\p{Cs}]*$',
  description: 'Identifies a debtor of the studio: the customer number.',
  examples: ['2011'],
});
export const CollectionCaseId = Uuid('Of what one run handed over of a debtor.');
export const DebtId = Uuid('Of one overdue claim in a collection case.');
export const AgencyCaseId = RequiredLine('agency-id-123', 100);

const BlockSchema = Type.Object(
  {
    limitType: Type.Enum(LIMIT_TYPES, { type: 'string' }),
    endDate: Type.Optional(CalendarDate),
  },
  {
    title: 'CollectionBlock',
    description: 'Stops the collection. endDate is the last day of the block and is required with LIMITED.',
  },
);

const closureFields = {
  type: Type.Enum(CLOSURE_TYPES, { type: 'string' }),
  date: CalendarDate,
  rejectionReason: Type.Optional(
    Type.Enum(REJECTION_REASONS, { type: 'string', description: 'Required with REJECTION.' }),
  ),
};
const OptionKey = Type.Enum(CLOSURE_OPTIONS, { type: 'string' });
const ClosureOption = Type.Object({ key: OptionKey, value: Line() }, { title: 'ClosureOption' });

const ToldClosure = Type.Object(
  {
    ...closureFields,
    options: Type.Optional(
      Type.Array(Type.Union([ClosureOption, OptionKey]), {
        maxItems: 10,
        description: 'Allowed with POSITIVE and NEGATIVE. A plain string is treated as the key of an option.',
      }),
    ),
    closureReason: Type.Optional(Line(1000)),
  },
  { title: 'CaseClosure' },
);

const CanceledAmount = Type.Number({
  minimum: 0,
  maximum: 1e12,
  deprecated: true,
  description: 'Use writeOffAmount instead.',
});
const amountFields = {
  originalAmount: Amount,
  paidAmount: Amount,
  reducedAmount: Type.Optional(Amount),
  writeOffAmount: Type.Optional(Amount),
  canceledAmount: Type.Optional(CanceledAmount),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217', examples: ['EUR'] }),
};

const ReportedDebt = Type.Object(
  {
    debtId: DebtId,
    ...amountFields,
    block: Type.Optional(BlockSchema),
  },
  { title: 'ReportedDebt' },
);

const ReportedCase = Type.Object(
  {
    agencyCollectionCaseId: Type.Optional(AgencyCaseId),
    publicCollectionCaseId: Type.Optional(Line(100)),
    collectionCaseIds: Type.Array(CollectionCaseId, { minItems: 1, maxItems: 100, uniqueItems: true }),
    closure: Type.Optional(ToldClosure),
    block: Type.Optional(BlockSchema),
    debts: Type.Array(ReportedDebt, { maxItems: 1000 }),
  },
  { title: 'ReportedCase' },
);

export const Update = Type.Object(
  {
    requestId: RequiredLine('fc336b0b-409c-4c66-a26d-ab25b87dcb8f', 100),
    debtors: Type.Array(
      Type.Object(
        {
          debtorId: DebtorId,
          agencyCollectionCases: Type.Array(ReportedCase, { maxItems: 100 }),
          block: Type.Optional(BlockSchema),
        },
        { title: 'ReportedDebtor' },
      ),
      { maxItems: 500 },
    ),
  },
  { title: 'DebtCollectionUpdate' },
);

/** A partner's cases, as it has reported them. */
export const DebtorCases = Type.Object(
  {
    debtorId: Type.String(),
    agencyCollectionCases: Type.Array(
      Type.Object(
        {
          agencyCollectionCaseId: Type.String({
            description: 'The id assigned by the partner. Until then, the id of the collection case.',
          }),
          publicCollectionCaseId: Type.Optional(Type.String()),
          collectionCaseIds: Type.Array(Type.String()),
          closure: Type.Optional(
            Type.Object(
              {
                ...closureFields,
                options: Type.Optional(
                  Type.Array(
                    Type.Object(
                      { key: OptionKey, value: Type.String() },
                      { title: 'AgencyCaseClosureOption' },
                    ),
                  ),
                ),
                closureReason: Type.Optional(Type.String()),
              },
              { title: 'AgencyCaseClosure' },
            ),
          ),
          block: Type.Optional(BlockSchema),
          debts: Type.Array(
            Type.Object(
              {
                debtId: Type.String(),
                ...amountFields,
                reducedAmount: Amount,
                writeOffAmount: Amount,
                canceledAmount: CanceledAmount,
                block: Type.Optional(BlockSchema),
              },
              { title: 'AgencyCaseDebt' },
            ),
          ),
        },
        { title: 'AgencyCase' },
      ),
    ),
    block: Type.Optional(BlockSchema),
  },
  { title: 'DebtorCases' },
);

export const TransferDetails = Type.Object(
  {
    collectionDate: CalendarDate,
    debtCollectionType: Type.Enum(COLLECTION_TYPES, { type: 'string' }),
    client: Client,
    status: Type.Enum(TRANSFER_STATUSES, { type: 'string' }),
    origin: Type.Enum(TRANSFER_ORIGINS, { type: 'string' }),
  },
  { title: 'TransferDetails' },
);

export const Configuration = Type.Object(
  {
    client: Client,
    debtCollectionType: Type.Enum(COLLECTION_TYPES, { type: 'string' }),
    derecognizeRemainingDebtsOnClosure: Type.Enum(DERECOGNITIONS, { type: 'string' }),
    derecognizeRemainingDebtsOnRejection: Type.Enum(DERECOGNITIONS, { type: 'string' }),
    debtModificationOnUpdateMode: Type.Enum(MODIFICATION_MODES, {
      type: 'string',
      description:
        'IMMEDIATELY: the service books reported amounts on the account of the member immediately, if the partner is ' +
        'enabled for it. IGNORED: the service stores the amounts and books nothing.',
    }),
  },
  { title: 'DebtCollectionConfiguration' },
);

const DEBT_TYPES = ['PRINCIPAL_CLAIM', 'SALE', 'DEBT_CLAIM', 'FLAT_FEE', 'DUNNING_FEE', 'BANK_FEE'] as const;

/** A claim that was handed over; the amount is what was open at the time. */
const Debt = Type.Object(
  {
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
  },
  { title: 'Debt' },
);

export const Debtor = Type.Object(
  {
    ...debtorFields,
    collectionCases: Type.Array(
      Type.Object(
        {
          collectionCaseId: Type.String(),
          openAmount: Type.Number({ description: 'The open amount of all debts.' }),
          debt: Type.Array(Debt),
        },
        { title: 'CollectionCase' },
      ),
    ),
    block: Type.Optional(BlockSchema),
  },
  { title: 'Debtor' },
);

export const BlockedDebtor = Type.Object(
  {
    debtorId: Type.String(),
    block: BlockSchema,
    debts: Type.Array(Debt),
  },
  { title: 'BlockedDebtor' },
);

/** A debtor with the blocked debts of a slice. */
export const BlockedDebts = Type.Object(
  {
    debtorId: Type.String(),
    debts: Type.Array(Debt),
  },
  { title: 'BlockedDebts' },
);
