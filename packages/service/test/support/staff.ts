import { performStaffAction } from '../../src/admin/staff-actions.js';
import type { StaffResult } from '../../src/modules/studios/staff/staff-action.js';
import type { TestService } from './service.js';

/** Performs a staff action, in the EUR studio by default. */
export function staff(
  { app }: TestService,
  name: string,
  input: Record<string, unknown>,
  studioId = 1001,
): Promise<StaffResult> {
  return performStaffAction(app.context, { name, studioId, actor: 'test', input, traceId: 'test' });
}
