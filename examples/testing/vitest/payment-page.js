import { init } from 'upc-payment-widget';

/**
 * Shows our page: the payment form, and a message for the member.
 *
 * @param {HTMLElement} page with an element `payment` for the form and an element `result`
 * @param {string} userSessionToken token from our backend
 * @param {(paymentRequestToken: string) => Promise<string>} handOver sends the token to our backend
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
      // The widget shows the error, as it would without `onError`.
      return 'show';
    },
  });
}
