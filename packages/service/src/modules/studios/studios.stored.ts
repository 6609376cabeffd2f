import type { Schemas } from '@upc/contract/gateway';
import { fromContract } from '../../core/database/json-schemas.js';
import { storedForm, type StoredForm } from '../../core/database/stored-form.js';

export const CREDITOR: StoredForm<Schemas['Creditor']> = storedForm(fromContract('Creditor'));

export const TRANSFER_ACCOUNT: StoredForm<Schemas['TransferAccount']> = storedForm(
  fromContract('TransferAccount'),
);
