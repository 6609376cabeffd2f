import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test.each(['/open-api', '/open-api/'])('%s names itself and fits the screen of a phone', async (url) => {
  const { body, headers } = await service.app.app.inject({ url });
  expect(body).toContain('<html lang="en">');
  expect(body).toContain('<title>UPC Open API reference</title>');
  expect(body).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(headers['content-security-policy']).toMatch(/script-src 'self' ?;/);
});
