import { expect, test } from 'vitest';
import { html } from '../src/html.js';

const hostile = `<img src=x onerror="alert('1')">&`;
const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';

test.each([
  ['text is escaped', html`<p>${hostile}</p>`, `<p>${escaped}</p>`],
  ['in an attribute too', html`<p title="${hostile}"></p>`, `<p title="${escaped}"></p>`],
  ['a number', html`<p>${0}</p>`, '<p>0</p>'],
  ['null is nothing', html`<p>${null}</p>`, '<p></p>'],
  ['markup stays as it is', html`<p>${html`<b>${'&'}</b>`}</p>`, '<p><b>&amp;</b></p>'],
  ['lists, one in another', html`${['<', [html`<hr />`, 'b']]}`, '&lt;<hr />b'],
])('%s', (_, made, expected) => {
  expect(made.markup).toBe(expected);
});
