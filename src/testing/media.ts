import { emulateMedia } from '@web/test-runner-commands';

/** WebKit cannot be told what the person prefers while it runs; the tests start it with less motion. */
export const canEmulateMedia = !navigator.vendor.startsWith('Apple');

/** Colours change within the time of a transition, and would be read on their way. */
export async function reduceMotion(): Promise<void> {
  if (canEmulateMedia) await emulateMedia({ reducedMotion: 'reduce' });
}
