/**
 * ibantools with the tables of some countries alone, and of these what an IBAN is checked by: a classic script has all of
 * it inside, whatever of it is used.
 *
 * @param {string} code of ibantools
 * @param {Readonly<typeof import('ibantools').countrySpecs>} specs of ibantools
 * @param {(country: string) => boolean} isUsed
 * @returns {string} the code, whose unused functions a bundler leaves out
 * @throws when the tables are not where they were
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
