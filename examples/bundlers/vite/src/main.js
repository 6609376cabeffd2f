import { init } from 'upc-payment-widget';

// Your backend opens the session, because only it has the API key.
const answer = await fetch('/session', { method: 'POST' });
const { token } = await answer.json();

init({
  userSessionToken: token,
  environment: 'test',
  baseUrl: 'http://localhost:4010',
  countryCode: 'DE',
  locale: 'en',
  container: 'payment',
  onSuccess: async (paymentRequestToken) => {
    const answer = await fetch('/token', { method: 'POST', body: paymentRequestToken });
    document.getElementById('result').textContent = await answer.text();
  },
});
