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

const Iban = Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' });
const Bic = Type.String({ pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' });
const CutOff = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });
const strict = { additionalProperties: false };

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
      strict,
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
  { ...strict, description: 'Name, address and identifiers of the creditor, as JSON.' },
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
    iban: Type.Optional(Iban),
    bic: Type.Optional(Bic),
    bankLocationId: Type.Optional(Type.String({ pattern: '^[0-9]{3,12}$' })),
    accountNumber: Type.Optional(Type.String({ pattern: '^[0-9]{4,17}$' })),
  },
  {
    ...strict,
    description:
      'Account shown to payers for BANK_TRANSFER, as JSON: {"accountHolder": …, "iban": …}. accountHolder must be the exact ' +
      "legal name of the account holder, because payers' banks compare it.",
  },
);

/**
 * The accounts at the studio's own banks, by the method whose debits they collect from files (docs/bank-files.md). The
 * ids of ACH are those of a Nacha file (Nacha Operating Rules, ACH record format specifications), and those of BECS those of
 * a direct entry file (Westpac, Australian Direct Entry file format).
 */
const BankInput = Type.Union(
  [
    Type.Object(
      {
        SEPA: Type.Optional(Type.Object({ iban: Iban, bic: Type.Optional(Bic), cutOff: CutOff }, strict)),
        CH_DD: Type.Optional(Type.Object({ iban: Iban, cutOff: CutOff }, strict)),
        LSV: Type.Optional(
          Type.Object(
            {
              iban: Iban,
              participant: Type.Optional(Type.String({ pattern: '^[0-9]{9}$' })),
              cutOff: CutOff,
            },
            strict,
          ),
        ),
        ACH: Type.Optional(
          Type.Object(
            {
              routingNumber: Type.String({ pattern: '^[0-9]{9}$' }),
              bankName: Line(23),
              originId: Type.String({ pattern: '^[A-Z0-9]{9,10}$' }),
              companyId: Type.String({ pattern: '^[A-Z0-9]{10}$' }),
              entryClass: Type.Optional(Type.Literal('PPD')),
              cutOff: CutOff,
            },
            strict,
          ),
        ),
        BECS: Type.Optional(
          Type.Object(
            {
              bsb: Type.String({ pattern: '^[0-9]{6}$' }),
              accountNumber: Type.String({ pattern: '^(?!0+$)[0-9]{1,9}$' }),
              userId: Type.String({ pattern: '^[0-9]{6}$' }),
              userName: Line(26),
              bankAbbreviation: Type.String({ pattern: '^[A-Z]{3}$' }),
              cutOff: CutOff,
            },
            strict,
          ),
        ),
      },
      { ...strict, minProperties: 1 },
    ),
    Type.Null(),
  ],
  {
    description:
      'Its own bank for each method whose debits a bank collects from files, as JSON: {"SEPA": {"iban": …, "bic": …, "cutOff": "10:00"}}; ' +
      '{"CH_DD": {"iban": …, "cutOff": …}, "LSV": {"iban": …, "participant": "010001628", "cutOff": …}}; ' +
      '{"ACH": {"routingNumber": …, "bankName": …, "originId": "1123456789", "companyId": "1123456789", "cutOff": …}}, with "entryClass": "PPD" if ' +
      'members sign on paper; {"BECS": {"bsb": "062000", "accountNumber": …, "userId": "301500", "userName": …, ' +
      '"bankAbbreviation": "CBA", "cutOff": …}}. cutOff is the time until which the bank takes files for the next bank day. All methods are given together; a ' +
      'method that is left out, or null for all, ends it for new payments.',
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
      bank:
        bank && Object.fromEntries(Object.entries(bank).map(([method, { cutOff }]) => [method, { cutOff }])),
    }),
  };
}
