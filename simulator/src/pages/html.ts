/** Markup that is safe to send: made by `html`, which escapes everything that is put into it. */
export class Markup {
  constructor(readonly text: string) {}
}

/** Markup from a template; values are text, other markup, or lists of it. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Markup {
  return new Markup(parts.map((part, at) => part + shown(values[at] ?? '')).join(''));
}

export type HtmlValue = string | number | Markup | readonly Markup[];

function shown(value: HtmlValue): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return value.map((one) => one.text).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
