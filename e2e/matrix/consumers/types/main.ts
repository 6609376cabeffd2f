import {
  type ErrorCode,
  init,
  type PaymentResult,
  type PaymentWidget,
  PaymentWidgetError,
  type PaymentWidgetConfig,
} from 'upc-payment-widget';

const config: PaymentWidgetConfig = {
  userSessionToken: 'a token',
  environment: 'test',
  baseUrl: 'http://localhost:4010',
  countryCode: 'DE',
  locale: 'de-AT',
  container: document.createElement('div'),
  styling: { primaryColor: '#0a7d4f' },
  onSuccess: (paymentRequestToken: string) => {
    console.log(paymentRequestToken);
  },
  onError: (error) => {
    const code: ErrorCode = error.code;
    console.log(error instanceof PaymentWidgetError, code);
  },
};
const widget: PaymentWidget = init(config);
const result: PaymentResult | undefined = await widget.submitPayment();
console.log(result?.paymentRequestToken);
widget.destroy();

// @ts-expect-error a widget needs the token of a session
init({ container: 'payment', onSuccess: () => undefined });
