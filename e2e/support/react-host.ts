import { join } from 'node:path';
import { bundledPage } from './bundled-page.js';
import { root } from './process.js';

/** A React page in development mode: every effect runs, is undone, and runs again. */
const page = `
import { createElement as h, StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { init } from ${JSON.stringify(join(root, 'dist/es/index.js'))};

window.seen = { mounts: 0, tokens: [], errors: [] };

function Payment({ primary }) {
  const container = useRef(null);
  const widget = useRef(null);
  useEffect(() => {
    window.seen.mounts += 1;
    widget.current = init({
      ...window.config,
      container: container.current,
      onSuccess: (token) => window.seen.tokens.push(token),
    });
    return () => widget.current.destroy();
  }, []);
  useEffect(() => widget.current.update({ styling: { primaryColor: primary } }), [primary]);
  return h('div', { ref: container, id: 'payment' });
}

function Page() {
  const [round, setRound] = useState(0);
  const [isShown, setShown] = useState(true);
  return h('main', { className: 'round-' + round },
    h('button', { onClick: () => setRound(round + 1) }, 'Render again'),
    h('button', { onClick: () => setShown(!isShown) }, 'Show or hide'),
    round % 2 ? h('p', null, 'Odd') : null,
    isShown ? h(Payment, { key: 'payment', primary: round > 0 ? 'rgb(10, 90, 60)' : 'rgb(120, 20, 90)' }) : null,
  );
}

createRoot(document.getElementById('root')).render(h(StrictMode, null, h(Page)));
`;

/** Bundles the page. @returns its script */
export const reactHost = (): Promise<string> => bundledPage(page);
