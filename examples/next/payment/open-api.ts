import 'server-only';
import { createClient } from 'upc-open-api';

/**
 * Customer for whom the session is opened. In your app, take the member who is signed in, never an id from the page.
 */
export const customerId = 2001;

/** Calls the Open API with the studio's key, which only the server has. */
export const client = createClient({
  baseUrl: 'http://localhost:4010',
  apiKey: process.env.STUDIO_API_KEY ?? 'test-key-northside-berlin-eur',
});
