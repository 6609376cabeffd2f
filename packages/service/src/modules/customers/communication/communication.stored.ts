import { Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../../core/database/stored-schema.js';
import { COMMUNICATION_CHANNELS } from '../../studios/settings/communication-preferences.js';

const Text = Type.Optional(Type.String());

/** A message between a member and the studio, as reported by another system. */
export interface Communication {
  readonly ticketNumber?: string;
  readonly subject: string;
  readonly content: string;
  readonly communicationDirection: (typeof DIRECTIONS)[number];
  readonly ticketLink?: string;
  readonly communicationChannel: (typeof COMMUNICATION_CHANNELS)[number];
  /** The person who acted for the studio. */
  readonly agent?: string;
}

/** Directions from the studio's point of view: a member's messages are incoming. */
export const DIRECTIONS = ['INCOMING', 'OUTGOING'] as const;

export const COMMUNICATION: StoredSchema<Communication> = storedSchema(
  Type.Object({
    ticketNumber: Text,
    subject: Type.String(),
    content: Type.String(),
    communicationDirection: Type.Enum(DIRECTIONS),
    ticketLink: Text,
    communicationChannel: Type.Enum(COMMUNICATION_CHANNELS),
    agent: Text,
  }),
);
