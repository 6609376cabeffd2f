import type { CustomerProfile } from '../../customers/profile.js';

type MessageCategory = (typeof MESSAGE_CATEGORIES)[number];
type CommunicationChannel = (typeof COMMUNICATION_CHANNELS)[number];

/** Whether messages of a category go out by a channel. */
interface ChannelPreference {
  readonly communicationChannel: CommunicationChannel;
  /** Whether the customer decides; otherwise the studio does, e.g. about what a contract asks for. */
  readonly customerOverridable: boolean;
  readonly active: boolean;
}

export interface CategoryPreferences {
  readonly messageCategory: MessageCategory;
  readonly channels: ChannelPreference[];
}

/** A customer's decision, at the sign-up or later. Left out: no decision. */
export type PreferenceChoice = NonNullable<CustomerProfile['communicationPreferences']>[number];

/**
 * Channels on which a customer is written to: those of the studio, in its order, each as the customer has decided where
 * the customer decides; behind them those that the customer alone has named.
 */
export function preferencesOf(
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

/** A customer's last decision on each category. */
export function lastChoices(choices: readonly PreferenceChoice[]): CategoryPreferences[] {
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
  // The last word counts.
  const active = chosen.filter(isIt).findLast((each) => each.active !== undefined)?.active;
  return { communicationChannel, customerOverridable: true, active: active ?? studio?.active ?? false };
}

const channel = (
  communicationChannel: CommunicationChannel,
  customerOverridable: boolean,
  active: boolean,
): ChannelPreference => ({ communicationChannel, customerOverridable, active });

/** A studio's initial preferences: letters about contracts in any case, no advertising unasked. */
export const USUAL_PREFERENCES: CategoryPreferences[] = [
  { messageCategory: 'CONTRACT', channels: [channel('EMAIL', false, true), channel('LETTER', false, true)] },
  { messageCategory: 'GENERAL', channels: [channel('EMAIL', true, true), channel('LETTER', true, true)] },
  {
    messageCategory: 'APPOINTMENT',
    channels: [channel('EMAIL', true, true), channel('TEXT_MESSAGE', true, true)],
  },
  {
    messageCategory: 'NEWSLETTER',
    channels: [channel('EMAIL', true, false), channel('TEXT_MESSAGE', true, false)],
  },
  {
    messageCategory: 'LOYALTY_PROGRAM',
    channels: [channel('EMAIL', true, false), channel('TEXT_MESSAGE', true, false)],
  },
];

export const MESSAGE_CATEGORIES = [
  'CONTRACT',
  'GENERAL',
  'APPOINTMENT',
  'NEWSLETTER',
  'LOYALTY_PROGRAM',
] as const;
export const COMMUNICATION_CHANNELS = [
  'LETTER',
  'EMAIL',
  'TEXT_MESSAGE',
  'PHONE',
  'FAX',
  'CONVERSATION',
  'CHAT',
  'OTHER',
] as const;
