import type { PreloadOptions } from '../config/config.js';
import { parsePreload } from '../config/parse-config.js';
import { systemClock } from '../core/clock.js';
import type { LogosLoader } from '../elements/logo/logos.js';
import type { LocaleLoader } from '../i18n/locale-loader.js';
import { Translator } from '../i18n/translator.js';
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
    // A translator requests the files of its language when it is created.
    const translator = new Translator({ locale, overrides: {}, devMode: false }, loadLocale);
    void Promise.allSettled([
      translator.prepare(systemClock),
      // The code that shows the logos is in the same file (vite.config.ts).
      loadLogos(),
      import('./prepare-submission.js'),
      method?.load(),
      method?.hasReview && import('../elements/review/review.js'),
    ]);
  };
}
