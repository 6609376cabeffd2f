import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Random } from '@upc/server-kit/random';

/** Receives events as a partner. It refuses some of them once, and loses some of its responses. */
export class Receiver {
  /** Number of times that each event was accepted, by its uuid. */
  readonly received = new Map<string, number>();
  readonly #refused = new Set<string>();
  readonly #server: http.Server;

  constructor(seed: number) {
    this.#server = http.createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
      request.on('end', () => {
        const { uuid } = JSON.parse(body) as { uuid: string };
        const isFirst = !this.#refused.has(uuid) && !this.received.has(uuid);
        const answer = isFirst
          ? Random.of(seed, 'receiver', uuid).weighted({ good: 96, bad: 2, lost: 2 })
          : 'good';
        if (answer !== 'good') this.#refused.add(uuid);
        if (answer !== 'bad') this.received.set(uuid, (this.received.get(uuid) ?? 0) + 1);
        if (answer === 'lost') response.destroy();
        else response.writeHead(answer === 'bad' ? 500 : 200).end();
      });
    });
  }

  /** Starts to listen. @returns the address for events. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
