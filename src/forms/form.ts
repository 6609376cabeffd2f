import type { CustomerFieldName, CustomerFields } from '../config/config.js';
import type { TextKey } from '../i18n/text-keys.js';
import type { OfferedPaymentMethod, Session } from '@upc/contract/gateway';

/** A fault of a value, as data: translated when it is rendered, with `params` filled in. */
export interface ValidationError {
  /** Locale key, such as `error.iban.length`. */
  readonly code: TextKey;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Pure. Takes the normalised value; null when it is right. */
export type Validator = (value: string) => ValidationError | null;

/** A displayed text and where the caret is in it, in UTF-16 units. */
interface EditedText {
  readonly text: string;
  readonly caret: number;
}

/** Pure: groups and corrects a text while it is typed, without moving the caret away from what was typed. */
export type Formatter = (edited: EditedText) => EditedText;

export interface FieldOption {
  readonly value: string;
  readonly labelKey: TextKey;
}

/**
 * One field of a method's form. Labels, hints and errors are locale keys; an override with an empty string
 * hides the label or hint.
 */
export interface FieldDefinition {
  /** Unique in the form, such as `iban` or `address.line1`. */
  readonly name: string;
  readonly kind: 'text' | 'select';
  readonly labelKey: TextKey;
  readonly hintKey?: TextKey;
  readonly hintParams?: Readonly<Record<string, string | number>>;
  readonly required: boolean;
  readonly autocomplete: string;
  readonly inputMode?: 'text' | 'numeric' | 'email';
  readonly autocapitalize?: 'off' | 'words' | 'characters';
  readonly maxLength?: number;
  /** Of a select; one without them offers all countries. */
  readonly options?: readonly FieldOption[];
  /** Display while typing. */
  readonly format?: Formatter;
  /** From the displayed text to the value that is checked and sent. Defaults to trimming. */
  readonly parse?: (text: string) => string;
  /** Runs on the parsed value when it is not empty; emptiness is `required`'s business. */
  readonly validate?: Validator;
  /** Chosen until the person chooses another; for a select. */
  readonly initial?: string;
  /** Fields side by side where there is room: `short` begins a line, `rest` takes what is left of it. */
  readonly width?: 'short' | 'rest';
  /** The customer field that prefills it. */
  readonly customerField?: CustomerFieldName;
}

/** A box to tick before the button works. */
export interface ConsentDefinition {
  readonly name: string;
  readonly labelKey: TextKey;
  readonly labelParams?: Readonly<Record<string, string | number>>;
}

/** The text for the person where there is nothing to fill in. */
export interface FormInfo {
  /** Locale key; it is told the `amount` and the `creditor`. */
  readonly key: TextKey;
  /** Facts that the person needs later, to be noted or copied. */
  readonly facts: readonly InfoFact[];
  /** Said after the facts; told the same as the text. */
  readonly noteKey?: TextKey;
}

interface InfoFact {
  readonly labelKey: TextKey;
  /** As it is shown. */
  readonly value: string;
  /** As it is copied, for one that somebody types elsewhere. */
  readonly copied?: string | undefined;
}

/** Facts that a form's fields may depend on. */
export interface FormContext {
  readonly session: Session;
  readonly offer: OfferedPaymentMethod;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string;
  readonly hideMandateCheckbox: boolean;
  readonly customerFields: CustomerFields;
  /** Displayed texts by field name. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A field of the provider's; `card` is all of them, where the provider does not say which. */
export type SecuredField = 'card' | 'number' | 'expiry' | 'cvc';

/** The person's entries in a form; everything else is derived from them. */
export interface FormState {
  readonly texts: Readonly<Record<string, string>>;
  /** Fields that were left, so that their errors may show. */
  readonly visited: Readonly<Record<string, true>>;
  readonly consents: Readonly<Record<string, boolean>>;
  /** Undefined until the person decides; the default is to save. */
  readonly save: boolean | undefined;
  /** SVG of the signature, where one is required. */
  readonly signature: string | undefined;
  /** Texts that the service refused, with the reason; kept until the text changes. */
  readonly refused: Readonly<Record<string, { readonly text: string; readonly error: ValidationError }>>;
  /** The bank of an IBAN that was typed. */
  readonly bank?: { readonly iban: string; readonly name: string };
  /** Fields in which the provider found a fault at the last submit that is not corrected yet. */
  readonly secured: readonly SecuredField[];
  /** A submit has failed on this form: all errors may show. */
  readonly submitted: boolean;
}

export const emptyForm: FormState = {
  texts: {},
  visited: {},
  consents: {},
  save: undefined,
  signature: undefined,
  refused: {},
  secured: [],
  submitted: false,
};
