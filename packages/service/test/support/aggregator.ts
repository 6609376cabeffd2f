import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface AggregatorCall {
  readonly path: string;
  readonly key: unknown;
  readonly contentType: unknown;
  readonly body: unknown;
}

/**
 * Response of the aggregator: a status with or without a body, no response at all (`silent`), only the beginning of one
 * (`stalls`), or a closed connection.
 */
export type AggregatorAnswer =
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }
  | 'silent'
  | 'stalls'
  | 'hangs up';

/** An aggregator on the loopback interface, with the operations that the service calls. */
export interface Aggregator {
  readonly url: string;
  readonly calls: AggregatorCall[];
  answer: (call: AggregatorCall) => AggregatorAnswer;
  close(): Promise<void>;
}

export async function startAggregator(): Promise<Aggregator> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { 'x-api-key': key, 'content-type': contentType } = request.headers;
      const call = { path: request.url ?? '', key, contentType, body: JSON.parse(text) as unknown };
      aggregator.calls.push(call);
      const answer = aggregator.answer(call);
      if (answer === 'silent') return;
      if (answer === 'hangs up') request.socket.destroy();
      else if (answer === 'stalls') response.writeHead(200).write('{"aggregatorId":');
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const aggregator: Aggregator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/partner`,
    calls: [],
    answer: () => ({ status: 200 }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return aggregator;
}
