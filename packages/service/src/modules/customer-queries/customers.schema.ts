import { type Static, Type } from 'typebox';
import { formatDateTime } from '../../core/date-time.js';
import { CalendarDate, Int64, Line } from '../../core/http/schemas.js';
import { type TextKey, translate } from '../../core/i18n/translate.js';
import type { AccessRestriction } from '../check-ins/access-restrictions.js';
import type { CardNumberFormat } from '../customers/access-mediums/access-mediums.js';
import {
  AccessMediumSchema,
  CardNumberQuery,
  toAccessMedium,
} from '../customers/access-mediums/access-mediums.schema.js';
import { contactDataOf } from '../customers/contact-data.js';
import { GENDERS } from '../customers/profile.js';
import type { CustomerRecord } from './customer-records.js';
import { CUSTOMER_STATUSES } from './customer-status.js';

/** Fields that have the same name in the record and in a sign-up. */
const SAME_NAMES = [
  'secondFirstName', 'secondLastName', 'email', 'gender', 'street', 'houseNumber', 'zipCode', 'city', 'secondStreet',
  'cityPart', 'district', 'streetType', 'streetBlock', 'portal', 'stairway', 'door', 'province',
  'additionalAddressInformation', 'floor', 'buildingName', 'thirdPartyId', 'additionalInformationFieldAssignments',
] as const; // prettier-ignore

/** Identifiers of a customer; a request gives exactly one. */
export const IdentifierQuery = Type.Object({
  customerNumber: Type.Optional(Type.String({ maxLength: 200, examples: ['100001'] })),
  debtorId: Type.Optional(
    Type.String({ maxLength: 200, description: 'The debtorId of the debt collection operations.' }),
  ),
  cardNumber: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'In the form given by cardNumberFormat.',
      examples: ['2864434397'],
    }),
  ),
  barcode: Type.Optional(Line(200, ['4006381333931'])),
  pin: Type.Optional(Line(200, ['4711'])),
  qrCodeUuid: Type.Optional(Type.String({ format: 'uuid', deprecated: true })),
  ...CardNumberQuery,
});

const text = (example: string) => Type.Optional(Type.String({ examples: [example] }));
const other = Type.Optional(Type.String());

export const CustomerSchema = Type.Object(
  {
    id: Int64,
    customerNumber: text('100001'),
    firstName: text('Mara'),
    secondFirstName: other,
    lastName: text('Lindner'),
    secondLastName: other,
    dateOfBirth: Type.Optional(CalendarDate),
    email: text('mara.lindner@example.com'),
    gender: Type.Optional(Type.Enum(GENDERS, { type: 'string' })),
    street: text('Torstraße'),
    houseNumber: text('12'),
    zipCode: text('10119'),
    city: text('Berlin'),
    country: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['DE'] })),
    secondStreet: other,
    cityPart: other,
    district: other,
    streetType: other,
    streetBlock: other,
    portal: other,
    stairway: other,
    door: other,
    province: other,
    additionalAddressInformation: other,
    floor: other,
    buildingName: other,
    status: Type.Enum(CUSTOMER_STATUSES, {
      type: 'string',
      description:
        'MEMBER: has a contract that has not ended, even if it has not begun. FORMER_MEMBER: only has contracts that have ended. PROSPECT: has never had a contract.',
    }),
    imageUrl: Type.Optional(Type.String({ description: 'Link to the image, valid for 15 minutes.' })),
    phonePrivate: text('+49 30 5550142'),
    phonePrivateMobile: text('+49 151 55501420'),
    phoneBusiness: other,
    phoneBusinessMobile: other,
    bankAccount: Type.Optional(
      Type.Object(
        {
          accountHolder: text('Mara Lindner'),
          bankName: other,
          bic: other,
          iban: Type.Optional(
            Type.String({ description: 'Masked.', examples: ['DE89 **** **** **** **30 00'] }),
          ),
        },
        { title: 'BankAccount', description: 'The account that payment runs debit.' },
      ),
    ),
    accessRefusal: Type.Boolean({ description: 'Whether the customer is refused entry.' }),
    accessRestrictions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            reason: Type.String({
              description: 'In the language of the response, or as given by a partner.',
              examples: ['Claims in debt collection'],
            }),
            startDate: Type.Optional(CalendarDate),
            endDate: Type.Optional(
              Type.String({ ...CalendarDate, description: 'Absent while the end date is unknown.' }),
            ),
          },
          { title: 'CustomerAccessRestriction' },
        ),
        { description: 'Reasons for which the customer is refused entry today.' },
      ),
    ),
    idlePeriods: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Int64,
            startDate: CalendarDate,
            endDate: Type.Optional(
              Type.String({ ...CalendarDate, description: 'Absent for an unlimited freeze period.' }),
            ),
            reason: Type.Optional(Type.String({ examples: ['Vacation'] })),
            contract: Type.Optional(
              Type.Object({ id: Int64, rateName: Type.String({ examples: ['Standard'] }) }),
            ),
            unlimited: Type.Boolean(),
          },
          { title: 'CustomerIdlePeriod' },
        ),
        { description: 'Agreed freeze periods, including past ones, sorted by start date.' },
      ),
    ),
    uuid: Type.Optional(Type.String({ format: 'uuid' })),
    studioId: Type.Optional(Int64),
    preferredLanguage: Type.Optional(
      Type.Object(
        {
          languageCode: Type.String({ description: 'ISO 639-1', examples: ['de'] }),
          countryCode: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2' })),
        },
        { title: 'Language' },
      ),
    ),
    additionalInformationFieldAssignments: Type.Optional(
      Type.Array(Type.Object({ additionalInformationFieldId: Int64, value: Type.String() })),
    ),
    thirdPartyId: other,
    accessMediums: Type.Optional(Type.Array(AccessMediumSchema)),
    createdDateTime: Type.Optional(
      Type.String({ format: 'date-time', description: 'Absent for older customers.' }),
    ),
  },
  { title: 'Customer' },
);

const REASONS = {
  DEBT_COLLECTION: 'accessRestriction.DEBT_COLLECTION',
  FREEZE: 'accessRestriction.FREEZE',
} as const satisfies Record<Extract<AccessRestriction['reason'], string>, TextKey>;

/** Format of a response. */
interface AnswerForm {
  readonly timeZone: string;
  readonly language: string;
  readonly cardNumberFormat?: CardNumberFormat;
}

/** Converts a customer for a response; unknown values are omitted. */
export function toCustomer(
  {
    customer,
    status,
    identity,
    bankAccount,
    accessMediums,
    imageUrl,
    accessRestrictions,
    idlePeriods,
  }: CustomerRecord,
  { timeZone, language, cardNumberFormat }: AnswerForm,
): Static<typeof CustomerSchema> {
  const { id, uuid, studioId, firstName, lastName, profile, createdAt } = customer;
  const known = SAME_NAMES.flatMap((name) => {
    const value = profile?.[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(known),
    id,
    customerNumber: String(id),
    uuid,
    studioId,
    firstName,
    lastName,
    status,
    accessRefusal: accessRestrictions.length > 0,
    accessRestrictions: accessRestrictions.map(({ reason, startDate, endDate }) => ({
      reason: typeof reason === 'string' ? translate(language, REASONS[reason]) : reason.text,
      ...(startDate !== null && { startDate }),
      ...(endDate !== null && { endDate }),
    })),
    idlePeriods: idlePeriods.map(({ id, startDate, endDate, reason, contract }) => ({
      id,
      startDate,
      ...(endDate !== null && { endDate }),
      ...(reason !== undefined && { reason }),
      contract,
      unlimited: endDate === null,
    })),
    ...contactDataOf(customer),
    ...(profile?.countryCode && { country: profile.countryCode }),
    ...(profile?.language && { preferredLanguage: profile.language }),
    ...(identity?.dateOfBirth && { dateOfBirth: identity.dateOfBirth }),
    ...(bankAccount && { bankAccount }),
    ...(imageUrl !== null && { imageUrl }),
    ...(accessMediums && {
      accessMediums: accessMediums.map((medium) => toAccessMedium(medium, cardNumberFormat)),
    }),
    ...(createdAt && { createdDateTime: formatDateTime(createdAt, timeZone) }),
  };
}
