import type { Context } from '../../core/context.js';
import type { KeyedRequest } from '../../core/idempotency/idempotency.js';
import type { TrialOffer } from '../bookings/terms.js';
import { findTrialOffer } from '../bookings/trial-offers.js';
import type { PersonProfile } from '../customers/profile.js';
import type { Integration } from '../integrations/find-key.js';
import { type LeadAddress, type LeadPerson, leadProfile } from '../leads/lead-profile.js';
import { createUniqueLead, leadState } from '../leads/leads.js';
import type { Studio } from '../studios/studios.tables.js';

/** A person who wants to try a class (specification, part 2, TrialLeadRequest). */
export interface TrialLead {
  readonly trialOfferConfigId: number;
  readonly leadCustomerData: LeadPerson & { readonly address?: LeadAddress };
}

export type LeadState = 'POSSIBLE' | 'INVALID_LEAD_CUSTOMER_DATA' | 'DUPLICATE_CUSTOMER';

/**
 * Returns whether a person could become a lead now. @throws ApiError 404 or 403 if the studio does not have the trial
 * offer.
 */
export async function validateLead(context: Context, studio: Studio, lead: TrialLead): Promise<LeadState> {
  const offer = await findTrialOffer(context.db, studio, lead.trialOfferConfigId);
  return leadState(context, studio, 'INVALID_LEAD_CUSTOMER_DATA', () =>
    profileOf(context, studio, offer, lead),
  );
}

/**
 * Creates a lead who can book trials.
 *
 * @returns the customer's id.
 * @throws ApiError 400 DUPLICATE_CUSTOMER if the studio's duplicate check finds the person; 400 if data that the offer
 * requires is missing; 404 or 403 if the studio does not have the trial offer.
 */
export async function createTrialLead(
  context: Context,
  studio: Studio,
  { id: integrationId }: Integration,
  lead: TrialLead,
  request: KeyedRequest,
): Promise<number> {
  const offer = await findTrialOffer(context.db, studio, lead.trialOfferConfigId);
  const profile = profileOf(context, studio, offer, lead);
  const { customerId } = await createUniqueLead(context, studio, profile, request, {
    ...{ source: 'TRIAL_OFFER', integrationId },
    duplicateAt: 'leadCustomerData.email',
  });
  return customerId;
}

function profileOf(
  context: Context,
  studio: Studio,
  { leadData }: TrialOffer,
  { leadCustomerData: { address, ...person } }: TrialLead,
): PersonProfile {
  const paths = { person: 'leadCustomerData.', address: 'leadCustomerData.address' };
  return leadProfile(context, studio, leadData, { person, address }, paths);
}
