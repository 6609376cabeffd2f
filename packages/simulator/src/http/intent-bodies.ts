import { Type } from 'typebox';
import { METHODS } from '@upc/contract/simulator-api';

/** Option for request bodies with which an unknown parameter is refused, never ignored. */
export const closed = { additionalProperties: false } as const;
export const Text = (maxLength: number): Type.TString => Type.String({ minLength: 1, maxLength });
/** Returns the schema of an amount in minor units. */
export const Amount = (minimum: 0 | 1): Type.TInteger => Type.Integer({ minimum, maximum: 99_999_999 });
export const IntentParams = Type.Object({ id: Text(64) });

const Address = Type.Object(
  {
    line1: Text(200),
    line2: Type.Optional(Type.String({ maxLength: 200 })),
    city: Text(100),
    postalCode: Text(20),
    state: Type.Optional(Type.String({ maxLength: 100 })),
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
  },
  closed,
);

export const CreateBody = Type.Object(
  {
    mode: Type.Enum(['setup', 'payment']),
    paymentMethod: Type.Enum(METHODS),
    amount: Amount(0),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    captureMethod: Type.Optional(Type.Enum(['automatic', 'manual'])),
    saveInstrument: Type.Optional(Type.Boolean()),
    customer: Text(100),
    statementText: Text(140),
    returnUrl: Type.Optional(Text(2000)),
    /** Stored instrument, which is charged immediately without the payer. */
    instrument: Type.Optional(Text(64)),
  },
  closed,
);

export const ConfirmBody = Type.Object(
  {
    details: Type.Optional(
      Type.Object(
        {
          accountHolder: Type.Optional(Text(70)),
          iban: Type.Optional(Text(64)),
          accountNumber: Type.Optional(Text(17)),
          bankLocationId: Type.Optional(Text(12)),
          accountType: Type.Optional(Type.Enum(['CHECKING', 'SAVINGS'])),
          holderType: Type.Optional(Type.Enum(['PERSONAL', 'BUSINESS'])),
          email: Type.Optional(Text(254)),
          address: Type.Optional(Address),
        },
        closed,
      ),
    ),
    mandate: Type.Optional(
      Type.Object(
        {
          reference: Text(35),
          acceptedAt: Type.String({ format: 'date-time' }),
          ip: Text(45),
          userAgent: Type.String({ maxLength: 1000 }),
        },
        closed,
      ),
    ),
  },
  closed,
);

export const AmountBody = Type.Object({ amount: Amount(1) }, closed);
export const EmptyBody = Type.Object({}, closed);
