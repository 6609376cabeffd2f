import { methodNames } from '@upc/contract/catalogue';
import { type Static, Type } from 'typebox';
import { LANGUAGES } from '../../core/i18n/languages.js';
import { SESSION_MINUTES } from '../../modules/studios/settings/session-lifetime.js';

const Line = (maxLength: number, description?: string) =>
  Type.String({
    pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$',
    maxLength,
    ...(description !== undefined && { description }),
  });

/** Creditor as mandates name it (gateway contract, Creditor). */
const CreditorInput = Type.Object(
  {
    name: Line(70),
    address: Type.Object(
      {
        line1: Line(70),
        line2: Type.Optional(Line(70)),
        postalCode: Line(16),
        city: Line(70),
        state: Type.Optional(Line(70)),
        country: Type.String({ pattern: '^[A-Z]{2}$' }),
      },
      { additionalProperties: false },
    ),
    email: Type.Optional(Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 })),
    phone: Type.Optional(Line(30)),
    creditorIdentifier: Type.Optional(Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{4,31}$' })),
    lsvIdentifier: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{5}$' })),
    rsPid: Type.Optional(Type.String({ pattern: '^[0-9]{17}$' })),
    serviceUserNumber: Type.Optional(Type.String({ pattern: '^[0-9]{6}$' })),
    statementName: Type.Optional(Line(18)),
    preNotificationDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 14 })),
  },
  { additionalProperties: false, description: 'Name, address and identifiers of the creditor, as JSON.' },
);

/**
 * Account to which payers transfer money (gateway contract, TransferAccount). Since October 2025, payers' banks in the
 * euro area verify the payee's name (Regulation (EU) 2024/886).
 */
const TransferAccountInput = Type.Object(
  {
    accountHolder: Line(
      70,
      "The account holder's exact legal name. Payers' banks compare it before they transfer money and warn of a difference.",
    ),
    bankName: Type.Optional(Line(70)),
    iban: Type.Optional(Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' })),
    bic: Type.Optional(Type.String({ pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' })),
    bankLocationId: Type.Optional(Type.String({ pattern: '^[0-9]{3,12}$' })),
    accountNumber: Type.Optional(Type.String({ pattern: '^[0-9]{4,17}$' })),
  },
  {
    additionalProperties: false,
    description:
      'Account shown to payers for BANK_TRANSFER, as JSON: {"accountHolder": …, "iban": …}. accountHolder must be the exact ' +
      "legal name of the account holder, because payers' banks compare it.",
  },
);

/** The bank that collects the studio's debits from files (docs/bank-files.md). */
const BankInput = Type.Union(
  [
    Type.Object(
      {
        methods: Type.Array(Type.Enum(['SEPA'], { type: 'string' }), { minItems: 1, uniqueItems: true }),
        iban: Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' }),
        bic: Type.Optional(Type.String({ pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' })),
        cutOff: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  {
    description:
      'Its own bank, if that collects debits from files, as JSON: {"methods": ["SEPA"], "iban": …, "bic": …, "cutOff": "10:00"}. ' +
      'cutOff is the time until which the bank takes files for the next bank day. null ends it for new payments.',
  },
);

/**
 * An operator's description of a studio. Its settings are changed with `settings.set`, its origins with `origin.add`.
 */
export const StudioInput = Type.Object({
  name: Line(100),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217, such as EUR.' }),
  timeZone: Type.String({ minLength: 1, maxLength: 60, description: 'Such as Europe/Berlin.' }),
  language: Type.Enum([...LANGUAGES], { type: 'string' }),
  creditor: CreditorInput,
  paymentMethods: Type.Array(Type.Enum([...methodNames], { type: 'string' }), {
    minItems: 1,
    uniqueItems: true,
    description: 'Methods that are switched on, as JSON: ["SEPA", "CREDIT_CARD"].',
  }),
  transferAccount: Type.Optional(TransferAccountInput),
  bank: Type.Optional(BankInput),
  stripeAccount: Type.Optional(
    Type.String({
      pattern: '^([0-9]+|[A-Z][A-Z0-9]{0,39}|default)$',
      description:
        'Its Stripe account, as the suffix of the variable: SOUTH for STRIPE_SECRET_KEY_SOUTH; default for STRIPE_SECRET_KEY_<id> ' +
        'or STRIPE_SECRET_KEY.',
    }),
  ),
  region: Type.Optional(Line(30, 'Region of its payments, as sessions report it (eu-central-1).')),
  sessionMinutes: Type.Optional(
    Type.Integer({
      minimum: SESSION_MINUTES.least,
      maximum: SESSION_MINUTES.most,
      description: `Minutes for which a payment session is valid (${SESSION_MINUTES.usual}).`,
    }),
  ),
});

export type StudioInput = Static<typeof StudioInput>;

/** Prepares changes for the audit record, which states that the account was set but contains no account number. */
export function withoutAccount({
  transferAccount,
  bank,
  ...others
}: Partial<StudioInput>): Readonly<Record<string, unknown>> {
  return {
    ...others,
    ...(transferAccount && { transferAccount: 'set' }),
    ...(bank !== undefined && {
      bank: bank === null ? null : { methods: bank.methods, cutOff: bank.cutOff },
    }),
  };
}
