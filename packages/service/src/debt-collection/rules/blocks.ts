import type { CalendarDate } from '../../domain/calendar.js';
import type { Block } from '../../domain/debt-collection.js';

/** Whether a block stops the collection on a day; the end date is its last day. */
export function isInForce(block: Block | null, today: CalendarDate): boolean {
  switch (block?.limitType) {
    case 'UNLIMITED':
      return true;
    case 'LIMITED':
      return block.endDate !== undefined && today <= block.endDate;
    case 'DISABLED':
    case undefined:
      return false;
  }
}
