import { type Static, type TSchema, Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../../core/database/stored-schema.js';
import { BenefitSettings } from './benefit-settings.js';
import {
  COMMUNICATION_CHANNELS,
  MESSAGE_CATEGORIES,
  USUAL_PREFERENCES,
} from './communication-preferences.js';
import { DebtCollectionSchema, DEFAULT_DEBT_COLLECTION } from './debt-collection-settings.js';
import { IdlePeriodSettings, USUAL_IDLE_PERIODS } from './idle-period-settings.js';
import { PaymentPageSettings } from './payment-page-settings.js';

export const AMENDMENT_MODES = [
  'READ',
  'CHANGES_REQUIRE_VERIFICATION',
  'CHANGES_WITHOUT_VERIFICATION',
] as const;

/** The check for existing customers when somebody becomes a lead or books a trial (specification, Errors). */
const Customers = Type.Object({
  duplicateCheck: Type.Enum(['EMAIL', 'NAME_AND_EMAIL', 'NONE'], {
    type: 'string',
    description: 'Data in which a person must match a customer to be rejected as DUPLICATE_CUSTOMER.',
  }),
});

const Amendments = Type.Enum(AMENDMENT_MODES, {
  type: 'string',
  description: 'Whether members can request changes, and whether staff must approve them.',
});

/** Whether members can change their data themselves (fields-2, Customers Self-service). */
const SelfServiceSettings = Type.Object({
  contactData: Amendments,
  addressData: Amendments,
  masterData: Amendments,
  paymentData: Amendments,
  requireSignature: Type.Boolean({ description: 'Whether a new bank account needs a signature.' }),
});

/** Channels used for members who have set no preference. */
const CommunicationSettings = Type.Object({
  preferences: Type.Array(
    Type.Object({
      messageCategory: Type.Enum(MESSAGE_CATEGORIES, { type: 'string' }),
      channels: Type.Array(
        Type.Object({
          communicationChannel: Type.Enum(COMMUNICATION_CHANNELS, { type: 'string' }),
          customerOverridable: Type.Boolean({
            description: 'Whether members may change this for themselves.',
          }),
          active: Type.Boolean(),
        }),
      ),
    }),
  ),
});

/** Cancellation of contracts by members (fields-2, Contract cancelation). */
const CancelationSettings = Type.Object({
  requireVerification: Type.Boolean({
    description: 'Whether a cancellation by a member takes effect only once staff have approved it.',
  }),
  requireWithdrawalVerification: Type.Boolean({
    description:
      'Whether staff must approve it when a member withdraws a cancellation that has taken effect.',
  }),
  reasons: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String({ minLength: 1, maxLength: 200 }) }),
    {
      description:
        "Reasons in the studio's own words. If empty, the default reasons are shown in the requested language.",
    },
  ),
});

/** Withdrawal from contracts that were made online. */
const WithdrawalSettings = Type.Object({
  days: Type.Integer({
    minimum: 14,
    maximum: 365,
    description: 'Days for which a member can withdraw from a contract; at least those of the law.',
  }),
});

/** Collection of due claims from the stored instruments of members. */
const PaymentRuns = Type.Object({
  automatic: Type.Boolean({
    description:
      'Whether payment runs start automatically; otherwise staff start each one (payment-run.start).',
  }),
});

/** Utilization of the studio (specification, studios/utilization). */
const CheckIns = Type.Object({
  capacity: Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()], {
    description: 'Maximum number of people in the studio; null if not specified.',
  }),
  longestVisitHours: Type.Integer({
    minimum: 1,
    maximum: 24,
    description:
      'Hours after which a person who has not checked out counts as gone. A change applies to visits that begin later.',
  }),
});

const TrialSessions = Type.Object({
  dateTimeForm: Type.Enum(['UTC', 'ZONED'], {
    type: 'string',
    description:
      'How the legacy interface writes slots: UTC with the suffix Z, or local time with offset and zone in brackets.',
  }),
  bookingsPerAddress: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Maximum number of trial sessions that one address may book within a day; 5 if absent.',
    }),
  ),
  confirmWithinMinutes: Type.Optional(
    Type.Union([Type.Integer({ minimum: 5, maximum: 2880 }), Type.Null()], {
      description:
        'Minutes for which an unconfirmed booking keeps its slot; null or absent if it needs no confirmation. A partner must ' +
        'write to the person upon TRIAL_SESSION_CONFIRMATION_REQUIRED.',
    }),
  ),
});

/** Contracts of members under age, which the specification leaves to the studio. */
const UnderageMembers = Type.Object({
  minimumAge: Type.Union([Type.Integer({ minimum: 1, maximum: 99 }), Type.Null()], {
    description:
      'Age in years that a member must have reached when the contract starts; null if there is none.',
  }),
  requireLegalRepresentative: Type.Boolean({
    description:
      'Whether a legal representative must agree to the contract and sign it if the member is under 18 when it starts.',
  }),
});

export const FIELD_MODES = ['INACTIVE', 'OPTIONAL', 'MANDATORY'] as const;
export const ADDITIONAL_FIELD_TYPES = ['BOOLEAN', 'DATE', 'LIST', 'NUMERIC', 'TEXT'] as const;

const FieldId = Type.Integer({ minimum: 1 });
const FieldName = Type.String({ minLength: 1, maxLength: 200 });

/** Data about customers that the studio has defined itself. */
const AdditionalFields = Type.Object({
  fields: Type.Array(
    Type.Object({
      id: FieldId,
      name: FieldName,
      type: Type.Enum(ADDITIONAL_FIELD_TYPES, { type: 'string' }),
      abbreviation: Type.Optional(FieldName),
      listItems: Type.Optional(Type.Array(Type.Object({ id: FieldId, name: FieldName }), { minItems: 1 })),
    }),
    { maxItems: 200 },
  ),
});

/** Data that forms for people who are interested in a membership ask for (fields-2, Leads). */
const Leads = Type.Object({
  addressMode: Type.Enum(FIELD_MODES, { type: 'string' }),
  dateOfBirthMode: Type.Enum(FIELD_MODES, { type: 'string' }),
  genderMode: Type.Enum(FIELD_MODES, { type: 'string' }),
  telephoneMode: Type.Enum(FIELD_MODES, { type: 'string' }),
  additionalFields: Type.Array(
    Type.Object({
      id: FieldId,
      mode: Type.Enum(FIELD_MODES, { type: 'string' }),
      allowMultiSelection: Type.Boolean({ description: 'Whether several items of a list can be given.' }),
    }),
    { description: 'Fields of the subject additionalFields.' },
  ),
});

/** Settings that studios decide themselves, one subject per functional area. */
export const SETTINGS = {
  debtCollection: DebtCollectionSchema,
  customers: Customers,
  selfService: SelfServiceSettings,
  communication: CommunicationSettings,
  cancelation: CancelationSettings,
  withdrawal: WithdrawalSettings,
  paymentRuns: PaymentRuns,
  paymentPage: PaymentPageSettings,
  idlePeriods: IdlePeriodSettings,
  checkIns: CheckIns,
  trialSessions: TrialSessions,
  underageMembers: UnderageMembers,
  additionalFields: AdditionalFields,
  leads: Leads,
  benefits: BenefitSettings,
} as const satisfies Record<string, TSchema>;

export type AdditionalField = Static<typeof AdditionalFields>['fields'][number];
export type FieldMode = (typeof FIELD_MODES)[number];
export type SettingsSubject = keyof typeof SETTINGS;
export type StudioSettings = { readonly [S in SettingsSubject]: Static<(typeof SETTINGS)[S]> };

/** Defaults for a studio that has set nothing. */
const USUAL: StudioSettings = {
  debtCollection: DEFAULT_DEBT_COLLECTION,
  customers: { duplicateCheck: 'EMAIL' },
  selfService: {
    contactData: 'CHANGES_REQUIRE_VERIFICATION',
    addressData: 'CHANGES_REQUIRE_VERIFICATION',
    masterData: 'CHANGES_REQUIRE_VERIFICATION',
    paymentData: 'CHANGES_REQUIRE_VERIFICATION',
    requireSignature: false,
  },
  communication: { preferences: USUAL_PREFERENCES },
  // A notice that was received binds both sides, so that members need the studio's consent to withdraw it.
  cancelation: { requireVerification: false, requireWithdrawalVerification: true, reasons: [] },
  // Art. 9(1) of Directive 2011/83/EU.
  withdrawal: { days: 14 },
  paymentRuns: { automatic: true },
  paymentPage: {},
  idlePeriods: USUAL_IDLE_PERIODS,
  checkIns: { capacity: null, longestVisitHours: 4 },
  // The new form is for clients that accept both. The studio switches when its clients do.
  trialSessions: { dateTimeForm: 'UTC' },
  underageMembers: { minimumAge: null, requireLegalRepresentative: false },
  additionalFields: { fields: [] },
  leads: {
    addressMode: 'OPTIONAL',
    dateOfBirthMode: 'OPTIONAL',
    genderMode: 'OPTIONAL',
    telephoneMode: 'OPTIONAL',
    additionalFields: [],
  },
  benefits: { benefits: [] },
};

/** Settings as stored: only those that the studio has set. */
export interface StoredSettings {
  readonly decided: Partial<StudioSettings>;
}

export const NO_SETTINGS: StoredSettings = { decided: {} };

/** Returns the complete settings of a studio, including defaults. */
export function settingsOf({ settings }: { readonly settings: StoredSettings }): StudioSettings {
  return { ...USUAL, ...settings.decided };
}

/** Stored schema that contains only the settings that the studio has set. */
export const STUDIO_SETTINGS: StoredSchema<StoredSettings> = storedSchema(
  Type.Object({ decided: Type.Partial(Type.Object(SETTINGS)) }),
);
