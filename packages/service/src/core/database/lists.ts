import type { PaymentMethod } from '@upc/contract/gateway';
import { Type } from 'typebox';
import { fromGateway } from './json-schemas.js';
import { storedSchema, type StoredSchema } from './stored-schema.js';

export const TEXTS: StoredSchema<readonly string[]> = storedSchema(Type.Array(Type.String()));

export const IDS: StoredSchema<readonly number[]> = storedSchema(Type.Array(Type.Integer()));

export const METHODS: StoredSchema<PaymentMethod[]> = storedSchema(Type.Array(fromGateway('PaymentMethod')));

/** Record whose keys depend on the action or event that another column of the row names. */
export const FACTS: StoredSchema<Readonly<Record<string, unknown>>> = storedSchema(
  Type.Record(Type.String(), Type.Unknown()),
);
