import type { COMMUNICATION_CHANNELS } from './customer-profile.js';

export const THREAD_STATUSES = ['CREATED', 'ONGOING', 'CLOSED'] as const;
/** From the studio's side: what a member has said comes in. */
export const DIRECTIONS = ['INCOMING', 'OUTGOING'] as const;

export type ThreadStatus = (typeof THREAD_STATUSES)[number];

/** A conversation between a member and the studio, as another system reports it. */
export interface Communication {
  readonly ticketNumber?: string;
  readonly subject: string;
  readonly content: string;
  readonly communicationDirection: (typeof DIRECTIONS)[number];
  readonly ticketLink?: string;
  readonly communicationChannel: (typeof COMMUNICATION_CHANNELS)[number];
  /** The person who spoke for the studio. */
  readonly agent?: string;
}
