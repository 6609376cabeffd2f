import type { Intent } from './objects.js';

/** Returns the page that a redirect leads to, with the two buttons of Stripe's test pages. */
export function hostedPage({ id, clientSecret, amount, currency }: Intent): string {
  const title = amount === 0 ? 'Save a payment method' : `Pay ${amount} (${currency}, minor units)`;
  const button = (outcome: string, text: string) =>
    `<button name="outcome" value="${outcome}">${text}</button>`;
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Test payment page</title><meta name="viewport" content="width=device-width"></head>
  <body>
    <main>
      <h1>Test payment page</h1>
      <p>${title}</p>
      <form method="post" action="/pages/${id}">
        <input type="hidden" name="client_secret" value="${clientSecret}">
        ${button('complete', 'Authorize test payment')}
        ${button('fail', 'Fail test payment')}
      </form>
    </main>
  </body>
</html>`;
}

/** Returns the address that leads back, with the parameters that Stripe appends. */
export function backTo({ kind, id, clientSecret, returnUrl, status }: Intent): string {
  const url = new URL(returnUrl ?? 'about:blank');
  url.searchParams.set(kind, id);
  url.searchParams.set(`${kind}_client_secret`, clientSecret);
  url.searchParams.set('redirect_status', status === 'requires_payment_method' ? 'failed' : 'succeeded');
  return url.href;
}
