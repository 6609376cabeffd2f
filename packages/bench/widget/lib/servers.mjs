import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * @typedef {object} Content
 * @property {string} type
 * @property {Buffer} body
 * @property {Buffer} gzip
 * @property {number} brotli bytes
 */

/**
 * A page's request, as the server saw it.
 * @typedef {object} Asked
 * @property {number} at the time, in milliseconds
 * @property {string} method
 * @property {string} path
 * @property {number} gzip bytes of the body
 * @property {number} brotli bytes of the body
 */

/**
 * Delays of the network. One round trip is what a request costs, and what a page's first connection to a host costs.
 * @typedef {object} Network
 * @property {number} roundTrip milliseconds
 * @property {(path: string) => number} [further] milliseconds that the answer to a path takes besides
 */

/**
 * @param {string} type
 * @param {string | Uint8Array} text
 * @returns {Content}
 */
export function content(type, text) {
  const body = Buffer.from(text);
  return { type, body, gzip: gzipSync(body, { level: 9 }), brotli: brotliCompressSync(body).length };
}

/** A host of the bench: answers what it was given, as late as the network makes it, and notes who asked for what. */
export class Host {
  /** @type {Asked[]} */
  asked = [];
  /** @type {Network} */
  network = { roundTrip: 0 };
  /** @type {Map<string, Content>} by path */
  contents = new Map();
  /** @type {string | undefined} an address of this machine that everything else is taken from */
  behind;
  /** Time at which the first connection of the page is open. @type {number | undefined} */
  #connected;
  #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  /** @param {string} name as the browser knows it */
  constructor(name) {
    this.name = name;
  }

  get port() {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error(`${this.name} does not listen.`);
    return address.port;
  }

  get origin() {
    return `http://${this.name}:${this.port}`;
  }

  async listen() {
    this.#server.keepAliveTimeout = 60_000;
    this.#server.on('connection', () => (this.#connected ??= Date.now() + this.network.roundTrip));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /**
   * Starts over: connections closed, no request counted.
   * @param {Network} network
   */
  begin(network) {
    this.network = network;
    this.asked = [];
    this.#connected = undefined;
    this.#server.closeAllConnections();
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  async #answer(request, response) {
    const { pathname } = new URL(request.url ?? '/', this.origin);
    const at = Date.now();
    const { roundTrip, further } = this.network;
    const headers = permissions(request);
    const isPreflight = request.method === 'OPTIONS';
    const found = isPreflight ? undefined : this.contents.get(pathname);
    const asked = { at, method: request.method ?? '', path: pathname };
    const noted = { ...asked, gzip: found?.gzip.length ?? 0, brotli: found?.brotli ?? 0 };
    this.asked.push(noted);
    // The body is read, as a server must that answers by it.
    request.resume();
    const wait = Math.max(0, (this.#connected ?? at) - at) + roundTrip + (further?.(pathname) ?? 0);
    if (wait > 0) await delay(wait);
    if (isPreflight) response.writeHead(204, headers).end();
    else if (found)
      response
        .writeHead(200, {
          ...headers,
          'content-type': found.type,
          'content-encoding': 'gzip',
          'content-length': found.gzip.length,
          'cache-control': 'no-store',
        })
        .end(found.gzip);
    else if (this.behind !== undefined) Object.assign(noted, await pass(this.behind, request, response));
    else response.writeHead(404, headers).end();
  }
}

/**
 * Any page of the bench may read the answers; how long a browser may remember that is the same as in the service.
 * @param {import('node:http').IncomingMessage} request
 */
function permissions({ headers }) {
  return {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
    'access-control-max-age': '600',
    'timing-allow-origin': '*',
    vary: 'origin',
  };
}

/**
 * @param {string} to
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @returns {Promise<{ gzip: number, brotli: number }>} bytes it would have as the other hosts send them
 */
async function pass(to, request, response) {
  const { method, headers: given } = request;
  const passed = ask(new URL(request.url ?? '/', to), {
    method,
    headers: { ...given, host: new URL(to).host, 'accept-encoding': 'identity' },
  });
  passed.end();
  const [answer] = /** @type {[import('node:http').IncomingMessage]} */ (await once(passed, 'response'));
  const { gzip, brotli } = content('', await buffer(answer));
  const headers = { ...answer.headers, 'content-encoding': 'gzip', 'content-length': gzip.length };
  delete headers['transfer-encoding'];
  response.writeHead(answer.statusCode ?? 500, headers).end(gzip);
  return { gzip: gzip.length, brotli };
}
