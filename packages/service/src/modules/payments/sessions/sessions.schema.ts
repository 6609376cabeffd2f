import { methodNames } from '@upc/contract/catalogue';
import { Type } from 'typebox';
import { Int64 } from '../../../core/http/schemas.js';

export const UserSessionRequest = Type.Object(
  {
    amount: Type.Number({
      description:
        'In the currency of the studio. 0 collects a payment instrument; a higher amount authorises a payment. With scope MEMBER_ACCOUNT, a higher amount does both: it becomes credit on the account when the token is used.',
      examples: [19.99],
    }),
    scope: Type.Enum(['MEMBER_ACCOUNT', 'ECOM'], { type: 'string' }),
    customerId: Type.Optional(Int64),
    paymentServiceCustomerId: Type.Optional(Type.String({ format: 'uuid' })),
    permittedPaymentChoices: Type.Optional(
      Type.Array(Type.Enum(methodNames, { type: 'string' }), {
        uniqueItems: true,
        description: 'Empty or omitted: all payment choices of the studio.',
      }),
    ),
    referenceText: Type.Optional(
      Type.String({
        maxLength: 140,
        // Requires at least one visible character and allows no control characters, which a bank statement cannot show.
        pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
        description: "Appears on the customer's bank statement. Default: the studio's name.",
        examples: ['Gym Joining Fee 01.07.2025'],
      }),
    ),
    requireDirectDebitSignature: Type.Optional(Type.Boolean()),
    showExistingPaymentInstruments: Type.Optional(Type.Boolean({ default: true })),
    savePaymentInstrument: Type.Optional(
      Type.Boolean({
        description:
          'With scope ECOM: true shows an unticked checkbox for saving, null or an omitted value shows a ticked one, and false shows none. With scope MEMBER_ACCOUNT, false is refused.',
      }),
    ),
    prefetch: Type.Optional(
      Type.Object(
        {
          // The pattern of the widget's `locale` (src/config/config-schemas.ts).
          locale: Type.String({
            pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$',
            description: 'The `locale` of the widget.',
            examples: ['de-CH'],
          }),
        },
        {
          description: 'Adds `session` to the response, so that the widget shows its form without a request.',
        },
      ),
    ),
  },
  { title: 'UserSessionRequest' },
);

export const UserSessionAnswer = Type.Object(
  {
    token: Type.String({ description: 'The userSessionToken for the widget.' }),
    tokenValidUntil: Type.String({ format: 'date-time' }),
    paymentServiceCustomerId: Type.String({ format: 'uuid' }),
    paymentServiceRegion: Type.String({ examples: ['eu-central-1'] }),
    session: Type.Optional(
      Type.Object(
        { token: Type.String(), locale: Type.String({ description: 'As given in `prefetch`.' }) },
        {
          additionalProperties: true,
          description:
            'The session as the widget would otherwise request it. Pass it to `init` unchanged; its other members belong to the widget. A repeated request gets its current state, and none once it has been used or has expired. It contains the token and, for a known customer, stored payment instruments: neither store nor log it.',
        },
      ),
    ),
  },
  { title: 'UserSession' },
);
