import type { Context, Studio } from '../../context.js';
import { accountBalance } from '../../customers/account.js';
import type { AgreedFreeze } from '../../domain/agreed-freeze.js';
import type { CalendarDate } from '../../domain/calendar.js';
import { contractLife } from '../life/contract-life.js';
import { feeChanges } from '../life/fee-changes.js';
import { signedTermsOf } from '../life/signed-terms.js';
import { writtenClaims } from '../life/written-claims.js';
import { agree, lacksDocument, type Asked } from './agree.js';
import { balanceChange, chargesThen, type PreviewCharge } from './charges-then.js';
import { toLifeFreeze } from './freezes-of.js';
import { findLive, loadFreezes } from './idle-periods.js';
import { situationOf } from './situation.js';
import { validateFreeze, type Refusal } from './validation.js';

/** The result of a change of a freeze; nothing but the refusal where it cannot be made. */
export type ChangePreview =
  | { readonly refusal: Refusal }
  | {
      readonly refusal: null;
      readonly freeze: AgreedFreeze;
      /** The change needs a document that was not handed in before. */
      readonly documentRequired: boolean;
      readonly contractEnd: CalendarDate;
      /** Everything of the contract that then falls due from today on, and what is credited, by due date. */
      readonly charges: readonly PreviewCharge[];
      /** The balance of the account once the change is made, in minor units; less than 0: the member owes. */
      readonly balance: number;
    };

/**
 * The result of a change of a freeze when the studio agrees; nothing is kept.
 *
 * @throws ApiError 404 when there is no such freeze.
 */
export async function previewChange(
  context: Context,
  studio: Studio,
  ids: { readonly contractId: number; readonly idlePeriodId: number },
  request: Asked['request'],
): Promise<ChangePreview> {
  const freezes = await loadFreezes(context, context.db, studio, ids.contractId);
  const { contract, periods, today } = freezes;
  const current = findLive(freezes, ids.idlePeriodId);
  const situation = situationOf(freezes, current);
  const { refusal } = validateFreeze(request, situation);
  if (refusal !== null) return { refusal };
  const freeze = agree(freezes, { request, documentId: current.asked.documentId }, situation, current);
  const then = periods.map((period) => (period.id === current.id ? { ...period, inForce: freeze } : period));
  const life = contractLife(
    signedTermsOf(contract),
    then.flatMap((period) => toLifeFreeze(period, today) ?? []),
    today,
  );
  const written = await writtenClaims(context.db, contract, today);
  const before = await accountBalance(context.db, contract.customerId, today);
  const changes = feeChanges(life, written, contract.finalEndDate !== null, today);
  return {
    refusal,
    freeze,
    documentRequired: lacksDocument(freeze.reason, current),
    contractEnd: life.endDate,
    charges: chargesThen(life.claims, { written, changes }, today),
    balance: before + balanceChange({ written, changes }, today),
  };
}
