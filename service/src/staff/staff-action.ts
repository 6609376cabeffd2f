import type { Static, TObject } from 'typebox';
import type { Context, Studio } from '../context.js';
import type { Database } from '../store/database.js';

export interface StaffCall<Input> {
  readonly context: Context;
  /** The transaction in which the rule runs and the audit record is written. */
  readonly tx: Database;
  readonly studio: Studio;
  readonly input: Input;
  readonly traceId: string;
}

/** The result of an action, for the audit record: ids, states and settings, never personal data of customers. */
export interface StaffResult {
  /** The subject of the action, such as `idle-period 42`. */
  readonly entity: string;
  readonly changed: Readonly<Record<string, unknown>>;
  /** Secrets that were made, by name: shown to who did it, and kept nowhere. */
  readonly shownOnce?: Readonly<Record<string, string>>;
}

/** One thing that staff of a studio can do. The rule itself lives in the room of its subject. */
export interface StaffAction<Input extends TObject = TObject> {
  /** Subject and verb: `idle-period.approve`. */
  readonly name: string;
  readonly summary: string;
  readonly input: Input;
  readonly run: (call: StaffCall<Static<Input>>) => Promise<StaffResult>;
}

/**
 * A staff action among others: its input is checked by its schema before it runs, so that the list needs to know nothing
 * of what each takes.
 */
export function defineStaffAction<Input extends TObject>(action: StaffAction<Input>): StaffAction {
  return action;
}
