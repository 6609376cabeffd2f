import { Type } from 'typebox';
import {
  COMMUNICATION_CHANNELS,
  DOCUMENT_TYPES,
  GENDERS,
  MESSAGE_CATEGORIES,
  OPTIONAL_TEXTS,
} from '../../../domain/customer-profile.js';
import { CalendarDate, Int64, Line, RequestToken, RequiredLine } from '../../schemas.js';

const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2', examples: ['DE'] });
const Signature = Type.String({
  minLength: 1,
  maxLength: 200_000,
  description: 'An SVG as Base64. The service keeps what it draws again from the strokes, nothing else.',
});
const Notes = Type.String({ maxLength: 2000, pattern: '^[^\\u0000\\p{Cs}]*$' });
const ModuleIds = Type.Array(Int64, { maxItems: 50 });

export const CustomerFields = Type.Object({
  ...(Object.fromEntries(OPTIONAL_TEXTS.map((name) => [name, Type.Optional(Line())])) as Record<
    (typeof OPTIONAL_TEXTS)[number],
    ReturnType<typeof Type.Optional<ReturnType<typeof Line>>>
  >),
  firstName: RequiredLine('Peter'),
  lastName: RequiredLine('Muller'),
  dateOfBirth: CalendarDate,
  countryOfBirth: Type.Optional(Country),
  email: Type.String({ format: 'email', maxLength: 254, examples: ['example@example.com'] }),
  gender: Type.Optional(Type.Enum(GENDERS, { type: 'string' })),
  street: RequiredLine('Raboisen Street'),
  city: RequiredLine('Hamburg'),
  zipCode: RequiredLine('220-99', 20),
  countryCode: Country,
  language: Type.Object({
    languageCode: Type.String({ pattern: '^[a-z]{2}$', description: 'ISO 639-1', examples: ['de'] }),
    countryCode: Type.Optional(Country),
  }),
  communicationPreferences: Type.Optional(
    Type.Array(
      Type.Object({
        messageCategory: Type.Optional(Type.Enum(MESSAGE_CATEGORIES, { type: 'string' })),
        channels: Type.Optional(
          Type.Array(
            Type.Object({
              communicationChannel: Type.Enum(COMMUNICATION_CHANNELS, { type: 'string' }),
              customerOverridable: Type.Optional(Type.Boolean()),
              active: Type.Optional(Type.Boolean()),
            }),
            { maxItems: 20 },
          ),
        ),
      }),
      { maxItems: 20 },
    ),
  ),
  documentIdentification: Type.Optional(
    Type.Object({
      documentNumber: RequiredLine('CX5432112345DS'),
      documentType: Type.Enum(DOCUMENT_TYPES, { type: 'string' }),
    }),
  ),
  additionalInformationFieldAssignments: Type.Optional(
    Type.Array(Type.Object({ additionalInformationFieldId: Int64, value: Line(2000) }), { maxItems: 100 }),
  ),
});

export const Customer = Type.Object({
  ...CustomerFields.properties,
  paymentRequestToken: Type.Optional(RequestToken),
});

export const Contract = Type.Object({
  contractOfferTermId: Int64,
  startDate: CalendarDate,
  preuseDate: Type.Optional(CalendarDate),
  notes: Type.Optional(Notes),
  thirdPartyId: Type.Optional(Line()),
  employeeId: Type.Optional(Int64),
  referralCode: Type.Optional(Line(100)),
  selectedSelectableModuleIds: Type.Optional(ModuleIds),
  selectedOptionalModuleIds: Type.Optional(ModuleIds),
  initialPaymentRequestToken: Type.Optional(RequestToken),
  contractSignature: Type.Optional(Type.Object({ base64SvgSignature: Signature })),
  textBlockSignatures: Type.Optional(
    Type.Array(Type.Object({ base64SvgSignature: Signature, textBlockId: Int64 }), { maxItems: 50 }),
  ),
  voucherCode: Type.Optional(Line(100)),
});

export const FurtherContract = Type.Object({
  ...Contract.properties,
  paymentRequestToken: Type.Optional(
    Type.Unsafe<string>({
      ...RequestToken,
      description: "Of a MEMBER_ACCOUNT session: the instrument of the customer's payment runs from now on.",
    }),
  ),
});

export const Signup = Type.Object({ contract: Contract, customer: Customer });

export const MembershipSwitch = Type.Object({
  configId: Int64,
  membershipOfferTermId: Int64,
  sourceContractId: Int64,
  startDate: CalendarDate,
  notes: Type.Optional(Notes),
  thirdPartyId: Type.Optional(Line()),
  selectedSelectableModuleIds: Type.Optional(ModuleIds),
  selectedOptionalModuleIds: Type.Optional(ModuleIds),
  initialPaymentRequestToken: Type.Optional(RequestToken),
});
