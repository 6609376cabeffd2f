import type { Schemas } from '@upc/contract/gateway';
import { fromGateway } from '../../core/database/json-schemas.js';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';

export const CREDITOR: StoredSchema<Schemas['Creditor']> = storedSchema(fromGateway('Creditor'));

export const TRANSFER_ACCOUNT: StoredSchema<Schemas['TransferAccount']> = storedSchema(
  fromGateway('TransferAccount'),
);
