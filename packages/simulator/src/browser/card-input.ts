import type { CardBrand } from '../cards/brands.js';
import { digitsOf } from '../cards/digits.js';
import { CARD_FIELD_RULES, type CardError, type CardFieldName } from '../cards/card-fields.js';
import type { FieldState } from '@upc/contract/frame-protocol';
import { brandLogo, codePicture } from './card-drawings.js';
import { element, errorIcon, withTick } from './dom.js';
import type { Texts } from './texts.js';

const AUTOCOMPLETE: Readonly<Record<CardFieldName, string>> = {
  number: 'cc-number',
  expiry: 'cc-exp',
  cvc: 'cc-csc',
};

/** Messages for values that the bank has refused. */
const REFUSALS: Readonly<Record<CardFieldName, CardError>> = {
  number: 'number.wrong',
  expiry: 'expiry.past',
  cvc: 'cvc.wrong',
};

/** Events that a field reports to its form. */
export interface CardInputEvents {
  readonly changed: (field: CardFieldName) => void;
  readonly focused: (field: CardFieldName, focused: boolean) => void;
  readonly keyPressed: (field: CardFieldName, event: KeyboardEvent) => void;
  /** Called when the payer has typed the complete value. */
  readonly entered: (field: CardFieldName) => void;
}

/**
 * Shows one field of a card with its label and error. An error appears after blur and on `showError`, and disappears as
 * soon as the text is valid.
 */
export class CardInput {
  readonly node = element('div', { class: 'field' });
  readonly input: HTMLInputElement;
  readonly #label: HTMLLabelElement;
  /** Picture at the end of the field: the card's brand, or the place of its security code. */
  readonly #aside = element('span', { class: 'aside' });
  #shownAside = '';
  readonly #message = element('p', { class: 'message', id: '' });
  #brand: CardBrand | undefined;
  #isErrorShown = false;
  #isRefused = false;
  /** Whether an error was shown and has been corrected, which a tick at the label shows. */
  #isFixed = false;
  #before = '';

  constructor(
    readonly name: CardFieldName,
    readonly texts: Texts,
    events: CardInputEvents,
  ) {
    const messageId = `${name}-error`;
    this.#message.id = messageId;
    this.#message.hidden = true;
    this.#label = element('label', { class: 'label', for: name });
    this.input = element('input', {
      class: 'input',
      id: name,
      name,
      type: 'text',
      inputmode: 'numeric',
      autocomplete: AUTOCOMPLETE[name],
      autocapitalize: 'none',
      autocorrect: 'off',
      spellcheck: 'false',
      required: '',
      'aria-describedby': name === 'number' ? `${messageId} aside` : messageId,
    });
    this.#aside.id = 'aside';
    const control = element('div', { class: 'control' });
    control.append(this.input, ...(name === 'expiry' ? [] : [this.#aside]));
    this.node.append(this.#label, control, this.#message);
    this.input.addEventListener('input', (event) => {
      // Changing the text during a composition would break the input method. The composition ends with compositionend.
      if (event instanceof InputEvent && event.isComposing) return;
      const isDeleted = isDeletion(event);
      this.#handleInput(isDeleted);
      events.changed(name);
      if (event instanceof InputEvent && !isDeleted && this.#isEntered()) events.entered(name);
    });
    this.input.addEventListener('compositionend', () => {
      this.#handleInput(false);
      events.changed(name);
    });
    this.input.addEventListener('focus', () => events.focused(name, true));
    this.input.addEventListener('blur', () => {
      if (this.input.value !== '') this.#isErrorShown = true;
      this.render();
      events.focused(name, false);
    });
    this.input.addEventListener('keydown', (event) => events.keyPressed(name, event));
    this.render();
  }

  get value(): string {
    return this.input.value;
  }

  /** Error of the current text, whether shown or not. */
  get error(): CardError | null {
    return CARD_FIELD_RULES[this.name].check(this.value, { brand: this.#brand, now: new Date() });
  }

  get state(): FieldState {
    const { error } = this;
    return { empty: this.value === '', complete: error === null, ...(error && { error }) };
  }

  setBrand(brand: CardBrand | undefined): void {
    this.#brand = brand;
    this.render();
  }

  setReadOnly(readOnly: boolean): void {
    this.input.readOnly = readOnly;
  }

  /** Shows the field's error, even if the field is empty. */
  showError(): void {
    this.#isErrorShown = true;
    this.render();
  }

  /** Shows that the bank has refused the value, until the text changes. */
  showRefusal(): void {
    this.#isRefused = true;
    this.render();
  }

  render(): void {
    const { error } = this;
    if (error === null) this.#isErrorShown = false;
    const shown = this.#isRefused ? REFUSALS[this.name] : this.#isErrorShown ? error : null;
    const isInvalid = shown !== null;
    const wasInvalid = this.input.hasAttribute('aria-invalid');
    this.#isFixed = error === null && !isInvalid && (wasInvalid || this.#isFixed);
    const label = this.texts.get(`card.${this.name}.label`);
    this.#label.replaceChildren(...(this.#isFixed ? withTick(label) : [label]));
    this.#label.hidden = label === '';
    if (label === '') this.input.setAttribute('aria-label', this.texts.name(`card.${this.name}.label`));
    else this.input.removeAttribute('aria-label');
    this.input.placeholder = this.texts.get(`card.${this.name}.placeholder`);
    this.input.classList.toggle('validated', error === null && !this.#isRefused);
    if (isInvalid) this.input.setAttribute('aria-invalid', 'true');
    else this.input.removeAttribute('aria-invalid');
    this.#renderMessage(shown === null ? '' : this.texts.get(`error.card.${shown}`));
    this.#renderAside();
  }

  #renderAside(): void {
    const isNumber = this.name === 'number';
    const shown = isNumber ? (this.#brand?.label ?? '') : String(this.#brand?.cvcLength ?? 3);
    if (shown === this.#shownAside) return;
    this.#shownAside = shown;
    const words = element('span', { class: 'unseen' });
    words.textContent = isNumber ? shown : '';
    const picture = isNumber
      ? this.#brand && brandLogo(this.#brand)
      : codePicture(this.#brand?.cvcLength ?? 3);
    this.#aside.replaceChildren(...(picture ? [picture] : []), words);
  }

  /** Returns whether the value is complete and the caret is at its end. */
  #isEntered(): boolean {
    const { value, selectionStart } = this.input;
    const digits = digitsOf(value).length;
    const full = this.name === 'number' ? this.#brand?.enteredAt : this.name === 'expiry' ? 4 : Infinity;
    return digits === full && this.error === null && selectionStart === value.length;
  }

  #renderMessage(text: string): void {
    if (this.#message.textContent === text && this.#message.hidden === (text === '')) return;
    this.#message.hidden = text === '';
    const words = element('span', {});
    words.textContent = text;
    this.#message.replaceChildren(...(text === '' ? [] : [errorIcon(), words]));
  }

  #handleInput(isDeleted: boolean): void {
    const { value, selectionStart } = this.input;
    const typed = { text: value, caret: selectionStart ?? value.length };
    const { text, caret } = CARD_FIELD_RULES[this.name].format(typed, !isDeleted, this.#brand);
    if (text !== value) {
      this.input.value = text;
      // In some browsers, setting the selection in a field without focus would move the focus to it (autofill).
      if (document.activeElement === this.input) this.input.setSelectionRange(caret, caret);
    }
    if (text === this.#before) return;
    this.#before = text;
    this.#isRefused = false;
    this.render();
  }
}

/** Returns whether an event deletes text. Autofill sends a plain Event without an input type. */
const isDeletion = (event: Event): boolean =>
  event instanceof InputEvent && event.inputType.startsWith('delete');
