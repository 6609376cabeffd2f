import type { MandateOffer, MandateScheme } from '@upc/contract/gateway';

/** The scheme's noun for the document, in the languages of its texts; `en` for the others. ASCII, as headers are. */
const NOUNS: Readonly<Record<MandateScheme, { readonly en: string; readonly [language: string]: string }>> = {
  SEPA: { en: 'sepa-mandate' },
  BACS: { en: 'direct-debit-instruction' },
  ACH: { en: 'ach-authorization' },
  CH_DD: {
    en: 'debit-authorisation',
    de: 'belastungsermaechtigung',
    fr: 'autorisation-de-debit',
    it: 'autorizzazione-di-addebito',
  },
  LSV: {
    en: 'debit-authorisation',
    de: 'belastungsermaechtigung',
    fr: 'autorisation-de-debit',
    it: 'autorizzazione-di-addebito',
  },
};

/** The name of a mandate's PDF, such as `direct-debit-instruction-UPC-….pdf`. */
export function mandateFileName({ scheme, language, reference }: MandateOffer): string {
  const nouns = NOUNS[scheme];
  return `${nouns[language.split('-')[0] ?? language] ?? nouns.en}-${reference}.pdf`;
}
