import type { PreloadOptions } from '../config/config.js';
import { parsePreload } from '../config/parse-config.js';
import type { LogosLoader } from '../elements/logo/logos.js';
import type { LocaleLoader } from '../i18n/locale-loader.js';
import { localeChain, resolveLocale } from '../i18n/locales.js';
import { paymentMethods } from '../methods/registry.js';
import { likelyMethod } from './init.js';

/**
 * Creates the `preload` of a build. It loads what `init` loads before the first form and after it, but does not connect
 * to the gateway and adds nothing to the page. A failed download is ignored: `init` tries again, and reports it.
 */
export function createPreload(
  loadLocale: LocaleLoader,
  loadLogos: LogosLoader,
): (given: PreloadOptions) => void {
  return (given) => {
    const { locale, countryCode } = parsePreload(given);
    const method = countryCode === undefined ? undefined : paymentMethods.get(likelyMethod(countryCode));
    const files = localeChain(resolveLocale(locale)).filter((file) => file !== 'en');
    void Promise.allSettled([
      ...files.map((file) => loadLocale(file)),
      loadLogos(),
      import('./prepare-submission.js'),
      method?.load(),
      method?.hasReview && import('../elements/review/review.js'),
    ]);
  };
}
