import type { Static, TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { schemaProblem } from '../../../core/http/schema-problem.js';
import type { Studio } from '../studios.tables.js';
import { auditRecords } from './staff.tables.js';

/** The rule runs and the audit record is written in one transaction; in none for an action without. */
export interface StaffCall<Input> extends UnitOfWork {
  readonly studio: Studio;
  readonly input: Input;
}

/** The result of an action, for the audit record: ids, states and settings, never personal data of customers. */
export interface StaffResult {
  /** The subject of the action, such as `idle-period 42`. */
  readonly entity: string;
  readonly changed: Readonly<Record<string, unknown>>;
  /** Secrets that were made, by name: shown to who did it, and kept nowhere. */
  readonly shownOnce?: Readonly<Record<string, string>>;
}

/** One thing that staff of a studio can do. The rule itself lives in the module of its subject. */
export interface StaffAction {
  /** Subject and verb: `idle-period.approve`. */
  readonly name: string;
  readonly summary: string;
  readonly input: TObject;
  /** It changes nothing and waits for somebody else: nothing is locked meanwhile, the audit record is written afterwards. */
  readonly withoutTransaction?: true;
  /** Takes input that its schema has checked. */
  readonly run: (call: StaffCall<unknown>) => Promise<StaffResult>;
}

/** A staff action as it is written: what it runs takes the input that its schema describes. */
interface Definition<Input extends TObject> extends Omit<StaffAction, 'input' | 'run'> {
  readonly input: Input;
  readonly run: (call: StaffCall<Static<Input>>) => Promise<StaffResult>;
}

/**
 * A staff action among others: its input is checked by its schema before it runs, so that the list needs to know nothing
 * of what each takes.
 *
 * `StaffAction` is not generic over its schema: to compare two such types, the compiler compares everything that a
 * schema can be, which took a quarter of the time that the service takes to be checked.
 */
export function defineStaffAction<Input extends TObject>(definition: Definition<Input>): StaffAction {
  const { run } = definition;
  return { ...definition, run: (call) => run({ ...call, input: call.input as Static<Input> }) };
}

/**
 * Lets a value pass that fits a schema.
 *
 * @param path of the value in what was given, empty for the whole.
 * @throws ApiError 400 naming the field, what is wrong with it and what is allowed.
 */
export function requireInput(schema: TSchema, value: unknown, path = ''): void {
  const [fault] = Value.Errors(schema, value);
  if (!fault) return;
  const [missing] = fault.keyword === 'required' ? fault.params.requiredProperties : [];
  const instancePath = `${path && `/${path}`}${fault.instancePath}`;
  const params = missing === undefined ? { ...fault.params } : { missingProperty: missing };
  const { reference, problem } = schemaProblem({ keyword: fault.keyword, instancePath, params }, 'body');
  throw new ApiError('errormessage.request.invalid', reference || undefined, { problem });
}

type AuditRecord = Omit<typeof auditRecords.$inferInsert, 'id' | 'createdAt'>;

/** Writes down who did what, in the transaction that does it. Ids, states and settings, never personal data of customers. */
export async function recordAudit(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  record: AuditRecord,
): Promise<void> {
  await tx.insert(auditRecords).values({ ...record, createdAt: clock.now() });
}
