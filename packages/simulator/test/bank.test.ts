import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { achFile } from '../src/bank-files/ach/ach.fixture.js';
import { sepaFile } from '../src/bank-files/iso-20022/sepa.fixture.js';
import { createSimulator, type Simulator, type SimulatorOptions } from '../src/create-simulator.js';

const SECRET_KEY = 'sk_test_of_the_bank_tests';
const STUDIO = 'pk_test_studio_berlin';
const clock = { now: () => new Date('2026-11-30T09:00:00Z') };

let folder: string;
let simulator: Simulator;
const start = (options?: Partial<SimulatorOptions>): Promise<Simulator> =>
  createSimulator({ dataDir: folder, secretKey: SECRET_KEY, clock, assetsDir: folder, ...options });

async function ask(method: string, path: string, body?: unknown, type = 'application/json') {
  const response = await fetch(new URL(path, simulator.url), {
    method,
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      'simulator-account': STUDIO,
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upc-bank-'));
  simulator = await start();
  await ask('PUT', `/v1/accounts/${STUDIO}`, { merchantName: 'Northside Berlin', origins: [] });
});
afterAll(async () => {
  await simulator.close();
  await rm(folder, { recursive: true, force: true });
});

it('takes a file, reports on it, and still has both after a restart', async () => {
  const sent = await ask('POST', '/v1/bank/files', sepaFile(), 'application/xml');
  expect(sent).toMatchObject({ status: 201, body: { fileId: 'file_1' } });
  expect(sent.body.statusReport).toContain('<GrpSts>ACCP</GrpSts>');
  const reports = await ask('GET', '/v1/bank/reports?until=2026-12-02');
  expect(reports.body).toMatchObject({
    reports: [
      { reportId: 'report_1', kind: 'pain.002', createdOn: '2026-11-30', content: sent.body.statusReport },
      { kind: 'camt.053', createdOn: '2026-12-01' },
      { kind: 'camt.053', createdOn: '2026-12-02' },
    ],
  });
  await simulator.close();
  simulator = await start();
  expect(await ask('GET', '/v1/bank/reports?until=2026-12-02')).toEqual(reports);
  const repeated = await ask('POST', '/v1/bank/files', sepaFile(), 'application/xml');
  expect(repeated.body.statusReport).toContain('<Cd>AM05</Cd>');
});

it('takes a Nacha file as text, tells of a refusal at once, and reports what comes back', async () => {
  const file = achFile({
    batches: [{ executionOn: '261204', entries: [{ accountNumber: '000222222227' }] }],
  });
  expect(await ask('POST', '/v1/bank/files', file, 'text/plain')).toMatchObject({
    status: 201,
    body: { status: 'ACCP', faults: [], statusReport: null },
  });
  const repeated = await ask('POST', '/v1/bank/files', file, 'text/plain');
  expect(repeated.body).toMatchObject({ status: 'RJCT', faults: [{ reason: 'AM05' }], statusReport: null });
  const { reports } = (await ask('GET', '/v1/bank/reports?until=2026-12-08')).body as {
    reports: { kind: string; content: string; reportId: string }[];
  };
  const [returned] = reports.filter(({ kind }) => kind === 'NACHA');
  expect(returned?.content).toContain('799R01');
  const path = `/bank/reports/${returned?.reportId}?account=${STUDIO}`;
  const download = await fetch(new URL(path, simulator.url));
  expect(download.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(download.headers.get('content-disposition')).toMatch(/filename="NACHA-2026-12-08-report_\d+\.ach"/);
  expect(await download.text()).toBe(returned?.content);
});

it('behaves as it is told', async () => {
  await ask('PUT', '/v1/bank/behaviour', { refuseFiles: 'AG01' });
  const sent = await ask('POST', '/v1/bank/files', sepaFile({ messageId: 'MSG-9' }), 'application/xml');
  expect(sent.body.statusReport).toContain('<Cd>AG01</Cd>');
});

it.each([
  ['a day that does not exist', 'GET', '/v1/bank/reports?until=2026-02-30', undefined, 'parameter_invalid'],
  ['a day too far ahead', 'GET', '/v1/bank/reports?until=2031-01-01', undefined, 'parameter_invalid'],
  ['an unknown behaviour', 'PUT', '/v1/bank/behaviour', { explode: true }, 'parameter_unknown'],
  ['a file as JSON', 'POST', '/v1/bank/files', {}, 'body_invalid'],
])('refuses %s', async (_, method, path, body, code) => {
  expect(await ask(method, path, body)).toMatchObject({ status: 400, body: { error: { code } } });
});

describe('the page', () => {
  const form = (): FormData => {
    const data = new FormData();
    data.set('file', new Blob([sepaFile({ total: '1.00' })], { type: 'text/xml' }), 'debits.xml');
    return data;
  };

  it('takes a file from its own origin only, and lists it', async () => {
    const address = new URL(`/bank/files?account=${STUDIO}`, simulator.url);
    const send = (site: string): Promise<Response> =>
      fetch(address, { method: 'POST', body: form(), headers: { 'sec-fetch-site': site } });
    expect((await send('cross-site')).status).toBe(403);
    const page = await (await send('same-origin')).text();
    expect(page).toContain('Accounts of Northside Berlin');
    expect(page).toContain('AG01');
  });

  it.each([
    ['text', 'multipart/form-data; boundary=x', 'text'],
    ['a form without a file', 'application/x-www-form-urlencoded', 'file=text'],
  ])('refuses %s', async (_, type, body) => {
    const address = new URL(`/bank/files?account=${STUDIO}`, simulator.url);
    const response = await fetch(address, { method: 'POST', body, headers: { 'content-type': type } });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param: 'file' } }]);
  });

  it('exists only where browsers reach the simulator on their own machine', async () => {
    const page = new URL('/bank', simulator.url);
    expect((await fetch(page)).status).toBe(200);
    await simulator.close();
    simulator = await start({ port: Number(page.port), publicUrl: 'https://pay.example.com' });
    expect((await fetch(page)).status).toBe(404);
  });
});
