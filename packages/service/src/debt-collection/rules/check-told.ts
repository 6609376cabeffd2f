import type { Block, Closure } from '../../domain/debt-collection.js';
import { textPart } from '../../i18n/translate.js';
import { invalidUpdate } from './invalid-update.js';

/** @throws ApiError 400 for a limited block without an end. */
export function checkBlock(block: Block | undefined, reference: string): void {
  if (block?.limitType === 'LIMITED' && block.endDate === undefined) {
    throw invalidUpdate(`${reference}.endDate`, textPart('problem.debtCollection.endDate'));
  }
}

/** @throws ApiError 400 for a rejection without a reason, and for a write-off with a closure that has none. */
export function checkClosure(closure: Closure | undefined, reference: string): void {
  if (!closure) return;
  const { type, options = [], rejectionReason } = closure;
  if (type === 'REJECTION' && rejectionReason === undefined) {
    throw invalidUpdate(`${reference}.rejectionReason`, textPart('problem.debtCollection.rejectionReason'));
  }
  if (options.length > 0 && type !== 'POSITIVE' && type !== 'NEGATIVE') {
    throw invalidUpdate(`${reference}.options`, textPart('problem.debtCollection.options', { type }));
  }
}
