import { methodNames } from '@upc/contract/catalogue';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../modules/studios/settings/studio-settings.js';
import { EVENT_TYPES } from '../../modules/webhooks/webhook-events.schema.js';
import { STAFF_ACTIONS } from '../staff-actions.js';
import { PAYMENT_STATUSES, SESSION_STATUSES } from './filter.js';
import { wordsIn } from './frame.js';

interface Field {
  readonly enum?: readonly string[];
  readonly items?: Field;
}

const fields = STAFF_ACTIONS.flatMap(({ input }) =>
  Object.entries(input.properties as Record<string, Field>),
);

test.each(['en', 'de'] as const)('every action, field and choice has words: %s', (language) => {
  const words = wordsIn(language);
  const missing = (names: readonly string[], table: object) =>
    names.filter((name) => !Object.hasOwn(table, name));
  const choices = fields
    .filter(([name]) => name !== 'language' && name !== 'paymentMethods' && name !== 'method')
    .flatMap(([, { enum: own, items }]) => own ?? items?.enum ?? []);
  const statuses = [...PAYMENT_STATUSES, ...SESSION_STATUSES, ...EVENT_TYPES, ...Object.keys(SETTINGS)];
  expect(
    missing(
      STAFF_ACTIONS.map(({ name }) => name),
      words.actions,
    ),
  ).toEqual([]);
  expect(
    missing(
      fields.map(([name]) => name),
      words.fields,
    ),
  ).toEqual([]);
  expect(missing([...choices, ...statuses], words.values)).toEqual([]);
  expect(methodNames.filter((name) => Object.hasOwn(words.values, name))).toEqual([]);
});
