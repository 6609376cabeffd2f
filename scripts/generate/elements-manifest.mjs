import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';
import { declarations, documentation, members, nameOf, typeOf } from './declared-types.mjs';
import { stylingParts, stylingProperties } from './styling-page.mjs';

/**
 * Builds the custom-elements manifest (schema 2.1.0). It contains only what a partner may use of our elements: the
 * element of `upc-payment-widget/element`, and the styling of the element that `init` creates, which has no attributes
 * or events.
 *
 * @returns {object}
 */
export function elementsManifest() {
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: 'dist/es/index.js',
        declarations: [paymentWidget()],
        exports: [],
      },
      {
        kind: 'javascript-module',
        path: 'dist/wrappers/element.js',
        declarations: [payment()],
        exports: [
          { kind: 'js', name: 'UpcPaymentElement', declaration: { name: 'UpcPaymentElement' } },
          {
            kind: 'custom-element-definition',
            name: 'upc-payment',
            declaration: { name: 'UpcPaymentElement' },
          },
        ],
      },
    ],
  };
}

function paymentWidget() {
  return {
    kind: 'class',
    customElement: true,
    name: 'PaymentWidgetElement',
    tagName: 'upc-payment-widget',
    summary: 'The payment widget.',
    description:
      'Made by init(), which puts it into the container of the page; written in HTML it does nothing. Its look is set by custom properties on the container or above it, and by parts.',
    attributes: [],
    events: [],
    members: [],
    cssProperties: stylingProperties().map(({ name, syntax, light, about }) => ({
      name,
      ...(syntax === 'color' ? { syntax: '<color>' } : {}),
      default: light,
      description: about,
    })),
    cssParts: stylingParts().map(([name, description]) => ({ name, description })),
  };
}

/** @throws Error when src/wrappers/element.ts is written in a form that this function cannot read */
function payment() {
  const file = 'src/wrappers/element.ts';
  const source = readFileSync(join(root, file), 'utf8');
  const attributes = [
    ...(/const attributes = \{([^}]+)\}/.exec(source)?.[1] ?? '').matchAll(/^ +'?([\w-]+)'?: '(\w+)',$/gm),
  ];
  if (attributes.length === 0) throw new Error(`No attributes could be read from ${file}.`);
  return {
    kind: 'class',
    customElement: true,
    name: 'UpcPaymentElement',
    tagName: 'upc-payment',
    summary: 'A payment widget as an element.',
    description:
      'Defined by importing upc-payment-widget/element. The property config takes the options that no attribute can say.',
    attributes: attributes.map(([, name, option]) => ({
      name,
      description: `The option ${option} (docs/configuration.md).`,
    })),
    events: members(declarations(file), 'PaymentEvents').map((event) => ({
      name: nameOf(event).replaceAll("'", ''),
      type: { text: typeOf(event) },
      description: documentation(event),
    })),
    members: [
      { kind: 'field', name: 'config', description: 'Options of init; they win over attributes.' },
      ...['submitPayment', 'retry', 'getPaymentState'].map((name) => ({
        kind: 'method',
        name,
        description: `As ${name}() of the widget that init returns.`,
      })),
    ],
  };
}
