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
  /** Text in the input. */
  readonly text: string;
  /** Parsed text, which is validated and sent. */
  readonly value: string;
  readonly error: ValidationError | null;
  /** The error once it may be shown. A field can be invalid before its error is visible. */
  readonly visibleError: ValidationError | null;
  /** Information about a valid value, shown in place of the hint: the name of the account's bank. */
  readonly note: string | undefined;
  /** Whether the field is shown. False only for a valid prefilled value that the host asked to hide. */
  readonly visible: boolean;
}

export interface ConsentView {
  readonly definition: ConsentDefinition;
  readonly accepted: boolean;
  /** Whether the box is not ticked although a submission required it. */
  readonly missing: boolean;
}

/** Everything that a form shows, derived from the method, its context and the person's entries. */
export interface FormView {
  readonly fields: readonly FieldView[];
  readonly consents: readonly ConsentView[];
  readonly info: FormInfo | undefined;
  readonly mandate: MandateOffer | undefined;
  readonly signature: { readonly svg: string | undefined; readonly missing: boolean } | undefined;
  /** Whether to save the method; undefined when the person is not offered the choice. */
  readonly save: boolean | undefined;
  /** Parsed values by field name. */
  readonly values: Readonly<Record<string, string>>;
  /** Errors of fields (including the provider's), consents and signature by name, in the order shown. */
  readonly errors: Readonly<Record<string, ValidationError>>;
  /** Names of what has an error, in the order shown. */
  readonly invalid: readonly string[];
}

/** Derives what a form shows, without side effects. `context.texts` must be the texts of `state`. */
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
  const errors: Record<string, ValidationError> = {};
  for (const { definition, error } of fields) if (error) errors[definition.name] = error;
  for (const [name, code] of Object.entries(state.secured)) errors[name] = { code };
  for (const { definition, accepted } of consents)
    if (!accepted) errors[definition.name] = { code: 'error.consent' };
  if (signatureMissing) errors.signature = { code: 'error.signature' };
  return {
    fields,
    consents,
    info: form.info?.(context),
    // A payment without saving may need a different mandate, which covers one debit.
    mandate: (save === false ? context.offer.oneOffMandate : undefined) ?? context.offer.mandate,
    signature: signatureRequired
      ? { svg: state.signature, missing: signatureMissing && state.submitted }
      : undefined,
    save,
    values: Object.fromEntries(fields.map((field) => [field.definition.name, field.value])),
    errors,
    invalid: Object.keys(errors),
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
  const { requiredKey, options } = definition;
  const isMissing = value === '' || options?.every((option) => option.value !== value) === true;
  if (isMissing) return requiredKey ? { code: requiredKey } : null;
  return definition.validate?.(value) ?? null;
}

function format(definition: FieldDefinition, text: string): string {
  return definition.format?.({ text, caret: text.length }).text ?? text;
}
