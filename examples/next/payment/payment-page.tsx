import { useEffect, useState } from 'react';
import type { PaymentWidgetError } from 'upc-payment-widget';
import { PaymentForm } from './payment-form';
import { forgetSession, handOver, takeSession } from './session';

/** Takes the member from a new session to a payment method that our backend has saved. */
export function PaymentPage({ onStartAgain }: { onStartAgain: () => void }) {
  const [session, setSession] = useState<string>();
  const [hasEnded, setEnded] = useState(false);
  const [result, setResult] = useState('');

  useEffect(() => {
    const leaving = new AbortController();
    takeSession(leaving.signal).then(setSession, () => {
      if (leaving.signal.aborted) return;
      setResult('The payment form cannot be shown at the moment.');
      setEnded(true);
    });
    return () => leaving.abort();
  }, []);

  async function onSuccess(paymentRequestToken: string) {
    try {
      setResult(await handOver(paymentRequestToken));
      forgetSession();
    } catch {
      // Keep the session: after a reload the widget returns the same token again.
      setResult('We could not save your payment method. Please reload this page.');
    }
  }

  function onError(error: PaymentWidgetError) {
    if (error.httpStatus === 401) {
      forgetSession();
      setEnded(true);
    }
    // The widget shows the error, as it would without `onError`.
    return 'show';
  }

  return (
    <>
      {session !== undefined && (
        <PaymentForm userSessionToken={session} onSuccess={onSuccess} onError={onError} />
      )}
      <p id="result" role="status">
        {result}
      </p>
      {hasEnded && (
        <button type="button" onClick={onStartAgain}>
          Start again
        </button>
      )}
    </>
  );
}
