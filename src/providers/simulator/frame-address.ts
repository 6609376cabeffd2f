import { PaymentWidgetError } from '../../errors/payment-widget-error.js';

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The address of the provider's fields. The gateway says it, and a page of ours opens it: only an address of the web may
 * stand there, never one that runs in the host's page.
 *
 * @throws PaymentWidgetError PSP_ERROR for anything but https, or http on this machine.
 */
export function frameAddress(frameUrl: string): URL {
  const url = URL.canParse(frameUrl) ? new URL(frameUrl) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))) return url;
  throw new PaymentWidgetError(
    'PSP_ERROR',
    `The session names an address of the provider's fields that is not allowed: given ${url?.protocol ?? 'none'}, allowed https, or http on localhost.`,
  );
}
