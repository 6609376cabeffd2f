import { eq } from 'drizzle-orm';
import type { TObject } from 'typebox';
import type { Context } from '../core/context.js';
import type { Database } from '../core/database/database.js';
import { StaffError } from '../core/errors/staff-error.js';
import { AGGREGATOR_ACTIONS } from '../modules/aggregators/aggregators.staff.js';
import { APPOINTMENT_ACTIONS } from '../modules/appointments/appointments.staff.js';
import { CHECK_IN_ACTIONS } from '../modules/check-ins/check-ins.staff.js';
import { CLASS_ACTIONS } from '../modules/classes/classes.staff.js';
import { CUSTOMER_ACTIONS } from '../modules/customers/customers.staff.js';
import { MEMBER_LIST_ACTIONS } from '../modules/customers/member-lists/member-lists.staff.js';
import { DEBT_COLLECTION_ACTIONS } from '../modules/debt-collection/debt-collection.staff.js';
import { DEVICE_ACTIONS } from '../modules/devices/devices.staff.js';
import { EMPLOYEE_ACTIONS } from '../modules/employees/employees.staff.js';
import { HOME_STUDIO_ACTIONS } from '../modules/home-studio/home-studio.staff.js';
import { INTEGRATION_ACTIONS, KEY_ACTIONS } from '../modules/integrations/integrations.staff.js';
import { ADDITIONAL_MODULE_ACTIONS } from '../modules/memberships/additional-modules/additional-modules.staff.js';
import { CANCELATION_ACTIONS } from '../modules/memberships/cancelations/cancelations.staff.js';
import { WITHDRAWAL_ACTIONS } from '../modules/memberships/withdrawals/withdrawals.staff.js';
import { CONTRACT_ACTIONS } from '../modules/memberships/contracts/contracts.staff.js';
import { DECLARATION_ACTIONS } from '../modules/memberships/declarations/declarations.staff.js';
import { IDLE_PERIOD_ACTIONS } from '../modules/memberships/idle-periods/idle-periods.staff.js';
import { OFFER_ACTIONS } from '../modules/memberships/offers/offers.staff.js';
import { VOUCHER_ACTIONS } from '../modules/memberships/vouchers/vouchers.staff.js';
import { PAYMENT_RUN_ACTIONS } from '../modules/payments/charges/payment-runs.staff.js';
import { PAYMENT_LINK_ACTIONS } from '../modules/payments/links/links.staff.js';
import { BANK_ACTIONS } from '../modules/payments/providers/bank/bank.staff.js';
import { REFUND_ACTIONS } from '../modules/payments/refunds/refunds.staff.js';
import { SELF_SERVICE_ACTIONS } from '../modules/self-service/self-service.staff.js';
import { STUDIO_INFORMATION_ACTIONS } from '../modules/studio-information/studio-information.staff.js';
import {
  recordAudit,
  requireInput,
  type StaffAction,
  type StaffResult,
} from '../modules/studios/staff/staff-action.js';
import { studios } from '../modules/studios/studios.tables.js';
import { WEBHOOK_ACTIONS } from '../modules/webhooks/webhooks.staff.js';
import { SETTINGS_ACTIONS } from './studios/settings.staff.js';
import { STUDIO_ACTIONS } from './studios/studios.staff.js';

/** All staff actions, for the studio page and the command `upc-service`. */
export const STAFF_ACTIONS: readonly StaffAction[] = [
  ...STUDIO_ACTIONS,
  ...STUDIO_INFORMATION_ACTIONS,
  ...SETTINGS_ACTIONS,
  ...EMPLOYEE_ACTIONS,
  ...OFFER_ACTIONS,
  ...ADDITIONAL_MODULE_ACTIONS,
  ...VOUCHER_ACTIONS,
  ...CLASS_ACTIONS,
  ...APPOINTMENT_ACTIONS,
  ...CUSTOMER_ACTIONS,
  ...SELF_SERVICE_ACTIONS,
  ...CONTRACT_ACTIONS,
  ...CANCELATION_ACTIONS,
  ...WITHDRAWAL_ACTIONS,
  ...DECLARATION_ACTIONS,
  ...PAYMENT_RUN_ACTIONS,
  ...REFUND_ACTIONS,
  ...PAYMENT_LINK_ACTIONS,
  ...BANK_ACTIONS,
  ...IDLE_PERIOD_ACTIONS,
  ...AGGREGATOR_ACTIONS,
  ...CHECK_IN_ACTIONS,
  ...MEMBER_LIST_ACTIONS,
  ...DEBT_COLLECTION_ACTIONS,
  ...HOME_STUDIO_ACTIONS,
  ...INTEGRATION_ACTIONS,
  ...KEY_ACTIONS,
  ...WEBHOOK_ACTIONS,
  ...DEVICE_ACTIONS,
];

/**
 * Returns a staff action by name.
 *
 * @throws Error naming the actions that exist.
 */
export function findStaffAction(name: string): StaffAction {
  const found = STAFF_ACTIONS.find((each) => each.name === name);
  if (found) return found;
  const allowed = STAFF_ACTIONS.map((each) => each.name).join(', ');
  throw new Error(`There is no staff action "${name}"; there are: ${allowed}.`);
}

export interface StaffRequest {
  readonly name: string;
  readonly studioId: number;
  /** Origin of the request, which is a page or a command with the machine's account: `studio page`, `command: anna`. */
  readonly actor: string;
  readonly input: unknown;
  readonly traceId: string;
}

/** The result of an action, with the id of its audit record. */
export interface PerformedAction extends StaffResult {
  readonly recordId: number;
}

/**
 * Performs a staff action: checks the input, runs the rule, and writes the audit record in the same transaction.
 *
 * @throws Error when no action has that name, StaffError when no studio has that id; ApiError or StaffError when the
 * input is wrong or the rule refuses.
 */
export async function performStaffAction(
  context: Context,
  { name, studioId, actor, input, traceId }: StaffRequest,
): Promise<PerformedAction> {
  const action = findStaffAction(name);
  requireInput(action.input, input);
  const perform = async (tx: Database): Promise<PerformedAction> => {
    const [studio] = await tx.select().from(studios).where(eq(studios.id, studioId));
    if (!studio) throw new StaffError(`There is no studio ${studioId}.`);
    const result = await action.run({ context, tx, studio, input, traceId });
    const { entity, changed } = result;
    const record = { entity, changed, studioId, action: name, actor, traceId };
    return { ...result, recordId: await recordAudit(context, tx, record) };
  };
  return action.withoutTransaction ? perform(context.db) : context.db.transaction(perform);
}

/** Parts of a JSON schema that matter here. */
interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
}

/** Returns whether a field is typed as JSON: an object or a list, or one that can also be null. */
export function isTypedAsJson({ type, anyOf = [] }: Schema): boolean {
  return type === 'object' || type === 'array' || anyOf.some(isTypedAsJson);
}

/**
 * Converts the texts of a form or command line to the input of a staff action: numbers, booleans and JSON according to
 * the schema of each field. An empty text counts as a missing field. A text that is not a number, exceeds the range of
 * numbers, or is not JSON stays a text, which the check of the input then reports.
 */
export function inputFromText(
  { properties }: TObject,
  texts: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined && text !== '');
  return Object.fromEntries(
    given.map(([name, text = '']) => {
      const schema = Object.hasOwn(properties, name) ? (properties[name] as Schema) : {};
      return [name, valueOf(text, schema)];
    }),
  );
}

function valueOf(text: string, schema: Schema): unknown {
  if (isTypedAsJson(schema)) return jsonOf(text);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) && isExact(Number(text)) ? Number(text) : text;
    case 'boolean':
      return { true: true, false: false }[text] ?? text;
    default:
      return text;
  }
}

/** Returns whether a number is exactly the one that was typed; beyond 2^53 it may be another. */
function isExact(number: number): boolean {
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
