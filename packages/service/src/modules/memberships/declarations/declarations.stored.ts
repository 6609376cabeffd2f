import { Type } from 'typebox';
import type { CalendarDate } from '../../../core/calendar.js';
import { storedSchema, type StoredSchema } from '../../../core/database/stored-schema.js';
import type { Fact } from '../../documents/pdf/pdf-layout.js';

/** What a member enters to cancel a contract or to withdraw from it. */
export interface DeclarationDetails {
  readonly name: string;
  /** As typed. A member who does not know the number describes the contract. */
  readonly contractNumber: string;
  readonly email: string;
  readonly reason: string | null;
  /** The day on which the contract shall end; null for the earliest possible one. */
  readonly date: CalendarDate | null;
  /** Whether stored accounts and cards are to be removed after a withdrawal. */
  readonly removeInstruments: boolean;
}

/** The acknowledgement as the member was given it: on the page, as a PDF, and to be sent by e-mail. */
export interface Acknowledgement {
  /** The language, with the region used for dates. */
  readonly locale: string;
  readonly studioName: string;
  readonly heading: string;
  readonly facts: readonly Fact[];
  readonly note: string;
}

export interface DeclarationContent {
  readonly details: DeclarationDetails;
  readonly acknowledgement: Acknowledgement;
}

const Text = Type.String();
const TextOrNull = Type.Union([Text, Type.Null()]);

export const DECLARATION: StoredSchema<DeclarationContent> = storedSchema(
  Type.Object({
    details: Type.Object({
      ...{ name: Text, contractNumber: Text, email: Text },
      ...{ reason: TextOrNull, date: TextOrNull, removeInstruments: Type.Boolean() },
    }),
    acknowledgement: Type.Object({
      ...{ locale: Text, studioName: Text, heading: Text, note: Text },
      facts: Type.Array(Type.Object({ label: Text, value: Text })),
    }),
  }),
);
