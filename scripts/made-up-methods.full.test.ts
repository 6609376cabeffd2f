import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gatewayDocument, gatewayTypes } from './generate/gateway-types.mjs';
import { root } from './lib/root.mjs';
import { typeErrors } from './lib/type-errors.mjs';

/** Projects whose code refers to payment methods. */
const projects = ['src', 'packages/service', 'packages/simulator', 'e2e'];

/** Names by which an error message refers to a method: its code, its property of the details, or its scheme. */
const girocard = /GIROCARD|girocard/;
const epsDebit = /EPS_DEBIT|epsDebit/;

/** Returns the files of a contract with two methods that do not exist: a redirect and a direct debit. */
async function contractWithMadeUpMethods(): Promise<Map<string, string>> {
  const document = gatewayDocument();
  const { PaymentMethod, PaymentInstrumentDetails, MandateOffer } = document.components.schemas;
  PaymentMethod.enum.push('GIROCARD', 'EPS_DEBIT');
  MandateOffer.properties.scheme.enum.push('EPS_DEBIT');
  PaymentInstrumentDetails.properties.girocard = { type: 'object', additionalProperties: false };
  PaymentInstrumentDetails.properties.epsDebit = { $ref: '#/components/schemas/DirectDebitInstrument' };
  const catalogue = readFileSync(join(root, 'packages/contract/src/catalogue.ts'), 'utf8').replace(
    'export const catalogue = {',
    `export const catalogue = {
  GIROCARD: { ...oneTime, detailsKey: 'girocard', currency: 'EUR' },
  EPS_DEBIT: { ...debit, scheme: 'EPS_DEBIT', detailsKey: 'epsDebit', currency: 'EUR' },`,
  );
  return new Map([
    ['packages/contract/src/gateway-types.ts', await gatewayTypes(document)],
    ['packages/contract/src/catalogue.ts', catalogue],
  ]);
}

test('type checking alone names every place that has to answer for a new method', async () => {
  const texts = await contractWithMadeUpMethods();
  const errors = typeErrors(projects, texts);
  const places = (method: RegExp): string[] =>
    [...new Set(errors.filter(({ message }) => method.test(message)).map(({ file }) => file))].sort();

  expect(places(girocard)).toEqual([
    'e2e/support/journeys.ts',
    'e2e/support/redirects.ts',
    'packages/service/src/admin/studio-page/frame.ts',
    'packages/service/src/modules/payments/gateway/redirects.test.ts',
    'packages/service/src/modules/payments/instruments/instruments.ts',
    'packages/service/src/modules/payments/providers/providers.ts',
    'packages/service/src/modules/payments/providers/simulator/to-provider-intent.ts',
    'packages/simulator/src/bank/hosted-instrument.ts',
    'packages/simulator/src/pages/hosted-methods.ts',
    'src/forms/customer-fields.test.ts',
    'src/forms/payment-method.ts',
    'src/methods/registry.ts',
    'src/testkit/details.ts',
  ]);
  expect(places(epsDebit)).toEqual([
    'e2e/support/journeys.ts',
    'packages/service/src/admin/studio-page/frame.ts',
    'packages/service/src/modules/payments/bank-details/direct-debits.ts',
    'packages/service/src/modules/payments/gateway/debits.test.ts',
    'packages/service/src/modules/payments/instruments/instruments.ts',
    'packages/service/src/modules/payments/mandates/creditor.ts',
    'packages/service/src/modules/payments/mandates/load-mandate.ts',
    'packages/service/src/modules/payments/mandates/mandate-document.ts',
    'packages/service/src/modules/payments/providers/providers.ts',
    'packages/service/src/modules/payments/providers/simulator/to-provider-intent.ts',
    'packages/service/test/chaos/payer-accounts.ts',
    'packages/simulator/src/bank/debit-account.ts',
    'src/forms/customer-fields.test.ts',
    'src/forms/payment-method.ts',
    'src/methods/registry.ts',
    'src/testkit/details.ts',
    'src/testkit/session-answer.ts',
  ]);
  // The copy must contain no other errors.
  expect(errors.filter(({ message }) => !girocard.test(message) && !epsDebit.test(message))).toEqual([]);
}, 600_000);
