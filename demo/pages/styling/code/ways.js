import { angularCode, reactCode, svelteCode, vueCode } from './frameworks.js';
import { elementCode, npmCode, scriptCode } from './plain.js';

/** @typedef {import('./made.js').Block} Block */
/** @typedef {import('./made.js').Made} Made */
/** @typedef {{ script: string, integrity: string }} Release */

/**
 * Ways to integrate the widget into a partner's page, in the order of their tabs.
 *
 * @type {readonly {
 *   id: string,
 *   name: string,
 *   code: (made: Made, release: () => Promise<Release>) => Promise<readonly Block[]> | readonly Block[],
 * }[]}
 */
export const ways = [
  { id: 'script', name: 'Script tag', code: async (made, release) => scriptCode(made, await release()) },
  { id: 'npm', name: 'npm', code: npmCode },
  { id: 'react', name: 'React', code: reactCode },
  { id: 'vue', name: 'Vue', code: vueCode },
  { id: 'angular', name: 'Angular', code: angularCode },
  { id: 'svelte', name: 'Svelte', code: svelteCode },
  { id: 'element', name: '<upc-payment>', code: elementCode },
];
