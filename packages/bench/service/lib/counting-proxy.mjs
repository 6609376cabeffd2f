import { connect, createServer } from 'node:net';

/**
 * Forwards connections to PostgreSQL, and counts the messages after which a client waits for the server: `Query`, and
 * `Sync` after a statement with parameters (PostgreSQL, frontend/backend protocol).
 * @param {string} url address of the server
 * @returns {Promise<{ url: string, roundTrips: () => number, end: () => void }>}
 */
export async function countingProxy(url) {
  const server = new URL(url);
  let count = 0;
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  const proxy = createServer((client) => {
    const upstream = connect(Number(server.port), server.hostname);
    const messages = messageCounter(() => (count += 1));
    client.on('data', messages);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = proxy.address();
  const own = new URL(url);
  own.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: own.href,
    roundTrips: () => count,
    end: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

/**
 * @param {() => void} onRoundTrip
 * @returns {(chunk: Buffer) => void} receives what a client sends
 */
function messageCounter(onRoundTrip) {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      // The first message has no type byte.
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const type = String.fromCharCode(rest[0] ?? 0);
      if (isStarted && (type === 'Q' || type === 'S')) onRoundTrip();
      isStarted = true;
      rest = rest.subarray(length);
    }
  };
}
