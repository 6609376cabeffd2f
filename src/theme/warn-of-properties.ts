/** Custom properties that a page may set (docs/styling.md; a test compares the two). */
export const readProperties: readonly string[] =
  'background border error field-height font-size primary radius secondary shadow success text text-secondary'
    .split(' ')
    .map((name) => `--upc-${name}`);

/** Warns a developer, once for each call, about `--upc-…` properties that the page sets but the widget does not use. */
export function warnOfProperties(element: HTMLElement): void {
  const wrong = [...new Set([...inlineOf(element), ...[...document.styleSheets].flatMap(ofSheet)])].filter(
    (name) => name.startsWith('--upc-') && !readProperties.includes(name),
  );
  if (wrong.length === 0) return;
  // oxlint-disable-next-line no-console -- devMode logs to the console
  console.warn(
    `paymentWidget: ignored unknown custom properties: ${wrong.join(', ')}. There are: ${readProperties.join(', ')}.`,
  );
}

/** Returns the inline properties of the element and of everything around it. */
function inlineOf(element: HTMLElement): readonly string[] {
  const around = element.parentElement;
  return [...Array.from(element.style), ...(around ? inlineOf(around) : [])];
}

function ofSheet(sheet: CSSStyleSheet): readonly string[] {
  try {
    return [...sheet.cssRules].flatMap(ofRule);
  } catch {
    // Rules of a sheet from another origin cannot be read.
    return [];
  }
}

function ofRule(rule: CSSRule): readonly string[] {
  const { style, cssRules } = rule as Partial<CSSStyleRule>;
  return [...Array.from(style ?? []), ...[...(cssRules ?? [])].flatMap(ofRule)];
}
