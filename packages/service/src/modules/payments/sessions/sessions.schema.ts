import { methodNames } from '@upc/contract/catalogue';
import { Type } from 'typebox';
import { Int64 } from '../../../core/http/schemas.js';

export const UserSessionRequest = Type.Object({
  amount: Type.Number({
    description:
      '0 to collect a payment instrument, more to have a payment authorized; with scope MEMBER_ACCOUNT both: what is authorized becomes credit on the account when the token is used. In the currency of the studio.',
    examples: [19.99],
  }),
  scope: Type.Enum(['MEMBER_ACCOUNT', 'ECOM'], { type: 'string' }),
  customerId: Type.Optional(Int64),
  paymentServiceCustomerId: Type.Optional(Type.String({ format: 'uuid' })),
  permittedPaymentChoices: Type.Optional(
    Type.Array(Type.Enum(methodNames, { type: 'string' }), {
      uniqueItems: true,
      description: 'Empty or omitted: every choice of the studio.',
    }),
  ),
  referenceText: Type.Optional(
    Type.String({
      maxLength: 140,
      // At least one visible character, and none that a bank statement cannot show.
      pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
      description: "Stands on the customer's bank statement. Omitted: the studio's name.",
      examples: ['Gym Joining Fee 01.07.2025'],
    }),
  ),
  requireDirectDebitSignature: Type.Optional(Type.Boolean()),
  showExistingPaymentInstruments: Type.Optional(Type.Boolean({ default: true })),
  savePaymentInstrument: Type.Optional(
    Type.Boolean({
      description:
        'ECOM: true shows the box to save unticked, omitted or null ticked, false shows none. With scope MEMBER_ACCOUNT, false is refused.',
    }),
  ),
});

export const UserSessionAnswer = Type.Object({
  token: Type.String({ description: 'Initializes the widget.' }),
  tokenValidUntil: Type.String({ format: 'date-time' }),
  paymentServiceCustomerId: Type.String({ format: 'uuid' }),
  paymentServiceRegion: Type.String({ examples: ['eu-central-1'] }),
});
