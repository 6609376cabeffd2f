import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { Environment, Region } from './config.js';

/** Set when the package is built (UPC_GATEWAY_URLS): addresses by `environment/region`. */
declare const __GATEWAY_URLS__: Readonly<Record<string, string>>;

/**
 * The gateway's base address, without a slash at its end. No host is ever invented: a build without addresses
 * needs `baseUrl`.
 *
 * @throws PaymentWidgetError VALIDATION_ERROR when there is none, or the given one may not receive a token.
 */
export function gatewayUrl(baseUrl: string | undefined, environment: Environment, region: Region): string {
  const address = baseUrl ?? __GATEWAY_URLS__[`${environment}/${region}`];
  if (address === undefined) {
    throw wrong(
      `"baseUrl" is missing: this build knows no gateway for environment "${environment}" and region "${region}".`,
    );
  }
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : undefined;
  if (!url || url.username || url.password || url.search || url.hash) {
    throw wrong('"baseUrl" is wrong: allowed is an absolute https address without user, query or fragment.');
  }
  if (url.protocol === 'http:' && environment === 'live') {
    throw wrong(`"baseUrl" is wrong: given http in environment "live", where only https is allowed.`);
  }
  return url.href.replace(/\/+$/, '');
}

function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

function wrong(what: string): PaymentWidgetError {
  return new PaymentWidgetError('VALIDATION_ERROR', `paymentWidget: ${what}`);
}
