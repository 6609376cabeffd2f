/** English texts of the frame, used until the page has sent its own, and for those that it lacks. */
const ENGLISH: Readonly<Record<string, string>> = {
  'card.number.label': 'Card number',
  'card.expiry.label': 'Expiry date',
  'card.expiry.placeholder': 'MM/YY',
  'card.cvc.label': 'Security code',
  'error.card.number.incomplete': 'Enter the full card number.',
  'error.card.number.wrong': 'Check the card number for typos.',
  'error.card.expiry.incomplete': 'Enter MM/YY.',
  'error.card.expiry.past': 'This card has expired.',
  'error.card.cvc.incomplete': 'Enter the code.',
  'error.card.cvc.wrong': 'Check the code.',
};

/** Holds texts by key: those of the page first (an empty one hides the text), then the English ones. */
export class Texts {
  #given: Readonly<Record<string, unknown>> = {};

  set(given: Readonly<Record<string, unknown>>): void {
    this.#given = given;
  }

  get(key: string): string {
    const text = Object.hasOwn(this.#given, key) ? this.#given[key] : undefined;
    return typeof text === 'string' ? text : (ENGLISH[key] ?? '');
  }

  /** Returns a text for an accessible name, which is required even if no text is shown. */
  name(key: string): string {
    return this.get(key) || (ENGLISH[key] ?? '');
  }
}
