/** Declared here because the package ships no types. */
declare module 'iban-to-bic' {
  const tables: {
    /** Returns the BIC of an IBAN's bank (AT, BE, DE, ES, FR, LU, NL), or undefined if the tables do not contain it. */
    ibanToBic(iban: string): string | undefined;
  };
  export = tables;
}
