import { createServer } from 'node:http';

/** Milliseconds after which a receiver that hangs responds. The service does not wait that long. */
const HANGING_MS = 5_500;

/** @typedef {{ at: number, uuid: string, receiver: number }} Arrival */

/** Receives events at several addresses, as different partners would. */
export class Receivers {
  /** Number of the receiver that hangs; null for none. */
  hanging = /** @type {number | null} */ (null);
  /** @type {Arrival[]} */
  arrivals = [];
  #server = createServer((request, response) => {
    const receiver = Number(request.url?.slice(1));
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (/** @type {string} */ part) => (body += part));
    request.on('end', () => {
      this.arrivals.push({ at: performance.now(), uuid: JSON.parse(body).uuid, receiver });
      const { from, to } = this.#usualMs;
      const milliseconds = receiver === this.hanging ? HANGING_MS : from + Math.random() * (to - from);
      setTimeout(() => response.writeHead(200).end(), milliseconds);
    });
  });

  #usualMs;

  /** @param {{ from: number, to: number }} usualMs the shortest and the longest time after which a receiver responds */
  constructor(usualMs) {
    this.#usualMs = usualMs;
  }

  /** @returns {Promise<(receiver: number) => string>} the address of each receiver */
  async listen() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const address = this.#server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return (receiver) => `http://127.0.0.1:${port}/${receiver}`;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
