import type * as redirect from './redirect.js';

/** Loads everything that only a redirect needs. It is one chunk of the npm build. */
export async function loadRedirect(): Promise<typeof redirect> {
  const loaded = await import('./redirect.js');
  loaded.registerRedirect();
  return loaded;
}
