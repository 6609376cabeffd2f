import { methodNames } from '@upc/contract/catalogue';
import type { PaymentMethod, Schemas } from '@upc/contract/gateway';
import { Type } from 'typebox';
import { fromGateway } from '../../core/database/json-schemas.js';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';

export const CREDITOR: StoredSchema<Schemas['Creditor']> = storedSchema(fromGateway('Creditor'));

/** How a studio collects debits through its own bank, with files. */
export interface StudioBank {
  /** Methods whose debits the bank collects. */
  readonly methods: readonly PaymentMethod[];
  /** The account that is credited, without spaces. */
  readonly iban: string;
  readonly bic?: string;
  /** Time of day in the studio's time zone until which the bank takes files for the next bank day: `10:00`. */
  readonly cutOff: string;
}

export const BANK: StoredSchema<StudioBank> = storedSchema(
  Type.Object({
    methods: Type.Array(Type.Enum([...methodNames], { type: 'string' })),
    iban: Type.String(),
    bic: Type.Optional(Type.String()),
    cutOff: Type.String(),
  }),
);

export const TRANSFER_ACCOUNT: StoredSchema<Schemas['TransferAccount']> = storedSchema(
  fromGateway('TransferAccount'),
);
