import { html, nothing, type TemplateResult, unsafeCSS } from 'lit';
import type { Schemas, StoredPaymentInstrument } from '@upc/contract/gateway';
import { dateLocale } from '../../i18n/locales.js';
import { property } from '../property.js';
import { WidgetElement } from '../widget-element.js';
import styles from './card-facts.css?inline';

type Described = Pick<StoredPaymentInstrument, 'details'> & Partial<StoredPaymentInstrument>;

const walletNames: Readonly<Record<string, string>> = {
  APPLE_PAY: 'Apple Pay',
  GOOGLE_PAY: 'Google Pay',
  LINK: 'Link',
} satisfies Record<Schemas['Wallet'], string>;

/**
 * Shows the wallet of a stored card and the month until which the card is valid, as part of a row's label. A badge says
 * that the card has expired, or that it expires before the next debit.
 */
export class CardFactsElement extends WidgetElement {
  static override readonly styles = unsafeCSS(styles);

  @property of!: Described;

  protected override render(): TemplateResult {
    const { creditCard, banContactCard } = this.of.details;
    const wallet = walletNames[creditCard?.wallet ?? ''];
    const expiry = (creditCard ?? banContactCard)?.expiry?.replace('/20', '/');
    const until = expiry && this.t('instrument.validUntil', { expiry });
    const warning = this.#warning();
    return html`${wallet ? html`<span>${wallet}</span>` : nothing}${until ? html`<span>${until}</span>` : nothing}${
      warning ? html`<span class="badge">${warning}</span>` : nothing
    }`;
  }

  #warning(): string | undefined {
    const { expired, expiresBeforeDebitOn: day } = this.of;
    if (expired) return this.t('instrument.expired');
    return day && this.t('instrument.expiresBefore', { date: this.#date(day) });
  }

  /** @param day ISO 8601 date, which is the same day in every time zone. */
  #date(day: string): string {
    const format = { dateStyle: 'long', timeZone: 'UTC' } as const;
    return new Intl.DateTimeFormat(dateLocale(this.translator.lang), format).format(new Date(day));
  }
}
