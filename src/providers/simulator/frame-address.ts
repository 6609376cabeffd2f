import { PaymentWidgetError } from '../../errors/payment-widget-error.js';

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Checks the address of the provider's fields. The gateway provides it and the page opens it, so it must be a web
 * address, never one that would run in the host's page.
 *
 * @throws PaymentWidgetError PSP_ERROR for anything but https, or http on this machine.
 */
export function frameAddress(frameUrl: string): URL {
  const url = URL.canParse(frameUrl) ? new URL(frameUrl) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))) return url;
  throw new PaymentWidgetError(
    'PSP_ERROR',
    `The session contains an address for the provider's fields that is not allowed: given ${url?.protocol ?? 'none'}, allowed https, or http on localhost.`,
  );
}
