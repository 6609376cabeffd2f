import type * as redirect from './redirect.js';

/** Everything that only a redirect needs: one chunk of the npm build, fetched by whoever is first to need it. */
export async function loadRedirect(): Promise<typeof redirect> {
  const loaded = await import('./redirect.js');
  loaded.registerRedirect();
  return loaded;
}
