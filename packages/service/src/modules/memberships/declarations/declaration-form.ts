import type { CalendarDate } from '../../../core/calendar.js';
import { clip } from '../../../core/errors/fault-message.js';
import { textPart, type TextPart } from '../../../core/i18n/translate.js';
import type { DeclarationPurpose } from './acknowledgement.js';
import type { DeclarationDetails } from './declarations.stored.js';
import type { DeclarationKind } from './declarations.tables.js';

/** Fields of the form in their order, with the most characters that each can have. */
export const FIELD_LENGTHS = { reason: 2000, name: 200, contractNumber: 100, email: 254, date: 10 } as const;

export type FieldName = keyof typeof FIELD_LENGTHS;

/** What a browser has sent, as it is shown again. */
export type GivenForm = Readonly<Record<FieldName, string>> & {
  readonly kind: DeclarationKind;
  readonly removeInstruments: boolean;
};

/** What is wrong with the fields. */
export type Problems = Readonly<Partial<Record<FieldName, TextPart>>>;

/**
 * Reads a sent form, or an empty one. Control characters and additional spaces are removed; only a reason can have
 * several lines. A withdrawal needs no reason and has no date.
 */
export function readForm(
  purpose: DeclarationPurpose,
  body: Readonly<Record<string, string>> = {},
): GivenForm {
  const line = (name: FieldName) => (body[name] ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const person = { name: line('name'), contractNumber: line('contractNumber'), email: line('email') };
  const removeInstruments = body.removeInstruments === 'true';
  if (purpose === 'WITHDRAWAL') {
    return { ...person, kind: 'WITHDRAWAL', reason: '', date: '', removeInstruments };
  }
  return {
    ...person,
    kind: body.kind === 'EXTRAORDINARY_CANCELATION' ? 'EXTRAORDINARY_CANCELATION' : 'ORDINARY_CANCELATION',
    reason: (body.reason ?? '')
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n]+/gu, ' ')
      .trim(),
    date: line('date'),
    removeInstruments: false,
  };
}

/**
 * Returns what is wrong with a form; empty if it can be stored. It only checks what a declaration needs to be
 * understood, because the page must not keep a member from making one.
 *
 * @param today at the studio
 */
export function problemsOf(form: GivenForm, today: CalendarDate): Problems {
  const problems: Partial<Record<FieldName, TextPart>> = {};
  if (form.kind === 'EXTRAORDINARY_CANCELATION' && form.reason === '') {
    problems.reason = textPart('declaration.reason.required');
  }
  if (form.name === '') problems.name = textPart('declaration.name.required');
  else if (!/\p{Letter}/u.test(form.name)) problems.name = textPart('error.name');
  if (form.contractNumber === '') problems.contractNumber = textPart('declaration.contractNumber.required');
  if (form.email === '') problems.email = textPart('error.required.email');
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email)) problems.email = textPart('error.email');
  if (form.date !== '' && !isDate(form.date))
    problems.date = textPart('declaration.date.invalid', { given: clip(form.date) });
  else if (form.date !== '' && form.date < today) problems.date = textPart('declaration.date.past');
  for (const [name, length] of Object.entries(FIELD_LENGTHS) as [FieldName, number][]) {
    if (name !== 'date' && form[name].length > length) problems[name] = textPart('error.tooLong', { length });
  }
  return problems;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
}

/** Returns the details of a form without problems. */
export function detailsOf({ kind: _, reason, date, ...given }: GivenForm): DeclarationDetails {
  return { ...given, reason: reason || null, date: date || null };
}
