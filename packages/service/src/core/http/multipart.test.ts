import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify, { type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleErrors } from './errors.js';
import { FilePart, MULTIPART_ONLY, readMultipart, uploadedFile } from './multipart.js';
import { tolerateRequests } from './tolerances.js';

const PDF = Buffer.from('%PDF-1.7\nbinary \xff\x00 \r\n--not the boundary', 'latin1');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the number of bytes in all buffers that are still referenced. */
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

let heldInHandler: number;
let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
  app.decorateRequest('language', 'en');
  handleErrors(app, async () => {});
  await readMultipart(app);
  tolerateRequests(app);
  const data = Type.Object({
    startDate: Type.String({ format: 'date' }),
    reasonId: Type.Integer({ format: 'int64' }),
  });
  app.post(
    '/form',
    { schema: { ...MULTIPART_ONLY, body: Type.Object({ data, document: Type.Optional(FilePart()) }) } },
    async (request) => {
      heldInHandler = heldBytes();
      const file = uploadedFile(request, 'document');
      return { body: request.body, file: file && { name: file.name, base64: file.bytes.toString('base64') } };
    },
  );
  app.post('/json', { schema: { body: Type.Object({}) } }, async ({ body }) => body);
  await app.ready();
});
afterAll(() => app.close());

interface Answer {
  readonly body?: { readonly data?: { readonly startDate?: string } };
  readonly file?: { readonly name: string | null; readonly base64: string } | null;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly reference?: string;
}

interface Part {
  readonly head: string;
  readonly content: string | Buffer;
}

const DATA: Part = {
  head: 'Content-Disposition: form-data; name="data"\r\nContent-Type: application/json',
  content: '{"startDate": "2026-03-01", "reasonId": "7"}',
};
const DOCUMENT: Part = {
  head: 'Content-Disposition: form-data; name="document"; filename="C:\\papers\\Attest Müller.pdf"\r\nContent-Type: application/pdf',
  content: PDF,
};

function form(...parts: Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--edge\r\n${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--edge--\r\n'),
  ]);
}

async function send(
  payload: Buffer | string | Readable,
  type = 'multipart/form-data; boundary=edge',
  url = '/form',
) {
  const headers = {
    'content-type': type,
    ...(payload instanceof Readable && { 'transfer-encoding': 'chunked' }),
  };
  const answer = await app.inject({ method: 'POST', url, payload, headers });
  return { status: answer.statusCode, body: answer.json<Answer>() };
}

describe('a multipart request', () => {
  test('gives JSON and file, byte by byte; a file name is one name', async () => {
    expect(await send(form(DATA, DOCUMENT))).toEqual({
      status: 200,
      body: {
        body: { data: { startDate: '2026-03-01', reasonId: 7 }, document: 'Attest Müller.pdf' },
        file: { name: 'Attest Müller.pdf', base64: PDF.toString('base64') },
      },
    });
  });

  test('keeps no character of a file name that only changes how the rest looks', async () => {
    const given = 'bank\u202Egpj\u2066.\u200Bpdf\u2028';
    const head = `Content-Disposition: form-data; name="document"; filename="${given}"`;
    expect((await send(form(DATA, { head, content: PDF }))).body.file?.name).toBe('bankgpj.pdf');
  });

  test.each<[string, readonly Part[]]>([
    ['the document left out', [DATA]],
    ['an empty document', [DATA, { ...DOCUMENT, content: '' }]],
    [
      'no space and no file name',
      [{ head: 'Content-Disposition: form-data;name="data"', content: DATA.content }],
    ],
    [
      'a file name on the JSON',
      [{ head: DATA.head.replace('"data"', '"data"; filename="data.json"'), content: DATA.content }],
    ],
    ['an unknown part', [DATA, { head: 'Content-Disposition: form-data; name="other"', content: 'x' }]],
  ])('is taken with %s', async (_, parts) => {
    const { status, body } = await send(form(...parts));
    expect([status, body.body?.data?.startDate, body.file]).toEqual([200, '2026-03-01', null]);
  });

  test('a document without a file name keeps its bytes', async () => {
    const unnamed = {
      head: 'Content-Disposition: form-data; name="document"\r\nContent-Type: application/pdf',
      content: PDF,
    };
    const { body } = await send(form(DATA, unnamed));
    expect(body.file).toEqual({ name: null, base64: PDF.toString('base64') });
  });

  test('is taken with large unknown parts before it, of which nothing is kept in memory', async () => {
    const size = 4 * 1024 * 1024;
    const unknown = form({
      head: 'Content-Disposition: form-data; name="other"; filename="o"',
      content: Buffer.alloc(size),
    }).subarray(0, -'--edge--\r\n'.length);
    const before = heldBytes();
    const payload = Readable.from([...Array.from({ length: 12 }, () => unknown), form(DATA)]);
    const { status, body } = await send(payload);
    expect([status, body.body]).toEqual([200, { data: { startDate: '2026-03-01', reasonId: 7 } }]);
    expect(heldInHandler - before).toBeLessThan(size);
  });

  test.each<[string, Buffer | string, number, string, string | undefined]>([
    ['no data', form(DOCUMENT), 400, 'errormessage.request.invalid', 'data'],
    [
      'a wrong field',
      form({ ...DATA, content: '{"startDate": "soon", "reasonId": 7}' }),
      400,
      'errormessage.request.invalid',
      'data.startDate',
    ],
    [
      'data that is no JSON',
      form({ ...DATA, content: '{' }),
      400,
      'errormessage.request.body.unreadable',
      'data',
    ],
    [
      'data that is no UTF-8',
      form({ ...DATA, content: Buffer.from([0x22, 0xff, 0x22]) }),
      400,
      'errormessage.request.body.unreadable',
      'data',
    ],
    [
      'a form that is cut off',
      form(DATA).subarray(0, 60),
      400,
      'errormessage.request.multipart.unreadable',
      undefined,
    ],
    [
      'a part named like a member of every object',
      form(DATA, { head: 'Content-Disposition: form-data; name="toString"', content: '{}' }),
      400,
      'errormessage.request.multipart.unreadable',
      undefined,
    ],
    ['nothing', '', 400, 'errormessage.request.invalid', 'data'],
    [
      'a document that is too large',
      form(DATA, { ...DOCUMENT, content: Buffer.alloc(5 * 1024 * 1024 + 1) }),
      413,
      'errormessage.request.body.too.large',
      'document',
    ],
    [
      'an unknown part that is too large, before the others',
      form(
        {
          head: 'Content-Disposition: form-data; name="other"',
          content: Buffer.alloc(5 * 1024 * 1024 + 1),
        },
        DATA,
      ),
      413,
      'errormessage.request.body.too.large',
      'other',
    ],
    [
      'an unknown part that is cut off',
      form({ head: 'Content-Disposition: form-data; name="other"', content: Buffer.alloc(1000) }).subarray(
        0,
        600,
      ),
      400,
      'errormessage.request.multipart.unreadable',
      undefined,
    ],
    [
      'data that is too large',
      form({ ...DATA, content: JSON.stringify('x'.repeat(600_000)) }),
      413,
      'errormessage.request.body.too.large',
      'data',
    ],
    [
      'too many parts',
      form(...Array.from({ length: 30 }, () => DATA)),
      413,
      'errormessage.request.body.too.large',
      'data',
    ],
  ])('is refused with %s', async (_, payload, status, errorCode, reference) => {
    const answer = await send(payload);
    expect([answer.status, answer.body.errorCode, answer.body.reference]).toEqual([
      status,
      errorCode,
      reference,
    ]);
  });

  test('is refused without a boundary', async () => {
    expect(await send(form(DATA), 'multipart/form-data')).toMatchObject({
      status: 400,
      body: { errorCode: 'errormessage.request.multipart.unreadable' },
    });
  });

  test.each([
    ['JSON where a form is needed', '/form', 'application/json', 'multipart/form-data'],
    ['a form where JSON is needed', '/json', 'multipart/form-data; boundary=edge', 'application/json'],
  ])('%s is a 415 that says what is allowed', async (_, url, type, expected) => {
    const { status, body } = await send(type === 'application/json' ? '{}' : form(DATA), type, url);
    expect([status, body.errorMessage]).toEqual([415, `The body must be sent as ${expected}.`]);
  });
});
