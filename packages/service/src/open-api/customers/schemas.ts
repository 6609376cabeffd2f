import { Type } from 'typebox';
import { CUSTOMER_STATUSES } from '../../customer-records/customer-status.js';
import { GENDERS } from '../../domain/customer-profile.js';
import { AccessMediums, CardNumberQuery } from '../access-mediums.js';
import { CalendarDate, Int64, Line } from '../schemas.js';

/** Fields that have the same name in the record and in the sign-up. */
export const SAME_NAMES = [
  'secondFirstName', 'secondLastName', 'email', 'gender', 'street', 'houseNumber', 'zipCode', 'city', 'secondStreet',
  'cityPart', 'district', 'streetType', 'streetBlock', 'portal', 'stairway', 'door', 'province',
  'additionalAddressInformation', 'floor', 'buildingName', 'thirdPartyId', 'additionalInformationFieldAssignments',
] as const; // prettier-ignore

/** The identifier of a customer: exactly one of these. */
export const IdentifierQuery = Type.Object({
  customerNumber: Type.Optional(Type.String({ maxLength: 200, examples: ['100001'] })),
  debtorId: Type.Optional(Type.String({ maxLength: 200, description: 'As debt collection names them.' })),
  cardNumber: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'As cardNumberFormat says.',
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

export const CustomerSchema = Type.Object({
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
      'MEMBER: has a contract that has not ended, perhaps not begun. FORMER_MEMBER: had one. PROSPECT: never had one.',
  }),
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
      { description: 'The account that the payment runs debit.' },
    ),
  ),
  accessRefusal: Type.Boolean({ description: 'Whether the customer may not enter.' }),
  accessRestrictions: Type.Optional(
    Type.Array(
      Type.Object({
        reason: Type.String({
          description: 'In the language of the answer.',
          examples: ['Claims in debt collection'],
        }),
        startDate: Type.Optional(CalendarDate),
        endDate: Type.Optional(
          Type.String({ ...CalendarDate, description: 'Absent while nobody knows until when.' }),
        ),
      }),
      { description: 'Why the customer may not enter today.' },
    ),
  ),
  idlePeriods: Type.Optional(
    Type.Array(
      Type.Object({
        id: Int64,
        startDate: CalendarDate,
        endDate: Type.Optional(Type.String({ ...CalendarDate, description: 'Absent: unlimited.' })),
        reason: Type.Optional(Type.String({ examples: ['Vacation'] })),
        contract: Type.Optional(
          Type.Object({ id: Int64, rateName: Type.String({ examples: ['Standard'] }) }),
        ),
        unlimited: Type.Boolean(),
      }),
      { description: 'The freeze periods that are agreed, past ones too, by their start.' },
    ),
  ),
  uuid: Type.Optional(Type.String({ format: 'uuid' })),
  studioId: Type.Optional(Int64),
  preferredLanguage: Type.Optional(
    Type.Object({
      languageCode: Type.String({ description: 'ISO 639-1', examples: ['de'] }),
      countryCode: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2' })),
    }),
  ),
  additionalInformationFieldAssignments: Type.Optional(
    Type.Array(Type.Object({ additionalInformationFieldId: Int64, value: Type.String() })),
  ),
  thirdPartyId: other,
  accessMediums: Type.Optional(AccessMediums),
  createdDateTime: Type.Optional(
    Type.String({ format: 'date-time', description: 'Known for newer customers.' }),
  ),
});
