import { Type } from 'typebox';
import { CalendarDate, Int64 } from '../schemas.js';

const PERIODS = ['DAY', 'MONTH', 'WEEK', 'YEAR', 'ONCE'] as const;

/** Interval of a recurring payment; without frequency once in the period. */
export const Recurrence = Type.Object({
  period: Type.Enum(PERIODS, { type: 'string' }),
  frequency: Type.Optional(Type.Integer({ format: 'int32', examples: [2] })),
});

const ContactDetail = Type.Object({
  type: Type.Enum(['TEL_PRIVATE', 'TEL_PRIVATE_MOBILE', 'TEL_BUSINESS', 'EMAIL'], { type: 'string' }),
  value: Type.String(),
});

const addressFields = {
  addressLine1: Type.Optional(Type.String({ examples: ['Burgring 22'] })),
  addressLine2: Type.Optional(Type.String({ examples: ['1180 Vienna'] })),
  addressLine3: Type.Optional(Type.String({ examples: ['Austria'] })),
  region: Type.Optional(Type.String()),
  countryCode: Type.Optional(Type.String({ examples: ['AT'] })),
  country: Type.Optional(Type.String({ description: 'In the language of the answer.' })),
  addressData: Type.Optional(
    Type.Object({ street: Type.Optional(Type.String()), houseNumber: Type.Optional(Type.String()) }),
  ),
};

/** The studio, for which claims are collected. */
export const Client = Type.Object({
  name1: Type.String(),
  preTaxAttribute: Type.Boolean({ description: 'Whether the studio can deduct input tax.' }),
  postalCode: Type.String(),
  city: Type.String(),
  contactDetails: Type.Optional(Type.Array(ContactDetail)),
  ...addressFields,
});

const ContractDetail = Type.Object({
  id: Int64,
  rateName: Type.Optional(Type.String()),
  startDate: CalendarDate,
  endDate: CalendarDate,
  createdDate: CalendarDate,
  cancelled: Type.Boolean(),
  contractPeriod: Type.Optional(Recurrence),
  extensionPeriod: Type.Optional(Recurrence),
  cancellationPeriod: Type.Optional(Recurrence),
});

/** The debtor. Account data is not part of it: the mandate was given to the studio alone. */
export const debtorFields = {
  debtorId: Type.String(),
  membershipNr: Type.String(),
  identificationNumber: Type.Optional(Type.String()),
  contractDetails: Type.Array(ContractDetail),
  birthdate: Type.Optional(CalendarDate),
  firstName: Type.String(),
  lastName: Type.String(),
  secondLastName: Type.Optional(Type.String()),
  sex: Type.String({ description: 'MALE, FEMALE or UNISEX; UNISEX when it is not known.' }),
  postalCode: Type.Optional(Type.String()),
  city: Type.String({ description: 'Empty when it is not known.' }),
  contactDetails: Type.Array(ContactDetail),
  ...addressFields,
};
