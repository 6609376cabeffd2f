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
 * A page's request, as the server received it.
 * @typedef {object} Asked
 * @property {number} at time of the request, in milliseconds
 * @property {string} method
 * @property {string} path
 * @property {number} gzip bytes of the body
 * @property {number} brotli bytes of the body
 */

/**
 * Delays of the network. A request takes one round trip, and so does a page's first connection to a host.
 * @typedef {object} Network
 * @property {number} roundTrip milliseconds
 * @property {Link} link shared by all hosts
 * @property {(path: string) => number} [further] additional milliseconds for the answer to a path
 */

/** Longest part of an answer that is sent at a time, in bytes, as in a packet. */
const packet = 1460;

/** A page's link to all hosts. Bodies that are sent at the same time take turns. */
export class Link {
  #bandwidth;
  /** Time at which everything sent so far has arrived. */
  #free = 0;

  /** @param {number} bandwidth bytes per millisecond */
  constructor(bandwidth) {
    this.#bandwidth = bandwidth;
  }

  /**
   * @param {import('node:http').ServerResponse} response
   * @param {Buffer} body
   */
  async send(response, body) {
    const length = this.#bandwidth < Infinity ? packet : body.length;
    for (let at = 0; at < body.length && !response.destroyed; at += length) {
      const part = body.subarray(at, at + length);
      const now = performance.now();
      // A late timer must not lower the bandwidth, so up to 20 ms are caught up.
      this.#free = Math.max(this.#free, now - 20) + part.length / this.#bandwidth;
      if (this.#free > now) await delay(this.#free - now);
      response.write(part);
    }
    response.end();
  }
}

/**
 * @param {string} type
 * @param {string | Uint8Array} text
 * @returns {Content}
 */
export function content(type, text) {
  const body = Buffer.from(text);
  return { type, body, gzip: gzipSync(body, { level: 9 }), brotli: brotliCompressSync(body).length };
}

/** Serves the contents of one host with the delays of the network, and records all requests. */
export class Host {
  /** @type {Asked[]} */
  asked = [];
  /** @type {Network} */
  network = { roundTrip: 0, link: new Link(Infinity) };
  /** @type {Map<string, Content>} by path */
  contents = new Map();
  /** @type {string | undefined} local address to which all other requests are passed */
  behind;
  /** Time at which the page's first connection is open. @type {number | undefined} */
  #connected;
  #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  /** @param {string} name host name in the browser */
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
   * Starts over: closes all connections and forgets the recorded requests.
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
    const { roundTrip, link, further } = this.network;
    const headers = permissions(request);
    const isPreflight = request.method === 'OPTIONS';
    const found = isPreflight ? undefined : this.contents.get(pathname);
    const asked = { at, method: request.method ?? '', path: pathname };
    const noted = { ...asked, gzip: found?.gzip.length ?? 0, brotli: found?.brotli ?? 0 };
    this.asked.push(noted);
    // The body must be read, because a real server would read it before it answers.
    request.resume();
    const wait = Math.max(0, (this.#connected ?? at) - at) + roundTrip + (further?.(pathname) ?? 0);
    if (wait > 0) await delay(wait);
    if (isPreflight) response.writeHead(204, headers).end();
    else if (found) {
      response.writeHead(200, {
        ...headers,
        'content-type': found.type,
        'content-encoding': 'gzip',
        'content-length': found.gzip.length,
        'cache-control': 'no-store',
      });
      await link.send(response, found.gzip);
    } else if (this.behind !== undefined) {
      const { status, headers: answered, body } = await pass(this.behind, request);
      Object.assign(noted, { gzip: body.gzip.length, brotli: body.brotli });
      response.writeHead(status, answered);
      await link.send(response, body.gzip);
    } else response.writeHead(404, headers).end();
  }
}

/**
 * Allows every page of the bench to read the answers. A browser may remember this for as long as with the service.
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
 * Passes a request on. The answer is compressed as by the other hosts.
 * @param {string} to
 * @param {import('node:http').IncomingMessage} request
 */
async function pass(to, request) {
  const { method, headers: given } = request;
  const passed = ask(new URL(request.url ?? '/', to), {
    method,
    headers: { ...given, host: new URL(to).host, 'accept-encoding': 'identity' },
  });
  passed.end();
  const [answer] = /** @type {[import('node:http').IncomingMessage]} */ (await once(passed, 'response'));
  const body = content('', await buffer(answer));
  const headers = { ...answer.headers, 'content-encoding': 'gzip', 'content-length': body.gzip.length };
  delete headers['transfer-encoding'];
  return { status: answer.statusCode ?? 500, headers, body };
}
