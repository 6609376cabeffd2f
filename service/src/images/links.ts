import type { Context } from '../context.js';

export type ImageKind = 'offers' | 'modules';

/** How long an address is good, in seconds (specification, Limits). */
const LIFETIME = { offers: 2 * 3600, modules: 5 * 3600 } as const satisfies Record<ImageKind, number>;

/** The path of an image, which nobody else can make or prolong. */
export function imagePath(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  kind: ImageKind,
  id: number,
): string {
  const expires = Math.floor(clock.now().getTime() / 1000) + LIFETIME[kind];
  return `/images/${kind}/${id}.svg?expires=${expires}&signature=${keys.sign(signedText(kind, id, expires))}`;
}

/** Seconds that a path is still good for; 0 when it is not, or was never given out. */
export function secondsLeft(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  kind: ImageKind,
  id: number,
  given: { readonly expires: number; readonly signature: string },
): number {
  if (!keys.isSigned(signedText(kind, id, given.expires), given.signature)) return 0;
  return Math.max(0, given.expires - Math.floor(clock.now().getTime() / 1000));
}

function signedText(kind: ImageKind, id: number, expires: number): string {
  return `image ${kind} ${id} until ${expires}`;
}
