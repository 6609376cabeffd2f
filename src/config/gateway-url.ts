import type { Environment, Region } from './config.js';
import { wrongConfiguration } from './wrong-configuration.js';

/** Gateway addresses by `environment/region`, set when the package is built (UPC_GATEWAY_URLS). */
declare const __GATEWAY_URLS__: Readonly<Record<string, string>>;

/**
 * Returns the gateway's base address without a trailing slash: the configured one, otherwise the one in the build,
 * otherwise the service that served the script. It never falls back to any other host.
 *
 * @param baseUrl checked value of `init`'s `baseUrl`.
 * @param servedBy origin of the service that the classic script came from.
 * @throws PaymentWidgetError VALIDATION_ERROR when no address is known, or it may not receive a token.
 */
export function gatewayUrl(
  baseUrl: string | undefined,
  environment: Environment,
  region: Region,
  servedBy?: string,
): string {
  const address = baseUrl ?? __GATEWAY_URLS__[`${environment}/${region}`] ?? servedBy;
  if (address === undefined) {
    throw wrongConfiguration(
      `"baseUrl" is missing: pass the address of your gateway. This build has none for "${environment}/${region}"`,
    );
  }
  const url = new URL(address);
  if (url.protocol === 'http:' && environment === 'live') {
    throw wrongConfiguration(
      '"baseUrl" is wrong: given http in environment "live", where only https is allowed',
    );
  }
  return url.href.replace(/\/+$/, '');
}
