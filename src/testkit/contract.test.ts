import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { methodNames } from '@upc/contract/catalogue';
import type { Payment, Session } from '@upc/contract/gateway';
import { type PageWithTestKit, testKitKey } from '../providers/test-kit.js';
import { checked } from './contract-check.js';
import { mockGateway, type MockGateway, type MockGatewayOptions, outcomes } from './index.js';

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const file = new URL('../../packages/contract/gateway.yaml', import.meta.url);
const contract = parse(readFileSync(file, 'utf8')) as Document;
const ajv = addFormats(new Ajv2020({ strict: false }));
ajv.addSchema(contract, 'gateway');

/** Compiled checks by the pointer to their schema. */
const checks = new Map<string, ValidateFunction>();

function checkAt(pointer: string): ValidateFunction {
  const check = checks.get(pointer) ?? ajv.compile({ $ref: `gateway${pointer}` });
  checks.set(pointer, check);
  return check;
}

/**
 * Checks a response against the contract, by its method, path template and status. @returns the error, or null if there
 * is none
 */
function faultOf(method: string, path: string, status: number, body: unknown): unknown {
  const response = contract.paths[path]?.[method.toLowerCase()]?.responses?.[status];
  if (!response) return `no ${method} ${path} ${status}`;
  const { $ref, content } = response;
  if (!$ref && !content) return body === undefined ? null : 'a body';
  const escaped = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
  const pointer = $ref ?? `#/paths/${escaped}/${method.toLowerCase()}/responses/${status}`;
  const validate = checkAt(`${pointer}/content/application~1json/schema`);
  return validate(body) ? null : validate.errors?.[0];
}

let gateway: MockGateway | undefined;
afterEach(() => gateway?.stop());

/** Responses of the mock that violate the contract. */
let forbidden: unknown[] = [];

/** Sends a request as a widget does. @returns the body of the response; undefined if there is none */
async function ask<Body>(method: string, path: string, id = '', body?: object): Promise<Body | undefined> {
  const kit = (globalThis as PageWithTestKit)[testKitKey];
  const address = `http://gateway${path.replace(/\{\w+\}/, id)}`;
  const headers = {
    'idempotency-key': `key-of-the-test-${id}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await kit?.fetch?.(address, sent).catch((error: unknown) => {
    // This error stands for a missing network; any other is a fault of the kit.
    if (!(error instanceof TypeError)) throw error;
  });
  if (!response) return undefined;
  const text = await response.text();
  const answer: unknown = text === '' ? undefined : JSON.parse(text);
  const fault = faultOf(method, path, response.status, answer);
  if (fault !== null) forbidden.push([method, path, response.status, fault]);
  return answer as Body;
}

const start = (options: MockGatewayOptions): void => {
  gateway?.stop();
  gateway = mockGateway(options);
};

it.each(methodNames)('%s: each response follows the contract, for any outcome', async (paymentMethod) => {
  const details = { accountHolder: 'A', iban: 'DE89370400440532013000', email: 'a@b.example' };
  const found = [];
  for (const outcome of outcomes) {
    forbidden = [];
    start({
      methods: [paymentMethod],
      savedInstruments: [paymentMethod],
      redirectUrl: 'https://provider.example/page',
      mandateDownload: true,
    });
    const session = await ask<Session>('POST', '/api/v1/session');
    const made = await ask<Payment>('POST', '/api/v1/payments', '', { paymentMethod, details });
    gateway?.setOutcome(outcome);
    await ask('POST', '/api/v1/payments', 'another', { paymentMethod, details });
    const id = made?.id;
    await ask('PUT', '/api/v1/payments/{id}/authentication', id, {});
    await ask('GET', '/api/v1/payments/{id}', id);
    await ask('POST', '/api/v1/session');
    await ask('DELETE', '/api/v1/payments/{id}', id);
    await ask('POST', '/api/v1/bank-lookup', '', { iban: details.iban });
    await ask('GET', '/api/v1/payments/{id}', '11111111-1111-4111-8111-111111111111');
    await ask('DELETE', '/api/v1/payment-instruments/{token}', `test-instrument-${paymentMethod}`);
    await ask('POST', '/api/v1/session');
    found.push([outcome, session?.paymentMethods.length, gateway?.requests.length, forbidden]);
  }
  expect(found).toEqual(outcomes.map((outcome) => [outcome, 1, 11, []]));
});

/** Returns the path of every value in a response. */
function waysIn(value: unknown): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, one]) => waysIn(one).map((way) => [key, ...way]))];
}

/** Returns a copy with another value at the path; undefined removes the member. */
function changed(value: unknown, [key, ...way]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value))
    return value.map((one, at) => (`${at}` === key ? changed(one, way, to) : (one as unknown)));
  return { ...(value as object), [key]: changed((value as Record<string, unknown>)[key], way, to) };
}

it('the kit judges responses as the contract does', async () => {
  start({
    country: 'CH',
    methods: ['CREDIT_CARD', 'LSV', 'CH_DD', 'BANK_TRANSFER'],
    savedInstruments: ['LSV'],
    pendingPayment: 'CREDIT_CARD',
    outcome: 'REDIRECT',
    redirectUrl: 'https://provider.example/page',
  });
  const session = await ask<Session>('POST', '/api/v1/session');
  const validate = checkAt('#/components/schemas/Session');
  const others = [undefined, null, '', 'x', -1, 1.5, true, [], {}, 'FAILED', [{}], { a: 1 }, 'x'.repeat(201)];
  const verdicts = waysIn(session).flatMap((way) =>
    others.map((other) => {
      const answer = JSON.parse(JSON.stringify(changed(session, way, other) ?? null)) as Session;
      let isRight = true;
      try {
        checked('Session', answer);
      } catch {
        isRight = false;
      }
      return { way: way.join('.'), other, isRight, expected: validate(answer) };
    }),
  );
  expect(verdicts.length).toBeGreaterThan(1_000);
  expect(verdicts.filter(({ expected }) => expected).length).toBeGreaterThan(20);
  expect(verdicts.filter(({ isRight, expected }) => isRight !== expected)).toEqual([]);
});

it('a card names the wallet that was used', async () => {
  start({ methods: ['CREDIT_CARD'], amount: 25, wallets: ['GOOGLE_PAY'] });
  forbidden = [];
  const request = { paymentMethod: 'CREDIT_CARD', details: { wallet: 'GOOGLE_PAY' } };
  const made = await ask<Payment>('POST', '/api/v1/payments', '', request);
  const paid = await ask<Payment>('PUT', '/api/v1/payments/{id}/authentication', made?.id, {});
  expect(paid?.paymentInstrumentDetails?.creditCard?.wallet).toBe('GOOGLE_PAY');
  expect(forbidden).toEqual([]);
});

describe('an impossible session', () => {
  it.each<[string, MockGatewayOptions, RegExp]>([
    [
      'a currency',
      { currency: 'euro' },
      /Session\.amount\.currency: String does not match pattern\. It is \^\[A-Z\]\{3\}\$/,
    ],
    ['an amount', { amount: -1 }, /Session\.amount\.amount: -1 is less than 0/],
    ['a member', { session: { paid: true } as object }, /Session: Property "paid" does not match/],
    ['a country', { country: 'Germany' }, /Session\.creditor\.address\.country: String does not match/],
    ['a method of another currency', { methods: ['SEPA', 'TWINT'] }, /over 25 EUR offers TWINT/],
    [
      'a choice without a provider, with an amount',
      { methods: ['CASH'], amount: 5 },
      /over 5 EUR offers CASH/,
    ],
    ['a method of another scope', { methods: ['IDEAL'], scope: 'MEMBER_ACCOUNT' }, /offers IDEAL/],
  ])('is rejected immediately: %s', (_name, options, message) => {
    expect(() => start(options)).toThrow(message);
    // A refused start must not leave a gateway running.
    start({});
  });

  it('is not repeated in the message', () => {
    expect(() => start({ session: { referenceText: { secret: 'mara@example.com' } as never } })).toThrow(
      /^This response violates the gateway contract: Session\.referenceText: Instance type "object" is invalid\. Expected "string"\.$/,
    );
  });
});
