import type { Environment, Region } from './config.js';
import { wrongConfiguration } from './wrong-configuration.js';

/** Set when the package is built (UPC_GATEWAY_URLS): addresses by `environment/region`. */
declare const __GATEWAY_URLS__: Readonly<Record<string, string>>;

/**
 * The gateway's base address, without a slash at its end: the given one, else what the build knows, else the service that
 * served the script. No other host is ever invented.
 *
 * @param baseUrl as `init` allows it.
 * @param servedBy origin of the service that the classic script came from.
 * @throws PaymentWidgetError VALIDATION_ERROR when there is none, or it may not receive a token.
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
      `"baseUrl" is missing: this build knows no gateway for environment "${environment}" and region "${region}"`,
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
