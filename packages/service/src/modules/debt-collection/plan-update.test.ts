import { describe, expect, test } from 'vitest';
import { ApiError } from '../../core/errors/api-error.js';
import { DEFAULT_DEBT_COLLECTION } from '../studios/settings/debt-collection-settings.js';
import type { Closure } from './debt-collection.stored.js';
import { type KnownCase, planUpdate, type ReportedCase } from './plan-update.js';

const debt = (id: string, originalAmount = 10000) => ({
  id,
  originalAmount,
  paidAmount: 0,
  reducedAmount: 0,
  writeOffAmount: 0,
  canceledAmount: null,
});
const known = (id: string, debts: KnownCase['debts'], more: Partial<KnownCase> = {}): KnownCase => ({
  id,
  agencyCaseId: null,
  closure: null,
  isDerecognized: false,
  debts,
  ...more,
});
const CASES = [known('c1', [debt('d1'), debt('d2', 3990)]), known('c2', [debt('d3')])];
const reported = (debtId: string, more: object = {}, originalAmount = 100) => ({
  debtId,
  originalAmount,
  paidAmount: 0,
  currency: 'EUR',
  ...more,
});
const C1: ReportedCase = {
  agencyCollectionCaseId: 'A',
  collectionCaseIds: ['c1'],
  debts: [reported('d1'), reported('d2', {}, 39.9)],
};
const terms = { currency: 'EUR', booksAtOnce: true, settings: DEFAULT_DEBT_COLLECTION };
const plan = (cases: readonly ReportedCase[], before: readonly KnownCase[] = CASES, booksAtOnce = true) =>
  planUpdate(before, { debtorId: '1', agencyCollectionCases: cases }, { ...terms, booksAtOnce }, 'debtors.0');

describe('an update replaces the state', () => {
  test('of the cases that it names, and of no other', () => {
    const [one, ...others] = plan([
      { ...C1, publicCollectionCaseId: 'P', block: { limitType: 'UNLIMITED' }, debts: [
        reported('d1', { paidAmount: 12.34, reducedAmount: 1, writeOffAmount: 2, block: { limitType: 'LIMITED', endDate: '2027-01-01' } }),
        reported('d2', {}, 39.9),
      ] },
    ]); // prettier-ignore
    expect(others).toEqual([]);
    expect(one).toMatchObject({ id: 'c1', agencyCaseId: 'A', publicCaseId: 'P', closure: null });
    expect(one?.block).toEqual({ limitType: 'UNLIMITED' });
    expect(one?.debts[0]).toMatchObject({ paidAmount: 1234, reducedAmount: 100, writeOffAmount: 200 });
    expect(one?.debts[0]?.block).toEqual({ limitType: 'LIMITED', endDate: '2027-01-01' });
  });

  test('so that a block that is left out is removed, and an amount that is left out is 0', () => {
    const [one] = plan([C1]);
    expect(one).toMatchObject({ block: null, publicCaseId: null });
    expect(one?.debts.map((each) => [each.block, each.paidAmount, each.writeOffAmount])).toEqual([
      [null, 0, 0],
      [null, 0, 0],
    ]);
  });

  test('a case keeps the id that the partner gave it', () => {
    const { agencyCollectionCaseId: _, ...unnamed } = C1;
    const before = [known('c1', CASES[0]?.debts ?? [], { agencyCaseId: 'A' })];
    expect(plan([unnamed], before)[0]?.agencyCaseId).toBe('A');
    expect(plan([unnamed])[0]?.agencyCaseId).toBeNull();
  });

  test.each([
    ['booked at once', true, { canceledAmount: 5 }, 500],
    ['kept', false, { canceledAmount: 5 }, 0],
    ['booked at once, beside the newer field', true, { canceledAmount: 5, writeOffAmount: 7 }, 700],
  ])('canceledAmount when totals are %s', (_, booksAtOnce, amounts, writeOffAmount) => {
    const debts = [reported('d1', amounts), reported('d2', {}, 39.9)];
    const [one] = plan([{ ...C1, debts }], CASES, booksAtOnce);
    expect(one?.debts[0]).toMatchObject({ writeOffAmount, canceledAmount: 500 });
  });

  test('one case gathers several, and all of them end with it', () => {
    const closure: Closure = {
      type: 'POSITIVE',
      date: '2026-11-20',
      options: [{ key: 'WRITE_OFF_REMAINING_DEBTS', value: '' }],
    };
    const both = { ...C1, collectionCaseIds: ['c1', 'c2'], debts: [...C1.debts, reported('d3')], closure };
    expect(plan([both]).map(({ id, agencyCaseId, isDerecognized }) => [id, agencyCaseId, isDerecognized])).toEqual([
      ['c1', 'A', true],
      ['c2', 'A', true],
    ]); // prettier-ignore
  });
});

describe('refused, so that nothing is lost', () => {
  const A = [known('c1', CASES[0]?.debts ?? [], { agencyCaseId: 'A' }), known('c2', [debt('d3')], { agencyCaseId: 'A' })]; // prettier-ignore
  const closed = (closure: object) => ({ ...C1, closure: { date: '2026-11-20', ...closure } as Closure });
  const withDebt = (more: object) => ({ ...C1, debts: [reported('d1', more), reported('d2', {}, 39.9)] });
  const at = 'debtors.0.agencyCollectionCases.0';
  test.each<[string, readonly ReportedCase[], readonly KnownCase[], string]>([
    ['a case that there is not', [{ ...C1, collectionCaseIds: ['c9'] }], CASES, `${at}.collectionCaseIds`],
    ['a case twice', [C1, { ...C1, agencyCollectionCaseId: 'B' }], CASES, 'debtors.0.agencyCollectionCases.1.collectionCaseIds'],
    ['a case of another case of the partner', [{ ...C1, agencyCollectionCaseId: 'B' }], A, `${at}.collectionCaseIds`],
    ['a gathered case left out', [C1], A, `${at}.collectionCaseIds`],
    ['a debt left out', [{ ...C1, debts: [reported('d1')] }], CASES, `${at}.debts`],
    ['a debt of another case', [{ ...C1, debts: [...C1.debts, reported('d3')] }], CASES, `${at}.debts.2.debtId`],
    ['a debt twice', [{ ...C1, debts: [...C1.debts, reported('d1')] }], CASES, `${at}.debts.2.debtId`],
    ['another currency', [withDebt({ currency: 'CHF' })], CASES, `${at}.debts.0.currency`],
    ['another original amount', [withDebt({ originalAmount: 99 })], CASES, `${at}.debts.0.originalAmount`],
    ['more decimals than the currency has', [withDebt({ paidAmount: 1.005 })], CASES, `${at}.debts.0.paidAmount`],
    ['more than the original amount', [withDebt({ paidAmount: 99, writeOffAmount: 1.01 })], CASES, `${at}.debts.0`],
    ['a rejection without reason', [closed({ type: 'REJECTION' })], CASES, `${at}.closure.rejectionReason`],
    ['a write-off with a reversal', [closed({ type: 'REVERSAL', options: [{ key: 'WRITE_OFF_REMAINING_DEBTS', value: '' }] })], CASES, `${at}.closure.options`],
    ['a limited block of a case without end', [{ ...C1, block: { limitType: 'LIMITED' } }], CASES, `${at}.block.endDate`],
    ['a limited block of a debt without end', [withDebt({ block: { limitType: 'LIMITED' } })], CASES, `${at}.debts.0.block.endDate`],
  ])('%s', (_, cases, before, reference) => {
    const refused = (() => {
      try {
        return plan(cases, before);
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ code: 'errormessage.debt.collection.update.invalid', reference });
  }); // prettier-ignore
});
