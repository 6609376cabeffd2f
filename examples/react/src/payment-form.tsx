import { useEffect, useRef } from 'react';
import { init, type PaymentWidgetConfig } from 'upc-payment-widget';

type Props = Required<Pick<PaymentWidgetConfig, 'userSessionToken' | 'onSuccess' | 'onError'>>;

/** The widget as a component, one for each session. */
export function PaymentForm({ userSessionToken, ...callbacks }: Props) {
  const container = useRef<HTMLDivElement>(null);

  // Callbacks are new with every render. The widget calls the latest, and is not made again for them.
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });

  useEffect(() => {
    const widget = init({
      userSessionToken,
      environment: 'test',
      baseUrl: 'http://localhost:4010',
      countryCode: 'DE',
      locale: 'en',
      container: container.current!,
      onSuccess: (...payment) => latest.current.onSuccess(...payment),
      onError: (error) => latest.current.onError(error),
    });
    // React calls this when the member leaves; StrictMode also once at the start, before it mounts again.
    return () => widget.destroy();
  }, [userSessionToken]);

  return <div ref={container} id="payment" />;
}
