import { init, type PrefetchedSession } from 'upc-payment-widget';

/**
 * This does the same as the member's page, but it imports the widget. It gets types, and only the code that it needs.
 */
const response = await fetch('/api/session', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    studio: 'northside',
    customerId: 2001,
    amount: 0,
    scope: 'MEMBER_ACCOUNT',
    referenceText: 'Membership',
    prefetch: { locale: navigator.language },
  }),
});
const { token, session } = (await response.json()) as { token: string; session: PrefetchedSession };

init({
  userSessionToken: token,
  session,
  environment: 'test',
  baseUrl: 'http://localhost:4010',
  countryCode: 'DE',
  locale: navigator.language,
  container: 'payment',
  onSuccess: (paymentRequestToken) => {
    const result = document.getElementById('result');
    if (result) result.textContent = paymentRequestToken;
  },
});
