import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '../errors/payment-widget-error.js';
import type { PaymentWidget } from '../init/payment-widget.js';
import { stubNode } from '../testing/stub-node.js';
import { callbacks } from './config-schemas.js';
import { parseConfig } from './parse-config.js';

/*
 * Compares the specification's claims about the widget, from the data file of its tables, with the options that `init`
 * accepts.
 */

interface WidgetClaims {
  readonly configuration: Readonly<Record<string, string>>;
  readonly featureFlags: Readonly<Record<string, boolean>>;
  readonly styling: readonly string[];
  readonly iframeFields: readonly string[];
  readonly customerFields: readonly string[];
  readonly address: readonly string[];
  readonly methods: readonly string[];
  readonly errorCodes: readonly string[];
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const { widget } = JSON.parse(read('../../packages/service/test/conformance/specification.json')) as {
  widget: WidgetClaims;
};

/** The type checker compares these two objects with the types that hosts see. */
const METHODS = {
  destroy: true,
  submitPayment: true,
  getPaymentState: true,
  updateCustomerFields: true,
} satisfies Partial<Record<keyof PaymentWidget, true>>;
const ERROR_CODES = {
  VALIDATION_ERROR: true,
  API_ERROR: true,
  PSP_ERROR: true,
  NETWORK_ERROR: true,
  POLLING_TIMEOUT: true,
  GENERIC_ERROR: true,
} satisfies Record<ErrorCode, true>;

const container = {};
stubNode((value) => value === container);
const byId = (id: string) => (id === 'payment' ? container : null);
vi.stubGlobal('document', { getElementById: byId });
afterAll(() => void vi.unstubAllGlobals());

const least = {
  userSessionToken: 'token-of-the-test',
  environment: 'test',
  countryCode: 'DE',
  locale: 'de',
  container,
  // Test builds contain no gateway address.
  baseUrl: 'https://gateway.example',
};

/** Valid values and one invalid value of each type. */
const OF_TYPE: Readonly<Record<string, readonly [right: readonly unknown[], wrong: unknown]>> = {
  string: [[], 5],
  boolean: [[true, false], 'true'],
  object: [[{}], 'text'],
  function: [[String], 'text'],
  'string|HTMLElement': [['payment', container], 5],
};

describe.each(Object.entries(widget.configuration))('%s: %s', (name, claim) => {
  const [type = '', ...marks] = claim.split(' ');
  const isRequired = marks.includes('!');
  const standard = marks.find((mark) => mark.startsWith('='))?.slice(1);
  const [right, wrong] = OF_TYPE[type] ?? [type.split('|'), 'something-else'];

  it('is taken as the specification says, and nothing else', () => {
    for (const value of right) expect(() => parseConfig({ ...least, [name]: value })).not.toThrow();
    expect(() => parseConfig({ ...least, [name]: wrong })).toThrow(name);
  });

  it('is required, or left out with its default', () => {
    const parse = () => parseConfig({ ...least, [name]: undefined }) as unknown as Record<string, unknown>;
    // Product builds contain a gateway address; test builds do not.
    if (isRequired || name === 'baseUrl') expect(parse).toThrow(`"${name}" is missing`);
    else if (standard === undefined) expect(parse).not.toThrow();
    else expect(String(parse()[name])).toBe(standard);
  });
});

describe('the widget', () => {
  it('has a claim for each parameter of the table', () => {
    const claims = Object.values(widget.configuration);
    expect([claims.length, claims.filter((claim) => claim.endsWith('!')).length]).toEqual([16, 5]);
    const functions = Object.keys(widget.configuration).filter((name) => name.startsWith('on'));
    expect(callbacks).toEqual(expect.arrayContaining(functions));
  });

  it('has the feature flags with their defaults', () => {
    expect(Object.keys(widget.featureFlags)).toHaveLength(5);
    const all = { ...widget.featureFlags, enableExpressCheckout: false };
    expect(parseConfig(least).featureFlags).toEqual(all);
    for (const [flag, standard] of Object.entries(widget.featureFlags)) {
      const { featureFlags } = parseConfig({ ...least, featureFlags: { [flag]: !standard } });
      expect(featureFlags).toEqual({ ...all, [flag]: !standard });
    }
  });

  it('takes each option of the styling', () => {
    expect([widget.styling.length, widget.iframeFields.length]).toEqual([8, 4]);
    const styling = {
      ...Object.fromEntries(widget.styling.map((name) => [name, 'inherit'])),
      iframeFields: Object.fromEntries(widget.iframeFields.map((name) => [name, { color: 'red' }])),
    };
    expect(parseConfig({ ...least, styling }).styling).toEqual(styling);
  });

  it('takes each field of the person, whose value is required and whose visibility is not', () => {
    expect([widget.customerFields.length, widget.address.length]).toEqual([2, 6]);
    for (const field of [{ value: 'x' }, { value: 'x', visible: false }]) {
      const of = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, field]));
      const customerFields = { ...of(widget.customerFields), address: of(widget.address) };
      expect(parseConfig({ ...least, customerFields }).customerFields).toEqual(customerFields);
    }
    const withoutValue = { ...least, customerFields: { name: { visible: true } } };
    expect(() => parseConfig(withoutValue)).toThrow('customerFields.name');
  });

  it('promises the methods of its instance and the six codes of errors', () => {
    expect([widget.methods.length, widget.errorCodes.length]).toEqual([4, 6]);
    expect(Object.keys(METHODS).toSorted()).toEqual(widget.methods.toSorted());
    expect(Object.keys(ERROR_CODES).toSorted()).toEqual(widget.errorCodes.toSorted());
  });
});
