import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { requireUnchanged } from '../../../core/concurrency.js';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import type {
  CategoryPreferences,
  ChannelPreference,
  CommunicationChannel,
} from '../../studios/settings/communication-preferences.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { type Customer, findCustomer, lockCustomerRecord } from '../customers.js';
import { customers } from '../customers.tables.js';
import type { CustomerProfile } from '../profile.js';

/**
 * Returns the communication preferences of a customer.
 *
 * @throws ApiError like `findCustomer`.
 */
export async function readPreferences(
  { db }: Pick<Context, 'db'>,
  studio: Studio,
  customerId: number,
): Promise<CategoryPreferences[]> {
  return currentPreferences(studio, await findCustomer(db, studio.id, customerId, 'customerId'));
}

/**
 * Stores a customer's choices; preferences that are left out stay unchanged. Partners are notified if anything changes.
 *
 * @returns all current preferences.
 * @throws ApiError 400 if a channel is given twice in a category, or a choice contradicts a channel that the studio has
 * fixed; 409 if another request has changed the preferences since this one began; otherwise like `findCustomer`.
 */
export async function decidePreferences(
  context: Context,
  studio: Studio,
  customerId: number,
  choices: readonly PreferenceChoice[],
): Promise<CategoryPreferences[]> {
  return context.db.transaction(async (tx) => {
    const seen = await findCustomer(tx, studio.id, customerId, 'customerId');
    const customer = await lockCustomerRecord(tx, customerId);
    requireUnchanged(choicesOf(seen), choicesOf(customer), 'customerId');
    const before = currentPreferences(studio, customer);
    checkChoices(choices, before);
    const { firstName, lastName } = customer;
    const communicationPreferences = lastChoices([...choicesOf(customer), ...choices]);
    const profile = { firstName, lastName, ...customer.profile, communicationPreferences };
    const after = currentPreferences(studio, { profile });
    // Choices that match the studio's current settings are stored too, so that they remain when the studio changes its
    // settings.
    await tx.update(customers).set({ profile }).where(eq(customers.id, customerId));
    if (isDeepStrictEqual(after, before)) return before;
    await emit(context, tx, studio.id, {
      type: 'CUSTOMER_COMMUNICATION_PREFERENCES_UPDATED',
      entityId: customerId,
    });
    return after;
  });
}

type Chooser = Pick<Customer, 'profile'>;

function currentPreferences(studio: Studio, customer: Chooser): CategoryPreferences[] {
  return preferencesOf(settingsOf(studio).communication.preferences, choicesOf(customer));
}

function choicesOf({ profile }: Chooser): readonly PreferenceChoice[] {
  return profile?.communicationPreferences ?? [];
}

function checkChoices(choices: readonly PreferenceChoice[], current: readonly CategoryPreferences[]): void {
  const seen = new Set<string>();
  for (const [index, { messageCategory, channels = [] }] of choices.entries()) {
    const known = current.find((each) => each.messageCategory === messageCategory)?.channels ?? [];
    for (const [at, { communicationChannel: channel, active }] of channels.entries()) {
      const about = { category: String(messageCategory), channel };
      const reference = `${index}.channels.${at}`;
      const name = `${messageCategory} ${channel}`;
      if (seen.has(name)) throw new ApiError('errormessage.communication.channel.twice', reference, about);
      seen.add(name);
      const now = known.find(({ communicationChannel }) => communicationChannel === channel);
      if (now?.customerOverridable === false && active !== undefined && active !== now.active) {
        throw new ApiError('errormessage.communication.channel.fixed', `${reference}.active`, about);
      }
    }
  }
}

/** A customer's choice, made at sign-up or later. An absent `active` means no choice. */
export type PreferenceChoice = NonNullable<CustomerProfile['communicationPreferences']>[number];

/**
 * Returns the channels on which a customer is contacted. The studio's channels come first, in its order, with the
 * customer's choice where the customer may choose. Channels that only the customer has named follow.
 */
function preferencesOf(
  studio: readonly CategoryPreferences[],
  choices: readonly PreferenceChoice[],
): CategoryPreferences[] {
  const categories = new Set([...studio, ...choices].flatMap(({ messageCategory }) => messageCategory ?? []));
  return [...categories].map((messageCategory) => {
    const given = studio.find((each) => each.messageCategory === messageCategory)?.channels ?? [];
    const chosen = choices
      .filter((each) => each.messageCategory === messageCategory)
      .flatMap(({ channels = [] }) => channels);
    const names = new Set([...given, ...chosen].map(({ communicationChannel }) => communicationChannel));
    return { messageCategory, channels: [...names].map((name) => preferenceFor(name, given, chosen)) };
  });
}

/** Returns a customer's latest choice for each category. */
function lastChoices(choices: readonly PreferenceChoice[]): CategoryPreferences[] {
  const decided = choices.map(({ channels = [], ...choice }) => ({
    ...choice,
    channels: channels.filter(({ active }) => active !== undefined),
  }));
  return preferencesOf([], decided);
}

function preferenceFor(
  communicationChannel: CommunicationChannel,
  given: CategoryPreferences['channels'],
  chosen: NonNullable<PreferenceChoice['channels']>,
): ChannelPreference {
  const isIt = (each: { communicationChannel: CommunicationChannel }) =>
    each.communicationChannel === communicationChannel;
  const studio = given.find(isIt);
  if (studio && !studio.customerOverridable) return studio;
  // The latest choice counts.
  const active = chosen.filter(isIt).findLast((each) => each.active !== undefined)?.active;
  return { communicationChannel, customerOverridable: true, active: active ?? studio?.active ?? false };
}
