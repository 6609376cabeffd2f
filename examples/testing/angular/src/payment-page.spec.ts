import { type ComponentFixture, TestBed } from '@angular/core/testing';
import { fillIn, mockGateway, type MockGateway, type MockGatewayOptions } from 'upc-payment-widget/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PaymentPage } from './payment-page';

// The widget retries requests in real time. Vitest's five seconds may be too short on a busy machine.
describe('PaymentPage', { timeout: 30_000 }, () => {
  let gateway: MockGateway;
  let fixture: ComponentFixture<PaymentPage>;
  const handOver = vi.fn((_paymentRequestToken: string) => Promise.resolve('Your payment method is set.'));
  const page = () => fixture.nativeElement as HTMLElement;
  const result = () => page().querySelector('#result')?.textContent;

  async function show(options: MockGatewayOptions): Promise<void> {
    gateway = mockGateway(options);
    fixture = TestBed.createComponent(PaymentPage);
    fixture.componentRef.setInput('handOver', handOver);
    fixture.componentRef.setInput('userSessionToken', gateway.config.userSessionToken);
    await fixture.whenStable();
  }

  afterEach(() => {
    // This removes the widget.
    fixture.destroy();
    gateway.stop();
    handOver.mockClear();
  });

  it('hands the token of the payment over', async () => {
    await show({ methods: ['SEPA'] });
    await fillIn(page());
    await fixture.componentInstance.widget.submitPayment();
    expect(handOver).toHaveBeenCalledWith(gateway.paymentRequestToken);
    await vi.waitFor(() => expect(result()).toBe('Your payment method is set.'));
  });

  it('offers another way when a card is declined', async () => {
    await show({ methods: ['CREDIT_CARD', 'SEPA'] });
    await fillIn(page(), { method: 'CREDIT_CARD', values: { number: '4000 0000 0000 0002' } });
    await expect(fixture.componentInstance.widget.submitPayment()).rejects.toMatchObject({
      reason: 'DECLINED',
    });
    expect(handOver).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(result()).toBe('You can also pay at the studio.'));
  });

  it('asks to start again when the session has ended', async () => {
    await show({ outcome: 'SESSION_EXPIRED' });
    await vi.waitFor(() => expect(result()).toBe('Your session has ended. Please start again.'), {
      timeout: 20_000,
    });
  });
});
