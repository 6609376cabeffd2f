import type { PaymentWidgetConfig } from 'upc-payment-widget' with { 'resolution-mode': 'import' };

/** Loads the package on demand, because it has only ES modules and this page is CommonJS. */
export async function start(config: PaymentWidgetConfig): Promise<void> {
  const { init } = await import('upc-payment-widget');
  init(config);
}
