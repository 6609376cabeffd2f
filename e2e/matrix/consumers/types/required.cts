import type { PaymentWidgetConfig } from 'upc-payment-widget' with { 'resolution-mode': 'import' };

/** A page in CommonJS loads the package, which has ES modules only, when it needs it. */
export async function start(config: PaymentWidgetConfig): Promise<void> {
  const { init } = await import('upc-payment-widget');
  init(config);
}
