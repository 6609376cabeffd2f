import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { Value } from 'typebox/value';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { CalendarDate } from '../../../core/http/schemas.js';
import { textPart } from '../../../core/i18n/translate.js';
import { type AdditionalField, settingsOf } from '../../studios/settings/studio-settings.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { type Customer, type CustomerOfStudio, findCustomer, lockCustomerRecord } from '../customers.js';
import { customers } from '../customers.tables.js';

/** A value of a field that the studio has defined. */
export interface FieldAssignment {
  readonly additionalInformationFieldId: number;
  /** The text or number itself, `true` or `false`, a date, or the id of a list's item. */
  readonly value: string;
}

/** Returns the fields that a studio has defined for its customers. */
export function additionalFieldsOf(studio: Studio): readonly AdditionalField[] {
  return settingsOf(studio).additionalFields.fields;
}

/**
 * Checks that each assignment names a field of the studio, with a value of the field's type.
 *
 * @param reference the path of the list in the request, empty for the whole body.
 * @throws ApiError 400 naming the assignment, what was given and what is allowed.
 */
export function requireAssignments(
  studio: Studio,
  assignments: readonly FieldAssignment[],
  reference: string,
): void {
  const fields = additionalFieldsOf(studio);
  for (const [index, { additionalInformationFieldId: id, value }] of assignments.entries()) {
    const field = fields.find((each) => each.id === id);
    const path = `${reference && `${reference}.`}${index}`;
    if (!field) {
      throw unknown(
        `${path}.additionalInformationFieldId`,
        String(id),
        fields.map((each) => String(each.id)),
      );
    }
    requireValue(field, value, `${path}.value`);
  }
}

/**
 * Replaces all values that a customer has of the studio's fields, and notifies partners.
 *
 * @throws ApiError like `requireAssignments` and `findCustomer`.
 */
export async function setAssignments(
  context: Pick<Context, 'db' | 'clock'>,
  { studio, customerId }: CustomerOfStudio,
  assignments: readonly FieldAssignment[],
): Promise<void> {
  await findCustomer(context.db, studio.id, customerId, 'customerId');
  requireAssignments(studio, assignments, '');
  await context.db.transaction(async (tx) => {
    const { firstName, lastName, profile } = await lockCustomerRecord(tx, customerId);
    await tx
      .update(customers)
      .set({
        profile: { firstName, lastName, ...profile, additionalInformationFieldAssignments: assignments },
      })
      .where(eq(customers.id, customerId));
    await emit(context, tx, studio.id, { type: 'CUSTOMER_UPDATED', entityId: customerId });
  });
}

/**
 * Returns a profile for another studio, without the values of fields that this studio has not defined with the same id,
 * name, type and items.
 */
export function profileAt(from: Studio, to: Studio, profile: Customer['profile']): Customer['profile'] {
  const { additionalInformationFieldAssignments: values } = profile ?? {};
  if (!profile || !values) return profile;
  const fieldOf = (studio: Studio, id: number) => additionalFieldsOf(studio).find((field) => field.id === id);
  const kept = values.filter(({ additionalInformationFieldId: id }) => {
    const field = fieldOf(to, id);
    return field !== undefined && isDeepStrictEqual(fieldOf(from, id), field);
  });
  return { ...profile, additionalInformationFieldAssignments: kept };
}

function requireValue({ type, listItems = [] }: AdditionalField, value: string, path: string): void {
  switch (type) {
    case 'TEXT':
      return;
    case 'BOOLEAN':
      if (value !== 'true' && value !== 'false') throw unknown(path, value, ['true', 'false']);
      return;
    case 'LIST': {
      const ids = listItems.map(({ id }) => String(id));
      if (!ids.includes(value)) throw unknown(path, value, ids);
      return;
    }
    case 'NUMERIC':
      if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(value)) throw malformed(path, 'number');
      return;
    case 'DATE':
      if (!Value.Check(CalendarDate, value)) throw malformed(path, 'date');
  }
}

function unknown(reference: string, given: string, allowed: readonly string[]): ApiError {
  const problem = textPart('problem.given.unknown', { given, allowed: allowed.join(', ') || '–' });
  return new ApiError('errormessage.request.invalid', reference, { problem });
}

function malformed(field: string, format: string): ApiError {
  return new ApiError('errormessage.request.invalid', field, {
    problem: textPart('problem.schema.format', { field, format }),
  });
}
