import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../lib/markdown-table.mjs';
import { root } from '../lib/root.mjs';

/**
 * Generates the page on styling the widget: the properties and their defaults from the stylesheet, the options that set
 * them, and the parts that the root element documents.
 * @returns {string} Markdown
 * @throws Error when one of the three is written in a form that this function cannot read
 */
export function stylingPage() {
  return `<!-- Generated from styles/tokens.css, src/theme and src/elements: npm run generate. -->

# Styling

The widget uses the font of your page and shows its background. To change anything else, set CSS custom properties on the
container or on any of its ancestors. You can use rem or px:

\`\`\`css
#payment {
  --upc-primary: #0a7d4f;
  --upc-radius: 12px;
}
\`\`\`

For many properties there is also an option in \`styling\` of the [configuration](configuration.md#styling). You can change
options later with \`update()\`. An option takes precedence over the CSS of your page. The fields of a card provider are in
frames from its own origin; they follow both properties and options.

| Default | Berry | High contrast |
| --- | --- | --- |
| ![The widget with its default style. SEPA Direct Debit is selected and marked in blue; the corners are slightly rounded.](pictures/widget-sepa.webp) | ![The same form in berry red. The selected row is pink, the corners are rounder, and there is a soft shadow.](pictures/widget-berry.webp) | ![The same form in dark blue and black, with larger text and almost square corners.](pictures/widget-high-contrast.webp) |

The three pictures show the same page with different values. These options produce the second one:

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

To try out every option, run \`npm start\` and open the [styling page](http://localhost:5173/styling). It shows the code to
copy for a script tag, npm, React, Vue, Angular, Svelte and \`<upc-payment>\`.

![The styling page with themes, colours and their contrast, next to a widget that changes with them.](pictures/styling.webp)

## Properties

${markdownTable(['Property', 'Option', 'Default', 'Default on a dark page', 'Used for'], propertyRows())}

### Dark pages

On a dark page, the widget uses other defaults. To switch to them, set a light text colour with \`--upc-text\`
(\`textColorMain\`); the other defaults follow. If you set neither, the widget reads the background colours below it when it
is created. It cannot read a picture or a gradient, and treats such a page as light.

### Contrast

- Text on the primary colour is black or white, whichever has the higher contrast.
- Text in fields, in rows and in the selected row is also black or white if the text colour of your page would be illegible there.
- With \`devMode\`, the console lists every colour pair that fails WCAG 2.2 AA, with its contrast and the required contrast.
- In forced-colours mode, the system colours replace all of these colours. With reduced motion, nothing moves.

### Text size

The text size does not depend on the root font size of your page. If you want it to, set
\`--upc-font-size: max(16px, 1rem)\`; fields and buttons grow with the text. Below 16 px, some phones zoom into a field when it
gets the focus.

## Values

An option accepts the CSS values of its kind, up to 200 characters: colour names and codes, colour functions, lengths,
\`var()\`, \`calc()\`, \`min()\`, \`max()\` and \`clamp()\`. The widget ignores any other value, so that a value cannot
end its declaration, load an image or read from your page.

## Parts

To style what the properties do not cover, use \`::part()\`:

\`\`\`css
#payment upc-payment-widget::part(button) {
  text-transform: uppercase;
}
\`\`\`

${markdownTable(
  ['Part', 'Description'],
  stylingParts().map(([name, about]) => [`\`${name}\``, about]),
)}

The fields of a card provider follow \`label\`, \`input\` and \`message\` in font, colour, border, height and horizontal padding.
For colours, prefer properties: a border that you set on a part does not change when the field is invalid.
`;
}

/**
 * Returns the parts that a page may style, as the root element documents them.
 * @returns {readonly (readonly [string, string])[]} name and description
 */
export function stylingParts() {
  return matches('src/elements/payment-widget/payment-widget.ts', /@csspart ([\w-]+) - (.+)/g);
}

/**
 * Returns the properties that a page may set. They come from the stylesheet, and their options from the theme.
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

/**
 * Replaces private names with those that the page may set.
 * @param {string} value
 */
function published(value) {
  return value.replaceAll('var(--_', 'var(--upc-');
}

/** @param {string | undefined} text */
function code(text) {
  return text === undefined ? '' : `\`${text}\``;
}

/**
 * @param {string} file path from the root
 * @param {RegExp} pattern with two groups
 * @returns {readonly (readonly [string, string])[]}
 */
function matches(file, pattern) {
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(pattern)];
  if (found.length === 0) throw new Error(`${file} has nothing like ${String(pattern)}.`);
  return found.map(([, one = '', other = '']) => [one, other]);
}
