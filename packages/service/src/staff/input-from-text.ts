import type { TObject } from 'typebox';

/** The parts of a JSON schema that matter here. */
interface Schema {
  readonly type?: string;
}

/**
 * The input of a staff action from texts, as a form or a command line gives them: numbers, truth values and JSON by the
 * schema of each field. An empty text is a field that was left out. What is not a number, is larger than a number can
 * hold, or is not JSON stays a text, which the check of the input then names.
 */
export function inputFromText(
  { properties }: TObject,
  texts: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined && text !== '');
  return Object.fromEntries(
    given.map(([name, text = '']) => {
      const schema = Object.hasOwn(properties, name) ? (properties[name] as Schema) : {};
      return [name, valueOf(text, schema)];
    }),
  );
}

function valueOf(text: string, { type }: Schema): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) && isExact(Number(text)) ? Number(text) : text;
    case 'boolean':
      return { true: true, false: false }[text] ?? text;
    case 'object':
    case 'array':
      return jsonOf(text);
    default:
      return text;
  }
}

/** Beyond 2^53 a number is another one than was typed. */
function isExact(number: number): boolean {
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
