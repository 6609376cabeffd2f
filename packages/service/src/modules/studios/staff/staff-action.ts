import type { Static, TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { schemaProblem } from '../../../core/http/schema-problem.js';
import type { Studio } from '../studios.tables.js';
import { auditRecords } from './staff.tables.js';

/**
 * A call of a staff action. The rule and the audit record share one transaction, except for actions that run without a
 * transaction.
 */
export interface StaffCall<Input> extends UnitOfWork {
  readonly studio: Studio;
  readonly input: Input;
}

/** The result of an action for the audit record: ids, states and settings, but never personal data of customers. */
export interface StaffResult {
  /** The subject of the action, such as `idle-period 42`. */
  readonly entity: string;
  readonly changed: Readonly<Record<string, unknown>>;
  /** Newly created secrets by name. They are shown to the person who ran the action and stored nowhere. */
  readonly shownOnce?: Readonly<Record<string, string>>;
  /** What is shown once as a QR code: SVG that the service has drawn. */
  readonly qrCode?: string;
}

/** An action that a studio's staff can perform. The rule itself belongs to the module of its subject. */
export interface StaffAction {
  /** Subject and verb: `idle-period.approve`. */
  readonly name: string;
  readonly summary: string;
  readonly input: TObject;
  /**
   * The action waits for another system. Nothing is locked in the meantime, and the audit record is written afterwards.
   * What it changes, it changes in transactions of its own.
   */
  readonly withoutTransaction?: true;
  /** Runs the action. The caller must have checked the input against its schema. */
  readonly run: (call: StaffCall<unknown>) => Promise<StaffResult>;
}

/** A staff action as defined in code: its `run` takes the input that its schema describes. */
interface Definition<Input extends TObject> extends Omit<StaffAction, 'input' | 'run'> {
  readonly input: Input;
  readonly run: (call: StaffCall<Static<Input>>) => Promise<StaffResult>;
}

/**
 * Defines a staff action. Its schema checks the input before it runs, so that the list of actions needs no knowledge of
 * their input types.
 *
 * `StaffAction` is not generic over its schema. To compare two such types, the compiler compares everything that a
 * schema can be, which took a quarter of the service's type-checking time.
 */
export function defineStaffAction<Input extends TObject>(definition: Definition<Input>): StaffAction {
  const { run } = definition;
  return { ...definition, run: (call) => run({ ...call, input: call.input as Static<Input> }) };
}

/**
 * Checks that a value fits a schema.
 *
 * @param path of the value in the input, empty for the whole.
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

/**
 * Records who did what, in the transaction that does it. Records contain ids, states and settings, but never personal
 * data of customers.
 *
 * @returns the id of the record.
 */
export async function recordAudit(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  record: AuditRecord,
): Promise<number> {
  const [written] = await tx
    .insert(auditRecords)
    .values({ ...record, createdAt: clock.now() })
    .returning({ id: auditRecords.id });
  if (!written) throw new Error('The audit record was not written.');
  return written.id;
}
