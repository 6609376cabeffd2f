// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fillIn, mockGateway } from 'upc-payment-widget/testing';
import { showPayment } from './payment-page.js';

let gateway;
let widget;
const handOver = vi.fn(() => Promise.resolve('Your payment method is set.'));
const result = () => document.querySelector('#result').textContent;

beforeEach(() => {
  document.body.innerHTML = '<div id="payment"></div><p id="result"></p>';
  handOver.mockClear();
});
afterEach(() => {
  widget.destroy();
  gateway.stop();
});

function show(options) {
  gateway = mockGateway(options);
  widget = showPayment(document.body, gateway.config.userSessionToken, handOver);
}

it('hands the token of the payment over', async () => {
  show({ methods: ['SEPA'] });
  await fillIn(document.body);
  await widget.submitPayment();
  expect(handOver).toHaveBeenCalledWith(gateway.paymentRequestToken);
  await vi.waitFor(() => expect(result()).toBe('Your payment method is set.'));
});

it('offers another way when a card is declined', async () => {
  show({ methods: ['CREDIT_CARD', 'SEPA'] });
  await fillIn(document.body, { method: 'CREDIT_CARD', values: { number: '4000 0000 0000 0002' } });
  await expect(widget.submitPayment()).rejects.toMatchObject({ reason: 'DECLINED' });
  expect(handOver).not.toHaveBeenCalled();
  expect(result()).toBe('You can also pay at the studio.');
});

it('waits while nobody knows the outcome', async () => {
  show({ methods: ['SEPA'], outcome: 'UNKNOWN' });
  await fillIn(document.body);
  const paid = widget.submitPayment();
  await vi.waitFor(() => expect(gateway.requests.at(-1).operation).toBe('getPayment'), { timeout: 20_000 });
  expect(result()).toBe('');
  gateway.setOutcome('SUCCESS');
  await paid;
  expect(handOver).toHaveBeenCalledTimes(1);
});

it('asks to start again when the session has ended', async () => {
  show({ outcome: 'SESSION_EXPIRED' });
  await vi.waitFor(() => expect(result()).toBe('Your session has ended. Please start again.'), {
    timeout: 20_000,
  });
});
