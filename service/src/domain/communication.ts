import type { COMMUNICATION_CHANNELS } from './customer-profile.js';

export const THREAD_STATUSES = ['CREATED', 'ONGOING', 'CLOSED'] as const;
/** From the studio's side: what a member has said comes in. */
export const DIRECTIONS = ['INCOMING', 'OUTGOING'] as const;

export type ThreadStatus = (typeof THREAD_STATUSES)[number];

/** What a member and the studio have said to each other, as another system tells it. */
export interface Communication {
  readonly ticketNumber?: string;
  readonly subject: string;
  readonly content: string;
  readonly communicationDirection: (typeof DIRECTIONS)[number];
  readonly ticketLink?: string;
  readonly communicationChannel: (typeof COMMUNICATION_CHANNELS)[number];
  /** Who spoke for the studio. */
  readonly agent?: string;
}
