import { forgetSession, handOver, takeSession } from './session.js';

const result = document.getElementById('result');
const toggle = document.getElementById('toggle');
const again = document.getElementById('again');

open();

/** Shows the form until the member closes it. */
function open() {
  const leaving = new AbortController();
  mount(leaving.signal).catch((error) => {
    if (leaving.signal.aborted) return;
    // Either there is no session, or `init` refused the configuration. This message is for developers and contains no
    // personal data.
    console.error(error);
    offerAgain('The payment form cannot be shown at the moment.');
  });

  toggle.textContent = 'Close';
  toggle.onclick = () => {
    leaving.abort();
    toggle.textContent = 'Open';
    toggle.onclick = open;
  };
  again.onclick = () => {
    leaving.abort();
    open();
  };
}

/** @param {AbortSignal} leaving aborted when the member leaves the form */
async function mount(leaving) {
  result.textContent = '';
  again.hidden = true;
  const userSessionToken = await takeSession(leaving);
  const widget = window.paymentWidget.init({
    userSessionToken,
    environment: 'test',
    baseUrl: 'http://localhost:4010',
    countryCode: 'DE',
    locale: 'en',
    container: 'payment',
    onSuccess: async (paymentRequestToken) => {
      try {
        result.textContent = await handOver(paymentRequestToken);
        forgetSession();
      } catch {
        // Keep the session: after a reload the widget returns the same token again.
        result.textContent = 'We could not save your payment method. Please reload this page.';
      }
    },
    onError: (error) => {
      if (error.httpStatus === 401) {
        forgetSession();
        offerAgain('');
      }
      // The widget shows the error, as it would without `onError`.
      return 'show';
    },
  });
  leaving.addEventListener('abort', () => widget.destroy());
}

/** @param {string} why */
function offerAgain(why) {
  result.textContent = why;
  again.hidden = false;
}
