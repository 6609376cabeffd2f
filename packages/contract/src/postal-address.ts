import type { Schemas } from './gateway.js';

type Address = Schemas['Address'];

/**
 * Address formats that differ from `STANDARD`, each with the countries that use it (Universal Postal Union, addressing
 * systems by country). A: street lines; C: city; S: state; Z: postal code.
 */
const TEMPLATES: Readonly<Record<string, string>> = {
  'A;C Z': 'GB GG IM JE NZ SG',
  'A;C, S Z': 'US',
  'A;C S Z': 'AU CA',
  'A;C;S;Z': 'IE RU',
  'A;Z C S': 'IT',
  'A;Z C/S': 'TR',
  'C;A;Z': 'HU',
};
const STANDARD = 'A;Z C;S';

function template(country: string): string {
  return Object.keys(TEMPLATES).find((key) => TEMPLATES[key]?.includes(country)) ?? STANDARD;
}

/** Returns whether forms for a country show the city before the postal code. */
export function isCityFirst(country: string): boolean {
  return /^(AU|CA|G[BG]|HU|I[EM]|JE|NZ|RU|SG|US)$/.test(country);
}

/** Returns whether an address in a country is incomplete without its state. */
export function needsState(country: string): boolean {
  return /^(AU|CA|US)$/.test(country);
}

const PARTS = { C: 'city', S: 'state', Z: 'postalCode' } as const;

/** Returns the lines of an address in its country's format, without the country. */
export function addressLines({ line1, line2, ...place }: Address): string[] {
  return template(place.country)
    .split(';')
    .flatMap((line) =>
      line === 'A'
        ? [line1, line2 ?? '']
        : line.replace(/[CSZ]/g, (letter) => place[PARTS[letter as keyof typeof PARTS]] ?? ''),
    )
    .map((line) => line.replace(/,?\s{2,}/g, ' ').replace(/^[\s,]+|[\s,/]+$/g, ''))
    .filter((line) => line !== '');
}
