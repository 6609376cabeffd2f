import { startProviderProxy } from '../../../service/test/support/provider-proxy.js';
import { startProgram } from './programs.mjs';

export const PROVIDER_KEY = 'sk_test_simulator';

/**
 * The simulated provider, behind a connection that is quick, slow or down.
 * @typedef {object} SlowProvider
 * @property {string} url
 * @property {import('./programs.mjs').Program} program
 * @property {'quick' | 'slow' | 'down'} state set by the benchmark
 * @property {number[]} calls the time of each call so far, as `performance.now()` returns it
 * @property {() => Promise<import('../../../service/test/support/reconciliation/books.js').Books['ledger']>} ledger
 * @property {() => Promise<void>} end
 */

/**
 * @param {string} folder folder of its journal
 * @param {number} callMs milliseconds by which the provider delays each call while it is slow
 * @returns {Promise<SlowProvider>}
 */
export async function startSlowProvider(folder, callMs) {
  const program = await startProgram(['packages/simulator/server/dist/main.js'], {
    SIMULATOR_PORT: '0',
    SIMULATOR_DATA_DIR: folder,
    SIMULATOR_SECRET_KEY: PROVIDER_KEY,
    SIMULATOR_DELAY_MS: '0',
  });
  const proxy = await startProviderProxy(program.url);
  /** @type {SlowProvider} */
  const provider = {
    url: proxy.url,
    program,
    state: 'quick',
    calls: [],
    ledger: async () => {
      const headers = { authorization: `Bearer ${PROVIDER_KEY}` };
      return (await (await fetch(`${program.url}/v1/ledger`, { headers })).json()).rows;
    },
    end: async () => {
      await proxy.close();
      await program.end();
    },
  };
  proxy.treat = () => {
    provider.calls.push(performance.now());
    if (provider.state === 'down') return { failed: 'request' };
    return provider.state === 'slow' ? { delayBefore: callMs } : {};
  };
  return provider;
}
