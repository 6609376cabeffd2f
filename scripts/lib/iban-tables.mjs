/**
 * Reduces the tables of ibantools to some countries, and to the fields that validate an IBAN. A classic script would
 * contain all of them, however few are used.
 *
 * @param {string} code source code of ibantools
 * @param {Readonly<typeof import('ibantools').countrySpecs>} specs tables of ibantools
 * @param {(country: string) => boolean} isUsed
 * @returns {string} the code, whose unused functions a bundler leaves out
 * @throws when the tables are no longer where they were
 */
export function cutIbanTables(code, specs, isUsed) {
  const tables = /(?<=^export const countrySpecs = )\{\n.*?^\}/ms;
  if (!tables.test(code)) throw new Error('ibantools has its tables elsewhere.');
  const countries = Object.entries(specs)
    .filter(([country]) => isUsed(country))
    .map(([country, { chars, bban_regexp, bban_validation_func }]) => {
      const check = bban_validation_func ? `,bban_validation_func:${bban_validation_func.name}` : '';
      return `${country}:{chars:${chars},bban_regexp:${JSON.stringify(bban_regexp)}${check}}`;
    });
  return code.replace(tables, () => `{${countries.join(',')}}`);
}
