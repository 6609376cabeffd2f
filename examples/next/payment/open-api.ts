import 'server-only';

/**
 * Customer for whom the session is opened. In your app, take the member who is signed in, never an id from the page.
 */
export const customerId = 2001;

/** Calls the Open API with the studio's key, which only the server has. */
export function ask(path: string, body: object): Promise<Response> {
  return fetch(`http://localhost:4010/v1/${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': process.env.STUDIO_API_KEY ?? 'test-key-northside-berlin-eur',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    cache: 'no-store',
  });
}
