import { indented } from './literal.js';
import {
  backendOpensSession,
  errorsAreShown,
  hasOwnButton,
  mountedOptionsOf,
  optionsCode,
  ruleOf,
} from './made.js';

/*
 * Code of a component for each framework, in the style of the framework's own guide. The application passes the
 * component a session token.
 */

/** @typedef {import('./made.js').Block} Block */
/** @typedef {import('./made.js').Made} Made */

/** @param {Made} made @returns {readonly Block[]} */
export function reactCode(made) {
  const css = ruleOf('.payment', made);
  const own = hasOwnButton(made);
  const widget = [
    '<PaymentWidget',
    ...(own ? ['ref={widget}'] : []),
    '{...options}',
    'userSessionToken={userSessionToken}',
    ...(css === '' ? [] : ['className="payment"']),
    '/>',
  ].join(' ');
  const content = own
    ? `<>
  ${widget}
  <button type="button" onClick={pay}>
    Pay
  </button>
</>`
    : widget;
  const inside = own
    ? `const widget = useRef<WidgetHandle>(null);
${errorsAreShown}
const pay = () => void widget.current?.submitPayment().catch(() => undefined);

return (
${indented(content)}
);`
    : `return ${content};`;
  return [
    ...(css === '' ? [] : [{ language: 'payment.css', code: `${css}\n` }]),
    {
      language: 'Payment.tsx',
      code: `${own ? "import { useRef } from 'react';\n" : ''}import { PaymentWidget, type WidgetConfig${own ? ', type WidgetHandle' : ''} } from 'upc-payment-widget/react';
${css === '' ? '' : "import './payment.css';\n"}
${typedOptions(made)}

${backendOpensSession}
export function Payment({ userSessionToken }: { userSessionToken: string }) {
${indented(inside)}
}
`,
    },
  ];
}

/** @param {Made} made @returns {readonly Block[]} */
export function vueCode(made) {
  const css = ruleOf('.payment', made);
  const own = hasOwnButton(made);
  const widget = [
    '<PaymentWidget',
    ...(own ? ['ref="widget"'] : []),
    'v-bind="options"',
    ':user-session-token="userSessionToken"',
    ...(css === '' ? [] : ['class="payment"']),
    '/>',
  ].join(' ');
  return [
    {
      language: 'Payment.vue',
      code: `<script setup lang="ts">
${own ? "import { ref } from 'vue';\n" : ''}import { PaymentWidget, type WidgetConfig${own ? ', type WidgetHandle' : ''} } from 'upc-payment-widget/vue';

${backendOpensSession}
defineProps<{ userSessionToken: string }>();

${typedOptions(made)}
${
  own
    ? `
const widget = ref<WidgetHandle>();
${errorsAreShown}
const pay = () => void widget.value?.submitPayment().catch(() => undefined);
`
    : ''
}</script>

<template>
  ${widget}
${own ? '  <button type="button" @click="pay">Pay</button>\n' : ''}</template>
${css === '' ? '' : `\n<style>\n${css}\n</style>\n`}`,
    },
  ];
}

/** @param {Made} made @returns {readonly Block[]} */
export function angularCode(made) {
  const options = mountedOptionsOf(made);
  const css = ruleOf(':host', made);
  const own = hasOwnButton(made);
  const config = optionsCode(options, made.callbacks, ['userSessionToken: this.userSessionToken(),']);
  return [
    {
      language: 'payment.component.ts',
      code: `import { Component, input } from '@angular/core';
import { injectPaymentWidget } from 'upc-payment-widget/angular';

@Component({
  selector: 'app-payment',
  template: '',
${css === '' ? '' : `  styles: ${template(indented(`\n${css}\n`, '    '))},\n`}})
export class PaymentComponent {
  ${backendOpensSession}
  readonly userSessionToken = input.required<string>();
  protected readonly widget = injectPaymentWidget(() => (${indented(config).trimStart()}));
${
  own
    ? `
  pay(): void {
    ${errorsAreShown}
    this.widget.submitPayment()?.catch(() => undefined);
  }
`
    : ''
}}
`,
    },
    {
      language: 'template',
      code: own
        ? `<app-payment #payment [userSessionToken]="userSessionToken" />
<button type="button" (click)="payment.pay()">Pay</button>
`
        : '<app-payment [userSessionToken]="userSessionToken" />\n',
    },
  ];
}

/** @param {Made} made @returns {readonly Block[]} */
export function svelteCode(made) {
  const options = mountedOptionsOf(made);
  const css = ruleOf('.payment', made);
  const own = hasOwnButton(made);
  const code = optionsCode(options, made.callbacks, own ? ['onMount: (mounted) => (widget = mounted),'] : []);
  return [
    {
      language: 'Payment.svelte',
      code: `<script>
  import { paymentWidget } from 'upc-payment-widget/svelte';

  ${backendOpensSession}
  let { userSessionToken } = $props();
${
  own
    ? `
  let widget;
  ${errorsAreShown}
  const pay = () => widget?.submitPayment().catch(() => undefined);
`
    : ''
}
  const options = ${indented(code).trimStart()};
</script>

<div${css === '' ? '' : ' class="payment"'} use:paymentWidget={{ ...options, userSessionToken }}></div>
${own ? '<button type="button" onclick={pay}>Pay</button>\n' : ''}${css === '' ? '' : `\n<style>\n${indented(css)}\n</style>\n`}`,
    },
  ];
}

/** @param {Made} made */
function typedOptions(made) {
  const options = mountedOptionsOf(made);
  return `const options: Omit<WidgetConfig, 'userSessionToken'> = ${optionsCode(options, made.callbacks)};`;
}

/** @param {string} text @returns {string} the text as a template literal */
function template(text) {
  return `\`${text.replace(/[\\`]|\$\{/g, '\\$&')}\``;
}
