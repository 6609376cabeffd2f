import { BadRequest } from './bad-request.js';

/** A partner's contract with one studio: its API key, and what the demo's pages show of the studio. */
export interface Studio {
  readonly id: string;
  /** The studio's number at the service, which is part of the addresses of its public pages. */
  readonly studioId: number;
  readonly name: string;
  readonly currency: string;
  /** ISO 3166-1 alpha-2; the widget's `countryCode`. */
  readonly countryCode: string;
  /** Language in which the studio writes its offers and texts (ISO 639-1). */
  readonly language: string;
  readonly apiKey: string;
  readonly customers: readonly Customer[];
}

interface Customer {
  readonly customerId: number;
  readonly name: string;
  /** Open fees on the account when the service is new, in units of the currency. */
  readonly openFees: number;
}

/**
 * The service's demo studios in environment test, with their test keys. A partner would read the keys from its secrets.
 */
export const studios: readonly Studio[] = [
  {
    id: 'northside',
    studioId: 1001,
    name: 'Northside Gym Berlin',
    currency: 'EUR',
    countryCode: 'DE',
    language: 'en',
    apiKey: 'test-key-northside-berlin-eur',
    customers: [
      { customerId: 2001, name: 'Mara Lindner', openFees: 85.3 },
      { customerId: 2002, name: 'Jonas Okafor', openFees: 29.9 },
      { customerId: 2005, name: 'Lukas Weber', openFees: 29.9 },
      { customerId: 2008, name: 'Selin Kaya', openFees: 0 },
    ],
  },
  {
    id: 'seeblick',
    studioId: 1002,
    name: 'Seeblick Fitness Zürich',
    currency: 'CHF',
    countryCode: 'CH',
    language: 'de',
    apiKey: 'test-key-seeblick-zuerich-chf',
    customers: [{ customerId: 2101, name: 'Reto Baumann', openFees: 89 }],
  },
  {
    id: 'harbour',
    studioId: 1003,
    name: 'Harbour Gym Bristol',
    currency: 'GBP',
    countryCode: 'GB',
    language: 'en',
    apiKey: 'test-key-harbour-bristol-gbp',
    customers: [{ customerId: 2201, name: 'Gwen Harris', openFees: 35 }],
  },
  {
    id: 'lakeshore',
    studioId: 1004,
    name: 'Lakeshore Athletics Chicago',
    currency: 'USD',
    countryCode: 'US',
    language: 'en',
    apiKey: 'test-key-lakeshore-chicago-usd',
    customers: [{ customerId: 2301, name: 'Dale Whitman', openFees: 49 }],
  },
  {
    id: 'navigli',
    studioId: 1005,
    name: 'Navigli Palestra Milano',
    currency: 'EUR',
    countryCode: 'IT',
    language: 'it',
    apiKey: 'test-key-navigli-milano-eur',
    customers: [{ customerId: 2501, name: 'Giulia Ferrero', openFees: 45 }],
  },
  {
    id: 'turia',
    studioId: 1006,
    name: 'Turia Gimnasio Valencia',
    currency: 'EUR',
    countryCode: 'ES',
    language: 'es',
    apiKey: 'test-key-turia-valencia-eur',
    customers: [{ customerId: 2601, name: 'Pablo Soler', openFees: 39 }],
  },
  {
    id: 'bayside',
    studioId: 1007,
    name: 'Bayside Fitness Sydney',
    currency: 'AUD',
    countryCode: 'AU',
    language: 'en',
    apiKey: 'test-key-bayside-sydney-aud',
    customers: [{ customerId: 2401, name: 'Ruby Campbell', openFees: 56 }],
  },
];

/** @throws BadRequest listing the available studios */
export function findStudio(id: unknown): Studio {
  const studio = studios.find((one) => one.id === id);
  if (studio === undefined) {
    throw new BadRequest(`studio must be one of ${studios.map((one) => one.id).join(', ')}.`);
  }
  return studio;
}

/** @throws BadRequest listing the studio's members in the demo */
export function memberOf({ customers }: Studio, customerId: unknown): Customer {
  const member = customers.find((one) => one.customerId === customerId);
  if (member === undefined) {
    const allowed = customers.map((one) => one.customerId).join(', ');
    throw new BadRequest(`customerId must be one of ${allowed}.`);
  }
  return member;
}
