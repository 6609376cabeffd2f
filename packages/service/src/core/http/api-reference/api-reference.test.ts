import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { redocScript } from './redoc-script.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const get = async (url: string) => service.app.app.inject({ url });

test('/open-api leads to the page, whose addresses are relative', async () => {
  const { statusCode, headers } = await get('/open-api');
  expect([statusCode, headers.location]).toEqual([302, 'open-api/']);
});

test('the page allows only its own files, and asks for each new version', async () => {
  const { headers } = await get('/open-api/');
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'( 'sha256-[^']+')+; connect-src 'self';/,
  );
});

test('everything that the page names exists', async () => {
  const { body } = await get('/open-api/');
  const named = [...body.matchAll(/ (?:href|src|data-description)="([^"]+)"/g)].map(([, name = '']) => name);
  expect(named).toEqual(
    expect.arrayContaining(['redoc.js', 'reference.js', 'reference.css', '../openapi.json']),
  );
  for (const name of named)
    expect([name, (await get(new URL(name, 'http://host/open-api/').pathname)).statusCode]).toEqual([
      name,
      200,
    ]);
});

test('Redoc is served without the logo that it would load', async () => {
  expect(redocScript()).toMatch(/Redoc/);
  expect((await get('/open-api/redoc.js')).body).not.toContain('cdn.redoc.ly');
});
