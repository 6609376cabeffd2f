import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import {
  additionalFieldsOf,
  type FieldAssignment,
  requireAssignments,
} from '../customers/additional-fields/additional-fields.js';
import { insertPerson } from '../customers/customers.js';
import { findDuplicate, lockNewCustomers } from '../customers/duplicates.js';
import type { PersonProfile } from '../customers/profile.js';
import type { Integration } from '../integrations/find-key.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import type { Studio } from '../studios/studios.tables.js';
import { type LeadAddress, type LeadPerson, leadProfile, requireGiven } from './lead-profile.js';
import { leads, type LeadSource } from './leads.tables.js';

export type Lead = typeof leads.$inferSelect;

/** A person who is interested in a membership (fields-2, LeadRequest). */
export interface LeadRequest {
  readonly leadCustomer: LeadPerson;
  readonly address?: LeadAddress;
  readonly communicationPreferences?: NonNullable<PersonProfile['communicationPreferences']>;
  readonly additionalInformation?: readonly {
    readonly additionalFieldId: number;
    readonly value?: string;
    readonly values?: readonly string[];
  }[];
  readonly notes?: string;
  readonly externalIdentifier?: string;
}

export const LEAD_STATES = ['POSSIBLE', 'INVALID_LEAD_DATA', 'DUPLICATE_CUSTOMER'] as const;
export type LeadState = (typeof LEAD_STATES)[number];

/** Returns whether a person could become a lead now. */
export async function validateLead(
  context: Pick<Context, 'db' | 'clock'>,
  studio: Studio,
  request: LeadRequest,
): Promise<LeadState> {
  return leadState(context, studio, 'INVALID_LEAD_DATA', () => profileOf(context, studio, request));
}

/**
 * Returns whether a person could become a lead now.
 *
 * @param invalid the state if the data is missing or wrong, which the forms name differently.
 */
export async function leadState<Invalid extends string>(
  { db }: Pick<Context, 'db'>,
  studio: Studio,
  invalid: Invalid,
  read: () => PersonProfile,
): Promise<'POSSIBLE' | 'DUPLICATE_CUSTOMER' | Invalid> {
  try {
    return (await findDuplicate(db, studio, read())) === null ? 'POSSIBLE' : 'DUPLICATE_CUSTOMER';
  } catch (error) {
    if (error instanceof ApiError) return invalid;
    throw error;
  }
}

/**
 * Creates a lead, and the customer of the studio that the person becomes.
 *
 * @throws ApiError 400 DUPLICATE_CUSTOMER if the studio's duplicate check finds the person; 400 if data that the form
 * requires is missing or wrong.
 */
export async function createLead(
  context: Context,
  studio: Studio,
  { id: integrationId }: Integration,
  request: LeadRequest,
  keyed: KeyedRequest,
): Promise<Lead> {
  const profile = profileOf(context, studio, request);
  const { notes = null, externalIdentifier = null } = request;
  return createUniqueLead(context, studio, profile, keyed, {
    ...{ source: 'LEAD_FORM', integrationId, notes, externalIdentifier },
    duplicateAt: 'leadCustomer.email',
  });
}

export interface NewLead {
  readonly uuid: string;
  readonly source: LeadSource;
  readonly integrationId: number | null;
  readonly notes?: string | null;
  readonly externalIdentifier?: string | null;
}

/**
 * Creates a lead and its customer, unless the studio has the person already. A repeat under the same Idempotency-Key
 * returns the lead that the first request created.
 *
 * @throws ApiError 400 DUPLICATE_CUSTOMER if the studio's duplicate check finds the person; 404 if the lead of the first
 * request has been erased in the meantime.
 */
export async function createUniqueLead(
  context: Context,
  studio: Studio,
  profile: PersonProfile,
  keyed: KeyedRequest,
  {
    duplicateAt,
    ...lead
  }: Omit<NewLead, 'uuid'> & {
    /** Where the request has the data in which a duplicate matches. */
    readonly duplicateAt: string;
  },
): Promise<Lead> {
  return context.db.transaction(async (tx) => {
    const uuid = randomUUID();
    const madeId = await keepResult(context, tx, keyed, uuid);
    if (madeId !== uuid) return leadWith(tx, madeId);
    await lockNewCustomers(tx, studio);
    if ((await findDuplicate(tx, studio, profile)) !== null) {
      throw new ApiError('DUPLICATE_CUSTOMER', duplicateAt);
    }
    return insertLead(context, tx, studio, profile, { ...lead, uuid });
  });
}

/** Inserts a lead and its customer. The caller has looked for a duplicate under the lock for new customers. */
export async function insertLead(
  context: Pick<Context, 'keys' | 'clock'>,
  tx: Database,
  studio: Studio,
  profile: PersonProfile,
  lead: NewLead,
): Promise<Lead> {
  const person = { studioId: studio.id, paymentCustomerId: randomUUID() };
  const customerId = await insertPerson(context, tx, person, profile);
  const [made] = await tx
    .insert(leads)
    .values({ ...lead, studioId: studio.id, customerId, createdAt: context.clock.now() })
    .returning();
  if (!made) throw new Error('The lead was not inserted.');
  return made;
}

/** Returns the lead that an earlier request created. @throws ApiError 404 if it has been erased in the meantime. */
async function leadWith(tx: Database, uuid: string): Promise<Lead> {
  const [found] = await tx.select().from(leads).where(eq(leads.uuid, uuid));
  if (!found) throw new ApiError('errormessage.customer.not.found');
  return found;
}

/** Returns the data to store for a lead. @throws ApiError 400 for missing or wrong data. */
function profileOf(
  context: Pick<Context, 'clock'>,
  studio: Studio,
  { leadCustomer, address, communicationPreferences, additionalInformation = [] }: LeadRequest,
): PersonProfile {
  const profile = leadProfile(
    context,
    studio,
    settingsOf(studio).leads,
    { person: leadCustomer, address },
    { person: 'leadCustomer.', address: 'address' },
  );
  const assignments = assignmentsOf(studio, additionalInformation);
  return {
    ...profile,
    ...(communicationPreferences && { communicationPreferences }),
    ...(assignments.length > 0 && { additionalInformationFieldAssignments: assignments }),
  };
}

/**
 * Converts the values of a form. A form gives the names of list items, of which the record has the ids.
 *
 * @throws ApiError 400 for a field that the form does not ask for, a missing one that it requires, and a wrong value.
 */
function assignmentsOf(
  studio: Studio,
  given: NonNullable<LeadRequest['additionalInformation']>,
): FieldAssignment[] {
  const asked = settingsOf(studio).leads.additionalFields.filter(({ mode }) => mode !== 'INACTIVE');
  for (const [index, { additionalFieldId }] of given.entries()) {
    if (asked.some(({ id }) => id === additionalFieldId)) continue;
    const problem = textPart('problem.given.unknown', {
      given: additionalFieldId,
      allowed: asked.map(({ id }) => id).join(', ') || '–',
    });
    const reference = `additionalInformation.${index}.additionalFieldId`;
    throw new ApiError('errormessage.request.invalid', reference, { problem });
  }
  return asked.flatMap(({ id, mode, allowMultiSelection }) => {
    const index = given.findIndex(({ additionalFieldId }) => additionalFieldId === id);
    const { value, values = [] } = given[index] ?? {};
    const all = allowMultiSelection ? [...new Set([...(value ? [value] : []), ...values])] : [value ?? ''];
    const present = all.filter((each) => each !== '');
    if (mode === 'MANDATORY') requireGiven('additionalInformation', present[0]);
    const field = additionalFieldsOf(studio).find((each) => each.id === id);
    const assignments = present.map((each) => ({
      additionalInformationFieldId: id,
      value: String(field?.listItems?.find(({ name }) => name === each)?.id ?? each),
    }));
    requireAssignments(studio, assignments, `additionalInformation.${index}`);
    return assignments;
  });
}
