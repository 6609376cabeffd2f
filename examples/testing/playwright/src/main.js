import { init } from 'upc-payment-widget';

const answer = await fetch('/session', { method: 'POST' });
const { token } = await answer.json();
const result = document.querySelector('#result');

init({
  userSessionToken: token,
  environment: 'test',
  baseUrl: 'http://localhost:4010',
  countryCode: 'DE',
  locale: 'en',
  container: 'payment',
  onSuccess: async (paymentRequestToken) => {
    const answer = await fetch('/token', { method: 'POST', body: paymentRequestToken });
    result.textContent = await answer.text();
  },
  onError: (error) => {
    if (error.reason === 'DECLINED') result.textContent = 'You can also pay at the studio.';
    return 'show';
  },
});
