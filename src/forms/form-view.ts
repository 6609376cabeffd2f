import type { MandateOffer } from '@upc/contract/gateway';
import type { MethodForm } from './payment-method.js';
import { customerField } from './customer-fields.js';
import type {
  ConsentDefinition,
  FieldDefinition,
  FormContext,
  FormInfo,
  FormState,
  ValidationError,
} from './form.js';

/** The current state of a field. */
export interface FieldView {
  readonly definition: FieldDefinition;
  /** The text in the input. */
  readonly text: string;
  /** The parsed text, which is validated and sent. */
  readonly value: string;
  readonly error: ValidationError | null;
  /** The error, when it is time to show it (design of the widget: validity and visibility are separate). */
  readonly visibleError: ValidationError | null;
  /** A fact about a valid value, shown in place of the hint: the name of an account's bank. */
  readonly note: string | undefined;
  /** False for a valid value that the host has prefilled and asked to hide. */
  readonly visible: boolean;
}

export interface ConsentView {
  readonly definition: ConsentDefinition;
  readonly accepted: boolean;
  /** Not ticked, and a submit has failed on it. */
  readonly missing: boolean;
}

/** Everything a form shows, derived from the method, its context and what the person has done. */
export interface FormView {
  readonly fields: readonly FieldView[];
  readonly consents: readonly ConsentView[];
  readonly info: FormInfo | undefined;
  readonly mandate: MandateOffer | undefined;
  readonly signature: { readonly svg: string | undefined; readonly missing: boolean } | undefined;
  /** Whether to save the method; undefined when the person is not asked. */
  readonly save: boolean | undefined;
  /** Parsed values by field name. */
  readonly values: Readonly<Record<string, string>>;
  /** Names of the fields, the provider's among them, consents and signature that are wrong, in the order shown. */
  readonly invalid: readonly string[];
}

/** Pure: derives what a form shows. `context.texts` belongs to `state`. */
export function describeForm(form: MethodForm, context: FormContext, state: FormState): FormView {
  const fields = form.fields(context).map((definition) => describeField(definition, context, state));
  const signatureRequired = context.offer.requiredFields?.includes('signature') ?? false;
  const signatureMissing = signatureRequired && state.signature === undefined;
  const consents = form.consents(context).map((definition) => {
    const accepted = state.consents[definition.name] ?? false;
    return { definition, accepted, missing: state.submitted && !accepted };
  });
  const save =
    context.session.savingOffered && context.offer.canBeSaved
      ? (state.save ?? context.session.savingPreset ?? true)
      : undefined;
  return {
    fields,
    consents,
    info: form.info?.(context),
    // A single payment has a mandate for one debit.
    mandate: (save === false ? context.offer.oneOffMandate : undefined) ?? context.offer.mandate,
    signature: signatureRequired
      ? { svg: state.signature, missing: signatureMissing && state.submitted }
      : undefined,
    save,
    values: Object.fromEntries(fields.map((field) => [field.definition.name, field.value])),
    invalid: [
      ...fields.filter((field) => field.error !== null).map((field) => field.definition.name),
      ...state.secured,
      ...consents.filter((consent) => !consent.accepted).map((consent) => consent.definition.name),
      ...(signatureMissing ? ['signature'] : []),
    ],
  };
}

function describeField(definition: FieldDefinition, context: FormContext, state: FormState): FieldView {
  const prefill = definition.customerField && customerField(context.customerFields, definition.customerField);
  const typed = state.texts[definition.name];
  const text = typed ?? (prefill ? format(definition, prefill.value) : (definition.initial ?? ''));
  const value = definition.parse ? definition.parse(text) : text.trim();
  const refused = state.refused[definition.name];
  const error = validate(definition, value) ?? (refused?.text === text ? refused.error : null);
  const isWrongPrefill = typed === undefined && value !== '';
  const visited = definition.name in state.visited;
  return {
    definition,
    text,
    value,
    error,
    visibleError: state.submitted || visited || isWrongPrefill ? error : null,
    note: definition.name === 'iban' && state.bank?.iban === value ? state.bank.name : undefined,
    visible: error !== null || prefill?.visible !== false,
  };
}

function validate(definition: FieldDefinition, value: string): ValidationError | null {
  if (value === '') return definition.required ? { code: 'error.required' } : null;
  if (definition.options?.every((option) => option.value !== value)) return { code: 'error.required' };
  return definition.validate?.(value) ?? null;
}

function format(definition: FieldDefinition, text: string): string {
  return definition.format?.({ text, caret: text.length }).text ?? text;
}
