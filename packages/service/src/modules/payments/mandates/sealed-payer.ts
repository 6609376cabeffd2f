import { sealedJson } from '../../../core/database/sealed-json.js';
import { PAYER } from '../payments.stored.js';
import { mandates } from './mandates.tables.js';

export const SEALED_PAYER = sealedJson(mandates.payerEncrypted, PAYER);
