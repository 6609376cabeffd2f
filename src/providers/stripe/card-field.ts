import { randomId } from '../../core/random-id.js';
import { setImportant } from '../page-style.js';
import type { ProviderFieldsOptions, ProviderPresentation, ProviderTextKey } from '../provider.js';
import { boxStyle, frameStyle } from './field-style.js';
import { errorIcon, withTick } from './icons.js';
import { mounted } from './mounted.js';
import type { FieldChange, FieldOptions, CardFieldElement } from './stripe-api.js';

export type CardFieldName = 'number' | 'expiry' | 'cvc';

/** The widget's own texts for errors that Stripe finds. For any other error Stripe's text is used. */
const ownTexts: Readonly<Record<string, ProviderTextKey>> = {
  incomplete_number: 'error.card.number.incomplete',
  invalid_number: 'error.card.number.wrong',
  incomplete_expiry: 'error.card.expiry.incomplete',
  invalid_expiry_year_past: 'error.card.expiry.past',
  invalid_expiry_month_past: 'error.card.expiry.past',
  incomplete_cvc: 'error.card.cvc.incomplete',
};

/** Texts for values that the bank has refused. */
const refusals: Readonly<Record<CardFieldName, ProviderTextKey>> = {
  number: 'error.card.number.wrong',
  expiry: 'error.card.expiry.past',
  cvc: 'error.card.cvc.wrong',
};

/** One of Stripe's separate fields. The label, box, focus ring and error around its frame belong to the widget. */
export class CardField<Field extends CardFieldElement = CardFieldElement> {
  readonly element: Field;
  readonly name: CardFieldName;
  readonly #row = document.createElement('div');
  readonly #label = document.createElement('label');
  readonly #box = document.createElement('div');
  readonly #place = document.createElement('div');
  readonly #message = document.createElement('p');
  readonly #words = document.createElement('span');
  #presentation: ProviderPresentation;
  #change: FieldChange = { empty: true, complete: false };
  /** Whether the field was left, or was invalid at a submission, so that its error may be shown. */
  #isVisited = false;
  /** Whether the bank has refused the field's content. */
  #isRefused = false;
  #hadError = false;
  /** Whether an error was shown and has been corrected, which a tick at the label shows. */
  #isFixed = false;
  #hasFocus = false;
  #isDestroyed = false;

  constructor(
    name: CardFieldName,
    presentation: ProviderPresentation & Pick<ProviderFieldsOptions, 'onComplete'>,
    create: (options: FieldOptions) => Field,
  ) {
    this.name = name;
    this.#presentation = presentation;
    this.element = create({
      style: frameStyle(presentation.appearance),
      ...(name === 'expiry' && { placeholder: presentation.texts['card.expiry.placeholder'] ?? '' }),
    });
    this.element.on('change', (change) => {
      this.#change = change;
      this.#isRefused = false;
      this.#render();
      if (this.isComplete) presentation.onComplete(name);
    });
    this.element.on('focus', () => this.#setFocus(true));
    this.element.on('blur', () => this.#setFocus(false));
    // A random id cannot collide with the page's own ids and labels.
    this.#place.id = `upc-${randomId()}`;
    this.#label.htmlFor = this.#place.id;
    this.#message.setAttribute('role', 'alert');
    this.#message.append(errorIcon(), this.#words);
    this.#box.append(this.#place);
    this.#row.append(this.#label, this.#box, this.#message);
    this.#render();
  }

  get isComplete(): boolean {
    return this.#change.complete && !this.#change.error;
  }

  /** Locale key of the field's error. An error for which only Stripe has a text counts as an incomplete entry. */
  get errorKey(): ProviderTextKey {
    return ownTexts[this.#change.error?.code ?? ''] ?? `error.card.${this.name}.incomplete`;
  }

  /** Adds the field to a node in the document. @throws PaymentWidgetError when it does not load. */
  mount(node: HTMLElement, time: Parameters<typeof mounted>[2]): Promise<void> {
    node.append(this.#row);
    return mounted(this.element, this.#place, time);
  }

  showError(): void {
    this.#isVisited = true;
    this.#render();
  }

  showRefusal(): void {
    this.#isRefused = true;
    this.#render();
  }

  update(presentation: ProviderPresentation): void {
    this.#presentation = presentation;
    this.element.update({ style: frameStyle(presentation.appearance) });
    this.#render();
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    // A second call would make Stripe.js throw.
    this.element.destroy();
    this.#row.remove();
  }

  #setFocus(hasFocus: boolean): void {
    this.#hasFocus = hasFocus;
    if (!hasFocus) this.#isVisited ||= !this.#change.empty;
    this.#render();
  }

  #error(): string {
    const { texts } = this.#presentation;
    if (this.#isRefused) return texts[refusals[this.name]] ?? '';
    if (!this.#isVisited || this.isComplete) return '';
    const { code, message } = this.#change.error ?? { code: `incomplete_${this.name}`, message: '' };
    const key = ownTexts[code];
    return (key && texts[key]) ?? message;
  }

  #render(): void {
    const { appearance, texts } = this.#presentation;
    const { field, label, message, colors } = appearance;
    const error = this.#error();
    const isWrong = error !== '';
    this.#isFixed = !isWrong && this.isComplete && (this.#hadError || this.#isFixed);
    this.#hadError = isWrong;
    const text = texts[`card.${this.name}.label` as const] ?? '';
    this.#label.replaceChildren(...(this.#isFixed ? withTick(text, colors.success) : [text]));
    if (this.#words.textContent !== error) this.#words.textContent = error;
    setImportant(this.#row, {
      display: 'grid',
      // The rows are those of all fields, so that two fields beside each other are in line.
      'grid-row': 'span 3',
      'grid-column': this.name === 'number' ? '1 / -1' : 'auto',
      'grid-template': 'subgrid / minmax(0, 1fr)',
      margin: this.name === 'number' ? '0' : '16px 0 0',
      'min-inline-size': '0',
      padding: '0',
    });
    setImportant(this.#label, {
      ...textStyle(label),
      color: colors.label,
      display: 'block',
      'align-self': 'end',
      margin: '0 0 4px',
    });
    setImportant(this.#box, {
      ...boxStyle(appearance, isWrong ? 'error' : this.isComplete ? 'validated' : 'base'),
      'align-items': 'center',
      'box-sizing': 'border-box',
      display: 'flex',
      height: field.height ?? '48px',
      outline: this.#hasFocus ? `2px solid ${colors.focus}` : 'none',
      'outline-offset': '2px',
      padding: `0 ${field.paddingRight ?? '12px'} 0 ${field.paddingLeft ?? '12px'}`,
    });
    setImportant(this.#place, { flex: '1 1 0', 'min-inline-size': '0' });
    setImportant(this.#message, {
      ...textStyle(message),
      color: colors.error,
      display: error ? 'flex' : 'none',
      gap: '6px',
      margin: '4px 0 0',
      padding: '0',
    });
  }
}

function textStyle(style: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const {
    fontFamily = 'inherit',
    fontSize = 'inherit',
    fontWeight = 'inherit',
    lineHeight = 'inherit',
  } = style;
  return {
    'font-family': fontFamily,
    'font-size': fontSize,
    'font-weight': fontWeight,
    'letter-spacing': style.letterSpacing ?? 'normal',
    'line-height': lineHeight,
  };
}
