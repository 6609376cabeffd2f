import { emulateMedia } from '@web/test-runner-commands';

/**
 * Whether the browser can emulate media features at run time. WebKit cannot, so its tests start it with reduced motion.
 */
export const canEmulateMedia = !navigator.vendor.startsWith('Apple');

/** Reduces motion, since colours read during a transition would be intermediate ones. */
export async function reduceMotion(): Promise<void> {
  if (canEmulateMedia) await emulateMedia({ reducedMotion: 'reduce' });
}
