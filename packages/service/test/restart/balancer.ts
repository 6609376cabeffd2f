import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request forwarded to one of the processes, and its state. */
export interface Forwarded {
  state: 'under way' | 'answered' | 'refused' | 'cut off';
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Tracks the requests that were forwarded to one of the processes. */
class Upstream {
  /** Address of the process; null while it is not running. */
  url: string | null = null;
  readonly forwarded: Forwarded[] = [];

  get underWay(): Forwarded[] {
    return this.forwarded.filter(({ state }) => state === 'under way');
  }
}

/**
 * Balances load between two processes, in the simplest way that works. It keeps connections open, chooses the process
 * with the fewest requests, and tries the other one if the first refuses the connection. It repeats an unanswered
 * request only if that is safe: a GET, or a request with an Idempotency-Key.
 */
export class Balancer {
  readonly upstreams = [new Upstream(), new Upstream()] as const;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server = createServer((incoming, response) => {
    this.answer(incoming).then(
      ({ status, headers, body }) => response.writeHead(status, passedOn(headers)).end(body),
      (error: unknown) => response.writeHead(502).end(String(error)),
    );
  });

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    await new Promise<void>((listening) => balancer.server.listen(0, '127.0.0.1', listening));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns the number of requests in a state, for both processes together. */
  count(state: Forwarded['state']): number {
    return this.upstreams.flatMap(({ forwarded }) => forwarded.filter((one) => one.state === state)).length;
  }

  async close(): Promise<void> {
    this.agent.destroy();
    await new Promise((closed) => {
      this.server.close(closed);
      this.server.closeAllConnections();
    });
  }

  private async answer(incoming: IncomingMessage): Promise<Answer> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const isRepeatable = incoming.method === 'GET' || 'idempotency-key' in incoming.headers;
    const byLoad = this.upstreams
      .filter(({ url }) => url !== null)
      .sort((one, other) => one.underWay.length - other.underWay.length);
    let fault: unknown = new Error('No process is running.');
    for (const upstream of byLoad) {
      const forwarded: Forwarded = { state: 'under way' };
      upstream.forwarded.push(forwarded);
      try {
        const answer = await this.forward(upstream.url ?? '', incoming, Buffer.concat(parts));
        forwarded.state = 'answered';
        return answer;
      } catch (error) {
        fault = error;
        const isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
        forwarded.state = isRefused ? 'refused' : 'cut off';
        if (!isRefused && !isRepeatable) break;
      }
    }
    throw fault;
  }

  private forward(url: string, { method, url: path = '/', headers }: IncomingMessage, body: Buffer) {
    return new Promise<Answer>((resolve, reject) => {
      const outgoing = request(new URL(path, url), { method, headers: passedOn(headers), agent: this.agent });
      outgoing.once('error', reject);
      outgoing.once('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 502,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      });
      outgoing.end(body);
    });
  }
}

/** Headers that apply to a single connection and are not forwarded. */
const OF_A_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'host'];

function passedOn(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.includes(name)));
}
