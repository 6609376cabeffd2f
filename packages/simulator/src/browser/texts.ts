/** Texts of the frame until the page has sent its words, and where it has none. */
const ENGLISH: Readonly<Record<string, string>> = {
  'card.number.label': 'Card number',
  'card.expiry.label': 'Expiry date',
  'card.expiry.placeholder': 'MM/YY',
  'card.cvc.label': 'Security code',
  'error.card.number.incomplete': 'The card number is not complete.',
  'error.card.number.wrong': 'This card number is not valid. Please compare it with your card.',
  'error.card.expiry.incomplete': 'Please enter the month and the year.',
  'error.card.expiry.past': 'This card has expired.',
  'error.card.cvc.incomplete': 'The security code is not complete.',
};

/** Words by key: the page's first (an empty one hides), then English. */
export class Texts {
  #given: Readonly<Record<string, unknown>> = {};

  set(given: Readonly<Record<string, unknown>>): void {
    this.#given = given;
  }

  get(key: string): string {
    const text = Object.hasOwn(this.#given, key) ? this.#given[key] : undefined;
    return typeof text === 'string' ? text : (ENGLISH[key] ?? '');
  }

  /** For an accessible name, which is needed where nothing is shown too. */
  name(key: string): string {
    return this.get(key) || (ENGLISH[key] ?? '');
  }
}
