import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';

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
  const answered = await ask('payments/user-session', {
    amount: 0,
    scope: 'MEMBER_ACCOUNT',
    customerId,
    referenceText: 'Membership',
  });
  if (!answered.ok) return refused(answered);
  const { token } = await answered.json();
  return { type: 'application/json', body: JSON.stringify({ token }) };
}

/** @param {string} paymentRequestToken */
async function useToken(paymentRequestToken) {
  const answered = await ask(`customers/${customerId}/account/payment-instrument`, { paymentRequestToken });
  return answered.ok ? { body: 'Your payment method is set.' } : refused(answered);
}

/** Logs the refusal on this server and does not show it to the member. */
async function refused(answered) {
  console.error(answered.status, await answered.text());
  return { status: 502, body: 'Refused' };
}

/**
 * @param {string} path path in the Open API
 * @param {object} body
 */
function ask(path, body) {
  return fetch(`${GATEWAY}/v1/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
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
