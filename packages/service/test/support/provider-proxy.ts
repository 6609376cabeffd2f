import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Faults of a request to the provider, and of its response. */
export interface Treatment {
  /** Milliseconds before the request reaches the provider. */
  readonly delayBefore?: number;
  /** Promise after which the response is forwarded. */
  readonly heldUntil?: Promise<void>;
  /** Milliseconds before the response is forwarded. */
  readonly delayAfter?: number;
  readonly lost?: 'request' | 'answer';
  /**
   * Stage that fails with HTTP 500: the request never reaches the provider, or the provider's response is not
   * forwarded.
   */
  readonly failed?: 'request' | 'answer';
  /** Whether the provider receives the request twice at the same time. */
  readonly isDoubled?: boolean;
}

export interface ProviderProxy {
  readonly url: string;
  /** Called for each request; tests replace it. */
  treat: (method: string, path: string, body: string) => Treatment;
  /** Called with each response of the provider and its request; tests replace it. */
  onAnswer: (path: string, request: string, answer: string) => void;
  close(): Promise<void>;
}

/** Starts a proxy between the services and the simulated provider. The provider is real, only the connection is bad. */
export async function startProviderProxy(target: string): Promise<ProviderProxy> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url: path = '/' } = request;
      const body = await bodyOf(request);
      const {
        delayBefore = 0,
        delayAfter = 0,
        lost,
        failed,
        isDoubled,
        heldUntil,
      } = proxy.treat(method, path, body);
      await wait(delayBefore);
      if (lost === 'request') return response.destroy();
      if (failed === 'request') return response.writeHead(500).end();
      const headers = Object.fromEntries(
        ['authorization', 'simulator-account', 'content-type', 'idempotency-key'].flatMap((name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      const send = () =>
        fetch(new URL(path, target), { method, headers, redirect: 'manual', ...(body && { body }) });
      const [answer] = await Promise.all([send(), ...(isDoubled ? [send()] : [])]);
      const text = await answer.text();
      proxy.onAnswer(path, body, text);
      await heldUntil;
      await wait(delayAfter);
      if (lost === 'answer') return response.destroy();
      if (failed === 'answer') return response.writeHead(500).end();
      const type = answer.headers.get('content-type') ?? 'application/json';
      return response.writeHead(answer.status, { 'content-type': type }).end(text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const proxy: ProviderProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    treat: () => ({}),
    onAnswer: () => {},
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}
