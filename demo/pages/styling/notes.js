import { defaults } from './values.js';

const CODE_ONLY = 'Changes the code only. The preview uses the service of this demo.';
const NO_STRIPE = 'Changes the code only. The cards of the preview do not go through Stripe.';

/**
 * Returns why choices have no effect on the preview, or an unexpected one, by the names of their controls. A choice that
 * is not made needs no note.
 *
 * @param {import('./values.js').Values} values
 * @param {string | undefined} country of the studio, ISO 3166-1 alpha-2
 * @returns {Readonly<Record<string, string>>}
 */
export function notesOn(values, country) {
  const isSigned = values['session.requireDirectDebitSignature'] === 'true';
  const hasDownload = country === 'GB' || country === 'US';
  const alwaysSaves = values['session.scope'] !== 'ECOM';
  const notes = {
    ...{ environment: CODE_ONLY, region: CODE_ONLY, baseUrl: CODE_ONLY, container: CODE_ONLY },
    ...{ 'featureFlags.disableStripeLink': NO_STRIPE, 'styling.stripe.appearance': NO_STRIPE },
    'styling.stripe.fonts': NO_STRIPE,
    'featureFlags.enableSignatureTypeInput': isSigned
      ? ''
      : 'No effect without a signature: choose requireDirectDebitSignature under Session.',
    'featureFlags.enableMandateDownload': hasDownload
      ? ''
      : 'No effect in this studio: only mandates of ACH and Bacs are downloaded.',
    onError: 'The preview now shows no payment errors, because your page is expected to show them.',
    'session.savePaymentInstrument': alwaysSaves ? 'No effect with MEMBER_ACCOUNT, which always saves.' : '',
  };
  return Object.fromEntries(
    Object.entries(notes).filter(([name, words]) => words !== '' && values[name] !== defaults[name]),
  );
}
