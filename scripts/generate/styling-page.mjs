import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../lib/markdown-table.mjs';
import { root } from '../lib/root.mjs';

/**
 * The page on how the widget is made to look like the page around it: the properties and their defaults
 * from the stylesheet that has them, the options that set them, and the parts that the root element documents.
 * @returns {string} Markdown
 * @throws Error when one of the three is written otherwise than the page can read
 */
export function stylingPage() {
  return `<!-- Generated from styles/tokens.css, src/theme and src/elements: npm run generate. -->

# Styling

The widget uses the page's font and shows the page's background. Everything else is set with custom properties, in
plain CSS on the container or any of its ancestors, in rem as well as in px:

\`\`\`css
#payment {
  --upc-primary: #0a7d4f;
  --upc-radius: 12px;
}
\`\`\`

Properties with an option can also be set by \`styling\` in the configuration, and changed with \`update()\`; the option
wins over the page's CSS. The fields of a card provider, which are in frames of its own, follow both.

| As it is | Berry | High contrast |
| --- | --- | --- |
| ![The widget with its defaults: SEPA Direct Debit is chosen, blue marks the choice, corners are a little round.](pictures/widget-sepa.webp) | ![The same form in berry red, with a pink ground in the chosen row, rounder corners and a soft shadow.](pictures/widget-berry.webp) | ![The same form in dark blue and black, with larger text and nearly square corners.](pictures/widget-high-contrast.webp) |

All three are the same page with other values. The second one is:

\`\`\`js
paymentWidget.init({
  ...config,
  styling: {
    primaryColor: '#a21d63',
    secondaryColor: '#fdeaf3',
    textColorMain: '#2b1522',
    textColorSecondary: '#6f5062',
    borderColor: '#96788a',
    backgroundColor: '#ffffff',
    borderRadius: '16px',
    boxShadow: '0 1px 3px rgb(43 21 34 / 16%)',
  },
});
\`\`\`

With \`npm start\`, the [styling page](http://localhost:5173/styling) tries out every option and shows
the code for it to copy: for a script tag, npm, React, Vue, Angular, Svelte and \`<upc-payment>\`.

![The styling page: themes and colours with their contrast, and the widget that changes with them.](pictures/styling.webp)

## Properties

${markdownTable(['Property', 'Option', 'Default', 'On a dark page', 'Used for'], propertyRows())}

A page is dark when the text on it is light: set \`--upc-text\` (\`textColorMain\`), and the other defaults follow. Where
neither is set, the background colours below the widget decide, as they are when it comes; below a picture or a
gradient, which cannot be read, it is light.

Text on the primary colour is black or white, whichever reads better; so is text on fields and rows, and in the chosen
row, where the page's own text colour could not be read. With \`devMode\` the console lists every colour pair that
fails WCAG 2.2 AA, with its contrast and the contrast required.

Text size does not depend on the page's root font size; \`--upc-font-size: max(16px, 1rem)\` lets it follow, and fields and
buttons grow with it. Below 16 px some phones zoom into a field. Forced colours replace all of these colours; with
reduced motion, nothing moves.

## Values

An option accepts the CSS values of its kind: colour names and codes, lengths, \`var()\`, \`calc()\`, \`min()\`,
\`max()\`, \`clamp()\`, and colour functions, up to 200 characters. Anything else is ignored: a
value cannot end its declaration, load an image or read from the page.

## Parts

Whatever the properties do not cover can be styled with \`::part()\`:

\`\`\`css
#payment upc-payment-widget::part(button) {
  text-transform: uppercase;
}
\`\`\`

${markdownTable(
  ['Part', 'What it is'],
  stylingParts().map(([name, about]) => [`\`${name}\``, about]),
)}

The fields of a card provider follow \`label\`, \`input\` and \`message\` in font, colour, border, height and space at the
sides. Prefer properties for colours: a border set on a part does not change when the field is invalid.
`;
}

/**
 * Parts that a page may style, as the root element documents them.
 * @returns {readonly (readonly [string, string])[]} name and what it is
 */
export function stylingParts() {
  return matches('src/elements/payment-widget/payment-widget.ts', /@csspart ([\w-]+) - (.+)/g);
}

/**
 * Properties that a page may set, from the stylesheet that has them and the theme that knows the options.
 * @returns {readonly { name: string, option: string | undefined, syntax: string | undefined, light: string, dark: string | undefined, about: string }[]}
 */
export function stylingProperties() {
  const tokens = readFileSync(join(root, 'styles/tokens.css'), 'utf8');
  const options = new Map(
    matches('src/theme/styling-properties.ts', /option: '(\w+)', property: '([\w-]+)'/g).map(
      ([option, property]) => [property, option],
    ),
  );
  const syntaxes = new Map(
    matches('src/theme/styling-properties.ts', /property: '([\w-]+)', syntax: '([\w-]+)'/g),
  );
  const dark = new Map(
    [...tokens.matchAll(/^ {2}--_[\w-]+: var\((--upc-[\w-]+), (.+)\);$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const light = [...tokens.matchAll(/^ {2}--_[\w-]+: var\((--upc-[\w-]+), (.+)\); \/\* (.+) \*\/$/gm)];
  const count = tokens.match(/--upc-/g)?.length;
  if (light.length + dark.size !== count)
    throw new Error(
      `styles/tokens.css has ${count} properties, of which ${light.length + dark.size} can be read.`,
    );
  return light.map(([, name = '', value = '', about = '']) => ({
    name,
    option: options.get(name),
    syntax: syntaxes.get(name),
    light: published(value),
    dark: dark.has(name) ? published(dark.get(name) ?? '') : undefined,
    about,
  }));
}

function propertyRows() {
  return stylingProperties().map(({ name, option, light, dark, about }) => [
    code(name),
    code(option),
    code(light),
    code(dark),
    about,
  ]);
}

/** @param {string} value with private names, as the page may set them */
function published(value) {
  return value.replaceAll('var(--_', 'var(--upc-');
}

/** @param {string | undefined} text */
function code(text) {
  return text === undefined ? '' : `\`${text}\``;
}

/**
 * @param {string} file from the root
 * @param {RegExp} pattern with two groups
 * @returns {readonly (readonly [string, string])[]}
 */
function matches(file, pattern) {
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(pattern)];
  if (found.length === 0) throw new Error(`${file} has nothing like ${String(pattern)}.`);
  return found.map(([, one = '', other = '']) => [one, other]);
}
