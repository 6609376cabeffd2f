import type { Schemas } from './gateway.js';

type Address = Schemas['Address'];

/**
 * The lines of a postal address where they differ from `STANDARD`, and the countries that write them so (Universal
 * Postal Union, addressing systems by country). A: the lines of the street; C: city; S: state; Z: postal code.
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

/** Whether forms for a country ask for the city before the postal code. */
export function isCityFirst(country: string): boolean {
  return /^(AU|CA|G[BG]|HU|I[EM]|JE|NZ|RU|SG|US)$/.test(country);
}

/** Whether an address of a country is incomplete without its state. */
export function needsState(country: string): boolean {
  return /^(AU|CA|US)$/.test(country);
}

const PARTS = { C: 'city', S: 'state', Z: 'postalCode' } as const;

/** The lines of an address as its country writes it, without the country. */
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
