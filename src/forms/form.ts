import type { CustomerFieldName, CustomerFields } from '../config/config.js';
import type { TextKey } from '../i18n/text-keys.js';
import type { OfferedPaymentMethod, Schemas, Session } from '@upc/contract/gateway';

/** Validation error as data. It is translated when rendered, with `params` filled in. */
export interface ValidationError {
  /** Locale key, such as `error.iban.length`. */
  readonly code: TextKey;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Checks a normalised value without side effects; returns null when it is valid. */
export type Validator = (value: string) => ValidationError | null;

/** A displayed text and the position of the caret, in UTF-16 units. */
interface EditedText {
  readonly text: string;
  readonly caret: number;
}

/** Groups and corrects a text during typing, without side effects. The caret stays at the character typed. */
export type Formatter = (edited: EditedText) => EditedText;

export interface FieldOption {
  readonly value: string;
  readonly labelKey: TextKey;
}

/**
 * One field of a method's form. Labels, hints and errors are locale keys; an override with an empty string hides the
 * label or hint.
 */
export interface FieldDefinition {
  /** Name that is unique in the form, such as `iban` or `address.line1`. */
  readonly name: string;
  readonly kind: 'text' | 'select';
  readonly labelKey: TextKey;
  readonly hintKey?: TextKey;
  readonly hintParams?: Readonly<Record<string, string | number>>;
  /** Locale key of the error for an empty field. A field without it may stay empty. */
  readonly requiredKey?: TextKey;
  readonly autocomplete: string;
  readonly inputMode?: 'numeric' | 'email' | undefined;
  readonly autocapitalize?: 'off' | 'words' | 'characters';
  readonly maxLength?: number;
  /** Options of a select. A select without them offers all countries. */
  readonly options?: readonly FieldOption[];
  /** Formats the displayed text during typing. */
  readonly format?: Formatter;
  /** Converts the displayed text to the value that is checked and sent. By default it is trimmed. */
  readonly parse?: (text: string) => string;
  /** Checks the parsed value unless it is empty. Empty values are handled by `requiredKey`. */
  readonly validate?: Validator;
  /** Initial choice of a select. */
  readonly initial?: string;
  /** Position of fields that share a line if there is room: `short` begins the line, `rest` fills it. */
  readonly width?: 'short' | 'rest';
  /** Customer field that prefills this one. */
  readonly customerField?: CustomerFieldName;
}

/** A box that must be ticked before submitting. */
export interface ConsentDefinition {
  readonly name: string;
  readonly labelKey: TextKey;
  readonly labelParams?: Readonly<Record<string, string | number>>;
}

/** Text for a method whose form has nothing to fill in. */
export interface FormInfo {
  /** Locale key; its text receives `amount` and `creditor`. */
  readonly key: TextKey;
  /** Information that the person needs later and may note down or copy. */
  readonly facts: readonly InfoFact[];
  /** Locale key of a text after the facts, with the same parameters. */
  readonly noteKey?: TextKey;
  readonly code?: InfoCode;
}

/** QR code that contains the facts, for the person's banking app. */
interface InfoCode {
  readonly content: Schemas['QrCode'];
  /** Locale key of the description for screen readers; its text receives `amount` and `accountHolder`. */
  readonly labelKey: TextKey;
  readonly accountHolder: string;
}

interface InfoFact {
  readonly labelKey: TextKey;
  /** Displayed value. */
  readonly value: string;
  /** Value to copy, for facts that the person enters elsewhere. */
  readonly copied?: string | undefined;
}

/** Data on which a form's fields may depend. */
export interface FormContext {
  readonly session: Session;
  readonly offer: OfferedPaymentMethod;
  /** ISO 3166-1 alpha-2 code in upper case. */
  readonly countryCode: string;
  readonly hideMandateCheckbox: boolean;
  readonly customerFields: CustomerFields;
  /** Displayed texts by field name. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A field of the provider. `card` stands for all of them when the provider does not specify one. */
export type SecuredField = 'card' | 'number' | 'expiry' | 'cvc';

/** The invalid fields of a provider, in the order shown, each with the locale key of its error. */
export type SecuredErrors = Readonly<Partial<Record<SecuredField, TextKey>>>;

/** The person's entries in a form. Everything else is derived from them. */
export interface FormState {
  readonly texts: Readonly<Record<string, string>>;
  /** Fields that the person has left, so that their errors may be shown. */
  readonly visited: Readonly<Record<string, true>>;
  readonly consents: Readonly<Record<string, boolean>>;
  /** Undefined until the person decides; the default is to save. */
  readonly save: boolean | undefined;
  /** SVG of the signature, if one is required. */
  readonly signature: string | undefined;
  /** Texts that the service refused, with the reason. They count until the text changes. */
  readonly refused: Readonly<Record<string, { readonly text: string; readonly error: ValidationError }>>;
  /** Bank of the IBAN entered. */
  readonly bank?: { readonly iban: string; readonly name: string };
  /** Fields that the provider found invalid at the last submission and that have not been corrected. */
  readonly secured: SecuredErrors;
  /** Whether a submission has failed on this form, so that all errors may be shown. */
  readonly submitted: boolean;
}

export const emptyForm: FormState = {
  texts: {},
  visited: {},
  consents: {},
  save: undefined,
  signature: undefined,
  refused: {},
  secured: {},
  submitted: false,
};
