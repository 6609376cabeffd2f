import type { ConfirmResult } from '@upc/contract/frame-protocol';
import type { BrowserIntentView } from '@upc/contract/simulator-api';
import { RefusedError } from './provider-client.js';

/** Returns what a confirmation says to the page, whether it succeeded, was refused or got no response. */
export async function resultOf(confirmation: Promise<BrowserIntentView>): Promise<ConfirmResult> {
  try {
    const { status, failure } = await confirmation;
    // A confirmed intent never requires confirmation again.
    if (status === 'requires_confirmation') return { outcome: 'unknown' };
    return { outcome: 'answered', status, ...(failure && { failure }) };
  } catch (error) {
    if (!(error instanceof RefusedError)) return { outcome: 'unknown' };
    return { outcome: 'refused', code: error.code, message: error.message };
  }
}
