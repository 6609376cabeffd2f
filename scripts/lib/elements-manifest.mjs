import { stylingParts, stylingProperties } from './styling-page.mjs';

/**
 * The custom-elements manifest (schema 2.1.0): what a partner may use of our elements, and nothing else of them. It is the
 * look of the widget: the element itself has no attributes or events, since `init` makes it.
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
