import { isCountry } from '@upc/contract/country';

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Every country and territory of ISO 3166-1 alpha-2, since a member may live anywhere. */
export const countryCodes: readonly string[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter(isCountry);
