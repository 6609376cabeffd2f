import { compile } from 'svelte/compiler';
import type { Plugin } from 'vite';
import { bundledPage } from './bundled-page.js';

/*
 * The same page in every framework, made with the framework's wrapper. It has a button that renders again with the same
 * options in new objects and another callback, one that changes the colour, one that changes the session, and one that
 * hides and shows the widget. `window.seen` contains what the page received.
 */

const data = `
window.seen = { tokens: [], rounds: [] };
const options = (color, session) => ({
  ...window.config,
  userSessionToken: window.config.userSessionTokens[session],
  userSessionTokens: undefined,
  styling: { primaryColor: color },
});
const told = (round) => (token) => {
  window.seen.tokens.push(token);
  window.seen.rounds.push(round);
};
const colors = ['rgb(120, 20, 90)', 'rgb(10, 90, 60)'];
`;

const react = `
import { createElement as h, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { PaymentWidget } from 'upc-payment-widget/react';
${data}
function Page() {
  const [round, setRound] = useState(0);
  const [color, setColor] = useState(0);
  const [session, setSession] = useState(0);
  const [isShown, setShown] = useState(true);
  return h('main', null,
    h('button', { onClick: () => setRound(round + 1) }, 'Render again'),
    h('button', { onClick: () => setColor(1) }, 'Colour'),
    h('button', { onClick: () => setSession(1) }, 'Session'),
    h('button', { onClick: () => setShown(!isShown) }, 'Show or hide'),
    isShown && h(PaymentWidget, {
      ...options(colors[color], session),
      className: 'payment',
      onSuccess: told(round),
      ref: (widget) => { window.widget = widget; },
    }),
  );
}
createRoot(document.getElementById('root')).render(h(StrictMode, null, h(Page)));
`;

const vue = `
import { createApp, h, reactive, ref } from 'vue';
import { PaymentWidget } from 'upc-payment-widget/vue';
${data}
createApp({
  setup() {
    const round = ref(0), session = ref(0), isShown = ref(true);
    // Changed in place.
    const styling = reactive({ primaryColor: colors[0] });
    return () => [
      h('button', { onClick: () => round.value++ }, 'Render again'),
      h('button', { onClick: () => (styling.primaryColor = colors[1]) }, 'Colour'),
      h('button', { onClick: () => (session.value = 1) }, 'Session'),
      h('button', { onClick: () => (isShown.value = !isShown.value) }, 'Show or hide'),
      isShown.value && h(PaymentWidget, {
        ...options('', session.value),
        styling,
        class: 'payment',
        onSuccess: told(round.value),
        ref: (widget) => { window.widget = widget; },
      }),
    ];
  },
}).mount('#root');
`;

const svelte = `
<script>
  import { paymentWidget } from 'upc-payment-widget/svelte';
  ${data}
  let round = $state(0), color = $state(0), session = $state(0), isShown = $state(true);
  const onMount = (widget) => { window.widget = widget; };
</script>
<button onclick={() => round++}>Render again</button>
<button onclick={() => (color = 1)}>Colour</button>
<button onclick={() => (session = 1)}>Session</button>
<button onclick={() => (isShown = !isShown)}>Show or hide</button>
{#if isShown}
  <div class="payment"
    use:paymentWidget={{ ...options(colors[color], session), onSuccess: told(round), onMount }}></div>
{/if}
`;

const angular = `
import '@angular/compiler';
import { Component, provideZonelessChangeDetection, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { injectPaymentWidget } from 'upc-payment-widget/angular';
${data}
const round = signal(0), color = signal(0), session = signal(0);

class Payment {
  widget = injectPaymentWidget(() => ({
    ...options(colors[color()], session()),
    onSuccess: told(round()),
  }));
  constructor() { window.widget = this.widget; }
}
Component({ selector: 'app-payment', template: '', host: { class: 'payment' } })(Payment);

class Page {
  round = round; color = color; session = session;
  isShown = signal(true);
}
Component({
  selector: 'app-page',
  imports: [Payment],
  template: \`
    <button (click)="round.set(round() + 1)">Render again</button>
    <button (click)="color.set(1)">Colour</button>
    <button (click)="session.set(1)">Session</button>
    <button (click)="isShown.set(!isShown())">Show or hide</button>
    @if (isShown()) { <app-payment /> }\`,
})(Page);

document.getElementById('root').append(document.createElement('app-page'));
bootstrapApplication(Page, { providers: [provideZonelessChangeDetection()] });
`;

const element = `
import 'upc-payment-widget/element';
${data}
let round = 0, color = 0, session = 0;
const root = document.getElementById('root');
root.innerHTML = \`<button>Render again</button><button>Colour</button><button>Session</button><button>Show or hide</button>
  <upc-payment class="payment" environment="test" country-code="DE" locale="en">The payment form is on its way.</upc-payment>\`;
const payment = window.widget = root.querySelector('upc-payment');
const render = () => {
  payment.setAttribute('session-token', window.config.userSessionTokens[session]);
  payment.setAttribute('base-url', window.config.baseUrl);
  payment.config = { styling: { primaryColor: colors[color] } };
};
payment.addEventListener('upc-success', ({ detail }) => told(round)(detail.paymentRequestToken));
const [again, other, next, toggle] = root.querySelectorAll('button');
again.onclick = () => { round += 1; render(); };
other.onclick = () => { color = 1; render(); };
next.onclick = () => { session = 1; render(); };
toggle.onclick = () => payment.isConnected ? payment.remove() : root.append(payment);
render();
`;

/** Compiles a Svelte component, the page's entry, into a module with Svelte's own compiler. */
const svelteCompiler: Plugin = {
  name: 'svelte',
  resolveId: (id) => (id === 'virtual:page.svelte' ? id : null),
  load: (id) =>
    id === 'virtual:page.svelte'
      ? compile(svelte, { generate: 'client', filename: 'Page.svelte' }).js.code
      : null,
};

/** Bundles the page's script, by the wrapper that it uses. */
export const wrapperHosts: Readonly<Record<string, () => Promise<string>>> = {
  react: () => bundledPage(react),
  vue: () => bundledPage(vue),
  svelte: () =>
    bundledPage(
      "import { mount } from 'svelte'; import Page from 'virtual:page.svelte'; mount(Page, { target: document.getElementById('root') });",
      [svelteCompiler],
    ),
  angular: () => bundledPage(angular),
  element: () => bundledPage(element),
};

/** Bundles the script of a page that writes `<upc-payment>` into its HTML. */
export const elementScript = (): Promise<string> => bundledPage("import 'upc-payment-widget/element';");
