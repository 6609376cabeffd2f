import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient, updateCustomerPaymentInstrument, userSession } from 'upc-open-api';

/*
 * A partner's backend, which can be written in any language. It opens sessions and uses their tokens. Only the backend has
 * the studio's API key, and it decides for whom and for what a session is opened; the page decides neither.
 *
 *     node server.mjs vue/dist vue        serves that folder at http://localhost:3000
 *
 * The last argument is the Trusted Types policy with which a framework creates markup from its templates, if it has one.
 */

const [, , folder = 'script-tag/dist', trustedTypes = ''] = process.argv;
const {
  PORT = '3000',
  GATEWAY = 'http://localhost:4010',
  PROVIDER = 'http://localhost:4020',
  API_KEY = 'test-key-northside-berlin-eur',
} = process.env;
const customerId = 2001;
const client = createClient({ baseUrl: GATEWAY, apiKey: API_KEY });

/** The strict policy of docs/content-security.md. The page's own files come from 'self'. */
const policy = `default-src 'none'; script-src ${GATEWAY} 'self'; style-src 'self'; connect-src ${GATEWAY} 'self'; \
frame-src ${PROVIDER}; img-src 'self'; require-trusted-types-for 'script'; \
trusted-types lit-html upc-widget ${trustedTypes} 'allow-duplicates'`;

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

createServer((request, response) => {
  answer(request).then(
    ({ status = 200, type = 'text/plain', body }) =>
      response
        .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy })
        .end(body),
    (error) => {
      // The reason, such as a refusal by the service, is for this server's log and not for the member.
      console.error(error);
      response.writeHead(500).end();
    },
  );
}).listen(Number(PORT), 'localhost', () => console.log(`${folder}: http://localhost:${PORT}`));

/** @param {import('node:http').IncomingMessage} request */
async function answer(request) {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (request.method !== 'POST') return file(pathname);
  if (pathname === '/session') return openSession();
  if (pathname === '/token') return useToken(await text(request));
  return { status: 404, body: 'Not found' };
}

/** Opens a session. The page receives only its token, not the rest of the answer. */
async function openSession() {
  const { token } = await userSession({
    client,
    body: { amount: 0, scope: 'MEMBER_ACCOUNT', customerId, referenceText: 'Membership' },
  });
  return { type: 'application/json', body: JSON.stringify({ token }) };
}

/** @param {string} paymentRequestToken */
async function useToken(paymentRequestToken) {
  await updateCustomerPaymentInstrument({ client, path: { customerId }, body: { paymentRequestToken } });
  return { body: 'Your payment method is set.' };
}

/** @param {string} path path of a built file; normalised, so that it cannot leave the folder */
async function file(path) {
  const name = path === '/' ? 'index.html' : normalize(decodeURIComponent(path));
  try {
    return { type: types[extname(name)], body: await readFile(join(folder, name)) };
  } catch {
    return { status: 404, body: 'Not found' };
  }
}
