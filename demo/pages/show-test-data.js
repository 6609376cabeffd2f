import { h } from './signup/dom.js';
import { names, outcomes } from './test-data.js';

/** @typedef {import('./test-data.js').Group} Group */

/**
 * @param {HTMLElement} place
 * @param {readonly Group[]} groups
 * @param {boolean} isGerman
 */
export function showTestData(place, groups, isGerman) {
  const words = isGerman ? outcomes.de : outcomes.en;
  /** @type {Readonly<Record<string, string>>} */
  const named = isGerman ? names.de : names.en;
  const tables = groups.map(({ method, label = named[method] ?? method, values }) => {
    const rows = values.map(([value, outcome]) => {
      const meaning = h('td', { colSpan: value ? 1 : 2 }, words[outcome]);
      return h('tr', {}, value ? h('td', { className: 'test-value' }, value) : null, meaning);
    });
    return h('table', { className: 'test-data' }, h('caption', {}, label), h('tbody', {}, ...rows));
  });
  place.replaceChildren(...tables);
}
