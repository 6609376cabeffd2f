import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Pages that frame the simulated provider's card fields themselves, without the widget. */
export interface FrameHost {
  /** Address on `localhost`, which the studio has registered. */
  readonly url: string;
  /** Address of the same page on `127.0.0.1`, which is not registered. */
  readonly foreignUrl: string;
  close(): Promise<void>;
}

export async function startFrameHost(providerUrl: string): Promise<FrameHost> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `frame-src ${providerUrl} 'self'`,
    "img-src 'self'",
  ].join('; ');
  const bodies = new Map([
    ['/', [page, 'text/html']],
    ['/host.js', [script, 'text/javascript']],
    ['/host.css', [styles, 'text/css']],
  ] as const);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const found = bodies.get(pathname as '/');
    if (found === undefined) {
      response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    const [body, type] = found;
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy,
      ...(searchParams.get('payments') === 'forbidden' && { 'permissions-policy': 'payment=()' }),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    foreignUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Host of card frames</title>
    <link rel="stylesheet" href="/host.css" />
    <script src="/host.js" defer></script>
  </head>
  <body>
    <h1>Checkout</h1>
    <label>Before <input id="before" /></label>
    <div id="fields"></div>
    <label>After <input id="after" /></label>
  </body>
</html>`;

const styles = `
body { margin: 16px; font: 16px/1.45 Georgia, serif; }
body.dark { background: #10161f; color: #edf1f7; color-scheme: dark; }
#fields { margin-block: 16px; }
iframe { display: block; border: 0; margin: -4px; width: calc(100% + 8px); height: 0; color-scheme: light; }
.dark iframe { color-scheme: dark; }
dialog { width: min(480px, 100%); padding: 0; }
dialog iframe { width: 100%; height: 640px; margin: 0; }
`;

/**
 * Script that implements by hand what `packages/contract/src/frame-protocol.ts` requires of a page, and records the
 * messages it receives.
 */
const script = `
window.host = {
  heard: [],
  ports: {},
  frames: {},
  mount({ base, key, layouts, nonce, connectNonce = nonce, connect = true, deadline = 30_000, configure }) {
    return Promise.all(layouts.map((layout) => new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.title = layout;
      this.frames[layout] = frame;
      const address = new URL('/frames/card', base);
      address.search = new URLSearchParams({ key, layout, nonce });
      frame.addEventListener('load', () => {
        if (!connect) return resolve('loaded');
        this.connect(frame, new URL(base).origin, connectNonce, (message, port) => {
          this.heard.push({ layout, ...message });
          if (message.type === 'ready') { this.ports[layout] = port; port.postMessage(configure); }
          if (message.type === 'height') { frame.style.height = message.height + 'px'; resolve('mounted'); }
          if (message.type === 'action' && message.display === 'modal') this.openModal(message.url);
          if (message.type === 'action' && message.display === 'redirect') location.assign(message.url);
        });
        setTimeout(() => resolve('silent'), deadline);
      }, { once: true });
      frame.src = address;
      document.getElementById('fields').append(frame);
    })));
  },
  connect(frame, origin, nonce, handle) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => handle(data, port1);
    frame.contentWindow.postMessage({ type: 'upc-sim-connect', nonce }, origin, [port2]);
    return port1;
  },
  openModal(url) {
    const dialog = document.createElement('dialog');
    const frame = document.createElement('iframe');
    frame.title = 'bank';
    frame.addEventListener('load', () => {
      this.connect(frame, new URL(url).origin, url.split('/').at(-1), (message) => {
        this.heard.push({ layout: 'bank', ...message });
        if (message.type === 'complete') dialog.remove();
      });
    });
    frame.src = url;
    dialog.append(frame);
    document.body.append(dialog);
    dialog.showModal();
  },
};
`;
