import { catalogue } from '@upc/contract/catalogue';
import type { Context } from '../context.js';
import { StoredJsonError } from '../errors/stored-json-error.js';
import type { ProviderInstrument, ProviderIntent } from '../ports/provider.js';
import { INSTRUMENT } from '../store/forms/payments.js';
import type { Payment } from './payments.js';

type Details = ProviderInstrument['details'];

/**
 * An intent with details that can be stored. Money may be held: what a provider says of an instrument, against its own
 * description, keeps no payment from its outcome. The texts are kept, else the member stays empty; the log says where.
 */
export function withFittingDetails(
  { report }: Pick<Context, 'report'>,
  { id, paymentMethod }: Payment,
  intent: ProviderIntent,
): ProviderIntent {
  const { instrument } = intent;
  if (!instrument) return intent;
  const fault = faultOf(instrument.details, `payments.instrument_details (row ${id})`);
  if (fault === null) return intent;
  report(fault);
  const key = catalogue[paymentMethod].detailsKey;
  const texts = Object.entries(instrument.details[key] ?? {}).filter(([, said]) => typeof said === 'string');
  const fitting = [Object.fromEntries(texts), {}, NO_ACCOUNT]
    .map((member): Details => ({ [key]: member }))
    .find((details) => faultOf(details, id) === null);
  if (fitting) return { ...intent, instrument: { ...instrument, details: fitting } };
  const { instrument: _, ...rest } = intent;
  return rest;
}

/** The member of methods that debit an IBAN. */
const NO_ACCOUNT = { bankAccountDetails: { accountHolder: '', iban: '' } };

function faultOf(details: Details, place: string): StoredJsonError | null {
  try {
    INSTRUMENT.write(details, place);
    return null;
  } catch (fault) {
    if (fault instanceof StoredJsonError) return fault;
    throw fault;
  }
}
