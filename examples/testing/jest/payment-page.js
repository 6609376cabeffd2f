import { init } from 'upc-payment-widget';

/**
 * Our page: the payment form, and what the member reads.
 *
 * @param {HTMLElement} page with an element `payment` for the form and an element `result`
 * @param {string} userSessionToken of our backend
 * @param {(paymentRequestToken: string) => Promise<string>} handOver gives the token to our backend
 */
export function showPayment(page, userSessionToken, handOver) {
  const result = page.querySelector('#result');
  return init({
    userSessionToken,
    environment: 'test',
    baseUrl: 'http://localhost:4010',
    countryCode: 'DE',
    locale: 'en',
    container: page.querySelector('#payment'),
    onSuccess: async (paymentRequestToken) => {
      result.textContent = await handOver(paymentRequestToken);
    },
    onError: (error) => {
      if (error.httpStatus === 401) result.textContent = 'Your session has ended. Please start again.';
      if (error.reason === 'DECLINED') result.textContent = 'You can also pay at the studio.';
      // The widget says what happened, as it would without `onError`.
      return 'show';
    },
  });
}
