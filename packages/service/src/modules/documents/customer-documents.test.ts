import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA } from '../../../test/support/buyer.js';
import type { ErrorBody } from '../../../test/support/clients.js';
import { form } from '../../../test/support/data-form.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { documents } from './documents.tables.js';

interface Document extends ErrorBody {
  id: number;
  url: string;
  fileName: string;
  description?: string;
}
interface Slice extends ErrorBody {
  result: Document[];
  offset: string;
  hasNext: boolean;
}

const PDF = Buffer.from('%PDF-1.7\n% a paper of a test\n');
const MINUTE = 60_000;

let service: TestService;
let customerId: number;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const made = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
  ({ customerId } = made.body);
});

const path = () => `/v1/customers/${customerId}/documents`;
const list = (query = '') => service.api().request<Slice>({ url: `${path()}${query}` });
const one = (id: number) => service.api().request<Document>({ url: `${path()}/${id}` });
const upload = (file: Buffer = PDF, query = '', more: Record<string, string> = {}, part = 'file') => {
  const { payload, headers } = form(undefined, { name: 'paper.pdf', bytes: file }, part);
  const url = `${path()}${query}`;
  return service.api().request<Document>({ method: 'POST', url, payload, headers: { ...headers, ...more } });
};
const stored = async () => (await service.database.db.select().from(documents)).length;
const open = (url: string) => service.app.app.inject({ url: url.replace('http://localhost:4010', '') });

describe('a document', () => {
  test('is kept, listed, and opened by an address that expires', async () => {
    const { body } = await upload(PDF, '?description=Member%20contract');
    const found = (await one(body.id)).body;
    expect(found).toMatchObject({ id: body.id, fileName: 'paper.pdf', description: 'Member contract' });
    expect((await list()).body.result).toEqual([found]);
    const opened = await open(found.url);
    expect([opened.statusCode, opened.rawPayload]).toEqual([200, PDF]);
    service.clock.advance(14 * MINUTE);
    expect((await open(found.url)).statusCode).toBe(200);
    service.clock.advance(MINUTE);
    expect((await open(found.url)).statusCode).toBe(403);
  });

  test('is kept once for one Idempotency-Key, which another one cannot have', async () => {
    const headers = { 'idempotency-key': `a-key-for-customer-${customerId}` };
    const [first, again] = await Promise.all([upload(PDF, '', headers), upload(PDF, '', headers)]);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await list()).body.result).toHaveLength(1);
    expect((await upload(Buffer.from('%PDF-1.4 other'), '', headers)).status).toBe(409);
    expect((await upload(PDF, '?description=other', headers)).status).toBe(409);
  });

  test('of another member is not there', async () => {
    const { id } = (await upload()).body;
    customerId = 2001;
    expect(await one(id)).toMatchObject({ status: 404, body: { reference: 'id' } });
  });

  test.each([
    ['no file', () => upload(Buffer.alloc(0)), 400, 'file'],
    ['another part', () => upload(PDF, '', {}, 'document'), 400, 'file'],
    ['what is neither PDF, JPEG nor PNG', () => upload(Buffer.from('<svg/>')), 400, 'file'],
    ['more than 5 MiB', () => upload(Buffer.concat([PDF, Buffer.alloc(5 * 1024 * 1024)])), 413, 'file'],
    ['a description that is too long', () => upload(PDF, `?description=${'x'.repeat(501)}`), 400, 'description'],
    ['JSON', () => service.api().post<Document>(path(), { file: 'paper' }), 415, undefined],
  ])('with %s is refused, and leaves nothing behind', async (_, send, status, reference) => {
    const before = await stored();
    const answer = await send();
    expect([answer.status, answer.body.reference]).toEqual([status, reference]);
    expect(await stored()).toBe(before);
  }); // prettier-ignore
});

describe('the list', () => {
  test('comes in slices, which later documents do not shift', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.push((await upload()).body.id);
    const seen: number[] = [];
    let query = '?sliceSize=2';
    for (let more = true; more;) {
      const { body } = await list(query);
      seen.push(...body.result.map(({ id }) => id));
      if (seen.length === 2) ids.push((await upload()).body.id);
      query = `?sliceSize=2&offset=${body.offset}`;
      more = body.hasNext;
    }
    expect(seen).toEqual(ids);
  });

  test('has 10 in a slice when nothing else is asked for', async () => {
    for (let count = 0; count < 11; count++) await upload();
    const { body } = await list();
    expect([body.result.length, body.offset, body.hasNext]).toEqual([10, '10', true]);
  });
});
