import { Type } from 'typebox';
import { DateTimeInput } from '../../../core/http/date-times.js';
import { Int64, Money } from '../../../core/http/schemas.js';
import { LINK_DAYS } from './links.js';
import { LINK_PURPOSES } from './links.stored.js';

const Purposes = Type.Array(Type.Enum(LINK_PURPOSES, { type: 'string' }), {
  minItems: 1,
  uniqueItems: true,
  description:
    'ACCOUNT_PAYMENT: the customer pays open claims. PAYMENT_INSTRUMENT: the customer replaces the payment instrument of payment runs. The page serves them in this order.',
  examples: [['ACCOUNT_PAYMENT', 'PAYMENT_INSTRUMENT']],
});

const DebtClaimIds = Type.Array(Int64, {
  uniqueItems: true,
  description:
    'Open claims to be paid. Empty or omitted: the claims that are due now. Later claims need a link of their own.',
});

const ExpiresAt = DateTimeInput(
  `Time from which the link cannot be opened any more, at most ${LINK_DAYS.most} days ahead; ${LINK_DAYS.usual} days by default.`,
);

export const PaymentLinkRequest = Type.Object(
  {
    customerId: Int64,
    purposes: Purposes,
    debtClaimIds: Type.Optional(DebtClaimIds),
    expiresAt: Type.Optional(ExpiresAt),
  },
  { title: 'PaymentLinkRequest' },
);

export const LinkPath = Type.Object({ linkId: Type.String({ format: 'uuid' }) });

export const PaymentLinkAnswer = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    customerId: Int64,
    status: Type.Enum(['OPEN', 'COMPLETED', 'CLOSED', 'CANCELLED', 'EXPIRED'], {
      type: 'string',
      description:
        'COMPLETED: everything was done, the last of it through the link. CLOSED: nothing was left to do, because it was done elsewhere. CANCELLED: by the studio.',
    }),
    purposes: Type.Array(Type.Enum(LINK_PURPOSES, { type: 'string' })),
    debtClaimIds: Type.Array(Int64),
    amount: { ...Money, description: 'What can still be paid with the link.' },
    createdAt: Type.String({ format: 'date-time' }),
    expiresAt: Type.String({ format: 'date-time' }),
  },
  { title: 'PaymentLink' },
);

export const CreatedPaymentLink = Type.Object(
  {
    ...PaymentLinkAnswer.properties,
    url: Type.String({
      format: 'uri',
      description:
        'Whoever has this address can open the page. Send it to the customer only, and neither store nor log it.',
      examples: ['https://pay.example.com/pay#4t0KXmQ4kT0ZyVd7nXc2LwRb9Hs'],
    }),
    qrCode: Type.String({
      description: 'The address as a QR code for letters: SVG in black on white, with its quiet zone.',
    }),
  },
  { title: 'CreatedPaymentLink' },
);
