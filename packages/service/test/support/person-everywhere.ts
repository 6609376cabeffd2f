import { randomUUID } from 'node:crypto';
import { ERASED } from './personal-columns.js';
import type { TestService } from './service.js';

export interface AddedPerson {
  readonly personId: string;
  readonly instrumentId: string;
  /** Columns that contain one of the two texts, as `table.column`. */
  readonly textColumns: readonly string[];
  /** Returns the number of the customer's rows in each table whose columns are all erased. */
  rowsOfErasedTables(): Promise<{ readonly table: string; readonly rows: number }[]>;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Adds a former member of studio 1001 with a row in every table about a person: an ended contract, a claim that a debit
 * has paid, a closed case, and everything else that exists. The studio needs a partner who receives events.
 *
 * @param kept is the text of columns that the law requires to be kept, `erased` that of columns that are erased.
 */
export async function addPerson(
  { database: { raw }, clock }: TestService,
  {
    customerId,
    kept,
    erased,
  }: { readonly customerId: number; readonly kept: string; readonly erased: string },
): Promise<AddedPerson> {
  const ids = Object.fromEntries(
    ['person', 'link', 'session', 'payment', 'instrument', 'usage', 'sale', 'case', 'debt'].map((name) => [
      name,
      randomUUID(),
    ]),
  ) as Record<
    'person' | 'link' | 'session' | 'payment' | 'instrument' | 'usage' | 'sale' | 'case' | 'debt',
    string
  >;
  const now = clock.now().toISOString();
  /** This is so long ago that the bank can no longer return the debit. */
  const debited = new Date(clock.now().getTime() - 61 * 24 * 3600_000).toISOString();
  const textColumns: string[] = [];
  const insert = async (table: string, row: Row) => {
    const values = Object.values(row).map((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    );
    const names = Object.keys(row);
    textColumns.push(
      ...names
        .filter((_, at) => [kept, erased].some((text) => String(values[at]).includes(text)))
        .map((name) => `${table}.${name}`),
    );
    const places = names.map((_, at) => `$${at + 1}`).join(', ');
    await raw.query({ text: `insert into ${table} (${names.join(', ')}) values (${places})`, values });
  };
  /** Returns a definition from the seeded rows. */
  const definition = async (table: string) => {
    const { rows } = await raw.query({ text: `select definition from ${table} order by id limit 1` });
    return (rows[0] as { definition: object }).definition;
  };
  const instrument = { sepa: { bankAccountDetails: { accountHolder: erased, iban: erased } } };
  const block = { limitType: 'LIMITED', endDate: erased };
  const own = { customer_id: customerId };
  const at = { studio_id: 1001 };
  const id = customerId;
  const made = { created_at: now };
  const trace = { trace_id: 't' };

  await insert('payment_customers', { id: ids.person, ...at, ...made });
  await insert('provider_customers', {
    payment_customer_id: ids.person,
    provider: 'SIMULATOR',
    reference: kept,
    ...made,
  });
  await insert('payment_instruments', {
    id: ids.instrument, token: `token ${kept}`, payment_customer_id: ids.person, payment_method: 'SEPA', status: 'ACTIVE',
    details: instrument, provider: 'SIMULATOR', provider_reference: kept, ...made,
  }); // prettier-ignore
  await insert('customers', {
    id, ...at, payment_customer_id: ids.person, first_name: kept, last_name: kept, payment_method: 'SEPA',
    payment_instrument_id: ids.instrument, profile: { firstName: erased, lastName: erased, email: erased }, identity_encrypted: erased, ...made,
  }); // prettier-ignore
  await insert('payment_links', {
    id: ids.link, ...at, ...own, token_hash: erased, token_key_id: erased, purposes: ['ACCOUNT_PAYMENT'], is_instrument_open: false,
    status: 'COMPLETED', expires_at: now, ...made, ...trace,
  }); // prettier-ignore
  await insert('payment_link_claims', { link_id: ids.link, claim_id: id });
  await insert('payment_sessions', {
    id: ids.session, ...at, link_id: ids.link, payment_customer_id: ids.person, token_hash: erased, token_key_id: 'key', scope: 'ECOM', amount: 2500, currency: 'EUR',
    reference_text: erased, require_direct_debit_signature: false, show_existing_payment_instruments: true,
    saving_allowed: true, status: 'USED', valid_until: now, ...made, ...trace,
  }); // prettier-ignore
  await insert('payments', {
    id: ids.payment, session_id: ids.session, payment_method: 'SEPA', status: 'PREAUTHED', hold: 'SETUP', provider: 'SIMULATOR',
    save_instrument: true, request_token_hash: erased, request_token_key_id: erased, provider_reference: kept,
    instrument_id: ids.instrument, instrument_details: instrument, return_url: erased,
    acceptance: { ip: erased, userAgent: erased, acceptedAt: now }, ...made, updated_at: now, ...trace,
  }); // prettier-ignore
  await insert('mandates', {
    id: randomUUID(), payment_id: ids.payment, scheme: 'SEPA', reference: kept, version: '1', language: 'de',
    payment_type: 'RECURRENT', accepted: acceptedOffer(kept), accepted_text: kept, accepted_text_sha256: kept, accepted_at: now,
    ip: kept, user_agent: kept, signature: kept, payer_encrypted: kept,
  }); // prettier-ignore
  await insert('bank_mandates', {
    id: ids.payment, ...at, payment_method: 'SEPA', status: 'ACTIVE', reference: kept, payment_type: 'RECURRENT',
    signed_on: '2024-01-01', payer_encrypted: kept, ...made, updated_at: debited,
  }); // prettier-ignore
  await insert('bank_debits', {
    id: ids.usage, ...at, mandate_id: ids.payment, payment_method: 'SEPA', amount: 2500, currency: 'EUR',
    statement_text: kept, status: 'COLLECTED', due_on: '2025-12-01', ...made, updated_at: debited,
  }); // prettier-ignore
  await insert('idempotency_keys', {
    scope: `session ${ids.session}`, key: erased, request_hash: erased, made_id: ids.payment, ...made, expires_at: now,
  }); // prettier-ignore
  await insert('usages', {
    id: ids.usage, payment_id: ids.payment, kind: 'ACCOUNT_PAYMENT', ...own, amount: 2500, status: 'DONE',
    provider_reference: kept, ...made, finished_at: debited, ...trace,
  }); // prettier-ignore

  await insert('sales', {
    id: ids.sale, ...at, kind: 'SIGNUP', status: 'DONE', payment_customer_id: ids.person, ...own, request_hash: kept, ...made, ...trace,
  }); // prettier-ignore
  await insert('contracts', {
    id, ...own, sale_id: ids.sale, offer_id: 1, offer_term_id: 1, start_date: '2024-01-01', end_date: '2025-12-31',
    details: { ...signedTerms(await definition('membership_offers')), contractSignature: kept, legalRepresentative: { firstName: kept, lastName: kept, signature: kept }, notes: erased, thirdPartyId: erased, referralCode: erased },
    cancelation: { status: 'CANCELED', receivedOn: kept, date: kept, reason: erased, origin: 'CUSTOMER' }, ...made,
  }); // prettier-ignore
  const module = await definition('additional_modules');
  await insert('module_contracts', {
    id, uuid: randomUUID(), contract_id: id, module_id: 1, start_date: '2024-01-01', end_date: '2025-12-31',
    details: { module, paymentFrequency: { id: 1, type: 'FREE' }, trialEndDate: null, signedEndDate: kept, schedule: [], ongoingFees: [], basePrice: 0, price: 0 },
    cancelation: { status: 'CANCELED', receivedOn: kept, date: kept, reason: erased, origin: 'CUSTOMER' }, ...made,
  }); // prettier-ignore
  const idlePeriod = {
    startDate: kept, endDate: null, documentId: 12, reason: { id: 2, name: erased, documentRequired: true }, unit: 'MONTH',
    fee: { amount: 0, recurring: false }, feeDescription: '', monthlyContribution: 0, freeTermStarts: [],
  }; // prettier-ignore
  await insert('idle_periods', {
    id, uuid: randomUUID(), contract_id: id, state: 'ACCEPTED', asked: idlePeriod, in_force: idlePeriod, version: 1, ...made, updated_at: now,
  }); // prettier-ignore
  await insert('debt_claims', {
    id, ...own, contract_id: id, contract_key: kept, description: kept, amount: 2500, due_date: '2025-12-01', is_settled: true,
  }); // prettier-ignore
  await insert('account_transactions', {
    id,
    ...own,
    usage_id: ids.usage,
    amount: 2500,
    currency: 'EUR',
    booked_at: now,
  });
  await insert('claim_payments', { transaction_id: id, claim_id: id, amount: 2500 });

  await insert('collection_partners', {
    id,
    name: 'Partner',
    debt_modification_enabled: false,
    adjustments_enabled: false,
  });
  await insert('collection_runs', {
    id, ...at, partner_id: id, status: 'COMPLETED', origin: 'INDIVIDUAL_HANDOVER', collection_type: 'TRUST',
    collection_date: '2025-12-20', ...made,
  }); // prettier-ignore
  await insert('collection_cases', {
    id: ids.case, run_id: id, partner_id: id, ...own, agency_case_id: kept, public_case_id: kept, block,
    closure: { type: 'NEGATIVE', date: kept, closureReason: erased },
  }); // prettier-ignore
  await insert('collection_debts', { id: ids.debt, case_id: ids.case, claim_id: id, original_amount: 2500 });
  await insert('collection_adjustments', { id, case_id: ids.case, ...made });
  await insert('collection_debtors', {
    partner_id: id,
    ...own,
    is_granted: true,
    block,
  });
  await insert('collection_restrictions', { ...own, since: now });

  await insert('amendments', {
    id,
    ...own,
    kind: 'CONTACT_DATA',
    status: 'PENDING',
    changes_encrypted: erased,
    ...made,
  });
  await insert('communication_threads', { id, ...own, status: 'OPEN', ...made });
  await insert('communications', {
    id, content_key: randomUUID(), thread_id: id, content_encrypted: erased, communicated_at: now, ...made,
  }); // prettier-ignore
  await insert('customer_images', {
    ...own, content_key: randomUUID(), content_encrypted: erased,
  }); // prettier-ignore
  await insert('benefit_uses', {
    contract_id: id,
    benefit_key: 'BODY_SCAN',
    used_on: '2025-01-01',
    used_at: now,
  });
  await insert('weighings', { ...own, content_key: randomUUID(), content_encrypted: erased, ...made });
  await insert('home_studio_moves', {
    id, ...own, source_studio_id: 1002, target_studio_id: 1001, switch_date: '2025-01-01', description: erased, moved_at: now,
  }); // prettier-ignore
  await insert('partner_restrictions', { ...own, integration_id: 500001, reason: erased });
  await insert('access_mediums', { id, ...at, ...own, type: 'BARCODE', value: erased });
  await insert('documents', {
    id, content_key: randomUUID(), ...at, ...own, purpose: 'CUSTOMER', file_name: erased, description: erased,
    content_type: 'text/plain', size: 1, content_encrypted: erased, ...made,
  }); // prettier-ignore
  await insert('declarations', {
    id, key: randomUUID(), ...at, ...own, contract_id: id, kind: 'ORDINARY_CANCELATION', status: 'DONE', content_encrypted: erased, received_at: now,
  }); // prettier-ignore
  await insert('aggregator_members', { ...own, ...at, aggregator_id: erased, ...made });
  const { rows: receivers } = await raw.query({ text: 'select id from webhook_subscriptions' });
  await insert('webhook_deliveries', {
    uuid: randomUUID(), subscription_id: (receivers[0] as { id: string }).id, entity_id: customerId,
    type: 'AGGREGATOR_MEMBER_CREATED', content_encrypted: erased, status: 'PENDING', attempts: 0, occurred_at: now,
    next_attempt_at: now,
  }); // prettier-ignore
  await insert('member_lists', { id, ...at, name: 'List', modified_at: now });
  await insert('leads', {
    id, uuid: randomUUID(), ...at, ...own, source: 'LEAD_FORM', external_identifier: erased, notes: erased, created_at: now,
  }); // prettier-ignore
  await insert('member_list_entries', { list_id: id, ...own });
  await insert('check_ins', { id, ...at, ...own, checked_in_at: now, gone_at: now });
  await insert('vouchers', { id, ...at, code: erased, definition: checkInVoucher });
  await insert('check_in_voucher_redemptions', {
    id: randomUUID(), voucher_id: id, ...at, ...own, studio_access_code: erased, redeemed_at: now, check_in_id: id,
  }); // prettier-ignore
  await insert('bookings', {
    id, uuid: randomUUID(), ...at, ...own, kind: 'CLASS', subject_id: id, starts_at: now, ends_at: now,
    instructor_ids: [], status: 'BOOKED', booked_at: now,
  }); // prettier-ignore
  await insert('trial_session_bookings', {
    id: randomUUID(), ...at, starts_at: now, resource_id: id, ...own, note: erased, booked_at: now,
  }); // prettier-ignore

  return {
    personId: ids.person,
    instrumentId: ids.instrument,
    textColumns,
    rowsOfErasedTables: async () => {
      const tables = Object.entries(ERASED).filter(([, columns]) =>
        columns.split(' ').includes('customer_id'),
      );
      const counted = tables.map(async ([table]) => {
        const { rows } = await raw.query({
          text: `select 1 from ${table} where customer_id = ${customerId}`,
        });
        return { table, rows: rows.length };
      });
      return Promise.all(counted);
    },
  };
}

const checkInVoucher = {
  type: 'CHECKIN', code: '', validFrom: '2025-01-01', validUntil: '2025-12-31', maximumRedemptions: 1, offerIds: null, textBlocks: [],
}; // prettier-ignore

/** Returns the JSON of a contract, with the fields that every contract has. */
function signedTerms(offer: object): Row {
  return {
    offer, useFrom: '2024-01-01', signedEndDate: '2025-12-31', schedule: [], ongoingFees: [], basePrice: 2500,
    ageAdjustedPrice: null, selectableModuleIds: [], optionalModuleIds: [], textBlockSignatures: [],
  }; // prettier-ignore
}

/** Returns the JSON of a mandate. */
export function acceptedOffer(text: string): Row {
  return {
    creditor: { name: 'Gym', address: { line1: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' } },
    offer: {
      scheme: 'SEPA', reference: text, version: '1', heading: text, language: 'de', text: [text], paymentType: 'RECURRENT',
      creditorLines: [],
    },
    locale: 'de-DE', reader: 'de-DE',
  }; // prettier-ignore
}
