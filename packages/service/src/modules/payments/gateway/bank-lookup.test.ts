import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GatewayClient } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';

const limit = 10;

let service: TestService;
let gateway: GatewayClient;
beforeAll(async () => {
  service = await startTestService({ rateLimit: { limit, seconds: 60 } });
  gateway = await open();
});
afterAll(() => service.close());

async function open(): Promise<GatewayClient> {
  return service.gateway(await service.api().session());
}

test.each([
  ['DE89370400440532013000', { bankName: 'Commerzbank', bic: 'COBADEFFXXX' }],
  ['de89 3704 0044 0532 0130 00', { bankName: 'Commerzbank', bic: 'COBADEFFXXX' }],
  ['NL91ABNA0417164300', { bic: 'ABNANL2A' }],
  ['IT60X0542811101000000123456', {}],
])('the bank of %s is told', async (iban, bank) => {
  const { status, body } = await gateway.lookUpBank(iban);
  expect([status, body]).toEqual([200, bank]);
});

test.each([
  ['DE89370400440532013001', 'errormessage.payment.iban.invalid'],
  ['<svg>', 'errormessage.payment.iban.invalid'],
  ['', 'errormessage.request.invalid'],
  ['DE'.repeat(30), 'errormessage.request.invalid'],
])('an account that is none is refused without repeating it: "%s"', async (iban, errorCode) => {
  const { status, body } = await gateway.lookUpBank(iban);
  expect([status, body.errorCode, body.reference]).toEqual([400, errorCode, 'iban']);
  if (iban) expect(JSON.stringify(body)).not.toContain(iban);
});

test('it needs a session, and is counted by session', async () => {
  const stranger = service.gateway('no-token-of-any-session');
  expect((await stranger.lookUpBank('DE89370400440532013000')).status).toBe(401);
  const busy = await open();
  for (let count = 0; count < limit; count += 1) await busy.lookUpBank('DE89370400440532013000');
  const refused = await busy.lookUpBank('DE89370400440532013000');
  expect([refused.status, refused.body.errorCode]).toEqual([429, 'errormessage.rate.limit.exceeded']);
  expect((await (await open()).lookUpBank('DE89370400440532013000')).status).toBe(200);
});
