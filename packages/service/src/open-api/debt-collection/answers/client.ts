import type { Static } from 'typebox';
import type { Studio } from '../../../context.js';
import type { Client } from '../person-schemas.js';
import { toAddress } from './address.js';

/** The studio as the client of a collection partner. */
export function toClient({ creditor }: Studio, language: string): Static<typeof Client> {
  const { name, address, email, phone } = creditor;
  const { line1, postalCode, city, state, country } = address;
  return {
    name1: name,
    preTaxAttribute: true,
    postalCode,
    city,
    ...toAddress({ street: line1, postalCode, city, region: state, countryCode: country }, language),
    contactDetails: [
      ...(email ? [{ type: 'EMAIL' as const, value: email }] : []),
      ...(phone ? [{ type: 'TEL_BUSINESS' as const, value: phone }] : []),
    ],
  };
}
