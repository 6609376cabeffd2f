import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  batch,
  CH_DD_COLLECTIONS,
  collection,
  COLLECTIONS,
  debit,
  LSV_COLLECTIONS,
} from '../../src/modules/payments/providers/bank/iso-20022/collections.fixture.js';
import { readIso20022 } from '../../src/modules/payments/providers/bank/iso-20022/read-response.js';
import { RESPONSES } from '../../src/modules/payments/providers/bank/iso-20022/responses.fixture.js';
import { sepaCore } from '../../src/modules/payments/providers/bank/iso-20022/sepa-collection.js';
import { chDd, lsv } from '../../src/modules/payments/providers/bank/iso-20022/swiss-collection.js';
import { TestClock } from '../support/clock.js';
import { ISO_20022, validate } from '../support/iso-20022.js';
import { SIMULATOR_KEY, startSimulator } from '../support/simulator.js';

describe.skipIf(ISO_20022 === undefined)('the schema of ISO 20022 accepts', () => {
  it.each(Object.entries(COLLECTIONS))('the file of a collection: %s', (_, collection) => {
    expect(() => validate(sepaCore.write(collection))).not.toThrow();
  });

  it.each([
    ...Object.values(CH_DD_COLLECTIONS).map((each) => chDd.write(each)),
    ...Object.values(LSV_COLLECTIONS).map((each) => lsv.write(each)),
  ])('the file of a Swiss collection', (file) => {
    expect(file).toContain('www.six-interbank-clearing.com');
    expect(() => validate(file)).not.toThrow();
  });

  it.each(Object.entries(RESPONSES))("a bank's file of the tests: %s", (_, response) => {
    expect(() => validate(response)).not.toThrow();
  });
});

describe.skipIf(ISO_20022 === undefined)('the schema of ISO 20022 refuses', () => {
  const file = sepaCore.write(COLLECTIONS.everyElement);

  it.each([
    ['elements in another order', /(<ChrgBr>.*)(<CdtrSchmeId>[^]*<.CdtrSchmeId>)/s, '$2$1'],
    ['an element that is missing', /<CdtrAgt>[^]*<.CdtrAgt>/, ''],
    ['a reference that is too long', 'DEBIT-1', 'D'.repeat(36)],
  ])('%s', (_, from, to) => {
    expect(() => validate(file.replace(from, to))).toThrow();
  });
});

/** Accounts of payers at the simulated bank: paid, refused, returned for four reasons, and moved. */
const PAYERS = [
  'DE89370400440532013000',
  'DE62370400440532013001',
  'DE65370400440002222227',
  'DE08370400440532013003',
  'DE78370400440532013004',
  'DE51370400440532013005',
  'DE24370400440532013006',
];

describe.skipIf(ISO_20022 === undefined)('the schema of ISO 20022 and the service accept', () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  beforeAll(async () => {
    simulator = await startSimulator(new TestClock(new Date('2026-11-30T09:00:00Z').getTime()));
  });
  afterAll(() => simulator.close());

  const ask = async (path: string, init: { readonly method?: string; readonly body?: string } = {}) => {
    const headers = {
      authorization: `Bearer ${SIMULATOR_KEY}`,
      'simulator-account': 'pk_test_schemas',
      ...(init.body !== undefined && {
        'content-type': path === '/v1/bank/files' ? 'application/xml' : 'application/json',
      }),
    };
    const response = await fetch(`${simulator.url}${path}`, { ...init, headers });
    const text = await response.text();
    expect(response.ok, text).toBe(true);
    return JSON.parse(text) as {
      readonly reports: readonly { readonly kind: string; readonly content: string }[];
    };
  };

  it('every report of the simulated bank about every outcome', async () => {
    await ask('/v1/accounts/pk_test_schemas', {
      method: 'PUT',
      body: JSON.stringify({ merchantName: 'Studio', origins: [] }),
    });
    const debits = PAYERS.map((iban, at) =>
      debit({ endToEndId: `DEBIT-${at}`, mandate: { reference: `MANDATE-${at}` }, payer: { iban } }),
    );
    const file = sepaCore.write(collection({ batches: [batch({ debits })] }));
    await ask('/v1/bank/files', { method: 'POST', body: file });
    // A file that is handed in twice is refused.
    await ask('/v1/bank/files', { method: 'POST', body: file });
    const { reports } = await ask('/v1/bank/reports?until=2027-01-29');
    expect(new Set(reports.map(({ kind }) => kind))).toEqual(new Set(['pain.002', 'camt.053', 'camt.054']));
    for (const { content } of reports) {
      expect(() => validate(content)).not.toThrow();
      await expect(readIso20022(Buffer.from(content))).resolves.toBeDefined();
    }
  });
});
