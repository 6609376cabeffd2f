import { methodNames } from '@upc/contract/catalogue';
import type { studios } from '../../modules/studios/studios.tables.js';

type Seeded = typeof studios.$inferInsert;

const common = {
  timeZone: 'Europe/Berlin',
  region: 'eu-central-1',
  paymentMethods: methodNames,
  // Not 127.0.0.1, so that a developer can see what an unregistered origin looks like.
  registeredOrigins: ['http://localhost:*'],
  // Open claims stay open for the demo until somebody pays them, or starts a payment run.
  settings: {
    decided: {
      paymentRuns: { automatic: false },
      checkIns: { capacity: 120, longestVisitHours: 4 },
    },
  },
} satisfies Partial<Seeded>;

/** The demo studios, one for each currency that methods differ by. */
export const SEED_STUDIOS: readonly Seeded[] = [
  {
    ...common,
    id: 1001,
    name: 'Northside Gym Berlin',
    currency: 'EUR',
    language: 'en',
    publicKey: 'pk_test_northside_berlin',
    creditor: {
      name: 'Northside Gym Berlin GmbH',
      address: { line1: 'Müllerstraße 12', postalCode: '13353', city: 'Berlin', country: 'DE' },
      email: 'mitglieder@northside.example',
      phone: '+49 30 5550100',
      creditorIdentifier: 'DE98ZZZ09999999999',
      preNotificationDays: 2,
    },
    transferAccount: { accountHolder: 'Northside Gym Berlin GmbH', iban: 'DE02120300000000202051' },
  },
  {
    ...common,
    id: 1002,
    name: 'Seeblick Fitness Zürich',
    currency: 'CHF',
    language: 'de',
    timeZone: 'Europe/Zurich',
    publicKey: 'pk_test_seeblick_zuerich',
    creditor: {
      name: 'Seeblick Fitness AG',
      address: { line1: 'Seestrasse 40', postalCode: '8002', city: 'Zürich', country: 'CH' },
      email: 'mitglieder@seeblick.example',
      phone: '+41 44 555 01 00',
      lsvIdentifier: 'SBF1W',
      rsPid: '41101000001234567',
    },
  },
  {
    ...common,
    id: 1003,
    name: 'Harbour Gym Bristol',
    currency: 'GBP',
    language: 'en',
    timeZone: 'Europe/London',
    publicKey: 'pk_test_harbour_bristol',
    creditor: {
      name: 'Harbour Gym Ltd',
      address: { line1: '7 Quay Street', postalCode: 'BS1 4DJ', city: 'Bristol', country: 'GB' },
      email: 'members@harbourgym.example',
      phone: '0117 496 0100',
      serviceUserNumber: '123456',
      statementName: 'HARBOUR GYM LTD',
    },
  },
  {
    ...common,
    id: 1004,
    name: 'Lakeshore Athletics Chicago',
    currency: 'USD',
    language: 'en',
    timeZone: 'America/Chicago',
    region: 'us-east-2',
    publicKey: 'pk_test_lakeshore_chicago',
    creditor: {
      name: 'Lakeshore Athletics LLC',
      address: {
        line1: '200 E Randolph St',
        postalCode: '60601',
        city: 'Chicago',
        state: 'IL',
        country: 'US',
      },
      email: 'members@lakeshore.example',
      phone: '+1 312 555 0100',
    },
  },
  {
    ...common,
    id: 1005,
    name: 'Navigli Palestra Milano',
    currency: 'EUR',
    language: 'it',
    timeZone: 'Europe/Rome',
    publicKey: 'pk_test_navigli_milano',
    creditor: {
      name: 'Navigli Palestra S.r.l.',
      address: { line1: 'Alzaia Naviglio Grande 20', postalCode: '20144', city: 'Milano', country: 'IT' },
      creditorIdentifier: 'IT66ZZZA1B2C3D4E5F6G7H8',
    },
  },
  {
    ...common,
    id: 1006,
    name: 'Turia Gimnasio Valencia',
    currency: 'EUR',
    language: 'es',
    timeZone: 'Europe/Madrid',
    publicKey: 'pk_test_turia_valencia',
    creditor: {
      name: 'Turia Gimnasio S.L.',
      address: { line1: 'Calle de la Paz 8', postalCode: '46003', city: 'Valencia', country: 'ES' },
      creditorIdentifier: 'ES50ZZZM23456789',
    },
  },
  {
    ...common,
    id: 1007,
    name: 'Bayside Fitness Sydney',
    currency: 'AUD',
    language: 'en',
    timeZone: 'Australia/Sydney',
    publicKey: 'pk_test_bayside_sydney',
    creditor: {
      name: 'Bayside Fitness Pty Ltd',
      address: { line1: '9 Wharf Road', postalCode: '2000', city: 'Sydney', state: 'NSW', country: 'AU' },
    },
  },
];
