import { useEffect, useRef } from 'react';
import { init, type PaymentWidgetConfig } from 'upc-payment-widget';

type Props = Required<Pick<PaymentWidgetConfig, 'userSessionToken' | 'onSuccess' | 'onError'>>;

/** Mounts the widget as a component, one for each session. */
export function PaymentForm({ userSessionToken, ...callbacks }: Props) {
  const container = useRef<HTMLDivElement>(null);

  // Callbacks are new with every render. The ref lets the widget call the latest ones, so that it is not created again.
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
    // React calls this when the member leaves. In StrictMode it also calls it once at the start, before it mounts
    // again.
    return () => widget.destroy();
  }, [userSessionToken]);

  return <div ref={container} id="payment" />;
}
