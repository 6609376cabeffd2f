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

type MessageCategory = (typeof MESSAGE_CATEGORIES)[number];
export type CommunicationChannel = (typeof COMMUNICATION_CHANNELS)[number];

/** Whether messages of a category are sent on a channel. */
export interface ChannelPreference {
  readonly communicationChannel: CommunicationChannel;
  /** Whether the customer decides. Otherwise the studio does, for example about messages that a contract requires. */
  readonly customerOverridable: boolean;
  readonly active: boolean;
}

export interface CategoryPreferences {
  readonly messageCategory: MessageCategory;
  readonly channels: ChannelPreference[];
}

const channel = (
  communicationChannel: CommunicationChannel,
  customerOverridable: boolean,
  active: boolean,
): ChannelPreference => ({ communicationChannel, customerOverridable, active });

/** A studio's initial preferences: contract letters are always sent, and advertising only on request. */
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
