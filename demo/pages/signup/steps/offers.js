import { locale } from '../../language.js';
import { h } from '../dom.js';
import {
  agePrices,
  dativeTerm,
  formatHours,
  formatMoney,
  formatRuntime,
  formatTerm,
  freeTime,
  priceLine,
  priceOf,
} from '../format.js';
import { text } from '../words.js';

/**
 * Builds the first step: every offer with its price, its term and what it includes.
 *
 * @param {import('../flow.js').Flow} flow
 */
export function offersStep(flow) {
  const { offers, studio } = flow;
  if (offers.length === 0)
    return h('p', { className: 'page-notice' }, text('noOffers', { studio: studio.name }));
  const cards = offers.flatMap((offer) => offer.terms.map((term) => card(offer, term)));
  const language = new Intl.DisplayNames(locale, { type: 'language' }).of(studio.language) ?? studio.language;
  return h(
    'div',
    {},
    locale.startsWith(studio.language)
      ? null
      : h('p', { className: 'hint' }, text('studioLanguage', { language })),
    h('ul', { className: 'offers' }, ...cards),
  );

  /**
   * @param {import('../types').Offer} offer
   * @param {import('../types').OfferTerm} term
   */
  function card(offer, term) {
    const { figure, rhythm, later } = priceOf(term.paymentFrequency);
    const isChosen = flow.typed.termId === term.id;
    const titleId = `offer-${term.id}`;
    const choose = () => {
      const isOther = flow.typed.offerId !== offer.id;
      flow.change({
        ...{
          offerId: offer.id,
          termId: term.id,
          startDate: flow.typed.startDate ?? term.defaultContractStartDate,
        },
        // Modules and consents belong to an offer, so they are cleared for another one.
        ...(isOther
          ? { selectableModuleIds: [], optionalModuleIds: [], confirmed: [], textBlockSignatures: [] }
          : {}),
        ...(offer.preUseType === 'NOT_AVAILABLE' ? { preuseDate: '' } : {}),
      });
      flow.go('membership');
    };
    return h(
      'li',
      { className: `card offer ${isChosen ? 'chosen' : ''}` },
      h('h2', { id: titleId, lang: studio.language }, offer.name),
      h('p', { lang: studio.language }, offer.description),
      h('p', { className: 'offer-price' }, h('strong', {}, figure), rhythm ? ` ${rhythm}` : null),
      h('p', { className: 'hint', id: `${titleId}-term` }, runtime(term)),
      h(
        'div',
        { className: 'offer-points' },
        h(
          'ul',
          { className: 'points' },
          ...points(offer, term, later).map(({ words, lang, kind }) =>
            h('li', { lang, className: kind }, words),
          ),
        ),
        offer.footnote ? h('p', { className: 'hint', lang: studio.language }, offer.footnote) : null,
      ),
      h(
        'button',
        {
          type: 'button',
          className: isChosen ? 'button' : 'button quiet',
          onclick: choose,
          'aria-describedby': `${titleId} ${titleId}-term`,
        },
        text(isChosen ? 'keep' : 'choose'),
      ),
    );
  }

  /**
   * Returns the main facts about an offer: what it includes, its restrictions, and its other prices.
   *
   * @param {import('../types').Offer} offer
   * @param {import('../types').OfferTerm} term
   * @param {readonly string[]} later
   * @returns {{ words: string, lang?: string, kind: 'good' | 'note' | 'fee' }[]}
   */
  function points(offer, term, later) {
    const { language, currency } = studio;
    const runsFor = formatRuntime(term.term, term.rateBonusPeriods, dativeTerm);
    const { totalContractVolume: volume } = term.contractVolumeInformation;
    const isOnePayment = term.paymentFrequency.price?.amount === volume.amount;
    return [
      ...(offer.timeRestrictions
        ? [
            {
              words: text('restricted', { times: formatHours(offer.timeRestrictions.availabilities) }),
              kind: note,
            },
          ]
        : []),
      ...(offer.subDescription ? [{ words: offer.subDescription, lang: language, kind: good }] : []),
      ...offer.includedModules.map(({ name }) => ({ words: text('includes', { name }), kind: good })),
      ...freeTime(term.rateBonusPeriods).map((words) => ({ words, kind: good })),
      ...agePrices(term.paymentFrequency, currency).map((words) => ({ words, kind: good })),
      ...later.map((words) => ({ words, kind: term.paymentFrequency.type === 'MONTH_DAY' ? fee : note })),
      ...term.flatFees.map(({ name, paymentFrequency }) => ({
        words: text('plusFee', { name, price: priceLine(paymentFrequency) }),
        kind: fee,
      })),
      ...(volume.amount > 0 && !isOnePayment
        ? [{ words: text('inAll', { amount: formatMoney(volume), term: runsFor }), kind: note }]
        : []),
    ];
  }
}

const [good, note, fee] = /** @type {const} */ (['good', 'note', 'fee']);

/**
 * Describes the length of the term, and what follows it.
 * @param {import('../types').OfferTerm} offered
 */
export function runtime(offered) {
  const { extensionType, termAfterExtension: extension, priceAfterExtension, cancelationPeriod } = offered;
  const term = formatRuntime(offered.term, offered.rateBonusPeriods);
  if (extensionType === 'NONE' || !extension) return text('endsItself', { term });
  const isMonthly = extension.unit === 'MONTH' && extension.value === 1;
  const after = priceAfterExtension
    ? text(isMonthly ? 'monthlyAt' : 'extendsAt', {
        ...{ term, extension: formatTerm(extension), price: formatMoney(priceAfterExtension) },
      })
    : text(isMonthly ? 'monthly' : 'extends', { term, extension: formatTerm(extension) });
  const notice = cancelationPeriod ? ` ${text('notice', { term: formatTerm(cancelationPeriod) })}` : '';
  return after + notice;
}
