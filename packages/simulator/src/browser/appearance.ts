import type { Declarations, FrameAppearance } from '@upc/contract/frame-protocol';

/** Properties of a frame's appearance that a page may set; the frame decides about all others. */
const PROPERTIES: ReadonlySet<string> = new Set([
  'backgroundColor',
  'border',
  'borderColor',
  'borderRadius',
  'borderStyle',
  'borderTopLeftRadius',
  'borderTopWidth',
  'borderWidth',
  'boxShadow',
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'height',
  'letterSpacing',
  'lineHeight',
  'opacity',
  'padding',
  'paddingBottom',
  'paddingLeft',
  'paddingRight',
  'paddingTop',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
]);
const LONGEST_VALUE = 200;

/** Shorthands for properties of which one side stands for all four: computed styles have no shorthand. */
const FOR_ALL_SIDES: Readonly<Record<string, string>> = {
  borderTopWidth: 'border-width',
  borderTopLeftRadius: 'border-radius',
};

/** Holds the appearance of the frame in a stylesheet of its own, which each `configure` rewrites. */
export class Appearance {
  readonly #sheet = new CSSStyleSheet();
  readonly #control: string;

  /** @param control selector of the elements that look like the page's text field */
  constructor(control = '.input') {
    this.#control = control;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
  }

  /** Applies an appearance. Values that CSS does not accept, or that would load something, have no effect. */
  apply({ field, label, message, colors, colorScheme, iframeFields }: FrameAppearance): void {
    while (this.#sheet.cssRules.length > 0) this.#sheet.deleteRule(0);
    const custom = this.#rule(':root');
    for (const [name, value] of Object.entries(colors)) setSafely(custom, `--${name}`, value);
    if (colorScheme !== undefined) setSafely(custom, 'color-scheme', colorScheme);
    this.#declare(
      'body',
      pick(field, ['fontFamily', 'fontSize', 'lineHeight', 'letterSpacing', 'fontWeight']),
    );
    this.#declare(this.#control, field);
    this.#declare('.label', label ?? {});
    this.#declare('.message', message ?? {});
    this.#declare('.input', iframeFields?.base ?? {});
    this.#declare('.input::placeholder', iframeFields?.placeholder ?? {});
    this.#declare('.input.validated', iframeFields?.validated ?? {});
    this.#declare('.input[aria-invalid="true"]', iframeFields?.error ?? {});
  }

  #declare(selector: string, declarations: Declarations): void {
    const style = this.#rule(selector);
    for (const [property, value] of Object.entries(declarations)) {
      if (PROPERTIES.has(property)) setSafely(style, FOR_ALL_SIDES[property] ?? kebabCase(property), value);
    }
  }

  #rule(selector: string): CSSStyleDeclaration {
    const at = this.#sheet.insertRule(`${selector} {}`, this.#sheet.cssRules.length);
    return (this.#sheet.cssRules[at] as CSSStyleRule).style;
  }
}

function setSafely(style: CSSStyleDeclaration, property: string, value: unknown): void {
  if (typeof value !== 'string' || value.length > LONGEST_VALUE) return;
  // `setProperty` accepts one value of one property, so no value can break out of it. URLs are not allowed.
  if (/url\s*\(|image-set|expression|\\/i.test(value)) return;
  style.setProperty(property, value);
}

const kebabCase = (property: string): string =>
  property.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`);

const pick = (declarations: Declarations, names: readonly string[]): Declarations =>
  Object.fromEntries(Object.entries(declarations).filter(([name]) => names.includes(name)));
