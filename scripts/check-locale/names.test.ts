import { expect, it } from 'vitest';
import { folders, locales, textsOf } from './texts.fixture.js';

/** Texts that name a method or field, and the keys of the names as the widget shows them. */
const named: readonly (readonly [folder: keyof typeof folders, text: string, name: string])[] = [
  ['widget', 'error.iban.useLsv', 'method.LSV'],
  ['widget', 'error.iban.usePostFinance', 'method.CH_DD'],
  ['widget', 'error.required.accountHolder', 'accountHolder.label'],
  ['widget', 'error.required.accountNumber', 'bacs.accountNumber.label'],
  ['widget', 'error.required.address.city', 'address.city.label'],
  ['widget', 'error.required.address.country', 'address.country.label'],
  ['widget', 'error.required.address.line1', 'address.line1.label'],
  ['widget', 'error.required.address.postalCode', 'address.postalCode.label'],
  ['widget', 'error.required.address.state', 'address.state.label'],
  ['widget', 'error.required.cardHolder', 'card.holder.label'],
  ['widget', 'error.required.email', 'email.label'],
  ['widget', 'error.required.iban', 'sepa.iban.label'],
  ['widget', 'error.required.routingNumber', 'ach.routingNumber.label'],
  ['widget', 'error.required.sortCode', 'bacs.sortCode.label'],
  ['widget', 'error.routingNumber', 'ach.routingNumber.label'],
  ['widget', 'error.sortCode', 'bacs.sortCode.label'],
  ['service', 'errormessage.payment.iban.use.ch.dd', 'method.CH_DD'],
  ['service', 'errormessage.payment.iban.use.lsv', 'method.LSV'],
  ['service', 'errormessage.payment.routing.number.invalid', 'ach.routingNumber.label'],
  ['service', 'errormessage.payment.sort.code.mismatch', 'bacs.accountNumber.label'],
  ['service', 'errormessage.payment.sort.code.mismatch', 'bacs.sortCode.label'],
  ['service', 'field.bankLocationId', 'ach.routingNumber.label'],
  ['service', 'field.bankLocationId', 'bacs.sortCode.label'],
];

it.each(locales)('%s names methods and fields in errors as the widget labels them', (locale) => {
  const texts = { widget: textsOf(folders.widget, locale), service: textsOf(folders.service, locale) };
  const faults = named.flatMap(([folder, key, nameKey]) => {
    const text = texts[folder][key] ?? '';
    const name = texts.widget[nameKey] ?? '';
    return stems(name).every((stem) => text.toLowerCase().includes(stem))
      ? []
      : [`${folder} ${key}: “${text}” does not say “${name}”`];
  });
  expect(faults).toEqual([]);
});

/** Stems of a name's words, because a sentence may decline them. An explanation in parentheses may be left out. */
function stems(name: string): string[] {
  const words = name
    .replace(/\(.*?\)/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}+]+/gu);
  return (words ?? []).map((word) => word.slice(0, word.length > 4 ? -2 : word.length > 3 ? -1 : undefined));
}
