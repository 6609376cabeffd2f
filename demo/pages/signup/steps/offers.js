import { locale } from '../../language.js';
import { h } from '../dom.js';
import { agePrices, formatMoney, formatTerm, priceOf } from '../format.js';
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
      h('p', { className: 'offer-term', id: `${titleId}-term` }, runtime(term)),
      h('p', { className: 'offer-price' }, h('strong', {}, figure), rhythm ? ` ${rhythm}` : null),
      h('p', { lang: studio.language }, offer.description),
      h(
        'ul',
        { className: 'ticks' },
        ...points(offer, term, later).map(({ words, lang, isFee }) =>
          h('li', { lang, className: isFee ? 'fee' : '' }, words),
        ),
      ),
      offer.footnote ? h('p', { className: 'hint', lang: studio.language }, offer.footnote) : null,
      h(
        'button',
        {
          type: 'button',
          className: 'button',
          onclick: choose,
          'aria-describedby': `${titleId} ${titleId}-term`,
        },
        text(isChosen ? 'keep' : 'choose'),
      ),
    );
  }

  /**
   * Returns the main facts about an offer.
   *
   * @param {import('../types').Offer} offer
   * @param {import('../types').OfferTerm} term
   * @param {readonly string[]} later
   * @returns {{ words: string, lang?: string, isFee?: boolean }[]}
   */
  function points(offer, term, later) {
    const { language, currency } = studio;
    const bonus = term.rateBonusPeriods.filter(({ termStrategy }) => termStrategy === 'CONTRACT_START');
    const { totalContractVolume: volume } = term.contractVolumeInformation;
    return [
      ...later.map((words) => ({ words, isFee: true })),
      ...(offer.subDescription ? [{ words: offer.subDescription, lang: language }] : []),
      ...offer.includedModules.map(({ name }) => ({ words: text('includes', { name }) })),
      ...bonus.map(({ term: free }) => ({ words: text('bonus', { term: formatTerm(free) }) })),
      ...term.flatFees.map(({ name, paymentFrequency }) => {
        const { figure, rhythm } = priceOf(paymentFrequency);
        return { words: text('plusFee', { name, price: `${figure} ${rhythm}` }), isFee: true };
      }),
      ...agePrices(term.paymentFrequency, currency).map((words) => ({ words })),
      ...(offer.timeRestrictions ? [{ words: text('restricted') }] : []),
      ...(volume.amount > 0
        ? [
            {
              words: text('inAll', { amount: formatMoney(volume), term: formatTerm(term.term) }),
              isFee: true,
            },
          ]
        : []),
    ];
  }
}

/**
 * Describes the length of the term, and what follows it.
 * @param {import('../types').OfferTerm} term
 */
export function runtime({ term, extensionType, termAfterExtension, priceAfterExtension, cancelationPeriod }) {
  const notice = cancelationPeriod ? ` · ${text('notice', { term: formatTerm(cancelationPeriod) })}` : '';
  if (extensionType === 'NONE' || !termAfterExtension) return text('endsItself', { term: formatTerm(term) });
  const after = priceAfterExtension
    ? text('extendsAt', { term: formatTerm(termAfterExtension), price: formatMoney(priceAfterExtension) })
    : text('extends', { term: formatTerm(termAfterExtension) });
  return `${formatTerm(term)}, ${after}${notice}`;
}
