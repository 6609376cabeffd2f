/** Columns of each table, as names separated by spaces. */
export type Columns = Readonly<Record<string, string>>;

/**
 * Columns about a person that the law requires to be kept until their period is over (docs/data-protection.md):
 * bookings, mandates and signed contracts, the rows they refer to, and data that partners and jobs need for days.
 */
export const KEPT: Columns = {
  account_transactions:
    'id customer_id usage_id charge_id reverses_id credits_claim_id amount currency booked_at',
  // They are the proof of what was collected, like the mandates that were signed.
  bank_debits:
    'id studio_id mandate_id payment_method amount currency statement_text status due_on attempt batch_id earlier_batch_id sent_at reason announced_at created_at updated_at',
  bank_mandates:
    'id studio_id payment_method status reference payment_type signed_on end_reason payer_encrypted account_changed_at created_at updated_at',
  charges:
    'id customer_id instrument_id claims amount currency statement_text status provider_reference failure_code created_at finished_at trace_id',
  claim_payments: 'transaction_id claim_id amount',
  collection_adjustments: 'id case_id created_at',
  collection_bookings: 'debt_id kind transaction_id',
  collection_cases:
    'id position run_id partner_id customer_id agency_case_id public_case_id closure is_derecognized',
  collection_debts:
    'id case_id claim_id original_amount paid_amount reduced_amount write_off_amount canceled_amount block',
  collection_updates: 'studio_id partner_id request_id request_hash created_at',
  // The name identifies the party to signed contracts and bookings. Without any of these, the name is erased too.
  customers: 'id studio_id payment_customer_id first_name last_name created_at erased_at',
  // Notes, ids of other systems and the recommender of the studio are not kept.
  contracts:
    'id customer_id sale_id offer_id offer_term_id start_date end_date final_end_date cancelation withdrawn_on amount_used credit_transaction_id next_change details created_at',
  debt_claims: 'id customer_id contract_id contract_key description amount due_date is_settled',
  events: 'id studio_id session_id payment_id kind detail trace_id created_at',
  // They say in which studio's books the bookings are.
  home_studio_moves: 'id customer_id source_studio_id target_studio_id switch_date moved_at',
  // Reason and document are not kept.
  idle_periods: 'id uuid contract_id state asked in_force version created_at updated_at',
  mandates:
    'id payment_id scheme reference version language payment_type accepted accepted_text accepted_text_sha256 accepted_at ip user_agent signature payer_encrypted',
  // The reason of the cancellation is not kept.
  module_contracts:
    'id uuid contract_id module_id start_date end_date final_end_date cancelation details created_at',
  // Files for tax advisors name customers by their numbers only, and are deleted after 30 days.
  tax_export_parts: 'id export_id position content_encrypted',
  payment_customers: 'id studio_id created_at moved_customer_id',
  // Token and reference are kept because the provider must still delete the instrument.
  payment_instruments:
    'id token payment_customer_id payment_method status provider provider_reference detach_status created_at',
  payment_sessions:
    'id studio_id payment_customer_id token_key_id scope amount currency permitted_payment_choices require_direct_debit_signature show_existing_payment_instruments saving_allowed saving_preset status valid_until created_at trace_id',
  payments:
    'id session_id payment_method status hold provider save_instrument provider_reference instrument_id failure_code release_status created_at updated_at trace_id',
  provider_customers: 'payment_customer_id provider reference created_at',
  sales:
    'id studio_id kind status payment_customer_id customer_id voucher_id credit_reserved request_hash created_at finished_at trace_id',
  usages:
    'id payment_id kind sale_id customer_id amount debt_claim_ids status provider_reference request_hash failure_code created_at finished_at trace_id',
  refunds:
    'id customer_id transaction_id claim_id amount currency status failure_code created_at requested_at finished_at trace_id',
  withdrawals: 'id contract_id status remove_instruments created_at finished_at trace_id',
  // These rows are kept for 90 days and contain only ids.
  webhook_deliveries:
    'id uuid subscription_id entity_id type content status attempts last_result occurred_at next_attempt_at',
  audit_records: 'id studio_id action actor entity changed trace_id created_at',
};

/** Columns about a person that are erased immediately: with the row, or emptied. */
export const ERASED: Columns = {
  access_mediums: 'id studio_id customer_id type value is_added_by_partner',
  aggregator_members: 'customer_id studio_id aggregator_id created_at ended_at',
  amendments: 'id content_key customer_id kind status changes_encrypted created_at closed_at',
  benefit_uses: 'id contract_id benefit_key used_on used_at',
  bookings:
    'id uuid studio_id customer_id kind subject_id starts_at ends_at instructor_ids status is_trial booked_at confirm_by confirmed_at canceled_at participation',
  check_in_voucher_redemptions:
    'id voucher_id studio_id customer_id studio_access_code redeemed_at check_in_id',
  check_ins: 'id studio_id customer_id checked_in_at gone_at checked_out_at',
  collection_cases: 'block',
  collection_debtors: 'partner_id customer_id is_granted block',
  collection_restrictions: 'customer_id since',
  communication_threads: 'id customer_id status created_at',
  communications: 'id content_key thread_id content_encrypted communicated_at created_at',
  customer_images: 'customer_id content_key content_encrypted',
  customers: 'third_party_access payment_method payment_instrument_id profile identity_encrypted uuid',
  declarations:
    'id key studio_id kind status problem content_encrypted contract_id customer_id received_at closed_at',
  documents:
    'id content_key studio_id customer_id purpose file_name description content_type size content_encrypted created_at',
  home_studio_moves: 'description',
  // Keys of the Open API are kept for their 30 days. They contain hashes, and ids of created entities.
  idempotency_keys: 'scope key request_hash made_id created_at expires_at',
  leads: 'id uuid studio_id customer_id source integration_id external_identifier notes created_at',
  member_list_entries: 'list_id customer_id',
  partner_restrictions: 'customer_id integration_id reason start_date end_date',
  payment_instruments: 'details expiry_notice_on',
  payment_link_claims: 'link_id claim_id',
  payment_links:
    'id studio_id customer_id token_hash token_key_id purposes is_instrument_open status expires_at created_at trace_id',
  payment_sessions: 'link_id token_hash reference_text',
  payments: 'request_token_hash request_token_key_id instrument_details return_url acceptance',
  // When a person can be erased, nothing is reserved any more.
  sales: 'plan_encrypted',
  webhook_deliveries: 'content_encrypted',
  weighings: 'id content_key customer_id content_encrypted created_at',
  trial_session_bookings:
    'id studio_id starts_at resource_id customer_id note referrer_id source_campaign_id booked_at confirm_by confirmed_at',
};

/** Columns about studios, partners and the service. Check-in vouchers are deleted with their redemption. */
export const NOT_PERSONAL: Columns = {
  additional_modules: 'id studio_id definition',
  aggregators: 'studio_id url api_key_encrypted',
  api_keys: 'key_hash integration_id status',
  bank_batches: 'id studio_id file_id execution_on type count total currency status reason updated_at',
  // Entries that cannot be assigned have only the bank's references. Files contain the payers of a studio, and their
  // content is deleted after 400 days.
  bank_entries:
    'id studio_id file_id line status problem is_credit amount reason references_encrypted created_at decided_at',
  bank_files:
    'id studio_id direction payment_method account message_type message_id sha256 content_encrypted created_at',
  bookable_appointments: 'id studio_id definition trial_offer_id',
  class_slots:
    'id studio_id class_id planned_at starts_at ends_at max_participants max_waiting_list_participants instructor_ids is_canceled',
  classes: 'id studio_id definition trial_offer_id',
  collection_partners: 'id name debt_modification_enabled adjustments_enabled',
  collection_partnerships: 'studio_id partner_id status',
  collection_runs: 'id studio_id partner_id status origin collection_type collection_date created_at',
  // Employees are deleted by the studio, which is their employer.
  employees: 'id studio_id definition',
  devices: 'id studio_id name model is_active integration_id token_hash',
  integration_access: 'integration_id studio_id granted_at',
  integrations: 'id studio_id name scopes status collection_partner_id',
  job_leases: 'job holder held_until next_run_at',
  job_retries: 'queue subject_id retries next_retry_at',
  member_lists: 'id studio_id name modified_at',
  membership_offers: 'id studio_id definition',
  online_offers: 'id studio_id name price is_active is_sold_online published_from published_until',
  // These keyed hashes of addresses are kept for a day.
  recent_networks: 'subject_id network created_at',
  // These addresses and ids of keys and sessions are kept for minutes, until the limit ends.
  rate_limits: 'key points expire',
  studio_information: 'studio_id definition',
  studio_origins: 'studio_id pattern',
  studio_tags: 'studio_id name',
  studios:
    'id name currency time_zone language region creditor public_key payment_methods session_minutes stripe_account transfer_account bank settings',
  switch_configs: 'id studio_id name source_offer_ids target_offer_ids',
  tags: 'name',
  tax_exports: 'id uuid studio_id from_date to_date format file_format locale state created_at',
  trial_offers: 'id studio_id definition',
  trial_sessions: 'studio_id definition',
  vouchers: 'id studio_id code definition',
  webhook_subscriptions:
    'id studio_id integration_id url webhook_key_encrypted signing_key_encrypted earlier_signing_key_encrypted earlier_key_signs_until types is_active',
};
