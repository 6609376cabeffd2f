import type { Studio } from '../context.js';
import { settingsOf } from '../domain/studio-settings.js';
import { translate, type TextKey } from '../i18n/translate.js';

export interface CancelationReason {
  readonly id: number;
  readonly name: string;
}

/** Reasons that members can choose from at a studio that has none of its own. */
const USUAL: readonly { readonly id: number; readonly key: TextKey }[] = [
  { id: 1001, key: 'cancelation.reason.moving' },
  { id: 1002, key: 'cancelation.reason.health' },
  { id: 1003, key: 'cancelation.reason.price' },
  { id: 1004, key: 'cancelation.reason.time' },
  { id: 1005, key: 'cancelation.reason.dissatisfied' },
  { id: 1006, key: 'cancelation.reason.other' },
];

/** Reasons for ending a contract: the studio's own, in its words, or the usual ones in a language. */
export function cancelationReasons(studio: Studio, language: string): readonly CancelationReason[] {
  const { reasons } = settingsOf(studio).cancelation;
  if (reasons.length > 0) return reasons;
  return USUAL.map(({ id, key }) => ({ id, name: translate(language, key) }));
}
