import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { documentLink, storeDocument } from './documents.js';
import { documents } from './documents.tables.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const store = (bytes: Buffer, name: string | null = 'Attest (Müller).png') =>
  storeDocument(service.app.context, service.database.db, {
    studioId: 1001,
    customerId: 2001,
    purpose: 'CUSTOMER',
    file: { name, bytes },
    reference: 'document',
  });

const open = async (link: string, headers: Readonly<Record<string, string>> = {}) => {
  const { pathname, search } = new URL(link);
  return service.app.app.inject({ url: pathname + search, headers });
};

describe('a document', () => {
  test('is kept encrypted, and opens as a file', async () => {
    const id = await store(PNG);
    const [row] = await service.database.db.select().from(documents).where(eq(documents.id, id));
    expect(row).toMatchObject({ contentType: 'image/png', size: 10, fileName: 'Attest (Müller).png' });
    expect(row?.contentEncrypted).not.toContain(PNG.toString('base64').slice(0, 8));
    const answer = await open(documentLink(service.app.context, id));
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(PNG);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "attachment; filename*=UTF-8''Attest%20%28M%C3%BCller%29.png",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  });

  test('has a name even if it came without one', async () => {
    const id = await store(Buffer.from('%PDF-1.4'), null);
    const { headers } = await open(documentLink(service.app.context, id));
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''document.pdf");
  });

  test.each([
    ['invoice.html', 'invoice.png'],
    ['scan.PNG', 'scan.png'],
    ['report v1.2', 'report v1.2.png'],
    ['.htaccess', 'document.png'],
    ['page.html. ', 'page.png'],
  ])('is called what its content is: %j becomes %j', async (given, kept) => {
    const id = await store(PNG, given);
    const [row] = await service.database.db.select().from(documents).where(eq(documents.id, id));
    expect(row?.fileName).toBe(kept);
  });

  test.each([
    ['a script', Buffer.from('<script>alert(1)</script>')],
    ['a picture of another kind', Buffer.from('GIF89a')],
    ['nothing', Buffer.alloc(0)],
  ])('is refused when it is %s', async (_, bytes) => {
    await expect(store(bytes)).rejects.toMatchObject({
      code: 'errormessage.document.type.unsupported',
      reference: 'document',
      status: 400,
    });
  });

  test('opens for 15 minutes, by its own address alone', async () => {
    const id = await store(PNG);
    const other = await store(PNG);
    const link = documentLink(service.app.context, id);
    for (const wrong of [
      link.replace(`/documents/${id}`, `/documents/${other}`),
      link.replace(/expires=\d/, 'expires=9'),
      link.replace(/signature=./, 'signature='),
    ]) {
      expect((await open(wrong)).statusCode).toBe(403);
    }
    service.clock.advance(15 * 60_000 - 1000);
    expect((await open(link)).statusCode).toBe(200);
    service.clock.advance(1000);
    expect((await open(link)).json()).toMatchObject({ errorCode: 'errormessage.document.link.invalid' });
  });

  test('that no longer opens says so to a person on a page in their language', async () => {
    const link = documentLink(service.app.context, await store(PNG));
    service.clock.advance(15 * 60_000);
    const answer = await open(link, { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'de',
      'cache-control': 'no-store',
    });
    expect(answer.body).toContain('<html lang="de">');
    expect(answer.body).toMatch(
      /<h1>Dieser Link zum Dokument ist ungültig oder abgelaufen\.<\/h1>\s*<p>Bitte öffnen Sie das Dokument/,
    );
    const cutOff = await open(link.replace(/[?].*/, ''), { accept: 'text/html' });
    expect(cutOff.body).toContain('This link to a document is invalid or has expired.');
  });
});
