import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../../../../scripts/lib/root.mjs';
import { content } from './servers.mjs';

/**
 * @typedef {'debit' | 'card' | 'chosen card' | 'list'} Form form of a debit, of a card, or of a card that is chosen in a
 * list; or a list of payment methods
 */

/**
 * A page that shows a form and is measured.
 * @typedef {object} Subject
 * @property {string} name
 * @property {'ours' | 'adyen'} side
 * @property {ReadonlyMap<string, import('./servers.mjs').Content>} files by path on the page's host
 * @property {string} head HTML for the page's head
 * @property {string} start HTML for the page, after its container
 * @property {Partial<Record<Form, string>>} fields expression for the element to wait for, by form that the page can
 * show. Card numbers are typed into a frame, which reports itself once it is usable; for such a form, the expression
 * finds the row to choose, if any
 */

const peerFolder = join(root, 'packages/bench/widget/peer');
const npm = join(root, 'dist/es/index.js');

const ourRow = `document.querySelector('upc-payment-widget')?.shadowRoot?.querySelector('input[value="CREDIT_CARD"]')`;
const ourRadio = `document.querySelector('upc-payment-widget')?.shadowRoot?.querySelector('input[type="radio"]')`;
const ourField = `document.querySelector('upc-payment-widget')?.shadowRoot?.querySelector('input[name="iban"]')`;
const ourShow = (/** @type {string} */ init) => `const widget = ${init}({
  userSessionToken: page.token, session: page.session, environment: 'test', baseUrl: page.api, countryCode: 'DE',
  locale: page.locale, container: 'payment', onSuccess() {},
});
return () => widget.destroy();`;

/**
 * If the page has the payment methods, adyen-web needs no session ("Advanced flow" in its documentation).
 * @param {string} component component of a `checkout`
 */
const adyenShow = (component) => `const checkout = await AdyenCheckout({
  environment: 'test', clientKey: 'test_bench', countryCode: 'DE', analytics: { enabled: false },
  ...(page.methods
    ? { paymentMethodsResponse: page.methods, amount: page.amount, onSubmit() {}, onAdditionalDetails() {} }
    : { session: { id: 'CS-bench', sessionData: page.sessionData } }),
  locale: page.locale === 'en' ? 'en-US' : page.locale === 'de' ? 'de-DE' : page.locale,
  _environmentUrls: { api: page.api + '/test/', cdn: { images: page.api + '/images/', translations: page.api + '/' } },
});
const component = ${component}.mount('#payment');
return () => component.remove();`;

/**
 * Shows the form. A page that shows it many times has `page.isMany`. A page that shows it after a click on its button
 * has `page.isPreloaded`.
 * @param {string} show body of a function that shows the form and returns a function that removes it
 * @param {string} preload statement that loads in advance what is not in the page yet; adyen-web has none
 */
const shown = (show, preload = '') => `const show = async () => { ${show} };
if (page.isMany) page.show = show;
else if (page.isPreloaded) { ${preload} document.querySelector('button').addEventListener('click', show); }
else show();`;

const ourPreload = `preload({ locale: page.locale, countryCode: 'DE' });`;

const adyenField = `document.querySelector('input[name="ibanNumber"], .adyen-checkout__iban-input__iban-number input')`;

/** @type {Subject['fields']} */
const ours = { debit: ourField, card: 'null', 'chosen card': ourRow, list: ourRadio };

const ourPage = `import { init, preload } from ${JSON.stringify(npm)}; ${shown(ourShow('init'), ourPreload)}`;

/** Files of our package and of Lit that every form needs. */
const firstForm =
  /\/dist\/es\/(index|chunks\/(payment-widget-error|widget|init))\.js$|\/node_modules\/(@lit|lit|lit-html|lit-element)\//;

/** @returns {Promise<readonly Subject[]>} */
export async function subjects() {
  const script = (/** @type {string} */ file) => readFileSync(join(root, 'dist/script', file));
  const later =
    readdirSync(join(root, 'dist/script')).find((file) => /^widget-later-\w+\.js$/.test(file)) ?? '';
  return [
    {
      name: 'widget.js',
      side: 'ours',
      files: new Map([
        ['/widget.js', content('text/javascript', script('widget.js'))],
        [`/${later}`, content('text/javascript', script(later))],
        ['/locales/de.json', content('application/json', script('locales/de.json'))],
        ['/logos.json', content('application/json', script('logos.json'))],
      ]),
      head: '<script src="/widget.js"></script>',
      start: `<script>${shown(ourShow('paymentWidget.init'), `paymentWidget.${ourPreload}`)}</script>`,
      fields: ours,
    },
    {
      name: 'npm build',
      side: 'ours',
      ...(await bundled(ourPage)),
      fields: ours,
    },
    {
      // As docs/loading.md describes it.
      name: 'npm build, compiled early',
      side: 'ours',
      ...(await bundled(ourPage, {
        codeSplitting: { groups: [{ name: 'payment-widget', test: firstForm }] },
        postBanner: ({ name }) =>
          /^(payment-widget|sepa-form)$/.test(name) ? '//# allFunctionsCalledOnLoad' : '',
      })),
      fields: { debit: ourField },
    },
    {
      name: 'adyen SEPA alone',
      side: 'adyen',
      ...(await bundled(
        `import { AdyenCheckout, SepaDirectDebit } from '@adyen/adyen-web'; import '@adyen/adyen-web/styles/adyen.css';
        ${shown(adyenShow('new SepaDirectDebit(checkout)'))}`,
      )),
      fields: { debit: adyenField },
    },
    {
      // Nothing is open in the list, as in ours.
      name: 'adyen Drop-in, several methods',
      side: 'adyen',
      ...(await bundled(
        `import { AdyenCheckout, Card, Dropin, PayPal, SepaDirectDebit } from '@adyen/adyen-web'; import '@adyen/adyen-web/styles/adyen.css';
        ${shown(
          adyenShow(`new Dropin(checkout, {
            paymentMethodComponents: [Card, PayPal, SepaDirectDebit],
            openFirstPaymentMethod: false, openFirstStoredPaymentMethod: false,
          })`),
        )}`,
      )),
      fields: { list: `document.querySelector('.adyen-checkout__payment-method [role="radio"]')` },
    },
    {
      // Adyen's own servers deliver its frames and cannot be reached from here, so the time that the frames take is not
      // included.
      name: 'adyen Card, until it asks for its frames',
      side: 'adyen',
      ...(await bundled(
        `import { AdyenCheckout, Card } from '@adyen/adyen-web'; import '@adyen/adyen-web/styles/adyen.css';
        ${shown(adyenShow('new Card(checkout)'))}`,
      )),
      // The frames are hidden until they have received an answer. So once they exist, the page's heading is used as the
      // visible element.
      fields: { card: `document.querySelector('#payment iframe') && document.querySelector('h1')` },
    },
  ];
}

/**
 * Bundles a page's code with Vite, and adds the links to its files to the head.
 * @param {string} code
 * @param {import('vite').Rolldown.OutputOptions} [output]
 */
async function bundled(code, output = {}) {
  const entry = 'virtual:page';
  const result = await build({
    root: peerFolder,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, rolldownOptions: { input: entry, output }, modulePreload: { polyfill: false } },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === entry ? join(peerFolder, 'page.js') : null),
        load: (id) => (id === join(peerFolder, 'page.js') ? code : null),
      },
    ],
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) =>
    'output' in part ? part.output : [],
  );
  const files = new Map(
    outputs.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk'
        ? content('text/javascript', file.code)
        : content(file.fileName.endsWith('.css') ? 'text/css' : 'application/octet-stream', file.source),
    ]),
  );
  const first = outputs.find((file) => file.type === 'chunk' && file.isEntry);
  if (first?.type !== 'chunk') throw new Error('Vite made no entry of the page.');
  const head = [
    `<script type="module" src="/${first.fileName}"></script>`,
    ...first.imports.map((file) => `<link rel="modulepreload" href="/${file}">`),
    ...outputs
      .filter((file) => file.fileName.endsWith('.css'))
      .map((file) => `<link rel="stylesheet" href="/${file.fileName}">`),
  ].join('');
  return { files, head, start: '' };
}

/** @returns {string} the version of adyen-web that is installed */
export function peerVersion() {
  const require = createRequire(join(peerFolder, 'package.json'));
  const file = require.resolve('@adyen/adyen-web').replace(/dist.*$/, 'package.json');
  return /** @type {{ version: string }} */ (JSON.parse(readFileSync(file, 'utf8'))).version;
}
