/** Stored JSON that does not fit its form. Names the place and the rule, never a value: it may be personal data. */
export class StoredJsonError extends Error {
  override readonly name = 'StoredJsonError';
  readonly #place: string;
  readonly #fault: string;

  /** @param place table and column, and the id of the row where it is known: `customers.profile`. */
  constructor(place: string, fault: string) {
    super(`The JSON of ${place} ${fault}.`);
    this.#place = place;
    this.#fault = fault;
  }

  /** The same where the id of the row is known, too. */
  inRow(id: number | string): StoredJsonError {
    if (this.#place.includes(' (row ')) return this;
    return new StoredJsonError(`${this.#place} (row ${id})`, this.#fault);
  }
}
