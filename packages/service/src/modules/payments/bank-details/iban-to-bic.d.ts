/** The package has no types. */
declare module 'iban-to-bic' {
  const tables: {
    /** The BIC of the bank of an IBAN (AT, BE, DE, ES, FR, LU, NL), undefined where the tables do not know it. */
    ibanToBic(iban: string): string | undefined;
  };
  export = tables;
}
