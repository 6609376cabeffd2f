import type { Context } from '../context.js';
import { secondsLeft, signedQuery, type SignedQuery } from '../platform/signed-query.js';

type Signer = Pick<Context, 'keys' | 'clock'>;
export type ImageKind = 'offers' | 'modules';

/** Lifetime of an address, in seconds (specification, Limits). */
const LIFETIME = { offers: 2 * 3600, modules: 5 * 3600 } as const satisfies Record<ImageKind, number>;

/** The path of an image. */
export function imagePath({ keys, clock }: Signer, kind: ImageKind, id: number): string {
  return `/images/${kind}/${id}.svg?${signedQuery(keys, named(kind, id), clock.now(), LIFETIME[kind])}`;
}

/** Seconds that a path is still good for; 0 when it is not, or was never given out. */
export function imageSecondsLeft(
  { keys, clock }: Signer,
  kind: ImageKind,
  id: number,
  given: SignedQuery,
): number {
  return secondsLeft(keys, named(kind, id), given, clock.now());
}

function named(kind: ImageKind, id: number): string {
  return `image ${kind} ${id}`;
}
