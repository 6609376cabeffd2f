import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import { insertPerson } from '../customers/customers.js';
import { customers } from '../customers/customers.tables.js';
import { findDuplicate, lockNewCustomers } from '../customers/duplicates.js';
import { checkPlausible, type PersonProfile } from '../customers/profile.js';
import type { Studio } from '../studios/studios.tables.js';
import type { FieldMode, TrialOffer } from './classes.js';
import { findTrialOffer } from './trial-classes.js';

/** A person who wants to try a class (specification, part 2, TrialLeadRequest). */
export interface TrialLead {
  readonly trialOfferConfigId: number;
  readonly leadCustomerData: {
    readonly thirdPartyId?: string;
    readonly firstname: string;
    readonly secondFirstname?: string;
    readonly lastname: string;
    readonly secondLastname?: string;
    readonly email: string;
    readonly gender?: NonNullable<PersonProfile['gender']>;
    readonly dateOfBirth?: string;
    readonly telephone?: string;
    readonly language?: NonNullable<PersonProfile['language']>;
    readonly address?: {
      readonly street: string;
      readonly houseNumber?: string;
      readonly zipCode: string;
      readonly city: string;
    };
  };
}

export type LeadState = 'POSSIBLE' | 'INVALID_LEAD_CUSTOMER_DATA' | 'DUPLICATE_CUSTOMER';

/**
 * Returns whether a person could become a lead now. @throws ApiError 404 or 403 if the studio does not have the trial
 * offer.
 */
export async function validateLead(context: Context, studio: Studio, lead: TrialLead): Promise<LeadState> {
  const offer = await findTrialOffer(context.db, studio, lead.trialOfferConfigId);
  try {
    const profile = leadProfile(context, studio, offer, lead);
    return (await findDuplicate(context.db, studio, profile)) === null ? 'POSSIBLE' : 'DUPLICATE_CUSTOMER';
  } catch (error) {
    if (error instanceof ApiError) return 'INVALID_LEAD_CUSTOMER_DATA';
    throw error;
  }
}

/**
 * Makes a person a customer of the studio who can book trials.
 *
 * @returns the customer's id.
 * @throws ApiError 400 DUPLICATE_CUSTOMER if the studio's duplicate check finds the person; 400 if data that the offer
 * requires is missing; 404 or 403 if the studio does not have the trial offer.
 */
export async function createLead(
  context: Context,
  studio: Studio,
  lead: TrialLead,
  request: KeyedRequest,
): Promise<number> {
  const offer = await findTrialOffer(context.db, studio, lead.trialOfferConfigId);
  const profile = leadProfile(context, studio, offer, lead);
  return context.db.transaction(async (tx) => {
    const paymentCustomerId = randomUUID();
    const madeId = await keepResult(context, tx, request, paymentCustomerId);
    if (madeId !== paymentCustomerId) return customerOf(tx, madeId);
    await lockNewCustomers(tx, studio);
    if ((await findDuplicate(tx, studio, profile)) !== null) {
      throw new ApiError('DUPLICATE_CUSTOMER', 'leadCustomerData.email');
    }
    return insertPerson(context, tx, { studioId: studio.id, paymentCustomerId }, profile);
  });
}

/**
 * Returns the personal data to store for a lead, without data that the offer does not request.
 *
 * @throws ApiError 400
 */
function leadProfile(
  { clock }: Pick<Context, 'clock'>,
  studio: Studio,
  { leadData }: TrialOffer,
  { leadCustomerData }: TrialLead,
): PersonProfile {
  const { firstname, secondFirstname, lastname, thirdPartyId, language, email, address, secondLastname } =
    leadCustomerData;
  const asked = <T>(mode: FieldMode, field: string, value: T | undefined): T | undefined => {
    if (mode === 'MANDATORY' && (value === undefined || value === '')) {
      const problem = textPart('problem.trialOffer.mandatory');
      throw new ApiError('errormessage.customer.field.required', `leadCustomerData.${field}`, {
        field,
        problem,
      });
    }
    return mode === 'INACTIVE' ? undefined : value;
  };
  const profile = {
    firstName: firstname,
    lastName: lastname,
    email,
    secondFirstName: secondFirstname,
    secondLastName: secondLastname,
    thirdPartyId,
    language,
    gender: asked(leadData.genderMode, 'gender', leadCustomerData.gender),
    dateOfBirth: asked(leadData.dateOfBirthMode, 'dateOfBirth', leadCustomerData.dateOfBirth),
    phoneNumberPrivate: asked(leadData.telephoneMode, 'telephone', leadCustomerData.telephone),
    ...asked(leadData.addressMode, 'address', address),
  };
  const given = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
  checkPlausible(
    given as unknown as PersonProfile,
    calendarDateIn(clock.now(), studio.timeZone),
    'leadCustomerData.',
  );
  return given as unknown as PersonProfile;
}

async function customerOf(tx: Database, paymentCustomerId: string): Promise<number> {
  const [found] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.paymentCustomerId, paymentCustomerId), isNull(customers.erasedAt)));
  // The lead has been erased in the meantime.
  if (!found) throw new ApiError('errormessage.customer.not.found');
  return found.id;
}
