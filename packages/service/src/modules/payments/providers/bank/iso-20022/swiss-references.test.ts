import fc from 'fast-check';
import { expect, it } from 'vitest';
import { longEndToEndId, shortEndToEndId } from '../end-to-end-id.js';
import { esrReference, ipiReference, shortIdIn } from './swiss-references.js';

const ID = '0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f506';
const END_TO_END_ID = longEndToEndId({ id: ID, attempt: 1 });

it('has the check digits that an independent calculation gives', () => {
  expect(esrReference(END_TO_END_ID)).toBe('000001469933929217316369613');
  expect(ipiReference(END_TO_END_ID)).toBe('1200000V0SBT0BTIFI01');
});

it('contains the short end-to-end id', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 1, max: 99 }), (id, attempt) => {
      const endToEndId = longEndToEndId({ id, attempt });
      const esr = esrReference(endToEndId);
      const ipi = ipiReference(endToEndId);
      expect(esr).toMatch(/^\d{27}$/);
      expect(ipi).toMatch(/^\d\d[0-9A-Z]{18}$/);
      const shortId = shortEndToEndId({ id, attempt });
      expect([shortIdIn(esr), shortIdIn(ipi)]).toEqual([shortId, shortId]);
    }),
  );
});

it.each([
  ['of another creditor', '210000000003139471430009017'],
  [
    'with a wrong check digit',
    esrReference(END_TO_END_ID).replace(/.$/, (digit) => `${(Number(digit) + 1) % 10}`),
  ],
  ['with two digits swapped', ipiReference(END_TO_END_ID).replace(/^(.)(.)/, '$2$1')],
  ['of ISO 11649', 'RF18539007547034'],
  ['that is empty', ''],
])('reads no reference %s', (_, reference) => {
  expect(shortIdIn(reference)).toBeNull();
});
