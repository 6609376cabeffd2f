import { type TextKey, type TextParams, translate } from '../../../core/i18n/translate.js';
import { type Fact, taggedPdf } from '../../documents/pdf/pdf-layout.js';
import { addressText, localeOf } from '../../payments/mandates/mandate-offer.js';
import type { Studio } from '../../studios/studios.tables.js';
import type { Acknowledgement, DeclarationDetails } from './declarations.stored.js';
import type { DeclarationKind } from './declarations.tables.js';

export interface Declared {
  readonly kind: DeclarationKind;
  readonly details: DeclarationDetails;
  readonly receivedAt: Date;
}

/**
 * Writes the acknowledgement of a declaration: its content, when it was received, when a cancelled contract shall end,
 * and that it was made with the confirming button (§ 312k (3) and (4) BGB; Art. 11a (4) of Directive 2011/83/EU).
 */
export function acknowledge(
  studio: Studio,
  language: string,
  { kind, details, receivedAt }: Declared,
): Acknowledgement {
  const { creditor, timeZone } = studio;
  const locale = localeOf(language, undefined, creditor);
  const text = (key: TextKey, params?: TextParams) => translate(language, key, params);
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const { name, contractNumber, email, reason, date, removeInstruments } = details;
  const isWithdrawal = kind === 'WITHDRAWAL';
  const person: readonly Fact[] = [
    { label: text('declaration.name'), value: name },
    { label: text('contract.number'), value: contractNumber },
    { label: text('email.label'), value: email },
  ];
  const instruments = removeInstruments ? 'withdrawal.instruments.remove' : 'withdrawal.instruments.keep';
  const declared: readonly Fact[] = isWithdrawal
    ? [
        { label: text('withdrawal.declaration'), value: text('withdrawal.declared') },
        ...person,
        { label: text('withdrawal.instruments'), value: text(instruments) },
      ]
    : [
        { label: text('declaration.kind'), value: text(KIND_KEYS[kind]) },
        ...(reason === null ? [] : [{ label: text('declaration.reason'), value: reason }]),
        ...person,
        {
          label: text('declaration.date'),
          value:
            date === null ? text('declaration.date.earliest') : day.format(new Date(`${date}T00:00:00Z`)),
        },
      ];
  const { acknowledgement, byButton, confirm } = PAGE_TEXTS[isWithdrawal ? 'WITHDRAWAL' : 'CANCELATION'];
  return {
    locale,
    studioName: studio.name,
    heading: text(acknowledgement),
    facts: [
      ...declared,
      { label: text('declaration.receivedAt'), value: moment.format(receivedAt) },
      { label: text('contract.studio'), value: studioLines(studio, language).join('\n') },
    ],
    note: text(byButton, { button: text(confirm) }),
  };
}

/** What a public page is for. */
export type DeclarationPurpose = 'CANCELATION' | 'WITHDRAWAL';

/**
 * Texts of the two public pages. The German labels of cancellation are those of § 312k BGB, the French ones those of
 * articles D. 215-1 and D. 215-3 Code de la consommation. The labels of withdrawal are those of Art. 11a of Directive
 * 2011/83/EU, and in German those of § 356a BGB, or corresponding ones.
 */
export const PAGE_TEXTS = {
  CANCELATION: {
    title: 'declaration.title',
    intro: 'declaration.intro',
    confirm: 'declaration.confirm',
    unsent: 'declaration.unsent',
    limit: 'declaration.limit',
    acknowledgement: 'declaration.acknowledgement',
    byButton: 'declaration.byButton',
  },
  WITHDRAWAL: {
    title: 'withdrawal.title',
    intro: 'withdrawal.intro',
    confirm: 'withdrawal.confirm',
    unsent: 'withdrawal.unsent',
    limit: 'withdrawal.limit',
    acknowledgement: 'withdrawal.acknowledgement',
    byButton: 'withdrawal.byButton',
  },
} as const satisfies Record<DeclarationPurpose, Record<string, TextKey>>;

/** Key of the name of each kind of cancellation. */
export const KIND_KEYS = {
  ORDINARY_CANCELATION: 'declaration.kind.ordinary',
  EXTRAORDINARY_CANCELATION: 'declaration.kind.extraordinary',
} as const satisfies Record<Exclude<DeclarationKind, 'WITHDRAWAL'>, TextKey>;

/** Returns the studio's names, its address and its e-mail address, to which members can also write. */
export function studioLines({ name, creditor }: Studio, language: string): string[] {
  const names = name === creditor.name ? [name] : [name, creditor.name];
  const address = addressText(creditor.address, localeOf(language, undefined, creditor));
  return [...names, address, ...(creditor.email ? [creditor.email] : [])];
}

/** Returns the whole acknowledgement as the text of an e-mail. */
export function acknowledgementText({ heading, facts, note }: Acknowledgement): string {
  return [heading, facts.map(({ label, value }) => `${label}: ${value}`).join('\n'), note].join('\n\n');
}

/** Draws the acknowledgement as a PDF. */
export function acknowledgementPdf(
  { locale, studioName, heading, facts, note }: Acknowledgement,
  receivedAt: Date,
): Promise<Buffer> {
  return taggedPdf({ language: locale, heading, author: studioName, madeAt: receivedAt }, (pen) => {
    pen.facts(facts);
    pen.passage({ language: locale, text: [note] });
  });
}
