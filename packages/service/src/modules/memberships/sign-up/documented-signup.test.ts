import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bothTokens } from '../../../../test/support/buyer.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';

/*
 * Sends the request of docs/sign-up.md as a partner would: only the tokens are replaced by those of the partner's
 * sessions.
 */

interface Documented {
  readonly contract: { readonly contractOfferTermId: number; readonly startDate: string };
  readonly customer: object;
}

let service: TestService;
let documented: Documented;
beforeAll(async () => {
  service = await startTestService();
  const page = await readFile(new URL('../../../../../../docs/sign-up.md', import.meta.url), 'utf8');
  const [, json = ''] = /## The request[\s\S]*?```json\n([\s\S]*?)```/.exec(page) ?? [];
  documented = JSON.parse(json) as Documented;
});
afterAll(() => service.close());

test('the documented sign-up is accepted by the demo studio', async () => {
  const { contract, customer } = documented;
  const { body } = await service
    .api()
    .post<{ paymentPreview: { dueOnSigningAmount: { amount: number } } }>(
      '/v1/memberships/signup/preview',
      documented,
    );
  const { instrument, initial } = await bothTokens(service, body.paymentPreview.dueOnSigningAmount.amount);
  const signed = await service.api().post<{ customerId: number }>('/v1/memberships/signup', {
    contract: { ...contract, initialPaymentRequestToken: initial },
    customer: { ...customer, paymentRequestToken: instrument },
  });
  expect([signed.status, signed.body]).toEqual([200, { customerId: expect.any(Number) as number }]);
});
